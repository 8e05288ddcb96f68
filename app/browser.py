"""What the page needs of the browser beyond its parts: the address kept in step, Bokeh's repaints kept cheap."""

from pathlib import Path

import param
from panel.custom import JSComponent


class Browser(JSComponent):
    """Draws nothing. One on a page is enough."""

    query = param.String(
        default="", doc='What follows the path: "?heads=4&..."; empty leaves the address alone.'
    )

    _esm = Path(__file__).with_suffix(".js").read_text()
