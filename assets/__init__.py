"""Data that ships with headflow: presets, lessons, icons. Read with importlib.resources."""
