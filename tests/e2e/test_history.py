"""History, records, ratings: every filter, every page, each game exactly once."""

import time

import pytest

from clamber_client import Client
from match import BLITZ, LONG, Match
from referee import BLUE, RED
from server_process import Server

BULLET = {"initial_ms": 120000, "increment_ms": 0}


class Library:
    """A server with a few finished games between ann, bob and cat, oldest first in `ids`."""

    def __init__(self, data):
        self.server = Server(data)
        self.ann, self.bob, self.cat = (Client(self.server.address) for _ in range(3))
        for client, name in ((self.ann, "ann"), (self.bob, "bob"), (self.cat, "cat")):
            client.register(name)
        self.matches = [
            Match(self.ann, self.bob, rated=True, time=BLITZ).finish(),
            Match(self.bob, self.ann, rated=True, time=BLITZ).finish(),
            Match(self.ann, self.cat, size=4, time=LONG).resign(BLUE),
            Match(self.cat, self.bob, rated=True, time=BULLET).resign(RED),
            Match(self.bob, self.cat, time=None).finish(),
            self._aborted(self.cat, self.ann),
            Match(self.ann, self.bob, size=4, rated=True, time=BLITZ).resign(RED),
        ]
        self.ids = [match.id for match in self.matches]

    @staticmethod
    def _aborted(blue, red):
        match = Match(blue, red, time=LONG)
        blue.ok("abort", game=match.id)
        match.expect_end(None, "aborted")
        return match

    def find(self, **filters):
        """Indices of the games found, in the order given."""
        answer = self.ann.ok("history", **filters)
        return [self.ids.index(game["id"]) for game in answer["games"]]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    filled = Library(tmp_path_factory.mktemp("library"))
    yield filled
    filled.server.stop()


FILTERS = [
    ({}, [6, 5, 4, 3, 2, 1, 0]),
    ({"user": "ann"}, [6, 5, 2, 1, 0]),
    ({"user": "ANN"}, [6, 5, 2, 1, 0]),
    ({"user": "ann", "versus": "bob"}, [6, 1, 0]),
    ({"user": "bob", "versus": "ann"}, [6, 1, 0]),
    ({"size": 4}, [6, 2]),
    ({"pool": "3-blitz"}, [1, 0]),
    ({"pool": "3-bullet"}, [3]),
    ({"pool": "4-rapid"}, []),
    ({"rated": True}, [6, 3, 1, 0]),
    ({"rated": False}, [5, 4, 2]),
    ({"user": "ann", "result": "win"}, [6, 0]),
    ({"user": "ann", "result": "loss"}, [2, 1]),
    ({"user": "ann", "result": "none"}, [5]),
    ({"user": "cat", "result": "win"}, [3, 2]),
    ({"reason": "capture"}, [4, 1, 0]),
    ({"reason": "resign"}, [6, 3, 2]),
    ({"reason": "aborted"}, [5]),
    ({"reason": "time"}, []),
    ({"user": "ann", "versus": "bob", "size": 4, "rated": True, "reason": "resign"}, [6]),
    ({"user": "ann", "versus": "cat", "result": "loss", "size": 3}, []),
    ({"limit": 3}, [6, 5, 4]),
    ({"since": 0, "until": 1000}, []),
    ({"since": 2**52}, []),
]


@pytest.mark.parametrize("filters,expected", FILTERS, ids=str)
def test_filters(library, filters, expected):
    assert library.find(**filters) == expected


def test_times_are_half_open(library):
    ends = [game["ended_at"] for game in library.ann.ok("history")["games"]]
    assert ends == sorted(ends, reverse=True)
    middle = ends[3]
    since = library.find(since=middle)
    until = library.find(until=middle)
    assert sorted(since + until) == list(range(7))
    assert 3 in since and 3 not in until
    assert library.find(since=middle, until=middle) == []


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("filters", [{}, {"user": "ann"}, {"rated": True}], ids=str)
def test_pages(library, limit, filters):
    everything = library.find(**filters)
    found, cursor = [], {}
    while True:
        answer = library.ann.ok("history", limit=limit, **filters, **cursor)
        found += [library.ids.index(game["id"]) for game in answer["games"]]
        if answer["cursor"] is None:
            break
        assert len(answer["games"]) == limit
        cursor = {"cursor": answer["cursor"]}
    assert found == everything


def test_pages_are_not_disturbed_by_games_that_end_meanwhile(new_server, connect):
    server = new_server()
    ann, bob = connect(server, "ann"), connect(server, "bob")
    games = [Match(ann, bob, time=None).finish().id for _ in range(5)]
    first = ann.ok("history", limit=2)
    games.append(Match(ann, bob, time=None).finish().id)
    second = ann.ok("history", limit=2, cursor=first["cursor"])
    third = ann.ok("history", limit=2, cursor=second["cursor"])
    found = [game["id"] for page in (first, second, third) for game in page["games"]]
    assert found == games[4::-1]
    assert third["cursor"] is None


def test_a_summary_has_its_members_and_no_more(library):
    game = library.ann.ok("history", limit=1)["games"][0]
    assert {"id", "size", "rated", "pool", "time", "status", "blue", "red", "ply", "result",
            "started_at", "ended_at"} <= set(game)
    for absent in ("v", "moves", "position", "to_move", "clock", "offers", "presence"):
        assert absent not in game


def test_a_summary_of_one_game(new_server, connect):
    server = new_server()
    ann, bob = connect(server, "ann"), connect(server, "bob")
    over = Match(ann, bob, rated=True, time=BLITZ).finish().id
    played = Match(ann, bob, size=4, time=None)
    played.play("C3")
    anybody = connect(server)
    asked = {game: anybody.ok("summary", game=game)["game"] for game in (over, played.id)}
    assert asked[over] == anybody.ok("history")["games"][0]
    assert asked[played.id] == anybody.ok("games")["games"][0]
    assert (asked[played.id]["ply"], asked[played.id]["result"]) == (1, None)
    server.kill_and_restart()
    anybody = connect(server)
    assert asked == {game: anybody.ok("summary", game=game)["game"] for game in asked}
    for unknown in ("AAAAAAAAAAAA", "x", "", over[:-1] + "-"):
        assert anybody.code("summary", game=unknown) == "not_found"


BAD = [
    {"cursor": "nonsense"},
    {"cursor": ""},
    {"since": 5, "until": 4},
    {"result": "win"},
    {"since": -1},
    {"until": 1.5},
]


@pytest.mark.parametrize("fields", BAD, ids=str)
def test_what_is_no_filter(library, fields):
    assert library.ann.code("history", **fields) == "bad_request"


def test_a_cursor_is_for_the_filters_it_was_given_for(library):
    cursor = library.ann.ok("history", limit=2)["cursor"]
    assert library.ann.code("history", limit=2, rated=True, cursor=cursor) == "bad_request"
    assert library.ann.code("history", user="ann", cursor=cursor) == "bad_request"
    assert library.ann.code("history", cursor=cursor[:-1]) == "bad_request"
    assert library.ann.code("history", cursor=cursor + "A") == "bad_request"
    assert library.ann.code("leaderboard", pool="3-blitz", cursor=cursor) == "bad_request"


@pytest.mark.parametrize("name", ["nobody", "x", "a'b; drop table", "\u00e9", "A" * 500])
def test_an_unknown_user_is_not_found(library, name):
    assert library.ann.code("history", user=name) == "not_found"
    assert library.ann.code("user", name=name) == "not_found"
    assert library.ann.code("rating_history", user=name, pool="3-blitz") == "not_found"
    assert library.ann.code("history", user="ann", versus=name) == "not_found"


def test_a_record(library):
    match = library.matches[0]
    record = library.cat.ok("record", game=match.id)["record"]
    assert record["id"] == match.id
    assert record["moves"] == "C3 C4 C3xC4"
    assert (record["ply"], record["v"], record["status"]) == (3, 5, "finished")
    assert record["result"] == {"winner": BLUE, "reason": "capture"}
    assert record["blue"] == {"name": "ann", "kind": "human", "rating": 1500}
    assert record["ended_at"] == match.ended["at"]


def test_a_record_of_an_unfinished_game(library):
    match = Match(library.ann, library.bob, time=None).play("C3", "C4")
    record = library.cat.ok("record", game=match.id)["record"]
    assert (record["status"], record["moves"], record["result"]) == ("playing", "C3 C4", None)
    assert library.find() == [6, 5, 4, 3, 2, 1, 0], "history is of games that have ended"


def test_a_user(library):
    answer = library.cat.ok("user", name="CAT")
    assert answer["user"]["name"] == "cat"
    assert set(answer["user"]["ratings"]) == {"3-bullet"}
    assert answer["user"]["ratings"]["3-bullet"]["games"] == 1
    assert abs(answer["since_at"] - time.time() * 1000) < 3600 * 1000


def test_a_rating_history(library):
    ends = [library.matches[i].ended["ratings"] for i in (0, 1)]
    expected = [ends[1]["red"]["after"]["rating"], ends[0]["blue"]["after"]["rating"]]
    answer = library.bob.ok("rating_history", user="ann", pool="3-blitz")
    assert [point["rating"] for point in answer["points"]] == expected
    assert [point["game"] for point in answer["points"]] == [library.ids[1], library.ids[0]]
    assert answer["cursor"] is None
    first = library.bob.ok("rating_history", user="ann", pool="3-blitz", limit=1)
    second = library.bob.ok("rating_history", user="ann", pool="3-blitz", limit=1,
                            cursor=first["cursor"])
    assert first["points"] + second["points"] == answer["points"]
    assert second["cursor"] is None
    assert library.bob.ok("rating_history", user="cat", pool="3-blitz")["points"] == []
    at = answer["points"][0]["at"]
    since = library.bob.ok("rating_history", user="ann", pool="3-blitz", since=at)["points"]
    assert answer["points"][0] in since


def test_a_leaderboard(new_server, connect):
    """Many games to settle the ratings; provisional ones are left out."""
    server = new_server()
    ann, bob, cat = (connect(server, name) for name in ("ann", "bob", "cat"))
    bot = connect(server)
    bot.register("robot", bot=True)
    assert ann.ok("leaderboard", pool="3-blitz") == {"players": [], "cursor": None}
    Match(ann, cat, rated=True, time=BLITZ).finish()
    for number in range(30):
        Match(*((ann, bot) if number % 2 else (bot, ann)), rated=True, time=BLITZ).finish()
        Match(*((ann, bob) if number % 3 else (bob, ann)), rated=True, time=BLITZ).finish()
    users = {c.user["name"]: c.ok("whoami")["user"] for c in (ann, bob, cat, bot)}
    settled = [user for user in users.values() if not user["ratings"]["3-blitz"]["provisional"]]
    settled.sort(key=lambda user: (-user["ratings"]["3-blitz"]["rating"], user["name"]))
    names = [user["name"] for user in settled]
    assert "cat" not in names and {"ann", "bob", "robot"} == set(names)
    everyone = ann.ok("leaderboard", pool="3-blitz", bots=True)["players"]
    assert [_name(player) for player in everyone] == names
    humans = ann.ok("leaderboard", pool="3-blitz")["players"]
    assert [_name(player) for player in humans] in (names, [n for n in names if n != "robot"])
    found, cursor = [], {}
    while True:
        page = ann.ok("leaderboard", pool="3-blitz", bots=True, limit=1, **cursor)
        found += page["players"]
        if page["cursor"] is None:
            break
        cursor = {"cursor": page["cursor"]}
    assert found == everyone


def _name(player):
    return player["name"] if "name" in player else player["user"]["name"]


def test_history_survives_kill_9(new_server, connect):
    server = new_server()
    ann, bob = connect(server, "ann"), connect(server, "bob")
    ids = [Match(ann, bob, rated=True, time=BLITZ).finish().id for _ in range(5)]
    before = ann.ok("history")
    ratings = [client.ok("whoami") for client in (ann, bob)]
    server.kill_and_restart()
    after = connect(server).ok("history")
    assert after == before
    assert [game["id"] for game in after["games"]] == ids[::-1]
    assert [connect(server).resume(client.token)["user"] for client in (ann, bob)] == [
        answer["user"] for answer in ratings]
