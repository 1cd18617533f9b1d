"""clamberd as a child process: start, stop, kill, restart on the same data folder."""

import fcntl
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading

from clamber_client import DEADLINE_S, Client
from websocket_client import WebSocketClient

ROOT = pathlib.Path(__file__).resolve().parents[2]
# By what its clients come: the tests of the operations run by either.
BY_WEBSOCKET = os.environ.get("CLAMBER_WIRE") == "websocket"
CLAMBERD = os.environ.get("CLAMBERD", str(ROOT / "build" / "server" / "clamberd"))


def appended_file():
    """A file without a name whose writers append wherever its reader stands: they share one place
    in it, and what was written while somebody reads from the beginning would go there."""
    opened = tempfile.TemporaryFile()
    flags = fcntl.fcntl(opened, fcntl.F_GETFL)
    fcntl.fcntl(opened, fcntl.F_SETFL, flags | os.O_APPEND)
    return opened


class ReservedPort:
    """A port of loopback that nobody else is given, whether or not somebody listens there just now:
    only whoever asks for it by number, as servers do."""

    def __init__(self):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", 0))
        self.number = self.socket.getsockname()[1]
        self.address = f"127.0.0.1:{self.number}"

    def close(self):
        self.socket.close()


class Server:
    def __init__(self, data, *options, open_limits=True, web="off"):
        self.data = pathlib.Path(data)
        self.web = "127.0.0.1:0" if BY_WEBSOCKET else web
        self.options = list(options) + (["--open-limits"] if open_limits else [])
        self.process = None
        self.address = None
        self.web_address = None
        self.start()

    def command(self):
        return [CLAMBERD, "--data", str(self.data), "--listen", "127.0.0.1:0",
                "--web", self.web]

    def start(self):
        self.log = appended_file()
        self.process = subprocess.Popen(
            self.command() + self.options,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        self.ready = json.loads(self._first_line())
        assert self.ready["ready"] is True
        self.address = self._address("lines")
        self.web_address = self._address("web")

    def _address(self, listener):
        """Where a listener is to be found; None where it is off."""
        if self.ready[listener] is None:
            return None
        host, port = self.ready[listener].rsplit(":", 1)
        return host, int(port)

    def _first_line(self):
        # A server that hangs before it is ready is killed, which ends the read below.
        watchdog = threading.Timer(DEADLINE_S, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        if not line:
            raise AssertionError(f"clamberd did not start: {self.messages()}")
        return line

    def messages(self):
        """What it has said on standard error."""
        self.log.seek(0)
        return self.log.read().decode("utf-8", "replace")

    def client(self):
        return WebSocketClient(self.web_address) if BY_WEBSOCKET else Client(self.address)

    def running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """kill -9: what is lost now was not on disk."""
        self.process.kill()
        self.process.wait()

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def wait(self):
        """The exit status; beyond it nothing more may have been said on standard output."""
        status = self.process.wait(timeout=DEADLINE_S)
        assert self.process.stdout.read() == b""
        return status

    def stop(self):
        """SIGTERM, a clean end, and a database that says what its games say."""
        self.terminate()
        status = self.wait()
        assert status == 0, f"exit status {status}: {self.messages()}"
        status, lines, said = check(self.data)
        assert status == 0, "\n".join([*lines, said])

    def restart(self):
        self.stop()
        self.start()

    def kill_and_restart(self):
        self.kill()
        self.start()


def check(data):
    """clamberd --check: its exit status, its lines, and what it said on standard error."""
    done = subprocess.run(
        [CLAMBERD, "--check", str(data)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=DEADLINE_S,
        check=False,
    )
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def run_to_failure(*options):
    """clamberd with options that it must refuse: its exit status and what it said."""
    done = subprocess.run(
        [CLAMBERD, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()
