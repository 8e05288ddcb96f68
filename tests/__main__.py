"""All tests, as CI runs them: the core in both ways, the app, the browser. ``python -m tests``

The core runs twice: compiled, and (but for the longest tests) without the compiler, where coverage sees inside the
kernels.
"""

import os
import subprocess
import sys

CORES = str(min(4, os.cpu_count() or 1))

SIDE_BY_SIDE = ["-n", CORES, "--dist", "loadfile"]

RUNS = (
    ("core", {}, ["tests/core", *SIDE_BY_SIDE, "--cov=core", "--cov-report="]),
    ("app", {}, ["tests/app", *SIDE_BY_SIDE]),
    # A page that shares two cores with another may be late once: a test of it may be tried again, twice.
    ("browser", {}, ["tests/browser", *SIDE_BY_SIDE, "--reruns", "2"]),
    (
        "core without the compiler; coverage of the core by both runs",
        {"NUMBA_DISABLE_JIT": "1"},
        ["tests/core", "-m", "not jit", *SIDE_BY_SIDE, "--cov=core", "--cov-append", "--cov-fail-under=95"],
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
