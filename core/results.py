"""Results on disk: netCDF, npz or CSV by the file's suffix, each read back to an identical Dataset.

netCDF is the format to keep. npz opens with NumPy alone. CSV has a line for each instant and a column for
each number, tokens and weights included (``tokens[i,k]``, ``weights[h,k,l]``), under one comment line that
holds everything else.
"""

import json
from pathlib import Path

import numpy as np
import xarray as xr

from .settings import Settings

ABOUT = "about"
"""Where npz files keep what is not an array."""


def save(dataset, path):
    """Write ``dataset`` to ``path``, whose suffix is .nc, .npz or .csv; ValueError names another suffix."""
    _format(path)[0](dataset, Path(path))


def load(path):
    """The Dataset in the file ``path``, identical to the one saved; ValueError names an unknown suffix."""
    return _format(path)[1](Path(path))


def settings_of(dataset):
    """The Settings of the run: ``Simulation(settings_of(dataset))`` runs again with the same bits.

    A run from given start values needs them again: tokens=dataset.tokens[0], weights=dataset.weights[0]. What
    was changed by hand in mid-run is not among the settings but in the attribute ``events``.
    ValueError where ``dataset`` is not a run of headflow.
    """
    if "settings" not in dataset.attrs:
        raise ValueError(f"settings must be among the attributes of the dataset; got {list(dataset.attrs)}.")
    return Settings.from_json(dataset.attrs["settings"])


def _format(path):
    suffix = Path(path).suffix
    if suffix not in FORMATS:
        raise ValueError(f"path must end in one of {', '.join(FORMATS)}; got {str(path)!r}.")
    return FORMATS[suffix]


def _save_netcdf(dataset, path):
    dataset.to_netcdf(path, engine="netcdf4")


def _load_netcdf(path):
    return xr.load_dataset(path, engine="netcdf4")


def _save_npz(dataset, path):
    arrays = {name: variable.values for name, variable in dataset.variables.items()}
    with open(path, "wb") as file:  # given a name, NumPy would add a suffix of its own to some
        np.savez_compressed(file, **{ABOUT: np.array(_about(dataset))}, **arrays)


def _load_npz(path):
    with np.load(path, allow_pickle=False) as file:
        return _build(json.loads(str(file[ABOUT])), file)


def _save_csv(dataset, path):
    lines = {variable.dims[:1] for variable in dataset.variables.values()}
    if len(lines) != 1 or () in lines:
        raise ValueError(f"a CSV file needs one dimension that leads all variables; got {sorted(lines)}.")
    columns, names = [], []
    for name, variable in dataset.variables.items():
        columns.append(variable.values.reshape(len(variable), -1))
        names += [_label(name, index) for index in np.ndindex(variable.shape[1:])]
    # 17 digits give every double back.
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# {_about(dataset)}\n")
        file.write(",".join(f'"{name}"' if "," in name else name for name in names) + "\n")
        np.savetxt(file, np.hstack(columns), fmt="%.17g", delimiter=",")


def _load_csv(path):
    with open(path, encoding="utf-8") as file:
        about = json.loads(file.readline().removeprefix("# "))
        file.readline()
        table = np.loadtxt(file, delimiter=",", ndmin=2)
    arrays, start = {}, 0
    for name, entry in about["variables"].items():
        stop = start + int(np.prod(entry["shape"][1:]))
        arrays[name] = table[:, start:stop].reshape(entry["shape"]).astype(entry["dtype"])
        start = stop
    return _build(about, arrays)


def _label(name, index):
    return f"{name}[{','.join(map(str, index))}]" if index else name


def _about(dataset):
    variables = {
        name: {
            "dims": variable.dims,
            "shape": variable.shape,
            "dtype": str(variable.dtype),
            "attrs": variable.attrs,
        }
        for name, variable in dataset.variables.items()
    }
    return json.dumps({"attrs": dataset.attrs, "coords": list(dataset.coords), "variables": variables})


def _build(about, arrays):
    entries = {
        name: (entry["dims"], arrays[name], entry["attrs"]) for name, entry in about["variables"].items()
    }
    coords = {name: entries.pop(name) for name in about["coords"]}
    return xr.Dataset(entries, coords=coords, attrs=about["attrs"])


FORMATS = {
    ".nc": (_save_netcdf, _load_netcdf),
    ".npz": (_save_npz, _load_npz),
    ".csv": (_save_csv, _load_csv),
}
