"""A study on disk: netCDF or npz, which can be read back, or a CSV table for a spreadsheet."""

from pathlib import Path

from ..results import save as save_arrays


def save(dataset, path):
    """Write a study's ``dataset`` to ``path``, which ends in .nc, .npz or .csv; ValueError names another."""
    if Path(path).suffix == ".csv":
        write_table(dataset, path)
    else:
        save_arrays(dataset, path)


def write_table(dataset, path):
    """One line for each run and instant, with the settings and claims as comments (#) above the header.

    A variable that does not depend on a run's place in the study, a fit for instance, is a comment too.
    """
    widest = max((variable.dims for variable in dataset.variables.values()), key=len)
    inside = [name for name, variable in dataset.data_vars.items() if set(variable.dims) <= set(widest)]
    table = dataset[inside].to_dataframe(dim_order=list(widest))
    table = table.dropna(how="all", subset=[name for name in inside if dataset[name].dims == widest])
    with open(path, "w", encoding="utf-8", newline="") as file:
        for name, value in dataset.attrs.items():
            file.write(f"# {name}: {value}\n")
        outside = [name for name in dataset.data_vars if name not in inside]
        if outside:
            for line in dataset[outside].to_dataframe().to_csv(lineterminator="\n").splitlines():
                file.write(f"# {line}\n")
        table.to_csv(file, lineterminator="\n")
