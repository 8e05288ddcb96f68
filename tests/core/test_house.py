"""The rule of the house: app over core, and in core each layer over the ones before it (pyproject.toml)."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command",
    [
        ("-c", "from importlinter.cli import lint_imports_command as lint; lint()"),
        ("-m", "ruff", "check", "core", "app", "tests"),
        ("-m", "ruff", "format", "--check", "core", "app", "tests"),
    ],
    ids=["layers", "lint", "format"],
)
def test_house_rules_hold(command):
    outcome = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_core_runs_without_a_plotting_library():
    """core alone, in a process of its own, loads none of the page's libraries."""
    code = (
        "import sys; from headflow.core import Settings, Simulation; Simulation(Settings(tokens=8)); "
        "print(sorted({'panel', 'bokeh', 'holoviews', 'matplotlib'} & set(sys.modules)))"
    )
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "[]"
