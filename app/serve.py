"""The server: the page at /, one session a visitor, ready when it says so."""

import errno
import socket
import webbrowser

from panel.io import location
from panel.io.server import get_server

from ..core.warm_up import warm_up
from .counting import counting
from .visitor_socket import keep_quiet_about_closed_tabs, use_visitor_sockets

CHECK_MS = 500
"""Between two looks for sessions that can go."""


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
    server = make_server(application, port, address, allow_origin)
    warm_up(counting("getting the compiled kernels ready"))
    server.start()
    home = f"http://{shown(address)}:{server.port}/"
    print(f"headflow is ready at {home}", flush=True)
    if show and not webbrowser.open(home):
        print("No browser could be opened here: open this address in one.", flush=True)
    server.io_loop.start()
    server.stop()


def make_server(application, port=0, address="localhost", allow_origin=()):
    """A server, not started yet, that shows ``application`` at /; see ``serve``."""
    port = port or free_port()
    origins = {f"{host}:{port}" for host in ("localhost", "127.0.0.1", shown(address)) if ":" not in host}
    use_visitor_sockets()
    leave_the_address_to_the_page()
    try:
        server = get_server(
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
            f"address must be one of this machine's, or 0.0.0.0 for all; got {address!r} ({problem.strerror})."
        ) from None
    keep_quiet_about_closed_tabs(server.io_loop.asyncio_loop)
    return server


def leave_the_address_to_the_page():
    """Keep Panel from reading numbers in a visitor's address: it fails at some, and then there is no page at all."""
    location.parse_query = lambda query: {}


def shown(address):
    """The name to type for an address that is listened on."""
    return "localhost" if address in ("", "0.0.0.0", "::") else address


def free_port():
    """A port of the loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]
