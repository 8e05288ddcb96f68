"""The same study on a real Dask cluster: a scheduler and two workers, processes of their own on loopback."""

import json
import os
import subprocess
import sys
import threading
import time

import psutil
import pytest
from test_studies_engine import here, same

from headflow.core import Settings
from headflow.core.studies import Engine, HeadsStudy
from headflow.core.studies.cluster import cluster

Client = pytest.importorskip("distributed").Client
STUDY = HeadsStudy(Settings(tokens=12, schedule="ou", integrator="heun", dt=0.05, horizon=4.0), [1, 3], 6)


class LoopbackCluster:
    """A scheduler and workers as the README starts them."""

    def __init__(self, folder):
        self.file = folder / "scheduler.json"
        self.processes = []
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        for _ in range(2):
            self.start("worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.wait_for(self.file.exists)
        self.address = json.loads(self.file.read_text())["address"]

    def start(self, *words):
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", self.file]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.processes.append(psutil.Popen(command, env=environment, **quiet))

    def wait_for(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < deadline, "the cluster did not start"
            time.sleep(0.05)

    def close(self):
        for process in self.processes:
            process.kill()
        psutil.wait_procs(self.processes, timeout=10)


@pytest.fixture
def loopback(tmp_path):
    cluster = LoopbackCluster(tmp_path)
    yield cluster
    cluster.close()


@pytest.mark.jit
def test_a_cluster_gives_the_same_bits_though_a_worker_is_killed(loopback):
    killed = threading.Event()
    with Client(loopback.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)

    def report(progress):
        if progress.done >= 3 and not killed.is_set():
            loopback.processes[1].kill()
            killed.set()

    results = Engine(scheduler=loopback.address, store=False, report=report).run(STUDY.plan)
    assert killed.is_set()
    same(results, here(STUDY.plan, store=False))


@pytest.mark.parametrize(
    "address", ["", "localhost:8786", "tcp://", "tcp://host", "http://h:1", "tcp://h:1/x"]
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValueError, match="scheduler must be an address such as"), cluster(address):
        pass


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    monkeypatch.setattr("headflow.core.studies.cluster.SECONDS", 1)
    sentence = r"tcp://127\.0\.0\.1:9 does not answer within 1 s"
    with pytest.raises(ValueError, match=sentence), cluster("tcp://127.0.0.1:9"):
        pass
