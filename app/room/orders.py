"""What a Runner has been asked to do and has not done yet."""

from dataclasses import dataclass, field

STEPS_OWED = 4
"""A held key asks for steps faster than a large run takes them; no more than this many are owed."""


@dataclass
class Orders:
    """A mailbox with one slot per kind of order: a later one replaces or joins an earlier one of its kind."""

    any: bool = False
    restart: bool = False
    changed: bool = False
    seek: float | None = None
    moves: dict = field(default_factory=dict)
    """token -> place"""
    steps: int = 0
    closing: bool = False

    def restarting(self):
        """Begin again; what was asked of the old run is void."""
        self.restart, self.changed, self.seek, self.moves, self.steps = True, False, None, {}, 0

    def seeking(self, time):
        """Go to ``time``; steps asked for before are void, and so is the place of a change made before."""
        self.seek, self.changed, self.moves, self.steps = time, False, {}, 0

    def stepping(self, count):
        self.steps = min(self.steps + count, max(count, STEPS_OWED))
