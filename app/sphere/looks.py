"""The looks of the sphere that the page's address holds."""

SWITCHES = ("trails", "arrows", "axes", "ghosts", "graticule", "auto_rotate", "projector")


def keep_looks(view, options, changed):
    """Make ``view`` (a SphereView) look as ``options`` (a PageOptions) say, and the options follow the view.

    ``changed()`` is called after a person has changed a look.
    """

    def follow(event):
        value = event.new
        setattr(options, event.name, ("yes" if value else "no") if event.name in SWITCHES else value)
        changed()

    view.param.update(
        projection=options.projection, **{name: getattr(options, name) == "yes" for name in SWITCHES}
    )
    view.param.watch(lambda *events: [follow(event) for event in events], [*SWITCHES, "projection"])
