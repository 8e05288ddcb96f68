"""Explicit schemes for tokens on the sphere, with the ledger's integrals as extra state.

Each takes ``slope(c, Y)``, which evaluates the motion at time t + c h at the points Y / |Y|, the tokens
``X`` (n, d), the motion ``first`` at (t, X) and the step ``h``; it returns the move (n, d), to be added
to X and brought back to the sphere, and the integrals of the rates over the step by the same quadrature.

Stages off the sphere use the field at the nearest point of it, that is the field continued to be constant
along rays: it is smooth and its flow keeps every sphere, so each scheme has its textbook order, and
exp(x . D x) stays bounded by e^rho at any step size.
"""

from typing import NamedTuple


class Scheme(NamedTuple):
    """A scheme, its order in h under smooth weights, and the times c in (0, 1] at which it asks for them."""

    step: callable
    order: int
    nodes: tuple
    exact_weights: bool
    """Whether weights come from the schedule's own solution rather than from the scheme."""
    quadrature: dict
    """Weights of its quadrature over a step of length 1, by the time c."""


def euler(slope, X, first, h):
    """x + h v, left-point sums: with ``exact_weights`` off, the authors' scheme to the last digit."""
    return h * first.velocity, h * first.rates


def heun(slope, X, first, h):
    """The explicit trapezoid."""
    end = slope(1.0, X + h * first.velocity)
    return (h / 2) * (first.velocity + end.velocity), (h / 2) * (first.rates + end.rates)


def rk4(slope, X, first, h):
    """Kutta's classical scheme; its quadrature is Simpson's rule."""
    second = slope(0.5, X + (h / 2) * first.velocity)
    third = slope(0.5, X + (h / 2) * second.velocity)
    fourth = slope(1.0, X + h * third.velocity)
    move = first.velocity + 2 * (second.velocity + third.velocity) + fourth.velocity
    earned = first.rates + 2 * (second.rates + third.rates) + fourth.rates
    return (h / 6) * move, (h / 6) * earned


SCHEMES = {
    "euler": Scheme(euler, order=1, nodes=(1.0,), exact_weights=False, quadrature={0.0: 1.0}),
    "heun": Scheme(heun, order=2, nodes=(1.0,), exact_weights=True, quadrature={0.0: 1 / 2, 1.0: 1 / 2}),
    "rk4": Scheme(
        rk4, order=4, nodes=(0.5, 1.0), exact_weights=True, quadrature={0.0: 1 / 6, 0.5: 4 / 6, 1.0: 1 / 6}
    ),
}
