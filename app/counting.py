"""One line on the error stream that says how far a long command is."""

import sys


def counting(what):
    """A ``progress(done, total)`` that keeps one line up to date: "headflow: WHAT 3/8"."""

    def progress(done, total):
        end = "\n" if done == total else ""
        print(f"\rheadflow: {what} {done}/{total}", end=end, file=sys.stderr, flush=True)

    return progress
