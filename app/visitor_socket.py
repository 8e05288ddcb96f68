"""The websocket of one tab: prompt, and gone soon after the tab."""

import contextlib
import logging

from bokeh.server.urls import per_app_patterns
from panel.io.server import WSHandler
from tornado.ioloop import IOLoop
from tornado.websocket import WebSocketClosedError

LEFT_SECONDS = 1.5
"""How long a session, and its runner, wait for a tab that has gone to come back.

Bokeh's own limit (15 s) stays for sessions that nobody has connected to yet: where it is lowered to seconds,
a visitor on a slow line is given a second session, made apart from the page, with styles from elsewhere.
"""


class VisitorSocket(WSHandler):
    """Sends small messages at once and lets go of a session soon after its tab has gone."""

    async def _async_open(self, token):
        self.set_nodelay(True)  # Tornado leaves Nagle's algorithm on, at the cost of 25 frames in 58
        return await super()._async_open(token)

    def ping(self, data=b""):
        """A tab may have gone a moment ago: ``on_close``, which follows, lets go of it in order. Bokeh would do that
        here, at the failed ping, and trip over what the tab had still sent.
        """
        with contextlib.suppress(WebSocketClosedError):
            super().ping(data)

    def on_close(self):
        session = self.connection and self.connection.session
        super().on_close()
        if session:
            IOLoop.current().call_later(LEFT_SECONDS, self._leave, session)

    @staticmethod
    def _leave(session):
        if session.connection_count == 0:
            session.request_expiration()


def use_visitor_sockets(socket=VisitorSocket):
    """Have the servers that are made from now on talk to tabs through ``socket``."""
    per_app_patterns[:] = [
        (path, socket if issubclass(handler, WSHandler) else handler) for path, handler in per_app_patterns
    ]


def keep_quiet_about_closed_tabs(loop):
    """A tab that closes while frames are on their way to it is no news; other troubles are told as ever."""

    def handle(loop, context):
        if not isinstance(context.get("exception"), WebSocketClosedError):
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
    for name in ("bokeh.server.views.ws", "panel.io.document"):
        logging.getLogger(name).addFilter(_is_news)


def _is_news(record):
    return "connection was closed" not in record.getMessage()
