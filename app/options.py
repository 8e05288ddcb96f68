"""Options that several commands share: the settings, and numbers refused in one sentence."""

from pathlib import Path

from ..core.settings import Settings


def add_settings(command):
    """One option for each setting, and --preset for a set of them."""
    group = command.add_argument_group("settings", "of the run; those of --preset where not given")
    group.add_argument("--preset", metavar="NAME", help="a starting point of assets/presets.yaml")
    for name in Settings.names():
        knob = Settings.param[name]
        unit = f" [{knob.unit}]" if knob.unit else ""
        text = f"{' '.join(knob.doc.split())} {knob.allowed().capitalize()}{unit}; default {knob.default}."
        option = f"--{name.replace('_', '-')}"
        group.add_argument(option, dest=name, metavar="VALUE", help=text.replace("%", "%%"))


def settings_from(options):
    """The Settings that the options ask for; ValueError says in one sentence what is wrong."""
    texts = {name: getattr(options, name) for name in Settings.names()}
    given = {name: Settings.parse(name, text) for name, text in texts.items() if text is not None}
    if options.preset is None:
        return Settings(**given)
    from .presets import preset

    return preset(options.preset).settings.replace(**given)


def whole(name, text, least, most):
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}; got {text!r}.")
    return value


def real(name, text):
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name} must be a number; got {text!r}.") from None


def writable(name, text, suffixes):
    """The Path of a file that can be written; what cannot is refused before the work is done rather than after."""
    path = Path(text)
    if path.suffix not in suffixes or not path.parent.is_dir():
        raise ValueError(
            f"{name} must be a file in an existing folder, ending in {', '.join(suffixes)}; got {text}."
        )
    new = not path.exists()
    try:
        path.open("ab").close()
    except OSError as problem:
        raise ValueError(
            f"{name} must be a file that can be written; got {text} ({problem.strerror})."
        ) from None
    if new:
        path.unlink()
    return path
