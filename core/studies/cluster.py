"""The pool of a Dask cluster: the same tasks on other machines."""

import re
from contextlib import contextmanager

ADDRESS = re.compile(r"(tcp|tls|ws|wss)://[^\s/:]+:\d{1,5}|(tcp|tls)://\[[0-9a-fA-F:.]+\]:\d{1,5}")
SECONDS = 10
"""How long a scheduler may take to answer."""


@contextmanager
def cluster(address):
    """An Executor over the workers of the Dask scheduler at ``address`` ("tcp://host:port").

    A scheduler runs whatever it is sent: give only the address of your own. A task whose worker dies is given
    to another. ValueError: the address is not one, nobody answers there, or the extra "cluster" is missing.
    """
    checked_address(address)
    try:
        from distributed import Client
    except ImportError:
        raise ValueError('a scheduler needs the extra "cluster": pip install "headflow[cluster]".') from None
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except OSError as reason:
        raise ValueError(f"scheduler {address} does not answer within {SECONDS} s: {reason}.") from None
    with client:
        # Not pure: equal tasks of two studies at once must not share a fate when one of them is cancelled.
        yield client.get_executor(pure=False)


def checked_address(address):
    """``address`` if it is that of a scheduler; ValueError otherwise."""
    if not ADDRESS.fullmatch(address):
        raise ValueError(f"scheduler must be an address such as tcp://host:8786; got {address!r}.")
    return address
