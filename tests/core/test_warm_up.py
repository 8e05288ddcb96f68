"""After warm_up nothing is left to compile."""

from headflow.core.pair_sum import UNROLLED
from headflow.core.warm_up import warm_up


def test_progress_is_told_step_by_step_to_the_end():
    told = []
    warm_up(lambda done, total: told.append((done, total)))
    total = told[-1][1]
    assert told == [(step, total) for step in range(total + 1)]
    assert total >= UNROLLED  # at least one step for each dimension with a kernel of its own
