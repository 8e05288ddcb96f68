"""A branch-free exp2 within one unit in the last place, for lanes."""

import numpy as np
from llvmlite import ir

from .lanes import INDEX, VECTOR, constant, fused, pack, twin, unpack

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


def side_by_side(context, builder, values):
    """The same values, all known before any is used.

    An empty piece of assembly through which the values pass. Without it LLVM writes one polynomial after the
    other and the processor waits for each: measured on Zen 4, 4 to 12 percent of the pair sum. Only where a
    vector is one register; elsewhere the values are returned as they are.
    """
    count = len(values)
    if count == 1 or "+avx512f" not in context.codegen().magic_tuple()[2]:
        return values
    kind = ir.FunctionType(ir.LiteralStructType([VECTOR] * count), [VECTOR] * count)
    registers = ",".join(["=v"] * count + [str(number) for number in range(count)])
    passed = builder.call(ir.InlineAsm(kind, "", registers), values)
    return [builder.extract_value(passed, number) for number in range(count)]


def _exp2(t):
    powers = []
    for term in t:
        shifted = term + SHIFT
        f = term - (shifted - SHIFT)
        value = np.full_like(f, COEFFICIENTS[-1])
        for coefficient in COEFFICIENTS[-2::-1]:
            value = value * f + coefficient
        powers.append((value.view(np.int64) + (shifted.view(np.int64) << EXPONENT)).view(np.float64))
    return tuple(powers)


@twin(_exp2)
def exp2(typing, t):
    """2^t_r for each row r of a block, within one ulp for |t_r| <= 1021; NaN and infinities give NaN.

    t = k + f with k whole and |f| <= 1/2; the polynomial gives 2^f, and k is added to its exponent bits.
    """

    def generate(context, builder, signature, arguments):
        terms = unpack(builder, arguments[0])
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
            values = side_by_side(context, builder, values)
        powers = []
        for value, whole in zip(values, shifted, strict=True):
            scale = builder.shl(builder.bitcast(whole, INDEX), exponent)
            powers.append(builder.bitcast(builder.add(builder.bitcast(value, INDEX), scale), VECTOR))
        return pack(context, builder, t, powers)

    return t(t), generate
