"""What was: ratings and counts as of a time past, openings folded together, the key of records."""

import base64
import random
import time

import pytest

from clamber_client import Client
from conftest import fresh_name
from match import BLITZ, Match
from referee import NEIGHBOURS
from server_process import Server

DAY_MS = 86400000


class Story:
    """Two players and what the server said of them after each of their rated games."""

    def __init__(self, data, games=12):
        self.server = Server(data)
        self.ann, self.bob, self.look = (Client(self.server.address) for _ in range(3))
        self.ann.register("ann")
        self.bob.register("bob")
        self.since_at = self.user("ann")["since_at"]
        self.moments = []
        for number in range(games):
            # No two ends within the same millisecond.
            time.sleep(0.002)
            players = (self.ann, self.bob) if number % 3 else (self.bob, self.ann)
            match = Match(*players, rated=True, time=BLITZ).finish()
            self.moments.append((match.ended["at"], self.user("ann"), self.user("bob")))

    def user(self, name, **fields):
        return self.look.ok("user", name=name, **fields)


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    told = Story(tmp_path_factory.mktemp("story"))
    yield told
    told.server.stop()


def without_provisional(answer):
    """Whether a rating is provisional depends on how long ago it was, and so on the moment."""
    for rating in answer["user"]["ratings"].values():
        del rating["provisional"], rating["rd"]
    return answer


def test_a_user_as_of_then(story):
    before = story.user("ann", at=story.moments[0][0] - 1)
    assert (before["user"]["ratings"], before["won"], before["lost"]) == ({}, 0, 0)
    for index, (at, ann, bob) in enumerate(story.moments):
        until = story.moments[index + 1][0] - 1 if index + 1 < len(story.moments) else at + DAY_MS
        for moment in (at, until):
            for name, then in (("ann", ann), ("bob", bob)):
                assert without_provisional(story.user(name, at=moment)) == without_provisional(
                    {**then, "user": {**then["user"], "ratings": {
                        pool: dict(rating) for pool, rating in then["user"]["ratings"].items()}}})


def test_nobody_before_being_made(story):
    assert story.look.code("user", name="ann", at=story.since_at - 1) == "not_found"
    assert story.user("ann", at=story.since_at)["won"] == 0
    assert story.look.refused("user", name="ann", at=-1)["field"] == "at"
    assert story.look.refused("leaderboard", pool="3-blitz", at=-1)["field"] == "at"
    assert story.look.refused("leaderboard", pool="3-blitz", at=1.5)["field"] == "at"


def test_a_leaderboard_as_of_then(new_server, connect):
    server = new_server()
    ann, bob = connect(server, "ann"), connect(server, "bob")
    look, shown = connect(server), []
    for number in range(60):
        time.sleep(0.002)
        players = (ann, bob) if number % 3 else (bob, ann)
        match = Match(*players, rated=True, time=BLITZ).finish()
        shown.append((match.ended["at"], look.ok("leaderboard", pool="3-blitz")["players"]))
    assert shown[0][1] == [] and len(shown[-1][1]) == 2
    for at, players in shown:
        assert look.ok("leaderboard", pool="3-blitz", at=at)["players"] == players
    at, players = shown[-1]
    first = look.ok("leaderboard", pool="3-blitz", at=at, limit=1)
    second = look.ok("leaderboard", pool="3-blitz", at=at, limit=1, cursor=first["cursor"])
    assert first["players"] + second["players"] == players
    assert look.code("leaderboard", pool="3-blitz", at=at - 1, limit=1,
                     cursor=first["cursor"]) == "bad_request"


def test_openings_are_the_same_from_every_side(new_server, connect):
    """After C3 the six cells around it are one continuation; so it goes on at every ply."""
    server = new_server()
    ann, bob, look = connect(server, "ann"), connect(server, "bob"), connect(server)
    around = sorted(NEIGHBOURS[3]["C3"])
    for cell in around:
        Match(ann, bob, rated=True, time=BLITZ).play("C3", cell, f"C3x{cell}")
    Match(ann, bob, rated=True, time=BLITZ).play("C3", "A1").resign("blue")
    Match(ann, bob, time=BLITZ).play("C3", "A1").resign("blue")
    start = look.ok("openings", size=3, moves="")
    assert start == {"games": 7, "blue": 6, "red": 1,
                     "next": [{"move": "C3", "games": 7, "blue": 6, "red": 1}]}
    answer = look.ok("openings", size=3, moves="C3")
    assert [(n["games"], n["blue"], n["red"]) for n in answer["next"]] == [(6, 6, 0), (1, 0, 1)]
    assert answer["next"][0]["move"] in around
    for cell in around:
        answer = look.ok("openings", size=3, moves=f"C3 {cell}")
        assert answer["next"] == [{"move": f"C3x{cell}", "games": 6, "blue": 6, "red": 0}]
    for wrong in ("C3 C3", "C3 ", " C3", "c9", "C3,C4", "skip"):
        assert look.refused("openings", size=3, moves=wrong)["field"] == "moves"
    assert look.refused("openings", size=5, moves="")["field"] == "size"


def test_openings_add_up(new_server, connect):
    """At every point of random games: those that go on, and those that ended there, are all."""
    server = new_server()
    ann, bob, look = connect(server, "ann"), connect(server, "bob"), connect(server)
    dice = random.Random(7)
    for _ in range(8):
        Match(ann, bob, rated=True, time=BLITZ).play_out(dice, 0.8)
    todo, seen = [""], 0
    while todo:
        moves = todo.pop()
        if len(moves.split()) == 20:
            continue
        answer = look.ok("openings", size=3, moves=moves)
        seen += 1
        assert answer["games"] == answer["blue"] + answer["red"]
        going_on = answer["next"]
        assert sum(n["games"] for n in going_on) <= answer["games"]
        assert [n["games"] for n in going_on] == sorted((n["games"] for n in going_on),
                                                         reverse=True)
        for continuation in going_on:
            line = f"{moves} {continuation['move']}".strip()
            then = look.ok("openings", size=3, moves=line)
            assert then["games"] == continuation["games"], line
            todo.append(line)
    assert seen > 20


def test_the_key_stays(new_server, connect):
    server = new_server()
    match = Match(connect(server, fresh_name()), connect(server, fresh_name())).finish()
    key = match.blue.ok("key")["key"]
    assert len(base64.b64decode(key, validate=True)) == 32
    assert match.blue.ok("record", game=match.id)["record"]["proof"]["key"] == key
    server.kill_and_restart()
    assert connect(server).ok("key") == {"key": key}
