"""curl, whose HTTP is not ours, talks to the web listener in the ways people use it."""

import json
import shutil
import subprocess

import pytest
from clamber_client import DEADLINE_S

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


@pytest.fixture
def curl(site, tmp_path):
    """Runs curl in a folder of its own; a target that begins with a slash is of this server."""
    base = "http://{}:{}".format(*site.web_address)

    def run(*arguments, status=0):
        done = subprocess.run(
            ["curl", "-sS", "--max-time", str(DEADLINE_S),
             *[base + word if word.startswith("/") else word for word in arguments]],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=tmp_path, check=False)
        assert done.returncode == status, done.stderr.decode()
        return done.stdout, done.stderr.decode()

    return run


def test_json(curl):
    body, _ = curl("-f", "/api/games/live")
    assert json.loads(body) == {"games": []}


def test_errors_fail(curl):
    curl("-f", "/nothing", status=22)
    body, _ = curl("-w", "%{http_code}", "/api/games?nonsense=1")
    assert body.endswith(b"400") and b'"bad_request"' in body


def test_head(curl):
    head, _ = curl("-I", "/")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n") and b"<html" not in head


def test_one_connection_for_several_requests(curl):
    _, said = curl("-v", "/healthz", "/healthz", "/api/games", "/nothing")
    assert said.count("Re-using existing connection") == 3


@pytest.mark.parametrize("version", ["--http1.0", "--http1.1", "--http2"])
def test_versions(curl, version):
    """HTTP/2 is offered as an upgrade, which is passed over."""
    body, _ = curl(version, "-w", " %{http_code} %{http_version}", "/healthz")
    assert body.split()[-2:] == [b"200", b"1.1"]


def test_compressed(curl):
    plain, _ = curl("/web/js/main.js")
    unpacked, _ = curl("--compressed", "/web/js/main.js")
    packed, _ = curl("-H", "Accept-Encoding: gzip", "/web/js/main.js")
    assert plain == unpacked != packed


def test_what_has_not_changed(curl, tmp_path):
    curl("--etag-save", "tags", "-o", "copy", "/web/js/main.js")
    assert (tmp_path / "copy").stat().st_size > 0
    status, _ = curl("--etag-compare", "tags", "-o", "again", "-w", "%{http_code}",
                     "/web/js/main.js")
    assert status == b"304"


@pytest.mark.parametrize("arguments", [
    ["-d", "a=b"], ["-d", "@-", "-H", "Expect: 100-continue"], ["-X", "DELETE"],
    ["-T", "-", "-H", "Transfer-Encoding: chunked"]])
def test_other_methods(curl, arguments):
    body, _ = curl(*arguments, "-w", "%{http_code}", "/api/games")
    assert body.endswith(b"405")


def test_a_body_is_refused(curl):
    body, _ = curl("-X", "GET", "-d", "a=b", "-w", "%{http_code}", "/api/games")
    assert body.endswith(b"413")


def test_through_a_proxy(site, curl):
    """As one would be used, the server gets targets in the absolute form."""
    host, port = site.web_address
    body, _ = curl("-x", f"http://{host}:{port}", "http://localhost:1/healthz")
    assert json.loads(body) == {"serving": True}


def test_an_export(curl):
    body, _ = curl("-f", "--raw", "-N", "/api/games/export")
    assert body == b"0\r\n\r\n"
