"""Work that a visitor asked for and that takes a while: in a thread of its own, with progress, stoppable."""

import logging
import threading
import time

log = logging.getLogger(__name__)

PLACES = threading.BoundedSemaphore(1)
"""Errands that the server runs at once. The others wait: a class that records at once slows no page down."""
REST = 0.5
"""Share of the work's own time that an errand sleeps: the page that is being watched comes first..."""
LONGEST_REST = 0.02
"""...but no longer than this, in seconds, at a time."""


class Cancelled(Exception):
    """The person who asked does not want it any more."""


class Errand:
    """Runs ``work(report)``; ``work`` calls ``report(share)`` often, with the share 0..1 that is done.

    It begins when one of ``places``, a semaphore, is free. Afterwards ``done`` is True and there is either a
    ``result`` or an ``error``, one sentence; after ``cancel`` there is neither.
    """

    def __init__(self, work, places=PLACES):
        self.share = 0.0
        self._places = places
        self.result = self.error = None
        self.done = self.waiting = False
        self._cancelled = threading.Event()
        self._work, self._begun, self._reported = work, None, None
        threading.Thread(target=self._run, name="headflow-errand", daemon=True).start()

    def cancel(self):
        """Stop soon; returns at once."""
        self._cancelled.set()

    @property
    def seconds_left(self):
        """Seconds until it is done, going by what is done so far; None while that says nothing."""
        if not self._begun or self.share < 0.02:
            return None
        return (time.monotonic() - self._begun) * (1 - self.share) / self.share

    def _run(self):
        try:
            self._wait_for_a_place()
            try:
                self._begun = self._reported = time.monotonic()
                self.result = self._work(self._report)
            finally:
                self._places.release()
        except Cancelled:
            pass
        except ValueError as problem:
            self.error = str(problem)
        except Exception as problem:
            log.exception("an errand failed")
            self.error = f"This did not work: {problem!r}."
        finally:
            self.done = True

    def _wait_for_a_place(self):
        while not self._places.acquire(timeout=0.1):
            self.waiting = True
            if self._cancelled.is_set():
                raise Cancelled
        self.waiting = False

    def _report(self, share):
        if self._cancelled.is_set():
            raise Cancelled
        self.share = share
        time.sleep(min(LONGEST_REST, REST * (time.monotonic() - self._reported)))
        self._reported = time.monotonic()
