"""The server: the page at /, one session a visitor, ready when it says so."""

import errno
import socket

import holoviews as hv
import holoviews.plotting.bokeh  # makes the renderer
import panel as pn
from bokeh.server.urls import per_app_patterns
from panel.io.server import WSHandler
from tornado.ioloop import IOLoop

from ..core.warm_up import warm_up
from .counting import counting

LEFT_SECONDS = 1.5
"""How long a session, and its runner, wait for a tab that has gone to come back.

Bokeh's own limit (15 s) stays for sessions that nobody has connected to yet: where it is lowered to seconds,
a visitor on a slow line is given a second session, made apart from the page, with styles from elsewhere.
"""
CHECK_MS = 500


class VisitorSocket(WSHandler):
    """Sends small messages at once and lets go of a session soon after its tab has gone."""

    async def _async_open(self, token):
        self.set_nodelay(True)  # Tornado leaves Nagle's algorithm on, at the cost of 25 frames in 58
        return await super()._async_open(token)

    def on_close(self):
        session = self.connection and self.connection.session
        super().on_close()
        if session:
            IOLoop.current().call_later(LEFT_SECONDS, self._leave, session)

    @staticmethod
    def _leave(session):
        if session.connection_count == 0:
            session.request_expiration()


def serve(application, port=5006, address="localhost", allow_origin=(), show=False):
    """Serve until interrupted; prints one line with the address once a visitor need not wait.

    Parameters
    ----------
    application : callable
        Makes the page at /, once for each visit.
    port : int
        0 takes a free one.
    address : str
        Where to listen; "0.0.0.0" for every network this machine is on.
    allow_origin : sequence of str
        host:port names that browsers may show the page under, besides this machine's own.
    show : bool
        Open a browser.

    Raises ValueError where the port or the address cannot be had.
    """
    warm_up(counting("getting the compiled kernels ready"))
    server = make_server(application, port, address, allow_origin)
    server.start()
    if show:
        server.io_loop.add_callback(server.show, "/")
    print(f"headflow is ready at http://{shown(address)}:{server.port}/", flush=True)
    server.io_loop.start()
    server.stop()


def make_server(application, port=0, address="localhost", allow_origin=()):
    """A server, not started yet, that shows ``application`` at /; see ``serve``."""
    port = port or free_port()
    origins = {f"{host}:{port}" for host in ("localhost", "127.0.0.1", shown(address)) if ":" not in host}
    hv.Store.renderers[
        "bokeh"
    ].webgl = False  # without a GPU slower than canvas, and blank where it is missing
    per_app_patterns[:] = [
        (path, VisitorSocket if handler is WSHandler else handler) for path, handler in per_app_patterns
    ]
    try:
        return pn.io.server.get_server(
            {"/": application},
            port=port,
            address=address,
            websocket_origin=sorted(origins.union(allow_origin)),
            title="headflow",
            check_unused_sessions_milliseconds=CHECK_MS,
        )
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise ValueError(f"port must be free, and {port} is in use; 0 takes any free one.") from None
        raise ValueError(
            f"address must be one of this machine's; got {address!r} ({problem.strerror})."
        ) from None


def shown(address):
    """The name to type for an address that is listened on."""
    return "localhost" if address in ("", "0.0.0.0", "::") else address


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]
