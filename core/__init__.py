"""The numerics of headflow: arrays in, arrays out. No plotting library is imported here."""

from .fields import Fields, fields
from .settings import Settings

__all__ = ["Fields", "Settings", "fields"]
