"""The server without a browser: small messages go at once, and a closed tab ends its runner and is forgotten."""

import asyncio
import contextlib
import gc
import logging
import re
import socket
import threading
import time
import weakref
from urllib.request import urlopen

import panel as pn
import pytest
from bokeh.client import ClientSession, pull_session
from bokeh.util.token import get_session_id

from headflow.app import serve
from headflow.app.page import page
from headflow.app.room.runner import Runner
from headflow.app.visitor_socket import LEFT_SECONDS, VisitorSocket, use_visitor_sockets
from headflow.core import Settings

RUNNER = "headflow-runner"


@pytest.fixture
def server():
    """Serves a small room per session; has ``address``, ``sockets``, ``ended``."""
    ended = []

    def application():
        runner = Runner(Settings(tokens=5, heads=1))
        runner.play()
        pn.state.on_session_destroyed(lambda context: (runner.close(wait=False), ended.append(context)))
        return pn.pane.Str("here")

    with serving(application) as work:
        work.ended = ended
        yield work


@contextlib.contextmanager
def serving(application):
    """Serves ``application`` from a thread of its own; the thread has ``address``, ``server`` and ``sockets``."""
    sockets, ready = [], threading.Event()

    class Watched(VisitorSocket):
        async def _async_open(self, token):
            await super()._async_open(token)
            sockets.append(self.ws_connection.stream)

    def work():
        asyncio.set_event_loop(asyncio.new_event_loop())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serve, "use_visitor_sockets", lambda: use_visitor_sockets(Watched))
            work.server = serve.make_server(application)
        work.server.start()
        work.server.io_loop.add_callback(ready.set)
        work.server.io_loop.start()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert ready.wait(30)
    work.address, work.sockets = f"http://localhost:{work.server.port}/", sockets
    yield work
    work.server.io_loop.add_callback(work.server.io_loop.stop)
    thread.join(10)


def session_of(server, query=""):
    """The id of the session of a page that is asked for."""
    token = re.search(r'"token":"([^"]+)"', urlopen(server.address + query).read().decode()).group(1)
    return get_session_id(token)


def runners():
    return [thread for thread in threading.enumerate() if thread.name == RUNNER]


def wait_until(done, seconds):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return done()


def test_messages_are_not_held_back(server):
    session = pull_session(url=server.address)
    assert wait_until(lambda: server.sockets, 5)
    assert server.sockets[0].socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
    session.close()


def test_closed_tab_ends_its_runner(server):
    before = len(runners())
    tabs = [pull_session(url=server.address) for _ in range(3)]
    assert len(runners()) == before + 3
    for tab in tabs:
        tab.close()
    assert wait_until(lambda: len(server.ended) == 3, LEFT_SECONDS + 6)  # Bokeh alone takes 15 to 32 s
    assert wait_until(lambda: len(runners()) == before, 2)


def test_tab_that_goes_as_it_is_pinged_is_let_go_of_in_order(server, caplog):
    """Bokeh lost its session at the failed ping, so that what was still to be done with it failed."""
    tab = pull_session(url=server.address)
    assert wait_until(lambda: server.sockets, 5)

    def go():
        server.sockets[0].close()
        server.server._tornado._keep_alive()

    server.server.io_loop.add_callback(go)
    assert wait_until(lambda: len(server.ended) == 1, LEFT_SECONDS + 6)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    tab.close()


@pytest.fixture
def no_chatter():
    """Panel's news of every event, which pytest would keep, and with them the pages that they are about."""
    logging.disable(logging.INFO)
    yield
    logging.disable(logging.NOTSET)


def test_pages_are_forgotten_after_the_visit(no_chatter):
    """All but the first, which a clock of Panel's keeps. Each was kept, with 10 MB, for as long as the server ran."""
    pages = weakref.WeakSet()

    def application():
        pages.add(made := page())
        return made

    with serving(application) as work:
        for _ in range(2):
            visit = ClientSession(session_of(work), f"{work.address}ws".replace("http", "ws"))
            visit.connect()
            visit.close()
        assert wait_until(lambda: gc.collect() >= 0 and len(pages) <= 1, LEFT_SECONDS + 10)


@pytest.mark.parametrize("value", ["%C2%B2", "9" * 4301, "[" * 3000])
def test_no_address_is_too_odd_for_a_page(server, value, caplog):
    """Panel reads it too, as numbers: for a superscript two, and for too many digits, there was no page."""
    session_of(server, f"?heads={value}")
    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


def test_slow_visitor_keeps_the_session_the_page_was_made_in(server):
    before = len(runners())
    session = session_of(server)
    time.sleep(LEFT_SECONDS + 1.5)  # a slow line, or a machine at its limit
    tab = pull_session(session, url=server.address)
    assert len(runners()) == before + 1
    assert server.ended == []
    tab.close()


def test_taken_port_is_said_in_one_sentence(server):
    with pytest.raises(ValueError, match=f"port must be free, and {server.server.port} is in use"):
        serve.make_server(lambda: None, server.server.port)
