"""Compiled code is kept where the user may write, and nowhere else; without such a place all works, uncached."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import headflow.core
from headflow.core.kernels import compiled

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

PROGRAM = """
import numpy as np
import numba
from headflow.core import fields
from headflow.core.kernels import compiled, symmetric
before = numba.config.CACHE_DIR
energy = fields(np.eye(2), np.eye(2)[None]).energy
assert abs(energy - (np.e + 1) / 4) < 1e-15
loaded = sum(symmetric.symmetric_sums.stats.cache_hits.values()) if compiled.FOLDER else 0
print(compiled.FOLDER, loaded, repr(before))
"""


def run(**environment):
    """The program in an environment with nothing but a path; what it printed."""
    kept = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env={**kept, **environment}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    folder, loaded, config = done.stdout.split()
    return folder, int(loaded), config


def listing():
    root = Path(headflow.core.__file__).parent
    return sorted(str(path) for path in root.rglob("*") if path.suffix in (".nbi", ".nbc"))


def test_kept_in_the_users_cache_and_loaded_by_the_next_process(tmp_path):
    before = listing()
    folder, loaded, config = run(XDG_CACHE_HOME=str(tmp_path))
    assert folder.startswith(str(tmp_path / "headflow" / "kernels-"))
    assert loaded == 0
    assert config == "''"  # numba's own setting is left alone
    assert run(XDG_CACHE_HOME=str(tmp_path))[1] == 1
    assert list(tmp_path.rglob("*.nbc"))
    assert listing() == before


def test_works_where_nothing_can_be_written():
    before = listing()
    assert run(HOME="/dev/null")[0] == "None"
    assert listing() == before


def test_a_user_without_a_home_has_no_cache(monkeypatch):
    """Such a user's folder stays "~/..", which must not be made in the current folder."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiled.platformdirs, "user_cache_dir", lambda *name, **options: "~/.cache/headflow")
    assert compiled.cache_folder() is None


def test_respects_numbas_own_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert compiled.cache_folder().parent == tmp_path
