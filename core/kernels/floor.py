"""The machine's floor for the pair sum: nothing but exponentials, in the first-level cache."""

from .compiled import compiled
from .exponential import exp2
from .lanes import FOUR, WIDTH
from .memory import strip, write_strip

BUFFER = 1024
"""Numbers in and as many out: 16 kB together."""


@compiled
def exponentials(t, powers, repeats):
    """powers = 2^t, both (1, BUFFER), again and again."""
    for _ in range(repeats):
        for j in range(0, BUFFER, len(FOUR) * WIDTH):
            write_strip(powers, 0, j, exp2(strip(t, 0, FOUR, j)))
