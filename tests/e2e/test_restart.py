"""Stopping, dying and coming back: games go on from what is on disk."""

import signal
import time

import pytest

from clamber_client import Client, Closed, raw_items, whole_stream
from match import BLITZ, LONG, Match
from referee import BLUE


@pytest.fixture(params=["SIGTERM", "kill -9"])
def again(request):
    """How the server goes down and comes back."""
    return lambda server: server.restart() if request.param == "SIGTERM" else (
        server.kill_and_restart())


def back(server, client):
    """The same person on the server started again, and the games going on."""
    returned = Client(server.address)
    playing = returned.resume(client.token)["playing"]
    return returned, playing


def test_a_game_goes_on(new_server, connect, again):
    server = new_server()
    match = Match(connect(server, "ann"), connect(server, "bob"), rated=True, time=LONG)
    match.play("C3", "C4", "A1")
    told = whole_stream(match.blue, match.id)
    snapshot = match.blue.ok("watch", game=match.id)["game"]
    again(server)
    blue, playing = back(server, match.blue)
    red, _ = back(server, match.red)
    assert playing == [match.id]
    answer = blue.ok("watch", game=match.id, **{"from": 0})
    assert raw_items(blue.lines[-1], "events") == told
    red.ok("watch", game=match.id, **{"from": answer["v"]})
    after = blue.ok("watch", game=match.id)["game"]
    for member in ("moves", "position", "ply", "v", "to_move", "started_at", "blue", "red"):
        assert after[member] == snapshot[member]
    match.clients = {BLUE: blue, "red": red}
    match.play("A2").play("C3xC4", "A3")
    match.resign("red")
    assert match.ended["ratings"]["blue"]["after"]["rating"] > 1500


def test_a_repeat_is_known_after_a_restart(new_server, connect, again):
    server = new_server()
    match = Match(connect(server, "ann"), connect(server, "bob"), time=LONG)
    first = match.blue.ok("move", game=match.id, move="C3", ply=0)
    again(server)
    blue, _ = back(server, match.blue)
    repeat = blue.ok("move", game=match.id, move="C3", ply=0)
    assert (repeat["repeat"], repeat["v"], repeat["ply"]) == (True, first["v"], first["ply"])


def test_the_time_of_being_down_is_charged_to_nobody(new_server, connect):
    server = new_server()
    match = Match(connect(server, "ann"), connect(server, "bob"), time=LONG)
    match.play("C3")
    began = time.monotonic()
    match.play("C4")
    server.kill()
    up_s = time.monotonic() - began
    time.sleep(3.5)
    began = time.monotonic()
    server.start()
    blue, playing = back(server, match.blue)
    assert playing == [match.id]
    left_ms = blue.ok("move", game=match.id, move="A1", ply=2)["clock"]["blue_ms"]
    up_s += time.monotonic() - began
    assert LONG["initial_ms"] - left_ms <= up_s * 1000 + 5


def test_acknowledged_is_there_after_kill_9(new_server, connect):
    server = new_server()
    for number in range(5):
        ann, bob = connect(server, f"ann{number}"), connect(server, f"bob{number}")
        match = Match(ann, bob, time=BLITZ)
        answer = ann.ok("move", game=match.id, move="C3", ply=0)
        server.kill_and_restart()
        returned, playing = back(server, ann)
        assert playing == [match.id]
        assert len(whole_stream(returned, match.id)) == answer["v"]


def test_everything_owed_is_sent_before_the_end(new_server, connect):
    """Requests that came before SIGTERM get their replies; after it none begins."""
    server = new_server()
    clients = [connect(server, f"player{number}") for number in range(10)]
    for client in clients:
        client.posted = [client.post("seek", time=None, color="blue") for _ in range(10)]
        client.first = client.read_reply()
    server.terminate()
    for client in clients:
        messages = client.read_to_end()
        assert any(message.get("ev") == "shutdown" for message in messages + client.events)
        replies = [client.first] + [message for message in messages if "re" in message]
        done = [reply for reply in replies if "ok" in reply]
        refused = [reply["error"]["code"] for reply in replies if "error" in reply]
        assert [reply["re"] for reply in replies] == client.posted[:len(replies)]
        assert set(refused) <= {"shutting_down"}
        client.made = {reply["ok"]["seek"] for reply in done}
    assert server.wait() == 0
    server.start()
    stored = {seek["id"] for seek in connect(server).ok("lobby")["seeks"]}
    for client in clients:
        assert client.made <= stored


def test_a_second_signal_loses_nothing(new_server, connect):
    """Whoever asks twice does not want to wait; what was acknowledged stays all the same."""
    server = new_server()
    client = connect(server)
    client.register("somebody")
    server.terminate()
    server.process.send_signal(signal.SIGINT)
    with pytest.raises(Closed):
        while True:
            client.read()
    server.wait()
    server.start()
    assert connect(server).resume(client.token)["user"] == client.user


def test_sigint_ends_it_cleanly_too(new_server):
    server = new_server()
    server.process.send_signal(signal.SIGINT)
    assert server.wait() == 0
