"""The numerics of headflow: arrays in, arrays out. No plotting library is imported here."""

from .ensemble import StepError
from .fields import Fields, fields
from .settings import Settings
from .simulation import Simulation

__all__ = ["Fields", "Settings", "Simulation", "StepError", "fields"]
