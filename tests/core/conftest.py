"""Property tests: the same examples in every run, and no time limit on a loaded machine."""

from hypothesis import settings

settings.register_profile("laws", deadline=None, derandomize=True)
settings.load_profile("laws")
