"""What a person takes along: links, a script, the run as a file, a preset, and how a file reaches the browser."""
