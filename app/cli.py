"""The command ``headflow``: its options are the settings' names, its refusals one sentence."""

import argparse
import sys

from .counting import counting
from .options import add_settings, real, settings_from, whole, writable
from .studies.study_command import add_study


def main(arguments=None):
    """Run a command; returns the exit status: 0, or 2 after one sentence on what was wrong."""
    options = parser().parse_args(arguments)
    try:
        options.command(options)
    except ValueError as problem:
        print(f"headflow: {problem}", file=sys.stderr)
        return 2
    except MemoryError:
        print("headflow: the memory is too small for so many tokens, heads or dimensions.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def parser():
    top = Parser(prog="headflow", description="Multi-head attention as tokens flowing on a sphere.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, add in COMMANDS.items():
        summary = add.__doc__.splitlines()[0]
        command = commands.add_parser(name, help=summary, description=summary)
        add(command)
    return top


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the list of all options, and guesses no shortened ones."""

    def __init__(self, **options):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message):
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


def add_serve(command):
    """Serve the page."""
    command.add_argument("--port", default="5006", metavar="N", help="0 takes a free one (default 5006)")
    command.add_argument(
        "--address",
        default="localhost",
        help="where to listen; 0.0.0.0 for a whole class (default localhost)",
    )
    command.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="a name that browsers may open the page under; * for any; may be given again",
    )
    command.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="have the page's studies work on the Dask cluster of tcp://host:port, your own",
    )
    command.add_argument("--show", action="store_true", help="open a browser")
    command.set_defaults(command=run_serve)


def run_serve(options):
    port = whole("port", options.port, 0, 65535)
    if options.scheduler is not None:
        from ..core.studies.cluster import checked_address

        checked_address(options.scheduler)
    from .page import page  # panel takes seconds to import; the other commands do without
    from .serve import serve

    serve(lambda: page(options.scheduler), port, options.address, options.allow_origin, options.show)


def add_run(command):
    """Run a simulation and save it."""
    command.add_argument("--out", required=True, metavar="FILE", help="ends in .nc, .npz or .csv")
    command.add_argument("--every", default="0.1", metavar="T", help="time between two records (default 0.1)")
    command.add_argument("--quiet", action="store_true", help="no progress bar")
    add_settings(command)
    command.set_defaults(command=run_run)


def run_run(options):
    from ..core import Simulation
    from ..core.ensemble import StepError
    from ..core.results import FORMATS, save

    path = writable("out", options.out, FORMATS)
    every = real("every", options.every)
    simulation = Simulation(settings_from(options))
    trouble = None
    try:
        dataset = simulation.run(every=every, progress=not options.quiet)
    except StepError as refusal:
        if refusal.dataset is None:
            raise
        trouble, dataset = refusal, refusal.dataset  # what was recorded before is not lost
    save(dataset, path)
    print(f"{options.out}: {dataset.sizes['time']} records to t = {dataset.time.values[-1]:g}")
    if trouble:
        raise trouble


def add_bench(command):
    """Measure this machine."""
    command.add_argument("--page", action="store_true", help="painted frames a second of the served page")
    command.add_argument("--peer", metavar="NAME", help="torch, where it is installed: time it too")
    command.set_defaults(command=run_bench)


def run_bench(options):
    if options.page:
        from .page_bench import bench_page

        bench_page()
    else:
        from ..core.bench import bench_rows, notes, table

        rows = bench_rows(peer=options.peer, progress=counting("measuring"))
        print("\n".join(notes() + table(rows)))


COMMANDS = {"serve": add_serve, "run": add_run, "study": add_study, "bench": add_bench}
