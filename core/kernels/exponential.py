"""A branch-free exp2 within one unit in the last place, for lanes."""

import numpy as np
from llvmlite import ir

from .lanes import INDEX, LANES, VECTOR, constant, fused, pack, twin, unpack

LOG2E = 1.4426950408889634
"""log2(e): exp(x) = exp2(x LOG2E)."""

SHIFT = 1.5 * 2.0**52
"""Adding it rounds to a whole number, which then stands in the low bits of the sum."""

COEFFICIENTS = (
    1.0,
    0.6931471805599453,
    0.24022650695910155,
    0.055504108664819925,
    0.009618129107588335,
    0.001333355814678995,
    0.00015403530462514614,
    1.5252733489960805e-05,
    1.321543308959463e-06,
    1.0178198033328528e-07,
    7.074105626245659e-09,
    4.4352809446103363e-10,
)
"""Remez polynomial for 2^f on |f| <= 1/2: relative error 3.1e-18; one degree less leaves 2.1e-16, a whole
ulp."""

EXPONENT = 52
"""Position of the exponent in a float64."""


def _exp2(t):
    if isinstance(t, tuple):
        return tuple(_exp2(part) for part in t)
    shifted = t + SHIFT
    f = t - (shifted - SHIFT)
    value = np.full_like(f, COEFFICIENTS[-1])
    for coefficient in COEFFICIENTS[-2::-1]:
        value = value * f + coefficient
    return (value.view(np.int64) + (shifted.view(np.int64) << EXPONENT)).view(np.float64)


@twin(_exp2)
def exp2(typing, t):
    """2^t for lanes or a tuple of lanes, within one ulp for |t| <= 1021; NaN and infinities give NaN.

    t = k + f with k whole and |f| <= 1/2; the polynomial gives 2^f, and k is added to its exponent bits. The
    terms of a tuple go through the polynomial side by side, which hides the latency of the multiply-add.
    """

    def generate(context, builder, signature, arguments):
        terms = unpack(builder, arguments[0])
        terms = terms if isinstance(terms, list) else [terms]
        shift, exponent = constant(SHIFT), ir.Constant(INDEX, [EXPONENT] * len(INDEX))
        shifted = [builder.fadd(term, shift) for term in terms]
        f = [
            builder.fsub(term, builder.fsub(whole, shift)) for term, whole in zip(terms, shifted, strict=True)
        ]
        values = [constant(COEFFICIENTS[-1])] * len(terms)
        for coefficient in COEFFICIENTS[-2::-1]:
            values = [
                fused(builder, value, part, constant(coefficient))
                for value, part in zip(values, f, strict=True)
            ]
        powers = []
        for value, whole in zip(values, shifted, strict=True):
            scale = builder.shl(builder.bitcast(whole, INDEX), exponent)
            powers.append(builder.bitcast(builder.add(builder.bitcast(value, INDEX), scale), VECTOR))
        return pack(context, builder, t, powers) if t != LANES else powers[0]

    return t(t), generate
