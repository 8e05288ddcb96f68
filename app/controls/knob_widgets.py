"""A widget for each kind of knob, made from its declaration in Settings."""

import json
import math

import panel_material_ui as pmui

from ...core import Settings
from ...core.knobs import Choice, Whole

LOGARITHMIC = {
    "tokens": (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000),
    "dt": (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
    "perturbation": tuple(m * 10.0**-e for e in range(8, 0, -1) for m in (1, 2, 5)) + (1.0,),
    "decay_time": (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0),
    "horizon": (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0),
}
"""Rungs of the sliders whose knobs matter by ratio; a value set from elsewhere becomes a rung of its own."""

COMPACT = {
    "& .MuiFormLabel-root": {"fontSize": 13},
    "& .MuiInputBase-root": {"fontSize": 14},
    "& .MuiSlider-root.Mui-disabled": {"opacity": 0.45},  # else it is the brightest one in the dark
}

GREEK = {"omega": "ω", "kappa": "κ", "sigma": "σ", "delta": "δ", "eps": "ε", "t_0": "t₀"}
"""Symbols of the settings that are spelled out where there are only plain letters."""

STYLE = """
:host { position: relative; }
:host(.restarts)::before {
  content: "↻" / ""; position: absolute; right: 4px; top: -1px; font-size: 13px; opacity: .7; z-index: 1;
}
:host(.is-field.restarts)::before { top: -9px; right: 8px; padding: 0 3px; background: var(--panel-background-color); }
:host(:is(:hover, :focus-within))::after {
  content: var(--explanation) / ""; position: absolute; z-index: 20; left: 0; top: calc(100% + 2px);
  width: 240px; padding: 6px 9px; border-radius: 6px; font-size: 12px; line-height: 1.4;
  color: var(--panel-background-color); background: var(--panel-on-background-color); pointer-events: none;
  animation: appear 9s .5s both;
}
:host(.at-right:is(:hover, :focus-within))::after { left: auto; right: 0; }
@keyframes appear { from, to { opacity: 0; } 2%, 98% { opacity: 1; } }
"""
"""The mark of knobs that restart the run, and the explanation beside a hovered or focused knob. Both are drawn
by the style sheet, so that they stay out of the controls' accessible names."""


def label(name):
    """A setting's name on the page: capitalised, without underscores."""
    return name.replace("_", " ").capitalize()


def explanation(name):
    """The setting's meaning, symbol, unit and whether a change restarts the run, in a sentence or two."""
    knob = Settings.param[name]
    facts = ", ".join(fact for fact in (GREEK.get(knob.symbol, knob.symbol), knob.unit) if fact)
    text = knob.doc + (f" ({facts})" if facts else "")
    return text if knob.live else text + " Changing it restarts the run."


def make_widget(name, at_right=False):
    """The widget of a setting, at its default: a choice, a slider over the soft bounds, or a field (seed)."""
    knob = Settings.param[name]
    common = {
        "label": label(name),
        "size": "small",
        "stylesheets": [STYLE],
        "styles": {"--explanation": json.dumps(explanation(name), ensure_ascii=False)},
        "css_classes": [f"knob-{name}"]
        + ["at-right"] * at_right
        + ["restarts"] * (not knob.live)
        + ["is-field"] * (isinstance(knob, Choice) or name == "seed"),
        "sizing_mode": "stretch_width",
        "width": None,
        "margin": (8, 4, 2, 4),
        "sx": COMPACT,
    }
    if name == "seed":
        return pmui.TextInput(value=str(knob.default), **common)
    if isinstance(knob, Choice):
        return pmui.Select(options=list(knob.objects), value=knob.default, **common)
    if name in LOGARITHMIC:
        return pmui.DiscreteSlider(
            options=_rungs(name, knob.default), value=knob.default, tooltips=False, **common
        )
    low, high = knob.softbounds or knob.bounds
    if isinstance(knob, Whole):
        return pmui.IntSlider(start=low, end=high, value=knob.default, tooltips=False, **common)
    step = 10.0 ** math.floor(math.log10((high - low) / 50))
    return pmui.FloatSlider(
        start=low, end=high, step=step, value=knob.default, format="0[.]00", tooltips=False, **common
    )


def show_value(widget, name, value):
    """Move the widget to ``value``, whose range is stretched where it does not reach that far."""
    if name == "seed":
        widget.value = str(value)
    elif name in LOGARITHMIC:
        options = _rungs(name, value)
        if options == widget.options:
            widget.value = value
        else:
            widget.param.update(options=options, value=value)
    elif isinstance(Settings.param[name], Choice):
        widget.value = value
    else:
        low, high = Settings.param[name].softbounds or Settings.param[name].bounds
        widget.param.update(start=min(low, value), end=max(high, value), value=value)


def read_value(name, value):
    """The setting's value that a widget's ``value`` stands for; ValueError as from Settings."""
    if name == "seed":
        return Settings.parse(name, value)
    knob = Settings.param[name]
    if not isinstance(knob, (Choice, Whole)):
        return float(f"{value:.12g}")  # 0.1 + 0.2 of a slider's arithmetic is 0.3
    return value


def _rungs(name, value):
    """The slider's {label: value}, ``value`` among them."""
    return {f"{rung:g}": rung for rung in sorted({*LOGARITHMIC[name], value})}
