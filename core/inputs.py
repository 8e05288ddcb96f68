"""Checks of the arrays that come from outside: tokens and weights. One sentence says what is wrong."""

import math
import sys

import numpy as np

DIMENSIONS, TOKENS, HEADS = (2, 16), (1, 1_000_000), (1, 1024)
UNIT = 1e-6
"""How far a token's norm may be from 1: float32 tokens, normalised, pass."""
SYMMETRY = 1e-9
"""Largest |D - D^T| allowed, relative to the largest entry."""


def checked_tokens(X, name="X"):
    """Tokens as a C-contiguous float64 array (n, d); ValueError says what is wrong with them."""
    X = as_numbers(name, X)
    if X.ndim != 2 or not within(X.shape[0], TOKENS) or not within(X.shape[1], DIMENSIONS):
        raise ValueError(
            f"{name} must have shape (n, d) with n from {TOKENS[0]} to {TOKENS[1]} and d from "
            f"{DIMENSIONS[0]} to {DIMENSIONS[1]}; got shape {X.shape}."
        )
    if not np.isfinite(X).all():
        row = int(np.argmin(np.isfinite(X).all(axis=1)))
        raise ValueError(f"{name} must be finite numbers; got {X[row].tolist()} in row {row}.")
    with np.errstate(over="ignore"):
        norms = np.sqrt(np.einsum("ik,ik->i", X, X))
    off = np.abs(norms - 1.0)
    if off.max() > UNIT:
        row = int(np.argmax(off))
        raise ValueError(
            f"{name} must have rows of norm 1 within {UNIT:g}; got norm {norms[row]:.9g} in row {row}."
        )
    return X


def checked_weights(D, dimension, name="D"):
    """Weights as a C-contiguous float64 array (H, d, d); ValueError says what is wrong with them."""
    D = as_numbers(name, D)
    if D.ndim != 3 or not within(D.shape[0], HEADS) or D.shape[1:] != (dimension, dimension):
        raise ValueError(
            f"{name} must have shape (H, {dimension}, {dimension}) with H from {HEADS[0]} to {HEADS[1]}; "
            f"got shape {D.shape}."
        )
    if not np.isfinite(D).all():
        head = int(np.argmin(np.isfinite(D).all(axis=(1, 2))))
        raise ValueError(f"{name} must be finite numbers; got {D[head].tolist()} in head {head}.")
    with np.errstate(over="ignore"):
        gap = np.abs(D - D.transpose(0, 2, 1)).max(axis=(1, 2))
    wrong = gap > SYMMETRY * np.abs(D).max(axis=(1, 2))
    if wrong.any():
        head = int(np.argmax(wrong))
        raise ValueError(
            f"{name} must be symmetric, |D - D^T| at most {SYMMETRY:g} of its largest entry; "
            f"got a difference of {gap[head]:.6g} in head {head}."
        )
    return D


def check_norm(D, n, name="D"):
    """ValueError where the pair sum of n tokens under weights D could overflow."""
    allowed = largest_norm(n, len(D))
    norm = float(np.abs(np.linalg.eigvalsh(D)).max())
    if norm > allowed:
        raise ValueError(
            f"{name} must have spectral norms from 0 to {allowed:.6g} for {n} tokens and {len(D)} heads, "
            f"so that the energy does not overflow; got {norm:.6g}."
        )


def largest_norm(n, heads):
    """The largest |D_h|_2: 700, or less where twice 2 H n^2 e^|D_h|, a bound on all sums, overflows."""
    return min(700.0, math.log(sys.float_info.max / (4.0 * heads * n * n)))


def as_numbers(name, values):
    """A C-contiguous float64 array, or ValueError."""
    try:
        if not np.iscomplexobj(values):  # rows of unequal lengths fail here already
            return np.ascontiguousarray(values, dtype=np.float64)
        came = "complex ones"
    except (TypeError, ValueError):
        came = type(values).__name__
    raise ValueError(f"{name} must be an array of real numbers; got {came}.")


def within(value, bounds):
    return bounds[0] <= value <= bounds[1]
