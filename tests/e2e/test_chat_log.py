"""--chat-log: what moderators read, since no other process may open a live database."""

import json
import os
import pathlib
import signal
import time

import pytest

from clamber_client import DEADLINE_S
from conftest import fresh_name
from match import Match
from server_process import run_to_failure

OFF = ["--listen", "127.0.0.1:0", "--web", "off"]


def lines_of(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text("utf-8").splitlines()]


def eventually(condition, server):
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, server.messages()
        time.sleep(0.01)


def pair(server, connect):
    return Match(connect(server, fresh_name()), connect(server, fresh_name()))


def test_all_that_is_said(new_server, connect, tmp_path):
    path = tmp_path / "chat.ndjson"
    server = new_server("--chat-log", str(path))
    assert lines_of(path) == []
    match = pair(server, connect)
    spectator = connect(server, fresh_name())
    spectator.ok("watch", game=match.id)
    text = 'a "quoted" \\ \u2713 \U0001f600'
    match.blue.ok("say", game=match.id, room="players", text=text)
    # Whatever anybody is shown is in the file by then.
    shown = match.red.expect("chat")
    assert lines_of(path) == [{
        "at": shown["at"], "game": match.id, "room": "players", "user": match.blue.user["name"],
        "seq": 1, "text": text}]
    match.red.code("say", game=match.id, room="spectators", text="refused is not said")
    spectator.ok("say", game=match.id, room="spectators", text="x")
    match.red.ok("say", game=match.id, room="players", text="y")
    assert [(line["room"], line["seq"]) for line in lines_of(path)] == [
        ("players", 1), ("spectators", 1), ("players", 2)]
    assert path.stat().st_mode & 0o077 == 0, "it is nobody else's business"


def test_it_goes_on_after_kill_9_with_all_that_was_acknowledged(new_server, connect, tmp_path):
    path = tmp_path / "chat.ndjson"
    server = new_server("--chat-log", str(path))
    match = pair(server, connect)
    posted = [match.blue.post("say", game=match.id, room="players", text=str(number))
              for number in range(100)]
    for number in posted[:50]:
        match.blue.reply_to(number)
    server.kill()
    # What was being appended, and so was shown to nobody, may be cut short.
    whole, _, cut = path.read_text("utf-8").rpartition("\n")
    assert [json.loads(line)["seq"] for line in whole.splitlines()][:50] == list(range(1, 51))
    if not cut:
        path.write_text(whole + "\n" + '{"at":', "utf-8")
    server.start()
    blue = connect(server)
    blue.resume(match.blue.token)
    seq = blue.ok("say", game=match.id, room="players", text="again")["seq"]
    *_, torn, last = path.read_text("utf-8").splitlines()
    assert torn.startswith('{"at":') and json.loads(last)["seq"] == seq


def test_rotation(new_server, connect, tmp_path):
    path, old = tmp_path / "chat.ndjson", tmp_path / "chat.ndjson.1"
    server = new_server("--chat-log", str(path))
    match = pair(server, connect)
    match.blue.ok("say", game=match.id, room="players", text="before")
    path.rename(old)
    match.blue.ok("say", game=match.id, room="players", text="renamed, not yet opened anew")
    server.process.send_signal(signal.SIGHUP)
    eventually(path.exists, server)
    match.blue.ok("say", game=match.id, room="players", text="after")
    assert [line["text"] for line in lines_of(old)] == ["before", "renamed, not yet opened anew"]
    assert [line["text"] for line in lines_of(path)] == ["after"]


def test_a_rotation_that_fails_keeps_the_old_file(new_server, connect, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    path = folder / "chat.ndjson"
    server = new_server("--chat-log", str(path))
    match = pair(server, connect)
    folder.rename(tmp_path / "moved")
    server.process.send_signal(signal.SIGHUP)
    eventually(lambda: "cannot be opened again" in server.messages(), server)
    match.blue.ok("say", game=match.id, room="players", text="still here")
    assert lines_of(tmp_path / "moved" / "chat.ndjson")[0]["text"] == "still here"


def test_a_setting_of_the_configuration_file(new_server, connect, tmp_path):
    path = tmp_path / "chat.ndjson"
    (tmp_path / "clamber.conf").write_text(f'chat_log = "{path}";\n')
    server = new_server("--config", str(tmp_path / "clamber.conf"))
    match = pair(server, connect)
    match.blue.ok("say", game=match.id, room="players", text="hello")
    assert lines_of(path)[0]["text"] == "hello"


@pytest.mark.parametrize("name", ["missing/chat.ndjson", "folder", "pipe", ""])
def test_a_file_that_cannot_be_opened(tmp_path, name):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # that nobody reads
    where = str(tmp_path / name) if name else ""
    status, said = run_to_failure("--data", str(tmp_path / "data"), *OFF, "--chat-log", where)
    assert status > 0
    assert len(said.splitlines()) == 1 and "chat log" in said and where in said
    assert not (tmp_path / "data").exists()


def test_a_full_disk_stops_nobody(new_server, connect):
    server = new_server("--chat-log", "/dev/full")
    match = pair(server, connect)
    for text in ("one", "two", "three"):
        match.blue.ok("say", game=match.id, room="players", text=text)
        assert match.red.expect("chat", text=text)
    match.finish()
    assert server.messages().count("chat is not logged") == 1


def test_a_pipe_whose_reader_goes_and_comes_back(new_server, connect, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    server = new_server("--chat-log", str(path))
    match = pair(server, connect)
    match.blue.ok("say", game=match.id, room="players", text="read")
    assert json.loads(os.read(reader, 4096))["text"] == "read"
    os.close(reader)
    for text in ("lost", "too"):
        match.blue.ok("say", game=match.id, room="players", text=text)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    match.blue.ok("say", game=match.id, room="players", text="read again")
    assert json.loads(os.read(reader, 4096))["text"] == "read again"
    os.close(reader)
    assert "lines missing: 2" in server.messages()
