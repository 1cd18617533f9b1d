"""Two things at once: what arrives first decides, and everybody is told the same."""

import json

import pytest

from clamber_client import whole_stream
from match import BLITZ, LONG, Match
from referee import BLUE, RED


def lines(*requests):
    """Requests to be sent in one packet."""
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def outcomes(client, count):
    return ["ok" if "ok" in reply else reply["error"]["code"]
            for reply in (client.read_reply() for _ in range(count))]


@pytest.fixture
def match(player):
    return Match(player(), player(), rated=True, time=BLITZ).play("C3", "C4")


def test_move_then_resign_in_one_packet(match):
    """The move wins, so there is nothing left to resign."""
    match.blue.send(lines({"id": 1, "op": "move", "game": match.id, "move": "C3xC4", "ply": 2},
                          {"id": 2, "op": "resign", "game": match.id}))
    assert outcomes(match.blue, 2) == ["ok", "game_over"]
    assert match.red.expect("end")["result"] == {"winner": BLUE, "reason": "capture"}


def test_resign_then_move_in_one_packet(match):
    match.blue.send(lines({"id": 1, "op": "resign", "game": match.id},
                          {"id": 2, "op": "move", "game": match.id, "move": "C3xC4", "ply": 2}))
    assert outcomes(match.blue, 2) == ["ok", "game_over"]
    assert match.red.expect("end")["result"] == {"winner": RED, "reason": "resign"}


def test_the_same_move_twice_in_one_packet(match):
    move = {"op": "move", "game": match.id, "move": "A1", "ply": 2}
    match.blue.send(lines({"id": 1, **move}, {"id": 2, **move}, {"id": 3, **move}))
    answers = [match.blue.read_reply()["ok"] for _ in range(3)]
    assert [answer.get("repeat", False) for answer in answers] == [False, True, True]
    assert len({answer["v"] for answer in answers}) == 1
    assert len(whole_stream(match.red, match.id)) == 4


def test_a_game_ends_once_and_is_rated_once(player):
    """The winning move and the loser's resignation cross: one end, one rating change."""
    ann, bob = player(), player()
    for number in range(1, 11):
        match = Match(ann, bob, rated=True, time=BLITZ).play("C3", "C4")
        match.blue.post("move", game=match.id, move="C3xC4", ply=2)
        match.red.post("resign", game=match.id)
        codes = outcomes(match.blue, 1) + outcomes(match.red, 1)
        assert sorted(codes) == ["game_over", "ok"]
        ends = [client.expect("end", game=match.id) for client in (ann, bob)]
        assert ends[0] == ends[1]
        assert ends[0]["result"]["winner"] == BLUE
        assert ann.ok("whoami")["user"]["ratings"]["3-blitz"]["games"] == number


def test_both_resign(match):
    match.blue.post("resign", game=match.id)
    match.red.post("resign", game=match.id)
    codes = outcomes(match.blue, 1) + outcomes(match.red, 1)
    assert sorted(codes) == ["game_over", "ok"]
    assert match.blue.expect("end") == match.red.expect("end")


def test_abort_races_the_second_turn(player):
    ann, bob = player(), player()
    for _ in range(10):
        match = Match(ann, bob, time=LONG).play("C3")
        match.red.post("move", game=match.id, move="C4", ply=1)
        match.blue.post("abort", game=match.id)
        red_code, blue_code = outcomes(match.red, 1)[0], outcomes(match.blue, 1)[0]
        assert (red_code, blue_code) in (("ok", "not_allowed_now"), ("game_over", "ok"))
        if red_code == "ok":
            match.blue.ok("resign", game=match.id)


def test_two_connections_of_one_player_move_at_once(match, connect):
    other = connect()
    other.resume(match.blue.token)
    match.blue.post("move", game=match.id, move="A1", ply=2)
    other.post("move", game=match.id, move="A2", ply=2)
    codes = outcomes(match.blue, 1) + outcomes(other, 1)
    assert sorted(codes) == ["ok", "stale_ply"]


def test_a_slow_request_keeps_its_place(player, connect):
    """A password to hash or a page to read does not let later requests overtake."""
    client = player()
    client.send(lines({"id": 1, "op": "set_password", "old": "correct horse", "new": "new horse 1"},
                      {"id": 2, "op": "ping"},
                      {"id": 3, "op": "history"},
                      {"id": 4, "op": "ping"},
                      {"id": 5, "op": "user", "name": client.user["name"]},
                      {"id": 6, "op": "whoami"}))
    for number in range(1, 7):
        client.reply_to(number)
    newcomer = connect()
    newcomer.send(lines({"id": 1, "op": "guest"}, {"id": 2, "op": "seek", "time": LONG},
                        {"id": 3, "op": "logout"}, {"id": 4, "op": "seek"}))
    assert outcomes(newcomer, 4) == ["ok", "ok", "ok", "unauthenticated"]


def test_one_reads_ones_own_writes(player):
    """History asked for in the same packet as the end of the game has that game."""
    blue, red = player(), player()
    for _ in range(5):
        match = Match(blue, red, rated=True, time=BLITZ).play("C3", "C4")
        blue.send(lines({"id": 1, "op": "move", "game": match.id, "move": "C3xC4", "ply": 2},
                        {"id": 2, "op": "history", "user": blue.user["name"], "limit": 1},
                        {"id": 3, "op": "rating_history", "user": blue.user["name"],
                         "pool": "3-blitz", "limit": 1}))
        blue.reply_to(1)
        assert blue.reply_to(2)["games"][0]["id"] == match.id
        assert blue.reply_to(3)["points"][0]["game"] == match.id
