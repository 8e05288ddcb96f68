"""What a person turns: a widget for every setting, play and pause, the time line, the choice of a preset."""
