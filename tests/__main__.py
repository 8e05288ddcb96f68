"""All tests, as CI runs them: the core in both ways, the app, the browser. ``python -m tests``

The core runs twice: compiled, and once more without the compiler so that coverage sees inside the kernels.
"""

import os
import subprocess
import sys

CORES = str(min(4, os.cpu_count() or 1))

RUNS = (
    ("core and app", {}, ["tests/core", "tests/app", "-n", CORES, "--dist", "loadfile"]),
    ("browser", {}, ["tests/browser", "-n", CORES, "--dist", "loadfile"]),
    (
        "core without the compiler, for coverage",
        {"NUMBA_DISABLE_JIT": "1"},
        [
            "tests/core",
            "-m",
            "not jit",
            "-n",
            CORES,
            "--dist",
            "loadfile",
            "--cov=core",
            "--cov-fail-under=95",
        ],
    ),
)


def main():
    """Run them all, each whatever became of the others; returns 1 where one failed."""
    failed = []
    for title, environment, arguments in RUNS:
        print(f"\n=== {title}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", *arguments, *sys.argv[1:]]
        if subprocess.run(command, env={**os.environ, **environment}).returncode:
            failed.append(title)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
