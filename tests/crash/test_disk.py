"""A disk that takes no more: nobody is shown what could not be stored."""

import resource

import pytest

from clamber_client import Closed
from server_process import Server
from traffic import StorageUnavailable, Traffic


def test_a_file_that_may_not_grow(tmp_path):
    """A write fails in mid-play: the server says so or stops, and nothing shown is lost."""
    server = Server(tmp_path / "data")
    traffic = Traffic(server, games=20)
    traffic.connect()
    traffic.run(100)
    largest = max(path.stat().st_size for path in server.data.rglob("*") if path.is_file())
    limit = largest + 64 * 1024
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, limit))
    with pytest.raises((Closed, ConnectionError, StorageUnavailable)):
        traffic.run(100000)
    traffic.close()
    if server.running():
        server.kill()
    else:
        assert server.process.wait() != 0
    server.start()
    traffic.verify()
    traffic.connect()
    traffic.run(100)
    traffic.close()
    server.stop()
