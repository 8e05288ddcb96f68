"""The server without a browser: small messages go at once, and a closed tab ends its runner."""

import asyncio
import re
import socket
import threading
import time
from urllib.request import urlopen

import panel as pn
import pytest
from bokeh.client import pull_session
from bokeh.util.token import get_session_id

from headflow.app import serve
from headflow.app.room.runner import Runner
from headflow.app.visitor_socket import LEFT_SECONDS, VisitorSocket, use_visitor_sockets
from headflow.core import Settings

RUNNER = "headflow-runner"


@pytest.fixture
def server():
    """Serves a small room per session from a thread of its own; has ``address``, ``sockets``, ``ended``."""
    ended, sockets, ready = [], [], threading.Event()

    class Watched(VisitorSocket):
        async def _async_open(self, token):
            await super()._async_open(token)
            sockets.append(self.ws_connection.stream.socket)

    def application():
        runner = Runner(Settings(tokens=5, heads=1))
        runner.play()
        pn.state.on_session_destroyed(lambda context: (runner.close(wait=False), ended.append(context)))
        return pn.pane.Str("here")

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
    work.address, work.sockets, work.ended = f"http://localhost:{work.server.port}/", sockets, ended
    yield work
    work.server.io_loop.add_callback(work.server.io_loop.stop)
    thread.join(10)


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
    assert server.sockets[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
    session.close()


def test_closed_tab_ends_its_runner(server):
    before = len(runners())
    tabs = [pull_session(url=server.address) for _ in range(3)]
    assert len(runners()) == before + 3
    for tab in tabs:
        tab.close()
    assert wait_until(lambda: len(server.ended) == 3, LEFT_SECONDS + 6)  # Bokeh alone takes 15 to 32 s
    assert wait_until(lambda: len(runners()) == before, 2)


def test_slow_visitor_keeps_the_session_the_page_was_made_in(server):
    before = len(runners())
    token = re.search(r'"token":"([^"]+)"', urlopen(server.address).read().decode()).group(1)
    time.sleep(LEFT_SECONDS + 1.5)  # a slow line, or a machine at its limit
    tab = pull_session(get_session_id(token), url=server.address)
    assert len(runners()) == before + 1
    assert server.ended == []
    tab.close()


def test_taken_port_is_said_in_one_sentence(server):
    with pytest.raises(ValueError, match=f"port must be free, and {server.server.port} is in use"):
        serve.make_server(lambda: None, server.server.port)
