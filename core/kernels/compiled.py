"""How the kernels are compiled, and where the machine code is kept."""

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

import numba
import platformdirs


def cache_folder():
    """A writable folder of this user for compiled code, or None where there is none.

    NUMBA_CACHE_DIR is respected. The folder's name carries a digest of the kernels' sources, because numba
    itself looks only at the file of the function, not at the operations that it is built from.
    """
    root = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("headflow", appauthor=False)
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    folder = Path(root) / f"kernels-{digest.hexdigest()[:12]}"
    if not folder.is_absolute():  # "~", say, for a user without a home
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


FOLDER = cache_folder()
"""Where the compiled kernels are kept; None: they are compiled anew in each process."""


@contextlib.contextmanager
def numba_cache(folder):
    """Lead numba's cache to ``folder`` for functions decorated meanwhile, and leave its setting as it was."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def compiled(function):
    """Compile a kernel: releases the GIL, divides as IEEE says, keeps the machine code where it can."""
    options = {"nogil": True, "error_model": "numpy"}
    if FOLDER is None:
        return numba.njit(**options)(function)
    with numba_cache(FOLDER):
        return numba.njit(cache=True, **options)(function)


def inlined(function):
    """A piece of a kernel that is compiled into each place that uses it: as a call it would cost 70 percent."""
    return numba.njit(inline="always")(function)
