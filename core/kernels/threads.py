"""Threads of our own that share the tasks of one evaluation.

numba's own thread layers are not used: its work queue aborts the process when two threads call at once.
"""

import itertools
import os
import queue
import threading


def processors():
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cores():
    """Threads that one evaluation may have: all processors, or OMP_NUM_THREADS where that is less.

    Workers of a study, and of Dask by default, say so by that variable; results do not depend on it.
    """
    limit = os.environ.get("OMP_NUM_THREADS", "")
    return min(processors(), int(limit)) if limit.isdigit() and int(limit) > 0 else processors()


class Job:
    """The tasks of one call; whoever is free takes the next."""

    def __init__(self, task, items):
        self.task = task
        self.waiting = iter(items)
        self.unfinished = itertools.count(len(items) - 1, -1)
        self.done = threading.Event()
        self.error = None

    def work(self):
        """Do tasks until none is waiting."""
        for item in self.waiting:  # next() of a range iterator is atomic under the GIL
            try:
                self.task(item)
            except BaseException as error:
                self.error = error  # raised again by the thread that called run
            if next(self.unfinished) == 0:
                self.done.set()


class Pool:
    """Threads that help whoever calls ``run``; started when first needed, shared by the whole process.

    The caller works too, so it never waits for a thread that is busy elsewhere, and any number of callers may
    run at once.
    """

    def __init__(self):
        self.jobs = queue.SimpleQueue()
        self.size = 0
        self.lock = threading.Lock()

    def run(self, task, items, threads):
        """task(item) for each of a sequence of items, on at most ``threads`` threads, this one included.

        Which thread does what, and in which order, is left open: tasks must not depend on it.
        """
        helpers = min(threads, len(items)) - 1
        if self.size < helpers:
            self.grow(helpers)
        job = Job(task, items)
        for _ in range(helpers):
            self.jobs.put(job)
        job.work()
        job.done.wait()
        if job.error is not None:
            raise job.error

    def grow(self, size):
        """Have at least ``size`` helping threads."""
        with self.lock:
            while self.size < size:
                threading.Thread(target=self.help, name=f"headflow-{self.size}", daemon=True).start()
                self.size += 1

    def help(self):
        """What a helping thread does, for ever."""
        while True:
            self.jobs.get().work()


POOL = Pool()
run = POOL.run
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.__init__)  # a forked child has none of the threads
