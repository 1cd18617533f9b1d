"""Another process that locks the database, for a copy or by mistake, is waited for."""

import contextlib
import sqlite3
import time

import pytest

from clamber_client import Client
from match import Match

HANGS_S = 60


@contextlib.contextmanager
def locked(server):
    other = sqlite3.connect(server.data / "clamber.db", isolation_level=None, timeout=HANGS_S)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


def wait_for_message(server, text):
    deadline = time.monotonic() + HANGS_S
    while text not in server.messages():
        assert server.running(), server.messages()
        assert time.monotonic() < deadline, server.messages()
        time.sleep(0.02)


def test_play_goes_on_when_it_lets_go(new_server):
    server = new_server()
    blue, red, other = server.client(), server.client(), server.client()
    blue.guest()
    red.guest()
    match = Match(blue, red, time=None)
    with locked(server):
        moved = blue.post("move", game=match.id, move="C3", ply=0)
        wait_for_message(server, "locked")
        asked = other.post("record", game=match.id)
    assert blue.reply_to(moved)["ply"] == 1
    assert red.expect("move", game=match.id)["move"] == "C3"
    assert other.reply_to(asked)["record"]["moves"] == "C3"
    wait_for_message(server, "no longer locked")


@pytest.mark.parametrize("owed", [False, True])
def test_a_stop_does_not_wait_for_it(new_server, owed):
    server = new_server()
    client = server.client()
    name = client.register("ann")["user"]["name"]
    with locked(server):
        if owed:
            client.post("seek", time=None)
            wait_for_message(server, "locked")
        server.terminate()
        assert server.wait() == 0
    server.start()
    assert Client(server.address).ok("user", name=name)["user"]["name"] == name
