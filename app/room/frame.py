"""One finished instant of a run, as the views see it."""

from dataclasses import dataclass

import numpy as np

from .past import Past


@dataclass(frozen=True)
class Frame:
    """What there is to draw at one instant; nothing in it changes once it is published."""

    number: int
    """Counts the frames of one Runner, from 1."""
    epoch: int
    """Counts the restarts: a chart or trail of another epoch is of another run."""
    time: float
    """Depth t."""
    step: int
    """Steps taken since t = 0."""
    tokens: np.ndarray
    """(n, d) float32 unit rows."""
    velocity: np.ndarray
    """(n, d) float32 velocities x_i' of the chosen flow."""
    twin: np.ndarray | None
    """(n, d) float32 tokens of the perturbed twin, where there is one."""
    labels: np.ndarray
    """(n,) int16 cluster of each token, kept from frame to frame; as of the newest reading."""
    weights: np.ndarray
    """(H, d, d) the heads' matrices D_h."""
    row: dict
    """Every scalar of the run at the newest reading, which is at most a few frames old while playing."""
    large_step: bool
    """True where a token moved more than half a radian in the last step."""
    interval: float = 0.0
    """Seconds since the frame before, while the run plays; 0 where it stands or has been somewhere else."""
    past: Past | None = None
    """How the run came here, for whoever wants to walk the same way."""
