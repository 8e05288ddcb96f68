"""Studies: questions about families of runs, answered with a Dataset, on one machine or on many.

    from headflow.core.studies import HeadsStudy
    dataset = HeadsStudy(settings, heads=[1, 3, 10, 30], paths=20).run(workers=4)

In a script, guard the call with ``if __name__ == "__main__":``, as for any pool of processes.
"""

from .axis import Axis
from .engine import Cancelled, Engine, Progress, WorkersLost
from .epsilon import EpsilonStudy
from .fit import FEW, power_law
from .heads import HeadsStudy
from .integrability import IntegrabilityStudy
from .measure import SUMMARIES
from .regimes import RegimesStudy
from .store import Store
from .table import save
from .task import OtherVersion

__all__ = [
    "FEW",
    "SUMMARIES",
    "Axis",
    "Cancelled",
    "Engine",
    "EpsilonStudy",
    "HeadsStudy",
    "IntegrabilityStudy",
    "OtherVersion",
    "Progress",
    "RegimesStudy",
    "Store",
    "WorkersLost",
    "power_law",
    "save",
]
