"""Streams: numbered without a gap, the same for everybody, from any point, for ever."""

import json

import pytest

from clamber_client import Client, Closed, raw_items, whole_stream
from match import LONG, Match
from referee import BLUE, RED
from test_referee import records


@pytest.fixture
def match(player):
    return Match(player(), player(), time=LONG)


def numbers(items):
    return [json.loads(item)["v"] for item in items]


def test_a_snapshot_and_what_follows(match, connect):
    match.play("C3", "C4")
    spectator = connect()
    snapshot = spectator.ok("watch", game=match.id)["game"]
    assert (snapshot["v"], snapshot["ply"], snapshot["moves"]) == (3, 2, "C3 C4")
    assert snapshot["position"] == match.referee.position()
    assert (snapshot["to_move"], snapshot["status"]) == (BLUE, "playing")
    match.play("C3xC4")
    assert spectator.expect("move")["v"] == 4
    assert spectator.expect("end")["v"] == 5
    over = spectator.ok("watch", game=match.id)["game"]
    assert (over["status"], over["v"], over["clock"]["running"]) == ("finished", 5, None)
    assert over["result"] == {"winner": BLUE, "reason": "capture"}
    assert over["ended_at"] >= over["started_at"]


def test_from_any_point(match, connect):
    match.play("C3", "C4", "A1")
    spectator = connect()
    everything = whole_stream(spectator, match.id)
    assert numbers(everything) == [1, 2, 3, 4]
    assert [json.loads(item)["ev"] for item in everything] == ["start", "move", "move", "move"]
    for after in range(5):
        answer = spectator.ok("watch", game=match.id, **{"from": after})
        assert raw_items(spectator.lines[-1], "events") == everything[after:]
        assert (answer["v"], answer.get("more", False)) == (4, False)
        assert answer["clock"]["running"] == RED
        assert set(answer["presence"]) == {"blue", "red", "spectators"}
    error = spectator.refused("watch", game=match.id, **{"from": 5})
    assert (error["code"], error["field"]) == ("bad_request", "from")
    match.play("A2")
    assert spectator.expect("move", v=5)


def test_the_start_event(match):
    start = json.loads(whole_stream(match.blue, match.id)[0])
    assert (start["ev"], start["v"], start["ply"], start["to_move"]) == ("start", 1, 0, BLUE)
    assert start["position"] == ".../..../...../..../... b"
    assert start["clock"]["blue_ms"] == 3600000


def test_watching_twice_does_not_double_the_events(match, connect):
    spectator = connect()
    for _ in range(3):
        spectator.ok("watch", game=match.id)
        spectator.ok("watch", game=match.id, **{"from": 0})
    match.play("C3", "C4")
    spectator.settle()
    assert numbers(spectator.stream(match.id)) == [2, 3]


def test_unwatch(match, connect):
    spectator = connect()
    spectator.ok("watch", game=match.id)
    match.play("C3")
    spectator.expect("move")
    assert spectator.ok("unwatch", game=match.id) == {}
    match.play("C4")
    spectator.settle()
    assert numbers(spectator.stream(match.id)) == [2]


def test_pages_of_500_while_the_game_goes_on(player, connect, dice):
    """None missing, none twice: a long game, with turns made between the pages."""
    match = Match(player(), player(), size=4, time=None)
    while match.v < 1100:
        if match.referee.winner:
            pytest.fail("the dice gave a short game")
        match.play(_quiet_turn(match.referee, dice))
    spectator = connect()
    first = spectator.ok("watch", game=match.id, **{"from": 0})
    items = raw_items(spectator.lines[-1], "events")
    assert first["more"] is True and numbers(items) == list(range(1, 501))
    match.play(_quiet_turn(match.referee, dice))
    spectator.settle()
    assert not spectator.stream(match.id), "nothing follows before the last page"
    items += whole_stream(spectator, match.id, after=500)
    told_until = match.v
    match.play(_quiet_turn(match.referee, dice))
    spectator.expect("move", v=told_until + 1)
    assert numbers(items) == list(range(1, told_until + 1))
    told = match.blue.stream(match.id)
    assert items[1:] + spectator.stream(match.id) == told


def _quiet_turn(game, dice):
    """A turn that keeps the game going: a capture only where it does not win."""
    for eager in (0.75, 0.75, 0.2, 0.2, 0.0, 0.0):
        turn = game.choose(dice, eager)
        trial = game.copy()
        trial.play(turn)
        if trial.winner:
            continue
        # Leave the opponent some stacks, or the next captures end the game.
        owners = [owner for owner, _ in trial.stacks.values()]
        if len(owners) < 12 or min(owners.count(BLUE), owners.count(RED)) >= 3:
            return turn
    return turn


def test_watching_from_while_turns_pour_in(match, connect, dice):
    """Connections that begin at every moment of a game all have the same bytes in the end."""
    late = []
    while not match.referee.winner and match.referee.ply < 60:
        spectator = connect()
        after = dice.randint(0, match.v)
        spectator.post("watch", game=match.id, **{"from": after})
        match.play(match.referee.choose(dice, 0.3))
        late.append((spectator, after))
    everything = whole_stream(match.blue, match.id)
    for spectator, after in late:
        spectator.reply_to(1)
        reply_line = spectator.lines[-1]
        spectator.settle()
        assert raw_items(reply_line, "events") + spectator.stream(match.id) == everything[after:]


def test_presence_is_told(match, connect):
    spectator = connect()
    spectator.ok("watch", game=match.id)
    presence = match.blue.expect("presence", spectators=1)
    assert (presence["game"], presence["blue"], presence["red"]) == (match.id, True, True)
    match.red.close()
    assert spectator.expect("presence", red=False)["blue"] is True
    snapshot = spectator.ok("watch", game=match.id)["game"]
    assert snapshot["presence"] == {"blue": True, "red": False, "spectators": 1}


def test_a_player_who_comes_back_goes_on(match, connect):
    match.play("C3", "C4")
    match.blue.close()
    back = connect()
    assert back.resume(match.blue.token)["playing"] == [match.id]
    answer = back.ok("watch", game=match.id, **{"from": 1})
    assert [event["v"] for event in answer["events"]] == [2, 3]
    back.ok("move", game=match.id, move="C3xC4", ply=2)
    assert back.expect("end")["result"]["winner"] == BLUE


def test_the_games_being_played(player, connect):
    match = Match(player(), player(), size=4, time=LONG)
    spectator = connect()
    name = match.blue.user["name"]
    listed = spectator.ok("games", user=name)["games"]
    assert [game["id"] for game in listed] == [match.id]
    assert (listed[0]["status"], listed[0]["size"]) == ("playing", 4)
    for absent in ("v", "moves", "position", "to_move", "clock", "offers", "presence"):
        assert absent not in listed[0]
    assert spectator.ok("games", user=name, size=3)["games"] == []
    assert spectator.ok("games", user=name, pool="4-classical", limit=1)["games"] == listed
    match.blue.ok("abort", game=match.id)
    assert spectator.ok("games", user=name)["games"] == []


def test_a_spectator_who_does_not_read_is_cut_off(player, server):
    """Nobody else notices, and by `from` nothing is lost."""
    blue, red = player(), player()
    matches = [Match(blue, red, time=None) for _ in range(100)]
    with Client(server.address, receive_buffer=4096) as sleeper:
        for match in matches:
            sleeper.ok("watch", game=match.id)
        turns = longest_game()
        for ply, move in enumerate(turns):
            mover, waiter = (blue, red) if ply % 2 == 0 else (red, blue)
            mover.send(b"".join(
                json.dumps({"id": 0, "op": "move", "game": match.id, "move": move, "ply": ply})
                .encode() + b"\n" for match in matches))
            for match in matches:
                mover.reply_to(0)
                waiter.expect("move", game=match.id, ply=ply + 1)
            mover.events.clear()
        with pytest.raises(Closed):
            while True:
                sleeper.read()
        cut_off = sleeper.stream(matches[0].id)
    told = red.stream(matches[0].id)
    assert len(told) == len(turns)
    assert told[:len(cut_off)] == cut_off and len(cut_off) < len(told)
    with Client(server.address) as again:
        after = json.loads(cut_off[-1])["v"] if cut_off else 1
        assert cut_off + whole_stream(again, matches[0].id, after) == told


def longest_game():
    """The turns of a long game without skips, up to where both still have pieces."""
    games = [record["turns"].split() for record in records("games.ndjson")
             if record["size"] == 3 and "skip" not in record["turns"]]
    return max(games, key=len)[:120]


def begin_and_abort(blue, red, count):
    """So many games at once, each called off before its first turn."""
    name = red.user["name"]
    asked = [blue.post("challenge", user=name, color="blue") for _ in range(count)]
    for number in asked:
        blue.reply_to(number)
    answers = [
        red.post("challenge_answer", challenge=red.expect("challenge")["challenge"]["id"],
                 accept=True)
        for _ in range(count)
    ]
    games = [red.reply_to(number)["game"] for number in answers]
    aborts = [red.post("abort", game=game) for game in games]
    for number in aborts:
        red.reply_to(number)
    for client in (blue, red):
        assert [client.expect("game_started")["game"]["id"] for _ in games] == games
        for game in games:
            assert client.expect("end", game=game)["result"]["reason"] == "aborted"


def test_a_player_hears_of_a_game_however_many_are_over(player):
    blue, red = player(), player()
    for _ in range(51):
        begin_and_abort(blue, red, 20)
    Match(blue, red, time=LONG).play("C3", "C4").play("C3xC4")
