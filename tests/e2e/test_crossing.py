"""What two people send at the same moment, 200 times over and both ways round.

Whatever arrives first decides; of two things that exclude each other exactly one happens; everybody
is told the same.
"""

import itertools

import pytest

from conftest import fresh_name
from match import LONG, Match

TIMES = 200
DAILY = {"per_move_ms": 86400000}


@pytest.fixture
def pair(connect):
    return connect(name=fresh_name()), connect(name=fresh_name())


def cross(number, first, second):
    """Sends two requests, each (client, op, fields), the second first where `number` is odd; gives
    what became of them, "ok" or an error's code, and the bodies of those that went well."""
    order = (second, first) if number % 2 else (first, second)
    asked = {id(request): request[0].post(request[1], **request[2]) for request in order}
    codes, bodies = [], []
    for request in (first, second):
        reply = request[0].read_reply()
        assert reply["re"] == asked[id(request)]
        codes.append("ok" if "ok" in reply else reply["error"]["code"])
        bodies.append(reply.get("ok"))
    return codes, bodies


def test_one_of_many_acceptors_wins(connect):
    owner, *others = [connect(name=fresh_name()) for _ in range(5)]
    for number in range(TIMES):
        seek = owner.ok("seek", time=LONG)["seek"]
        turn = number % len(others)
        order = others[turn:] + others[:turn]
        asked = {client: client.post("accept", seek=seek) for client in order}
        replies = {client: client.read_reply() for client in order}
        assert all(replies[client]["re"] == asked[client] for client in order)
        games = [reply["ok"]["game"] for reply in replies.values() if "ok" in reply]
        codes = [reply["error"]["code"] for reply in replies.values() if "error" in reply]
        assert len(games) == 1 and codes == ["gone"] * (len(others) - 1)
        assert owner.expect("game_started")["game"]["id"] == games[0]
        assert [game["id"] for game in owner.ok("games", user=owner.user["name"])["games"]] == games
        owner.ok("abort", game=games[0])


def test_a_cancelled_seek_never_becomes_a_game(pair):
    ann, bob = pair
    outcomes = set()
    for number in range(TIMES):
        seek = ann.ok("seek", time=DAILY if number % 4 < 2 else LONG)["seek"]
        codes, bodies = cross(number, (ann, "unseek", {"seek": seek}),
                              (bob, "accept", {"seek": seek}))
        assert codes in (["ok", "gone"], ["gone", "ok"])
        outcomes.add(tuple(codes))
        playing = [game["id"] for game in bob.ok("games", user=ann.user["name"])["games"]]
        assert playing == ([bodies[1]["game"]] if bodies[1] else [])
        if playing:
            bob.ok("abort", game=playing[0])
    assert len(outcomes) == 2, "both ways round have been seen"


def test_seeks_that_cross_are_one_game_with_colours_drawn(pair):
    ann, bob = pair
    blues = 0
    for number in range(TIMES):
        _, bodies = cross(number, (ann, "seek", {"time": LONG}), (bob, "seek", {"time": LONG}))
        assert sorted(next(iter(body)) for body in bodies) == ["game", "seek"]
        started = [client.expect("game_started")["game"] for client in pair]
        assert started[0] == started[1]
        assert started[0]["id"] in [body.get("game") for body in bodies]
        assert ann.ok("lobby")["seeks"] == []
        ann.ok("unlobby")
        blues += started[0]["blue"]["name"] == ann.user["name"]
        ann.ok("abort", game=started[0]["id"])
    # Six standard deviations: once in 500 million runs.
    assert 58 <= blues <= 142, blues


def test_two_devices_of_one_account_never_play_each_other(connect):
    first, second = connect(name=fresh_name()), connect()
    second.resume(first.token)
    for number in range(20):
        _, bodies = cross(number, (first, "seek", {"time": LONG, "color": "blue"}),
                          (second, "seek", {"time": LONG, "color": "red"}))
        seeks = [body["seek"] for body in bodies]
        assert second.code("accept", seek=seeks[0]) == "self_play"
        assert first.code("accept", seek=seeks[1]) == "self_play"
        assert second.code("challenge", user=first.user["name"]) == "self_play"
        first.ok("unseek", seek=seeks[1])
        second.ok("unseek", seek=seeks[0])
    other = connect(name=fresh_name())
    match = Match(first, other).finish()
    codes, bodies = cross(0, (first, "rematch", {"game": match.id}),
                          (second, "rematch", {"game": match.id}))
    assert (codes, bodies) == (["ok", "ok"], [{}, {}])
    second.settle()
    assert first.ok("games", user=first.user["name"])["games"] == []


def test_rematches_that_cross_are_one_game(pair):
    match = Match(*pair).finish()
    for number in range(TIMES):
        blue, red = match.blue, match.red
        _, bodies = cross(number, (blue, "rematch", {"game": match.id}),
                          (red, "rematch", {"game": match.id}))
        assert sorted(map(len, bodies)) == [0, 1]
        games = {client.expect("game_started")["game"]["id"] for client in pair}
        assert games == {body["game"] for body in bodies if body}
        match = Match(red, blue, game=games.pop()).finish()


@pytest.mark.parametrize("accept", [True, False])
def test_an_answer_and_a_withdrawal_exclude_each_other(pair, accept):
    match = Match(*pair).play("C3", "C5")
    for number in range(TIMES // 2):
        match.blue.ok("offer", game=match.id, kind="takeback")
        codes, bodies = cross(
            number, (match.blue, "answer", {"game": match.id, "kind": "takeback", "accept": False}),
            (match.red, "answer", {"game": match.id, "kind": "takeback", "accept": accept}))
        assert codes in (["ok", "gone"], ["gone", "ok"])
        ends = [client.expect("offer_closed", game=match.id) for client in pair]
        how = ends[0]["how"]
        assert ends[0] == ends[1] and how == (
            "withdrawn" if codes[0] == "ok" else "accepted" if accept else "declined")
        if how == "accepted":
            v = match.blue.expect("takeback", game=match.id)["v"]
            assert v == bodies[1]["v"]
            match.blue.ok("move", game=match.id, move="C3", ply=0, v=v)
            match.red.ok("move", game=match.id, move="C5", ply=1)
        if number % 90 == 89:
            # A game has 100 offers.
            match.blue.ok("resign", game=match.id)
            match = Match(*pair).play("C3", "C5")


def test_offers_to_abort_that_cross_are_an_agreement(pair):
    for number in range(TIMES // 2):
        match = Match(*pair).play("C3", "C5")
        codes, _ = cross(number, (match.blue, "offer", {"game": match.id, "kind": "abort"}),
                         (match.red, "offer", {"game": match.id, "kind": "abort"}))
        assert codes == ["ok", "ok"]
        ends = [client.expect("end", game=match.id) for client in pair]
        assert ends[0] == ends[1] and ends[0]["result"] == {"winner": None, "reason": "aborted"}


def test_a_withdrawal_and_the_next_turn(pair):
    """The turn is played either way; the offer is closed once, withdrawn or lapsed."""
    outcomes = set()
    for number in range(TIMES):
        match = Match(*pair).play("C3", "C5")
        v = match.red.ok("offer", game=match.id, kind="takeback")["v"]
        codes, _ = cross(number, (match.blue, "move", {"game": match.id, "move": "A1", "ply": 2,
                                                       "v": v - 1}),
                         (match.red, "answer", {"game": match.id, "kind": "takeback",
                                                "accept": False}))
        outcomes.add(tuple(codes))
        assert codes in (["ok", "ok"], ["ok", "gone"])
        shown = match.blue.ok("watch", game=match.id)["game"]
        assert (shown["moves"], shown["offers"]) == ("C3 C5 A1", [])
        how = {client.expect("offer_closed", game=match.id)["how"] for client in pair}
        assert how == {"withdrawn" if codes[1] == "ok" else "lapsed"}
        match.blue.ok("resign", game=match.id)
    assert len(outcomes) == 2, "both ways round have been seen"


def test_challenges_that_cross_are_two(pair):
    ann, bob = pair
    for number in range(TIMES):
        _, bodies = cross(number, (ann, "challenge", {"user": bob.user["name"]}),
                          (bob, "challenge", {"user": ann.user["name"]}))
        made = {body["challenge"] for body in bodies}
        assert len(made) == 2
        for client in pair:
            assert {client.expect("challenge")["challenge"]["id"] for _ in made} == made
        ann.ok("challenge_cancel", challenge=bodies[0]["challenge"])
        bob.ok("challenge_cancel", challenge=bodies[1]["challenge"])


def test_what_both_say_is_numbered_alike_for_both(pair):
    match = Match(*pair)
    for number in range(TIMES):
        _, bodies = cross(number, *((client, "say", {"game": match.id, "room": "players",
                                                     "text": f"{client.user['name']} {number}"})
                                    for client in pair))
        assert sorted(body["seq"] for body in bodies) == [2 * number + 1, 2 * number + 2]
    told = [[client.expect("chat") for _ in range(2 * TIMES)] for client in pair]
    assert told[0] == told[1]
    assert [line["seq"] for line in told[0]] == list(range(1, 2 * TIMES + 1))


def test_accepting_and_leaving_in_one_packet(pair, connect):
    """Whoever accepts and logs out plays on the next day; who logs out first does not accept."""
    ann, bob = pair
    for number, first in zip(range(20), itertools.cycle(["accept", "logout"])):
        seek = ann.ok("seek", time=DAILY)["seek"]
        device = connect()
        device.login(bob.user["name"])
        requests = {"accept": {"seek": seek}, "logout": {}}
        order = [first] + [op for op in requests if op != first]
        asked = [device.post(op, **requests[op]) for op in order]
        replies = [device.read_reply() for _ in asked]
        assert [reply["re"] for reply in replies] == asked
        if first == "accept":
            assert "ok" in replies[0] and "ok" in replies[1]
            game = ann.expect("game_started")["game"]["id"]
            assert bob.expect("game_started")["game"]["id"] == game, number
            ann.ok("abort", game=game)
        else:
            assert "ok" in replies[0] and replies[1]["error"]["code"] == "unauthenticated"
            ann.ok("unseek", seek=seek)
