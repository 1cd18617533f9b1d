"""What an operator does wrong is told in one line, with an exit status, before anything listens."""

import shutil
import socket
import sqlite3
import subprocess

import pytest

from server_process import CLAMBERD, run_to_failure

OFF = ["--listen", "127.0.0.1:0", "--web", "off"]


def refused(*options):
    """Checks the shape of a refusal and gives its text."""
    status, said = run_to_failure(*options)
    assert status != 0 and status > 0, f"exit status {status}: {said}"
    lines = said.strip().splitlines()
    assert lines and len(lines) <= 2, said
    assert "assert" not in said.lower() and "Sanitizer" not in said
    return said


def test_the_data_folder_is_made(new_server, tmp_path):
    server = new_server(data=tmp_path / "a" / "b" / "c")
    assert any(server.data.iterdir())


def test_a_data_folder_below_a_file(tmp_path):
    (tmp_path / "file").write_text("in the way")
    said = refused("--data", str(tmp_path / "file" / "data"), *OFF)
    assert "file" in said


def test_a_data_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert "file" in refused("--data", str(tmp_path / "file"), *OFF)


def test_a_data_folder_that_cannot_be_made():
    """Not even by root."""
    assert "/proc/nowhere" in refused("--data", "/proc/nowhere/data", *OFF)


def test_a_port_in_use(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--data", str(tmp_path), "--listen", f"127.0.0.1:{port}", "--web", "off")
    assert str(port) in said


@pytest.mark.parametrize("options", [
    ["--no-such-option"],
    ["--data"],
    ["stray"],
    ["--listen", "nonsense"],
    ["--listen", "127.0.0.1:99999"],
    ["--listen", "127.0.0.1:-1"],
    ["--listen", "127.0.0.1:5577x"],
    ["--config", "/nonexistent/clamber.conf"],
], ids=" ".join)
def test_options_that_are_none(tmp_path, options):
    refused("--data", str(tmp_path / "data"), "--web", "off", *options)
    assert not (tmp_path / "data").exists()


def test_open_limits_are_for_loopback_only(tmp_path):
    said = refused("--data", str(tmp_path), "--listen", "0.0.0.0:0", "--web", "off",
                   "--open-limits")
    assert "loopback" in said


def test_help_and_version():
    for option in ("--help", "--version"):
        done = subprocess.run([CLAMBERD, option], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=60, check=False)
        assert done.returncode == 0
        assert b"clamberd" in done.stdout


def database_of(server):
    """The database file of a stopped server."""
    found = [path for path in server.data.rglob("*") if path.is_file()
             and path.read_bytes()[:15] == b"SQLite format 3"]
    assert len(found) == 1, found
    return found[0]


def test_a_database_that_is_none(new_server):
    server = new_server()
    server.stop()
    path = database_of(server)
    path.write_bytes(b"this is not a database, whatever its name may say\n" * 200)
    said = refused("--data", str(server.data), *OFF)
    assert path.name in said or str(server.data) in said
    assert path.read_bytes().startswith(b"this is not"), "the file is left as it was"


def test_a_database_with_a_damaged_page(new_server, connect):
    server = new_server()
    connect(server, "somebody")
    server.stop()
    path = database_of(server)
    content = bytearray(path.read_bytes())
    for page in range(1, len(content) // 4096):
        content[page * 4096:page * 4096 + 64] = b"\xa5" * 64
    path.write_bytes(content)
    refused("--data", str(server.data), *OFF)


def test_a_database_of_a_newer_program(new_server):
    server = new_server()
    server.stop()
    path = database_of(server)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99999")
    database.close()
    said = refused("--data", str(server.data), *OFF)
    assert "newer" in said


def test_a_data_folder_in_use(new_server):
    server = new_server()
    said = refused("--data", str(server.data), *OFF)
    assert str(server.data) in said
    server.client().close()


def test_a_copied_data_folder_is_served(new_server, connect):
    """A backup taken from a stopped server is one folder to copy."""
    server = new_server()
    token = connect(server, "somebody").token
    server.stop()
    copy = server.data.parent / "copy"
    shutil.copytree(server.data, copy)
    assert connect(new_server(data=copy)).resume(token)["user"]["name"] == "somebody"
