"""Inline SVG icons: an icon by name would be fetched from another host."""


def _icon(path):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="20" height="20" '
        f'fill="currentColor" aria-hidden="true"><path d="{path}"/></svg>'
    )


PLAY = _icon("M8 5v14l11-7z")
PAUSE = _icon("M6 5h4v14H6zM14 5h4v14h-4z")
STOP = _icon("M6 6h12v12H6z")
STEP = _icon("M6 5v14l9-7zM16 5h2.5v14H16z")
HELP = _icon(
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 16h-2v-2h2zm1.8-6.5c-.9.9-1.6 1.4-1.8 2.5h-2c.1-1.9 1-2.7 1.9-3.6"
    "a1.5 1.5 0 1 0-2.6-1.2H8.2a3.8 3.8 0 1 1 6.6 2.3z"
)
RESET = _icon("M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z")
LINK = _icon(
    "M3.9 12a3.1 3.1 0 0 1 3.1-3.1h4V7H7a5 5 0 0 0 0 10h4v-1.9H7A3.1 3.1 0 0 1 3.9 12zM8 13h8v-2H8z"
    "m9-6h-4v1.9h4a3.1 3.1 0 0 1 0 6.2h-4V17h4a5 5 0 0 0 0-10z"
)
CODE = _icon("M9.4 16.6 4.8 12l4.6-4.6L8 6l-6 6 6 6zm5.2 0 4.6-4.6-4.6-4.6L16 6l6 6-6 6z")
EMBED = _icon("M3 4h18v16H3zm2 4v10h14V8zM8 10h8v6H8z")
PICTURE = _icon("M3 4h18v16H3zm2 2v9l4-4 4 4 2-2 4 4V6zm10 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z")
DOWNLOAD = _icon("M11 3h2v8h4l-5 5-5-5h4zM5 18h14v2H5z")
UPLOAD = _icon("M11 16h2V8h4l-5-5-5 5h4zM5 18h14v2H5z")
FILM = _icon("M3 6h12v12H3zm14 4 4-3v10l-4-3z")
SHARE = _icon(
    "M18 16a3 3 0 0 0-2.1.9L8.9 12.7a3 3 0 0 0 0-1.4l7-4.1A3 3 0 1 0 15 5l.1.7-7 4.1a3 3 0 1 0 0 4.4l7.1 4.2"
    "A3 3 0 1 0 18 16z"
)
GLOSSARY = _icon(
    "M5 3h13a1 1 0 0 1 1 1v14H7a1 1 0 0 0 0 2h12v2H7a3 3 0 0 1-3-3V4a1 1 0 0 1 1-1zm3 4v2h8V7zm0 4v2h6v-2z"
)
