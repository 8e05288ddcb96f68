"""Finished results on disk, so that a study goes on from where it was stopped."""

import contextlib
import os
import tempfile
from pathlib import Path

import numpy as np
import platformdirs

KEY = "key"
"""Entry of each file that repeats its name, so that a file put in another's place is not believed."""


class Store:
    """A folder with one small npz file for each result, by the task's key.

    A file is written beside its place and then renamed into it: a reader, or a study that is killed, sees all
    of it or none. What cannot be read, for whatever reason, is computed and written again.
    """

    def __init__(self, folder=None):
        """``folder`` is made when first written to; None: the user's cache folder for headflow."""
        if folder is None:
            folder = Path(platformdirs.user_cache_dir("headflow", appauthor=False)) / "studies"
        self.folder = Path(folder)

    def load(self, key):
        """The result (dict of str, floats or arrays) kept under ``key``, or None."""
        # A damaged archive shows as one of a dozen exceptions of zipfile, zlib and NumPy.
        with contextlib.suppress(Exception), np.load(self._place(key), allow_pickle=False) as file:
            result = {name: file[name] if file[name].ndim else file[name].item() for name in file.files}
            if result.pop(KEY) == key:
                return result
        return None

    def save(self, key, result):
        """Keep ``result``; where the folder cannot be written to, only resuming is lost."""
        place = self._place(key)
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=".part", dir=place.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    np.savez(file, **{KEY: key}, **result)
                os.replace(name, place)
            except BaseException:
                os.unlink(name)
                raise

    def _place(self, key):
        return self.folder / key[:2] / f"{key}.npz"


class NoStore:
    """Keeps nothing: every result is computed."""

    def load(self, key):
        return None

    def save(self, key, result):
        pass
