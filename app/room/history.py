"""The rows behind the charts: the whole run, thinned, never cut."""

import threading
from typing import NamedTuple

import numpy as np


class Mark(NamedTuple):
    """How far a chart has read."""

    version: int
    count: int


class Part(NamedTuple):
    """What a chart has not read yet."""

    mark: Mark
    """Give it back to ``History.since`` next time."""
    whole: bool
    """True where the columns replace what the chart holds, False where they are to be appended."""
    columns: dict
    """One float array per variable, all of one length, first axis time; nan where a row did not have it."""

    def __len__(self):
        return len(self.columns.get("time", ()))


class History:
    """At most ``limit`` rows that span a run from its first instant to its newest, evenly in time.

    When it is full every second row goes and the rows to come are spaced twice as far: bounded memory, no
    lost beginning. That rewrites the past, so ``version`` goes up and charts load it anew. One thread may
    write while others read.
    """

    def __init__(self, limit=2000):
        self.limit = limit
        self.version = 0
        self._lock = threading.Lock()
        self._rows, self._gap = [], 0.0

    def __len__(self):
        return len(self._rows)

    def append(self, row, always=False, more=dict):
        """Add ``row`` (a dict with "time") unless it is too near the last one; ``always`` overrules that.

        Values are numbers or arrays whose shape lasts till ``clear``. ``more()`` makes further ones, called
        only where the row is kept.
        """
        with self._lock:
            if self._rows:
                ahead = row["time"] - self._rows[-1]["time"]
                if ahead <= 0 or (ahead < self._gap and not always):
                    return
            self._rows.append({**row, **more()})
            if len(self._rows) > self.limit:
                self._thin()

    def _thin(self):
        newest = self._rows[-1]
        self._rows = self._rows[::2]
        span = newest["time"] - self._rows[0]["time"]
        self._gap = span / (self.limit / 2) * (1 - 1e-9)
        if self._rows[-1] is not newest:
            self._rows.append(newest)
        self.version += 1

    def clear(self):
        """Forget everything: another run begins."""
        with self._lock:
            self._rows, self._gap = [], 0.0
            self.version += 1

    def cut(self, time):
        """Forget the rows later than ``time``: the run goes on from there."""
        with self._lock:
            kept = [row for row in self._rows if row["time"] <= time]
            if len(kept) < len(self._rows):
                self._rows = kept
                self.version += 1

    def since(self, mark=None):
        """The rows after ``mark`` as a Part; everything where there is no mark or the past was rewritten."""
        with self._lock:
            whole = mark is None or mark.version != self.version
            rows = self._rows if whole else self._rows[mark.count :]
            names = dict.fromkeys(name for row in rows for name in row)
            columns = {name: _column(name, rows) for name in names}
            return Part(Mark(self.version, len(self._rows)), whole, columns)


def _column(name, rows):
    missing = np.full(np.shape(next(row[name] for row in rows if name in row)), np.nan)
    return np.array([row.get(name, missing) for row in rows], float)
