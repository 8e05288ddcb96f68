"""Inline SVG icons: an icon by name would be fetched from another host."""


def _icon(path):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="20" height="20" '
        f'fill="currentColor" aria-hidden="true"><path d="{path}"/></svg>'
    )


PLAY = _icon("M8 5v14l11-7z")
PAUSE = _icon("M6 5h4v14H6zM14 5h4v14h-4z")
STEP = _icon("M6 5v14l9-7zM16 5h2.5v14H16z")
RESET = _icon("M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z")
