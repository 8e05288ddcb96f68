"""How fast the pair sum is, against dense evaluations and against the machine's exponentials alone.

All contenders take turns in every round, so that whatever else the machine does slows them alike; what is
reported are medians over the rounds, of the times and of the ratios within a round.
"""

import importlib.util
import os
import platform
from time import perf_counter
from typing import NamedTuple

import numba
import numpy as np

from .kernels.floor import BUFFER, exponentials
from .kernels.memory import aligned
from .kernels.threads import cores, run
from .pair_sum import PairSum
from .peers import PEERS

CASES = ((200, 1, 3), (200, 10, 3), (200, 100, 3), (1000, 8, 3), (2000, 4, 3), (100, 10, 2), (500, 16, 16))
"""Tokens, heads, dimension."""

SLICE = 0.02
"""Seconds that a contender runs for in one round: many times what starting a thread takes."""

SETTLING = 0.2
"""Seconds that it runs untimed before: threads of BLAS and of torch spin on after their work, and the system takes
a while to move two threads that wake together to two cores. Measured without: 0.47 ns for each pair, not 0.26."""


class Row(NamedTuple):
    """One case. Times are ns for each (i, j, head) pair; the pair sum uses all cores where that pays."""

    tokens: int
    heads: int
    dimension: int
    pair_sum: float
    peers: dict
    """Name of a dense peer -> (its ns per pair, how many times the pair sum's)."""
    floor_one: float
    """ns for one exponential, on one thread and nothing else."""
    floor_all: float
    """The same with all cores at work."""
    over_floor: float
    """Pair sum over half of floor_all: each exponential serves the pairs (i, j) and (j, i)."""


def bench_rows(cases=CASES, rounds=11, peer=None, progress=None):
    """Measure ``cases``; a list of ``Row``. ``peer``: "torch", besides dense NumPy, where it is installed.

    ``progress(done, total)``, where given, is called after each case. ValueError if the peer is not there.
    """
    if peer is not None and (peer not in PEERS or importlib.util.find_spec(peer) is None):
        raise ValueError(f"peer must be one of {', '.join(PEERS)} and installed; got {peer!r}.")
    rows = []
    for case in cases:
        rows.append(measure(*case, rounds, sorted({"numpy", peer or "numpy"})))
        if progress is not None:
            progress(len(rows), len(cases))
    return rows


def measure(n, heads, dimension, rounds, peers):
    X, D = inputs(n, heads, dimension)
    pairs = n * n * heads
    sources = [aligned(1, BUFFER) for _ in range(cores())]
    for source in sources:
        source[:] = np.linspace(-6.0, 6.0, BUFFER)
    powers = [aligned(1, BUFFER) for _ in sources]

    def floor(threads):
        run(lambda k: exponentials(sources[k], powers[k], 1000), range(threads), threads)

    contenders = {
        "pair sum": (lambda: evaluators["pair sum"].evaluate(X, D), pairs),
        "one": (lambda: floor(1), 1000 * BUFFER),
        "all": (lambda: floor(len(sources)), 1000 * BUFFER * len(sources)),
        **{name: (lambda name=name: evaluators[name].evaluate(X, D), pairs) for name in peers},
    }
    evaluators = {"pair sum": PairSum(n, heads, dimension)}
    evaluators |= {name: PEERS[name](n, heads, dimension) for name in peers}
    times = {name: [] for name in contenders}
    repeats = {name: max(1, round(SLICE / once(call))) for name, (call, _) in contenders.items()}
    for _ in range(rounds):
        for name, (call, count) in contenders.items():
            go_on(call, SETTLING)
            start = perf_counter()
            for _ in range(repeats[name]):
                call()
            times[name].append((perf_counter() - start) / (repeats[name] * count) * 1e9)
    taken = {name: np.array(values) for name, values in times.items()}
    own, half = taken["pair sum"], taken["all"] / 2
    return Row(
        n,
        heads,
        dimension,
        float(np.median(own)),
        {name: (float(np.median(taken[name])), float(np.median(taken[name] / own))) for name in peers},
        float(np.median(taken["one"])),
        float(np.median(taken["all"])),
        float(np.median(own / half)),
    )


def go_on(call, seconds):
    """Call again and again for at least so long."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        call()


def once(call):
    """Seconds that one call takes, after one that may compile."""
    call()
    start = perf_counter()
    call()
    return perf_counter() - start


def inputs(n, heads, dimension):
    """Uniform tokens and random symmetric weights of norm 4, always the same."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, dimension))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    D = rng.normal(size=(heads, dimension, dimension))
    D += D.transpose(0, 2, 1)
    return X, 4.0 * D / np.abs(np.linalg.eigvalsh(D)).max(axis=1)[:, None, None]


def machine():
    """The machine in one line: processor, cores, vector width, versions."""
    vectors = (
        "AVX-512" if "+avx512f" in llvm_features() else "AVX2" if "+avx2" in llvm_features() else "no AVX2"
    )
    return (
        f"{processor()}, {cores()} cores, {vectors}; Python {platform.python_version()}, NumPy {np.__version__}, "
        f"numba {numba.__version__}"
    )


def llvm_features():
    return numba.core.registry.cpu_target.target_context.codegen().magic_tuple()[2]


def processor():
    try:
        with open("/proc/cpuinfo") as info:
            names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
        return names[0]
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def table(rows):
    """The rows as lines of text, ready to print."""
    peers = list(rows[0].peers)
    head = f"{'n':>5} {'H':>4} {'d':>3}  {'ns/pair':>8}"
    head += "".join(f"  {name:>8} {'times':>6}" for name in peers)
    head += f"  {'exp, one':>8} {'exp, all':>8}  {'times half of it':>16}  {'reached':>7}"
    lines = [head]
    for row in rows:
        line = f"{row.tokens:>5} {row.heads:>4} {row.dimension:>3}  {row.pair_sum:>8.3f}"
        line += "".join(f"  {row.peers[name][0]:>8.2f} {row.peers[name][1]:>6.1f}" for name in peers)
        line += f"  {row.floor_one:>8.3f} {row.floor_all:>8.3f}  {row.over_floor:>16.2f}  {1 / row.over_floor:>7.0%}"
        lines.append(line)
    return lines


def notes():
    """What a reader of the table must know."""
    lines = [
        machine(),
        "ns for each (i, j, head) pair, medians of interleaved rounds. 'times': the peer over the pair sum.",
        "exp: one exponential alone, in the first-level cache, on one thread and on all. Each serves two pairs,",
        "so half of it is the floor; 'reached' is that floor over the pair sum.",
    ]
    if "+avx512f" not in llvm_features():
        lines.append(
            "This processor has no AVX-512: vectors of eight are split, and the targets do not apply."
        )
    if os.environ.get("OPENBLAS_CORETYPE"):
        lines.append("OPENBLAS_CORETYPE is set, which may slow NumPy: unset it for a fair comparison.")
    return lines
