"""The figures of a study, made from its Dataset: what is measured as marks, what is fitted or bounded as lines."""

import json
from typing import NamedTuple

import holoviews as hv
import numpy as np
from scipy.ndimage import distance_transform_edt

from ...core import Settings
from ..theme import OKABE_ITO

hv.extension("bokeh")

HEIGHT = 330
ORDER = [OKABE_ITO[name] for name in ("blue", "vermillion", "green", "orange", "purple", "sky", "grey")]
LARGEST_DISTANCE = 4.0
"""Bounds are drawn up to here: no two tokens are further apart than 2."""
LONG_LABEL = 20
"""Letters; two columns of longer labels do not fit beside each other in the tab."""
SMALLEST = 1e-20
"""What is below is the rounding of 0, and would stretch a logarithmic axis over nothing."""


class Figure(NamedTuple):
    """A drawn figure with its words."""

    title: str
    explanation: str
    figure: object
    """A Bokeh figure."""


def figures(dataset):
    """The Figures of a study's ``dataset``, the most telling first."""
    return list(KINDS[dataset.attrs["study"]](dataset))


def heads(dataset):
    for name in dataset.coords["quantity"].values:
        values, layers = dataset[name], []
        for law, colour in zip(dataset.law.values, ORDER, strict=False):
            fit = dataset.sel(quantity=name, law=law)
            told = f"{law}: exponent {fit.exponent:.2f} [{fit.exponent_low:.2f}, {fit.exponent_high:.2f}]"
            layers += _against(values.sel(law=law), "heads", told, colour)
            line = fit.coefficient.item() * dataset.heads.values ** fit.exponent.item()
            layers.append(hv.Curve((dataset.heads.values, line)).opts(color=colour, line_dash="dashed"))
        title = _symbols(values.attrs["long_name"].replace(", mean over the second half", ""))
        yield Figure(
            f"{title[0].upper()}{title[1:]} against the number of heads",
            "Means over the second half of the run. Small marks are single paths, large ones their mean; the "
            "dashed line is the fitted power law, with its 95 % interval in the legend.",
            _draw(
                layers, "number of heads H", title, logx=True, logy=True, xticks=_few(dataset.heads.values)
            ),
        )


def epsilon(dataset):
    kind = json.loads(dataset.attrs["settings"])["perturb"]
    w2 = dataset.wasserstein2 if np.isfinite(dataset.wasserstein2).any() else dataset.twin_distance
    end = w2.isel(time=-1)
    fit = dataset.sel(quantity="distance")
    told = f"at T: slope {fit.exponent:.2f} [{fit.exponent_low:.2f}, {fit.exponent_high:.2f}]"
    layers = _against(end, "perturbation", told, OKABE_ITO["blue"])
    if kind == "tokens":
        layers += _against(w2.isel(time=0), "perturbation", "at t = 0", OKABE_ITO["grey"])
    yield Figure(
        "Distance of the twin against the perturbation",
        "Exact W₂ between the tokens and their twin's. Small marks are single paths, large ones their mean.",
        _draw(layers, "perturbation ε", "W₂", logx=True, logy=True),
    )
    if kind == "tokens":
        yield _distance_in_time(dataset, w2)
    else:
        sup = dataset[["energy_difference", "energy_bound"]].max("time")
        layers = _against(sup.energy_difference, "perturbation", "largest |E_ε − E|", OKABE_ITO["blue"])
        layers += _against(sup.energy_bound, "perturbation", "bound (ε/2) e^(ρ + ε)", OKABE_ITO["grey"])
        yield Figure(
            "Energy under perturbed weights, and its bound",
            "The largest difference of the energies over the run, both at the run's own tokens, and the largest "
            "value of the bound.",
            _draw(layers, "perturbation ε", "energy", logx=True, logy=True),
        )


def _distance_in_time(dataset, w2):
    layers = []
    for eps, colour in zip(dataset.perturbation.values, ORDER, strict=False):
        mean, bound = w2.sel(perturbation=eps).mean("path"), dataset.gronwall_bound.sel(perturbation=eps)
        layers.append(_curve(dataset.time.values, mean.values, f"ε = {eps:g}", colour))
        highest = bound.max("path").values
        seen = highest < LARGEST_DISTANCE
        dotted = hv.Curve((dataset.time.values[seen], highest[seen]))
        layers.append(dotted.opts(color=colour, line_dash="dotted", line_width=1.5))
    return Figure(
        "Distance of the twin in time",
        "Mean W₂ over the paths. Dotted: the Gronwall bound e^(∫L dt) times the first distance, which leaves the "
        "chart within a fraction of a unit of depth: it is rigorous, and far from sharp.",
        _draw(layers, "depth t", "W₂", logy=True),
    )


def integrability(dataset):
    for name, title, words in (
        (
            "gauge",
            "Integrability gauge ∫|P| dt",
            "Mean over the paths. Bounded: the run's limit points are stationary at the limit weights. Growing "
            "linearly: nothing of the kind is known.",
        ),
        (
            "limit_slope",
            "Slope |∂E|² at the weights' limit law",
            "Mean over the paths, for the schedules whose weights have a limit law. It falls to 0 where the "
            "tokens come to rest at a stationary point of the limit.",
        ),
    ):
        layers = []
        for schedule, colour in zip(dataset.schedule.values, ORDER, strict=False):
            mean = dataset[name].sel(schedule=schedule).mean("path").values
            if name == "limit_slope":
                mean = np.where(mean > SMALLEST, mean, np.nan)
            if np.isfinite(mean).any():
                layers.append(_curve(dataset.time.values, mean, schedule, colour))
        if layers:
            yield Figure(title, words, _draw(layers, "depth t", title, logy=name == "limit_slope"))


def regimes(dataset):
    study = json.loads(dataset.attrs["arguments"])
    values = dataset[study["summary"]].mean("path").values
    measured = dataset.measured.values.astype(bool)
    # A cell that was not cut takes its nearest corner's value.
    nearest = distance_transform_edt(~measured, return_distances=False, return_indices=True)
    height, width = values.shape
    label = _symbols(dataset[study["summary"]].attrs["long_name"])
    mesh = hv.QuadMesh((np.arange(width), np.arange(height), values[tuple(nearest)]), vdims=[label])
    rows, columns = np.nonzero(measured)
    dots = hv.Scatter((columns, rows)).opts(color=OKABE_ITO["grey"], size=3, tools=[])
    x, y = study["x"], study["y"]
    drawn = mesh.opts(cmap="viridis", colorbar=True, tools=["hover"]) * dots
    figure = hv.render(
        drawn.opts(
            hv.opts.Overlay(
                responsive=True,
                height=HEIGHT + 60,
                title="",
                xlabel=x["name"].replace("_", " "),
                ylabel=y["name"].replace("_", " "),
                xticks=_ticks(x),
                yticks=_ticks(y),
                default_tools=["reset"],
                show_legend=False,
            )
        ),
        backend="bokeh",
    )
    _finish(figure)
    yield Figure(
        f"{label[0].upper()}{label[1:]}",
        f"Each dot is a run (the mean of {dataset.sizes['path']} paths); cells were halved where their corners "
        "differ, and take the colour of the nearest run.",
        figure,
    )


KINDS = {"heads": heads, "epsilon": epsilon, "integrability": integrability, "regimes": regimes}


def _ticks(axis):
    """Places and words of the first, coarse values; at most about nine of them."""
    places = range(0, len(axis["values"]), axis["stride"])
    places = places[:: -(-len(places) // 9)]
    return [(place, _word(axis["values"][place])) for place in places]


def _few(values):
    """At most about nine of the ``values``, with their words: a log axis would show others, and few."""
    return [(value, _word(value)) for value in values[:: -(-len(values) // 9)].tolist()]


def _against(values, dim, label, colour):
    """Single paths as small marks, their mean as large ones, along ``dim``."""
    x, y = values[dim].values, values.transpose(dim, "path").values
    places, paths = np.broadcast_arrays(x[:, None], y)
    seen = np.isfinite(paths) & (paths > SMALLEST)
    mean = np.nanmean(np.where(np.isfinite(y), y, np.nan), axis=1)
    told = mean > SMALLEST
    single = hv.Scatter((places[seen], paths[seen])).opts(color=colour, size=3, alpha=0.35)
    return [single, hv.Scatter((x[told], mean[told]), label=label).opts(color=colour, size=9)]


def _curve(x, y, label, colour):
    return hv.Curve((x, y), label=label).opts(color=colour, line_width=2.2)


def _draw(layers, xlabel, ylabel, **scales):
    overlay = hv.Overlay(layers).opts(
        hv.opts.Overlay(
            responsive=True,
            height=HEIGHT,
            title="",
            xlabel=xlabel,
            ylabel=ylabel,
            legend_position="top",
            legend_cols=1 if max(len(layer.label) for layer in layers) > LONG_LABEL else 2,
            default_tools=["pan", "box_zoom", "wheel_zoom", "reset"],
            active_tools=[],
            show_grid=True,
            **scales,
        )
    )
    figure = hv.render(overlay, backend="bokeh")
    _finish(figure)
    return figure


def _finish(figure):
    """The looks of the page's charts."""
    figure.output_backend = "canvas"  # HoloViews asks for webgl, which is slow without a GPU
    figure.toolbar.logo = None
    figure.toolbar.autohide = True
    figure.border_fill_alpha = figure.background_fill_alpha = 0
    figure.outline_line_color = None
    figure.min_border_top = figure.min_border_bottom = 8
    for axis in figure.axis:
        axis.axis_label_text_font_size = axis.major_label_text_font_size = "12px"
        axis.axis_label_text_font_style = "normal"
    for legend in figure.legend:
        legend.label_text_font_size = "12px"
        legend.background_fill_alpha = 0
        legend.border_line_alpha = 0


class MapSettings(NamedTuple):
    """The runs behind a map."""

    settings: Settings
    x: dict
    y: dict
    points: dict
    """{(i, j): text} of the places on the lattice where runs were made."""

    def nearest(self, x, y):
        """Settings of the run nearest to the place (x, y) of the figure."""
        i, j = min(self.points, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
        changes = {axis["name"]: axis["values"][k] for axis, k in ((self.x, i), (self.y, j))}
        return self.settings.replace(**changes)


def map_settings(dataset):
    """The MapSettings of a study of regimes."""
    study = json.loads(dataset.attrs["arguments"])
    values, x, y = dataset[study["summary"]].mean("path").values, study["x"], study["y"]
    points = {}
    for j, i in np.argwhere(dataset.measured.values).tolist():
        at = [f"{axis['name'].replace('_', ' ')} {_word(axis['values'][k])}" for axis, k in ((x, i), (y, j))]
        points[i, j] = f"{', '.join(at)}: {values[j, i]:.3g}"
    return MapSettings(Settings.from_json(dataset.attrs["settings"]), x, y, points)


def _symbols(text):
    return text.replace("^2", "²").replace("|dE|", "|∂E|")


def _word(value):
    return value if isinstance(value, str) else f"{value:.3g}"
