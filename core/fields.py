"""What the tokens feel under given weights: the fields of model section 2, with every input checked."""

from .inputs import check_norm, checked_tokens, checked_weights
from .pair_sum import Fields, PairSum
from .softmax import softmax_attention

__all__ = ["Fields", "PairSum", "fields", "softmax_attention"]

SUMMATIONS = ("auto", "direct")


def fields(X, D, summation="auto", tolerance=1e-10, per_head=True):
    """Evaluate the fields at tokens ``X`` (n, d), unit rows, and weights ``D`` (H, d, d), symmetric.

    ``summation`` is "auto" or "direct": the sum over all pairs, exact up to rounding (``tolerance`` is for
    approximate sums). With ``per_head=False`` the fields that hold a number for each head, ``partition`` and
    ``coupling``, are None.

    ValueError, in one sentence, for: a wrong shape; n, d or H out of range; a number that is not finite; a
    token off the unit sphere by more than 1e-6; weights that are not symmetric, or so large that e^|D|
    overflows (see ``largest_norm``; ``softmax_attention`` takes any finite weights).
    """
    if summation not in SUMMATIONS:
        raise ValueError(f"summation must be one of {', '.join(SUMMATIONS)}; got {summation!r}.")
    if not 0.0 < tolerance < 1.0:
        raise ValueError(f"tolerance must be a number between 0 and 1; got {tolerance!r}.")
    X = checked_tokens(X)
    D = checked_weights(D, X.shape[1])
    check_norm(D, len(X))
    result = PairSum(len(X), len(D), X.shape[1]).evaluate(X, D)
    return result if per_head else result._replace(partition=None, coupling=None)
