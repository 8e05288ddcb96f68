"""The command ``headflow study``: families of runs from the shell."""

import json
import sys
import time
from contextlib import contextmanager

from tqdm import tqdm

from ..options import add_settings, settings_from, whole, writable

SUFFIXES = (".nc", ".npz", ".csv")
NOISY = (
    "integrator: heun, half the work of rk4, which gains nothing where weights are noisy"
    " (--integrator rk4 for that)."
)


def add_study(command):
    """Answer a question by many runs: head scaling, stability, regimes, integrability."""
    kinds = command.add_subparsers(required=True, metavar="STUDY")
    for name, (add, build) in STUDIES.items():
        study = kinds.add_parser(name, help=add.__doc__, description=add.__doc__)
        add(study)
        add_engine(study)
        add_settings(study)
        study.set_defaults(command=run_study, build=build)


def add_heads(study):
    """Means of G^2, slope, defect and energy gap against --heads 1,3,10,..; ends with the fitted exponent."""
    study.add_argument(
        "--phase-laws",
        metavar="LAW,..",
        help="phases of oscillating weights to compare, among spread, locked, random (default all three)",
    )
    study.set_defaults(paths="10")


def heads_study(options):
    from ...core.studies import HeadsStudy

    heads = several(options, "heads", int) or [1, 3, 10, 30, 100]
    laws = options.phase_laws.split(",") if options.phase_laws else None
    settings = settings_from(options)
    if options.integrator is None and (settings.schedule, settings.integrator) == ("ou", "rk4"):
        settings = settings.replace(integrator="heun")
        print(NOISY)
    return HeadsStudy(settings, heads, paths(options), laws)


def add_epsilon(study):
    """Distance of a twin with --perturb tokens or weights against --perturbation 1e-4,1e-3,..."""
    study.set_defaults(paths="5")


def epsilon_study(options):
    from ...core.studies import EpsilonStudy

    sizes = several(options, "perturbation", float) or [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]
    options.perturb = options.perturb or "tokens"
    return EpsilonStudy(settings_from(options), sizes, paths(options))


def add_regimes(study):
    """Map of a summary over two settings, refined where it changes."""
    for name in ("x", "y"):
        study.add_argument(
            f"--{name}",
            required=True,
            metavar="AXIS",
            help="NAME=LOW:HIGH:COUNT, NAME=LOW:HIGH:COUNT:log or NAME=VALUE,VALUE,.. of a setting",
        )
    study.add_argument(
        "--summary",
        default="clusters",
        metavar="NAME",
        help="clusters, largest_cluster, polar_order, nematic_order, slope_squared, published_slope_squared, "
        "defect or growth_rate (default clusters)",
    )
    study.add_argument(
        "--levels", default="2", metavar="N", help="how often a cell is halved where it changes (default 2)"
    )
    study.set_defaults(paths="1")


def regimes_study(options):
    from ...core.studies import Axis, RegimesStudy

    levels = whole("levels", options.levels, 0, 8)
    x, y = Axis.parse(options.x, levels), Axis.parse(options.y, levels)
    return RegimesStudy(settings_from(options), x, y, options.summary.replace("-", "_"), paths(options))


def add_integrability(study):
    """The gauge int |P| dt against time, for --schedule ou,oscillating,.. side by side."""
    study.set_defaults(paths="5")


def integrability_study(options):
    from ...core.studies import IntegrabilityStudy

    schedules = several(options, "schedule", str)
    chosen = [schedules] if schedules else []
    return IntegrabilityStudy(settings_from(options), *chosen, paths=paths(options))


STUDIES = {
    "heads": (add_heads, heads_study),
    "epsilon": (add_epsilon, epsilon_study),
    "regimes": (add_regimes, regimes_study),
    "integrability": (add_integrability, integrability_study),
}


def add_engine(study):
    """The options that say how often, where and whereto."""
    study.add_argument("--paths", metavar="N", help="runs with different seeds (default %(default)s)")
    study.add_argument("--out", metavar="FILE", help="results, ending in .nc, .npz or .csv")
    study.add_argument("--report", metavar="FILE", help="a one-page report, ending in .html")
    study.add_argument(
        "--scheduler", metavar="ADDRESS", help="work on the Dask cluster of tcp://host:port, your own"
    )
    study.add_argument("--workers", metavar="N", help="processes on this machine (default its cores)")
    study.add_argument(
        "--fresh", action="store_true", help="compute everything, also what an earlier study has finished"
    )
    study.add_argument("--quiet", action="store_true", help="no progress bar")


def run_study(options):
    """Run the study that the options ask for, print its answer and write its files."""
    from ...core.studies import OtherVersion, WorkersLost, save

    out = options.out and writable("out", options.out, SUFFIXES)
    report = options.report and writable("report", options.report, (".html",))
    workers = None if options.workers is None else whole("workers", options.workers, 1, 1024)
    study = options.build(options)
    with bar(options.quiet) as show:
        try:
            kept = False if options.fresh else None
            dataset = study.run(scheduler=options.scheduler, workers=workers, store=kept, report=show)
        except (WorkersLost, OtherVersion) as reason:
            sys.exit(f"headflow: {reason}")
    if out:
        save(dataset, out)
    if report:
        from .study_report import write_report

        write_report(dataset, report)
    tell(dataset)


def tell(dataset):
    """Print the claims with what was measured; a study of heads ends with its exponent."""
    from ...core.studies import FEW

    marks = {True: "agrees", False: "DISAGREES", None: "undecided"}
    if "exponent_low" in dataset and dataset.sizes["path"] < FEW:
        print(f"{dataset.sizes['path']} paths are few: intervals from less than {FEW} are too narrow.")
    if dataset.attrs["failed_runs"]:
        print(f"{dataset.attrs['failed_runs']} runs failed: {dataset.attrs['first_failure']}")
    for claim, measured, agrees in json.loads(dataset.attrs["claims"]):
        print(f"{claim}: {measured}: {marks[agrees]}")
    if dataset.attrs["study"] == "heads":
        for law in dataset.law.values[::-1]:
            fit = dataset.sel(law=law, quantity="published_slope_squared")
            told = f"exponent {fit.exponent:.3f} [{fit.exponent_low:.3f}, {fit.exponent_high:.3f}]"
            print(told if law == dataset.law.values[0] else f"{law}: {told}")


@contextmanager
def bar(quiet):
    """A function that shows a Progress as a bar on standard error, repainted each second; None if quiet."""
    if quiet:
        yield None
        return
    shape = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}]"
    painted = 0.0
    with tqdm(total=1.0, bar_format=shape) as line:

        def show(progress):
            nonlocal painted
            if time.monotonic() < painted + 1 and progress.share < 1:
                return
            painted = time.monotonic()
            told = f"{progress.done} of {progress.tasks} runs"
            if progress.seconds_left == progress.seconds_left:  # not nan
                told += f", {clock(progress.seconds_left)} left"
            line.n = progress.share
            line.set_description_str(told)

        yield show


def clock(seconds):
    """Minutes and seconds, as 3:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def paths(options):
    return whole("paths", options.paths, 1, 100_000)


def several(options, name, kind):
    """The list that --name gives here instead of one value, or None; the setting itself is left alone."""
    text = getattr(options, name)
    setattr(options, name, None)
    if text is None:
        return None
    try:
        return [kind(word) for word in text.split(",")]
    except ValueError:
        raise ValueError(f"{name} must be a list such as 1,3,10 here; got {text!r}.") from None
