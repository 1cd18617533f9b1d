"""deploy/run as a newcomer types it, on ports of its own: built already, so that it only serves."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.request

import pytest

from clamber_client import DEADLINE_S, Client, Refused
from server_process import ReservedPort, appended_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = str(ROOT / "deploy" / "run")


class Serving:
    """deploy/run in the foreground of its own session, as in a terminal of its own."""

    def __init__(self, data, *options, folder=None):
        self.ports = ReservedPort(), ReservedPort()
        self.lines, self.web = (port.address for port in self.ports)
        self.errors = appended_file()
        self.process = subprocess.Popen(
            [RUN, "--data", str(data), "--listen", self.lines, "--web", self.web, *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
            start_new_session=True, cwd=folder,
            # Whoever starts the tests in the background has it ignored, also here.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.ready = json.loads(self.process.stdout.readline() or "{}")

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def interrupt(self):
        """Ctrl-C reaches all of the terminal's foreground group. Gives the exit status."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(DEADLINE_S)

    def processes(self):
        """Those of its session, whatever their group."""
        found = subprocess.run(["pgrep", "-s", str(self.process.pid)], capture_output=True,
                               check=False)
        return [int(number) for number in found.stdout.split()]

    def anybody_left(self):
        """Whether any of its processes is still there, after a while."""
        deadline = time.monotonic() + DEADLINE_S
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.05)
        return bool(self.processes())


@pytest.fixture
def serve(tmp_path):
    started = []

    def start(*options, folder=None):
        started.append(Serving(tmp_path / "data", *options, folder=folder))
        return started[-1]

    yield start
    for one in started:
        for process in one.processes():
            os.kill(process, signal.SIGKILL)
        one.process.wait()
        one.process.stdout.close()
        one.errors.close()
        for port in one.ports:
            port.close()


def host_and_port(address):
    host, port = address.rsplit(":", 1)
    return host, int(port)


def wait_for_user(client, name):
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        try:
            return client.ok("user", name=name)
        except Refused:
            time.sleep(0.05)
    raise AssertionError(f"{name} does not come")


def test_a_newcomer_finds_the_house_and_leaves_nothing_running(serve):
    serving = serve()
    assert serving.ready == {"ready": True, "lines": serving.lines, "web": serving.web}
    assert f"http://{serving.web}/" in serving.said()
    assert f"clamber play --server {serving.lines}" in serving.said()
    with urllib.request.urlopen(f"http://{serving.web}/", timeout=DEADLINE_S) as page:
        assert b"<title>Clamber</title>" in page.read()
    client = Client(host_and_port(serving.lines))
    client.guest()
    for level in range(1, 6):
        name = f"house-{level}"
        wait_for_user(client, name)
        assert client.ok("challenge", user=name)
        game = client.expect("game_started")["game"]
        assert name in (game["blue"]["name"], game["red"]["name"])
    client.close()
    assert serving.interrupt() == 0
    assert not serving.anybody_left()


def test_without_the_house_and_with_a_path_from_here(serve, tmp_path):
    serving = serve("--no-bot", "--chat-log", "said.ndjson", folder=tmp_path)
    assert (tmp_path / "said.ndjson").exists()
    client = Client(host_and_port(serving.lines))
    assert client.code("user", name="house-3") == "not_found"
    client.close()
    assert serving.interrupt() == 0
    assert not serving.anybody_left()


def refused(*options):
    done = subprocess.run([RUN, *options], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=DEADLINE_S, check=False)
    assert done.returncode != 0
    return done.stderr.decode()


def test_a_port_in_use_is_told_with_a_way_out(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for option in ("--listen", "--web"):
            said = refused("--data", str(tmp_path), option, f"127.0.0.1:{port}",
                           *(("--listen", "off") if option == "--web" else ()))
            assert f"Port {port} on 127.0.0.1 is in use" in said
            assert f"deploy/run {option} 127.0.0.1:{port + 10}" in said


def test_an_option_without_its_value(tmp_path):
    assert "--web needs a value" in refused("--web")
    assert "clamberd" in refused("--data", str(tmp_path), "--nonsense", "--no-bot",
                                 "--listen", "127.0.0.1:0", "--web", "off")
