"""Whoever comes by WebSocket is told the same, byte for byte, as whoever comes by lines."""

import json

import pytest
from match import LONG, Match
from websocket_client import WebSocketClient


@pytest.fixture
def by_websocket(site):
    """Opens WebSockets that are closed after the test."""
    opened = []

    def connect():
        opened.append(WebSocketClient(site.web_address))
        return opened[-1]

    yield connect
    for client in opened:
        client.close()


def test_a_game_over_websockets_watched_by_lines(site, connect, by_websocket):
    blue, red, late, spectator = by_websocket(), by_websocket(), by_websocket(), connect(site)
    for client in (blue, red):
        client.guest()
    match = Match(blue, red, time=LONG)
    spectator.ok("watch", game=match.id)
    match.play("C3", "C4")
    blue.ok("offer", game=match.id, kind="takeback")
    red.expect("offer", game=match.id)
    red.ok("answer", game=match.id, kind="takeback", accept=False)
    match.v += 2
    blue.ok("say", game=match.id, room="players", text="\N{GRINNING FACE} \"\\ é")
    match.play("C3xC4")
    for client in (blue, red, spectator):
        client.settle()
    events = blue.stream(match.id)
    assert events == red.stream(match.id) == spectator.stream(match.id)
    assert json.loads(events[-1])["ev"] == "end"
    late.ok("watch", game=match.id, **{"from": 0})
    spectator.ok("watch", game=match.id, **{"from": 0})
    assert late.lines[-1].split(b",", 1)[1] == spectator.lines[-1].split(b",", 1)[1]


def test_every_operation_is_answered_in_the_same_bytes(site, player, connect, by_websocket):
    """With too little said, with something unknown said, and, of those that anybody may ask,
    about a game that has ended and one that goes on."""
    ended = Match(player(site), player(site)).finish()
    running = Match(player(site), player(site), time=None).play("C3")
    name = ended.blue.user["name"]
    clients = connect(site), by_websocket()
    operations = [list(client.ok("help")) for client in clients][0]
    assert len(operations) > 40

    def both(op, **fields):
        replies = []
        for client in clients:
            client.post(op, **fields)
            client.read_reply()
            replies.append(client.lines[-1])
        assert replies[0] == replies[1], (op, fields)

    for op in operations:
        if op not in ("guest", "ping", "tv"):  # whose answers are never twice the same
            both(op)
        both(op, nonsense=1)
    for game in (ended.id, running.id):
        for op in ("record", "legal", "unwatch"):
            both(op, game=game)
        both("chat", game=game, room="spectators")
    both("user", name=name)
    both("history", user=name)
    both("export", user=name)
