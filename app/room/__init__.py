"""A room: one simulation at work in a thread of its own, its past, and the frames and rows it publishes to any view."""
