"""Axes that the page moves and a person may take over."""

from bokeh.models import Range1d


class Axis:
    """A range that the page moves, until a person zooms or pans it; Bokeh's reset tool hands it back."""

    def __init__(self, start, end):
        self.range = Range1d(start=start, end=end, reset_start=start, reset_end=end)
        self.set = (start, end)

    def move(self, limits):
        """Set (start, end), unless someone looks at a part of their own."""
        if limits == self.set:
            return
        untouched = (self.range.start, self.range.end) == self.set
        self.set = limits
        self.range.update(reset_start=limits[0], reset_end=limits[1])
        if untouched:
            self.range.update(start=limits[0], end=limits[1])
