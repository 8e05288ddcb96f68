"""A pool of threads that split one evaluation into tasks."""

import itertools
import os
import queue
import threading


def cores():
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Job:
    """Tasks 0..count-1 of one call; whoever is free takes the next."""

    def __init__(self, task, count):
        self.task, self.count = task, count
        self.next = itertools.count().__next__
        self.finished = itertools.count(1).__next__
        self.done = threading.Event()
        self.error = None

    def work(self):
        while (number := self.next()) < self.count:
            try:
                self.task(number)
            except BaseException as error:  # handed to the caller of run
                self.error = error
            if self.finished() == self.count:
                self.done.set()


class Pool:
    """Threads that help the calling thread; made when first needed, shared by all pair sums of the process.

    The caller works too, so a call never waits for a thread that is busy elsewhere, and any number of calls
    may go on at once. Tasks must not depend on which thread runs them, nor on their order.
    """

    def __init__(self):
        self.jobs = queue.SimpleQueue()
        self.size = 0
        self.lock = threading.Lock()

    def run(self, task, count, threads):
        """task(0), .., task(count - 1), on at most ``threads`` threads, this one included."""
        helpers = min(threads, count) - 1
        if helpers < 1:
            for number in range(count):
                task(number)
            return
        if self.size < helpers:
            self.grow(helpers)
        job = Job(task, count)
        for _ in range(helpers):
            self.jobs.put(job)
        job.work()
        job.done.wait()
        if job.error is not None:
            raise job.error

    def grow(self, size):
        with self.lock:
            while self.size < size:
                threading.Thread(target=self.help, name=f"headflow-{self.size}", daemon=True).start()
                self.size += 1

    def help(self):
        while True:
            self.jobs.get().work()


POOL = Pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.__init__)  # a forked child has none of the threads
