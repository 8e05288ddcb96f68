"""The pool of this machine: worker processes that give way to the page and never outlive the study."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor

from ..kernels.threads import processors

NICENESS = 10
"""Priority below that of the page, whose frames must go on while a study runs."""


class LocalPool(ProcessPoolExecutor):
    """Worker processes of low priority with one thread each, as many as this process may use cores.

    Processes, not threads: with small pair sums much of a step is Python, which holds the interpreter's lock.
    They are spawned, not forked: a served page has threads, and a fork of those can hang. Each holds one end
    of a pipe whose other end is here; when that closes, by ``stop`` or because this process died, however it
    died, they end at once, in the middle of a run.
    """

    def __init__(self, workers=None):
        if workers is not None and not (isinstance(workers, int) and 1 <= workers <= 1024):
            raise ValueError(f"workers must be a whole number from 1 to 1024; got {workers!r}.")
        context = multiprocessing.get_context("spawn")
        end, self._lifeline = context.Pipe(duplex=False)
        super().__init__(workers or processors(), context, begin, (end,))

    def __exit__(self, kind, reason, trace):
        self.stop()  # also after success: idle workers of low priority may take seconds to end by themselves

    def stop(self):
        """End all workers now, whatever they are doing."""
        self._lifeline.close()
        self.shutdown(wait=False, cancel_futures=True)


def begin(lifeline):
    """Set up a worker process: its priority, its threads, its end."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the study, which ends its workers
    os.environ["OMP_NUM_THREADS"] = "1"  # there are as many workers as cores
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _end_with(lifeline):
    try:
        lifeline.recv_bytes()
    except EOFError:
        os._exit(0)  # a run in a compiled kernel could not be stopped in a gentler way
