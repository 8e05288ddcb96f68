"""The weights over one step: where the schedule takes them, smoothly or along a noisy path."""

from typing import NamedTuple

import numpy as np


class Leg(NamedTuple):
    """The weights over a step [t, t + h]."""

    weights: dict
    """D (H, d, d) at t + c h for each node c of the scheme, and at c = 1."""
    drifts: dict
    """D' at the same times; None for each where noise leaves D without a derivative."""
    noise: np.ndarray | None
    """sigma (W(t + h) - W(t)), (H, d, d)."""

    @property
    def end(self):
        return self.weights[1.0]


def smooth_leg(schedule, t, D, h, scheme):
    """Along a differentiable schedule: its exact solution, or D + h D' for a scheme that wants no better."""
    if scheme.exact_weights:
        weights = {c: schedule.advance(t, D, c * h) for c in scheme.nodes}
    else:
        weights = {1.0: D + h * schedule.drift(t, D)}
    return Leg(weights, {c: schedule.drift(t + c * h, weights[c]) for c in weights}, None)


def noisy_leg(schedule, noise, sigma, cell, t, D, h, scheme):
    """Along one noise path, step number ``cell`` of width ``h``: exact transitions, or Euler-Maruyama.

    A scheme with a node at the middle asks for the two halves of the cell, so that all schemes and all
    halvings of h follow one path.
    """
    if not scheme.exact_weights:
        white, _ = noise.increments(cell, h)
        return Leg({1.0: D + h * schedule.drift(t, D) + sigma * white}, {1.0: None}, sigma * white)
    share = h / len(scheme.nodes)
    weights, total, first = {}, 0.0, cell * len(scheme.nodes)
    for k, c in enumerate(scheme.nodes):
        white, filtered = noise.increments(first + k, share)
        D = schedule.advance(t + k * share, D, share, filtered)
        weights[c], total = D, total + white
    return Leg(weights, dict.fromkeys(weights), sigma * total)
