"""Seeks: who fits whom, what becomes of them, and what the lobby is told."""

import signal
import time

import pytest

from match import BLITZ, LONG, Match

TERMS = {"size": 3, "time": LONG, "rated": False}


@pytest.fixture
def lobby(new_server, connect):
    """A server of its own, with a connection that looks at its lobby."""
    server = new_server()
    watcher = connect(server)
    assert watcher.ok("lobby") == {"seeks": []}

    class Lobby:
        def __init__(self):
            self.server = server
            self.watcher = watcher
            self.clients = {}

        def client(self, name):
            if name not in self.clients:
                self.clients[name] = connect(server, name)
            return self.clients[name]

    return Lobby()


def test_a_seek_is_seen_as_it_was_made(lobby):
    ann = lobby.client("ann")
    seek = ann.ok("seek", size=4, time=LONG, rated=True, color="red", rating_min=1200,
                  rating_max=1800)["seek"]
    shown = lobby.watcher.expect("seek_added")["seek"]
    assert shown.pop("at") > 0
    assert shown == {
        "id": seek,
        "user": {"name": "ann", "kind": "human", "rating": 1500},
        "size": 4,
        "time": LONG,
        "rated": True,
        "pool": "4-classical",
        "color": "red",
        "rating_min": 1200,
        "rating_max": 1800,
    }
    assert len(seek) == 12 and seek.isalnum()
    assert [s["id"] for s in ann.ok("lobby")["seeks"]] == [seek]
    assert ann.ok("unseek", seek=seek) == {}
    assert lobby.watcher.expect("seek_removed")["id"] == seek
    assert ann.code("unseek", seek=seek) == "gone"


def test_the_defaults_of_a_seek(lobby):
    lobby.client("ann").ok("seek")
    shown = lobby.watcher.expect("seek_added")["seek"]
    assert (shown["size"], shown["time"], shown["rated"]) == (3, BLITZ, False)
    assert (shown["color"], shown["pool"]) == ("random", "3-blitz")
    assert (shown["rating_min"], shown["rating_max"]) == (None, None)


POOLS = [
    ({"initial_ms": 179999, "increment_ms": 0}, "3-bullet"),
    ({"initial_ms": 180000, "increment_ms": 0}, "3-blitz"),
    ({"initial_ms": 0, "increment_ms": 4500}, "3-blitz"),
    ({"initial_ms": 479999, "increment_ms": 0}, "3-blitz"),
    ({"initial_ms": 480000, "increment_ms": 0}, "3-rapid"),
    ({"initial_ms": 1460000, "increment_ms": 1000}, "3-classical"),
    ({"per_move_ms": 60000}, "3-correspondence"),
    (None, None),
]


@pytest.mark.parametrize("clock,pool", POOLS, ids=str)
def test_the_pool_follows_from_the_clock(lobby, clock, pool):
    lobby.client("ann").ok("seek", time=clock)
    shown = lobby.watcher.expect("seek_added")["seek"]
    assert (shown["pool"], shown["time"]) == (pool, clock)


FITTING = [({}, {}), ({"color": "blue"}, {}), ({"color": "red"}, {"color": "blue"}),
           ({"size": 4}, {"size": 4}), ({"time": None}, {"time": None})]
NOT_FITTING = [
    ({"size": 3}, {"size": 4}),
    ({"rated": True}, {"rated": False}),
    ({"color": "blue"}, {"color": "blue"}),
    ({"time": BLITZ}, {"time": {"initial_ms": 300000, "increment_ms": 3001}}),
    ({"time": None}, {"time": {"per_move_ms": 60000}}),
    ({"rated": True, "rating_min": 1501}, {"rated": True}),
    ({"rated": True}, {"rated": True, "rating_max": 1499}),
]


@pytest.mark.parametrize("first,second", FITTING, ids=str)
def test_seeks_that_fit(lobby, first, second):
    ann, bob = lobby.client("ann"), lobby.client("bob")
    seek = ann.ok("seek", **{**TERMS, **first})["seek"]
    game = bob.ok("seek", **{**TERMS, **second})["game"]
    started = [client.expect("game_started")["game"] for client in (ann, bob)]
    assert started[0] == started[1]
    assert (started[0]["id"], started[0]["v"], started[0]["status"]) == (game, 1, "playing")
    assert {started[0]["blue"]["name"], started[0]["red"]["name"]} == {"ann", "bob"}
    if first.get("color") == "blue":
        assert started[0]["blue"]["name"] == "ann"
    if first.get("color") == "red":
        assert started[0]["red"]["name"] == "ann"
    assert lobby.watcher.expect("seek_removed")["id"] == seek


@pytest.mark.parametrize("first,second", NOT_FITTING, ids=str)
def test_seeks_that_do_not_fit(lobby, first, second):
    lobby.client("ann").ok("seek", **{**TERMS, **first})
    assert "seek" in lobby.client("bob").ok("seek", **{**TERMS, **second})
    assert len(lobby.client("bob").ok("lobby")["seeks"]) == 2


def test_the_oldest_fitting_seek_is_taken(lobby):
    seeks = [lobby.client(name).ok("seek", color="blue", **TERMS)["seek"] for name in
             ("ann", "bob", "cat")]
    lobby.client("dan").ok("seek", **TERMS)
    assert lobby.watcher.expect("seek_removed")["id"] == seeks[0]
    assert lobby.client("ann").expect("game_started")["game"]["red"]["name"] == "dan"


def test_ones_own_seek_does_not_fit(lobby):
    ann = lobby.client("ann")
    first = ann.ok("seek", **TERMS)["seek"]
    assert "seek" in ann.ok("seek", **TERMS)
    assert ann.code("accept", seek=first) == "self_play"


def test_accept(lobby):
    ann, bob, cat = (lobby.client(name) for name in ("ann", "bob", "cat"))
    seek = ann.ok("seek", **TERMS)["seek"]
    game = bob.ok("accept", seek=seek)["game"]
    assert bob.ok("accept", seek=seek) == {"game": game}
    assert cat.code("accept", seek=seek) == "gone"
    assert ann.code("unseek", seek=seek) == "gone"
    for nothing in ("aaaaaaaaaaaa", "", "x" * 500):
        assert cat.code("accept", seek=nothing) == "gone"


def test_a_game_begins_with_the_reply_then_the_snapshot(lobby):
    ann, bob = lobby.client("ann"), lobby.client("bob")
    match = Match(ann, bob, time=LONG)
    snapshot = match.snapshots[0]
    assert snapshot["position"] == ".../..../...../..../... b"
    assert (snapshot["moves"], snapshot["ply"], snapshot["to_move"]) == ("", 0, "blue")
    assert snapshot["clock"]["running"] is None
    assert (snapshot["clock"]["blue_ms"], snapshot["clock"]["red_ms"]) == (3600000, 3600000)
    assert (snapshot["result"], snapshot["ended_at"]) == (None, None)
    assert (snapshot["rated"], snapshot["pool"], snapshot["size"]) == (False, "3-classical", 3)


def test_a_rating_range_is_kept(lobby):
    ann, bob = lobby.client("ann"), lobby.client("bob")
    seek = ann.ok("seek", rated=True, time=BLITZ, rating_min=1600)["seek"]
    assert bob.code("accept", seek=seek) == "forbidden"
    assert ann.code("seek", time=BLITZ, rating_min=1600) == "bad_request"
    assert ann.code("seek", rated=True, time=BLITZ, rating_min=1600, rating_max=1500) in (
        "bad_request",)


def test_guests_play_casual_games_only(lobby, connect):
    guest = connect(lobby.server, "guest")
    assert guest.code("seek", rated=True, time=BLITZ) == "forbidden"
    rated = lobby.client("ann").ok("seek", rated=True, time=BLITZ)["seek"]
    assert guest.code("accept", seek=rated) == "forbidden"
    casual = lobby.client("ann").ok("seek", time=BLITZ)["seek"]
    game = guest.ok("accept", seek=casual)["game"]
    snapshot = guest.expect("game_started")["game"]
    assert snapshot["id"] == game
    kinds = {snapshot["blue"]["kind"]: snapshot["blue"], snapshot["red"]["kind"]: snapshot["red"]}
    assert kinds["guest"]["rating"] is None and kinds["human"]["rating"] == 1500


def test_a_taken_seek_takes_its_owners_other_clocked_seeks_along(lobby):
    ann = lobby.client("ann")
    taken = ann.ok("seek", time=LONG)["seek"]
    clocked = ann.ok("seek", time=BLITZ)["seek"]
    slow = ann.ok("seek", time={"per_move_ms": 86400000})["seek"]
    lobby.client("bob").ok("accept", seek=taken)
    removed = {lobby.watcher.expect("seek_removed")["id"] for _ in range(2)}
    assert removed == {taken, clocked}
    assert [seek["id"] for seek in lobby.client("bob").ok("lobby")["seeks"]] == [slow]


def test_a_clocked_seek_goes_after_its_owners_last_connection(lobby, connect):
    ann, guest = lobby.client("ann"), connect(lobby.server, "guest")
    slow = ann.ok("seek", time={"per_move_ms": 86400000})["seek"]
    clocked = ann.ok("seek", time=LONG)["seek"]
    of_guest = guest.ok("seek", time={"per_move_ms": 86400000}, color="red", size=4)["seek"]
    before = time.monotonic()
    ann.close()
    guest.close()
    removed = {lobby.watcher.expect("seek_removed")["id"] for _ in range(2)}
    assert removed == {clocked, of_guest}
    assert time.monotonic() - before > 4
    assert [seek["id"] for seek in lobby.client("bob").ok("lobby")["seeks"]] == [slow]


def test_a_seek_stays_while_its_owner_comes_back_in_time(lobby, connect):
    ann = lobby.client("ann")
    seek = ann.ok("seek", **TERMS)["seek"]
    again = connect(lobby.server)
    # To the server she comes back at once, however slow this test is.
    lobby.server.process.send_signal(signal.SIGSTOP)
    ann.close()
    resumed = again.post("resume", token=ann.token)
    lobby.server.process.send_signal(signal.SIGCONT)
    again.reply_to(resumed)
    time.sleep(6)
    lobby.watcher.settle()
    assert not lobby.watcher.seen("seek_removed")
    assert lobby.client("bob").ok("accept", seek=seek)["game"]


def test_stored_seeks_survive_a_restart(lobby, connect):
    ann = lobby.client("ann")
    stored = [ann.ok("seek", time=time_control, color="blue")["seek"]
              for time_control in (None, {"per_move_ms": 86400000})]
    ann.ok("seek", time=LONG)
    lobby.server.kill_and_restart()
    bob = connect(lobby.server, "bob")
    assert [seek["id"] for seek in bob.ok("lobby")["seeks"]] == stored
    assert bob.ok("accept", seek=stored[0])["game"]
    assert connect(lobby.server, "cat").code("accept", seek=stored[0]) == "gone"


def test_the_oldest_seek_stays_the_oldest(lobby, connect):
    """Also of several that were made within the same millisecond."""
    ann = lobby.client("ann")
    asked = [ann.post("seek", time=None, color="blue") for _ in range(10)]
    seeks = [ann.reply_to(number)["seek"] for number in asked]
    lobby.server.kill_and_restart()
    assert [seek["id"] for seek in connect(lobby.server).ok("lobby")["seeks"]] == seeks


@pytest.mark.parametrize("clock", [LONG, None], ids=["in memory", "stored"])
@pytest.mark.parametrize("accepter", ["bob", "guest"])
def test_an_accept_whose_reply_was_lost_in_a_crash_is_sent_again(lobby, connect, clock, accepter):
    ann, bob = lobby.client("ann"), connect(lobby.server, accepter)
    seek = ann.ok("seek", time=clock)["seek"]
    bob.post("accept", seek=seek)
    # The reply is lost with the connection; what the owner was told of is on disk.
    game = ann.expect("game_started")["game"]["id"]
    for _ in range(2):
        lobby.server.kill_and_restart()
        again, owner = connect(lobby.server), connect(lobby.server)
        assert again.resume(bob.token)["playing"] == [game]
        assert again.ok("accept", seek=seek) == {"game": game}
        owner.resume(ann.token)
        assert owner.code("accept", seek=seek) == "gone"
        assert connect(lobby.server, "guest").code("accept", seek=seek) == "gone"


def test_unlobby_ends_the_events(lobby):
    lobby.watcher.ok("unlobby")
    lobby.client("ann").ok("seek", **TERMS)
    lobby.watcher.settle()
    assert not lobby.watcher.seen("seek_added")


def test_at_least_20_seeks(lobby):
    ann = lobby.client("ann")
    seeks = [ann.ok("seek", time={"initial_ms": 1000 * (i + 1), "increment_ms": 0})["seek"]
             for i in range(20)]
    assert len(set(seeks)) == 20
    assert len(lobby.client("bob").ok("lobby")["seeks"]) == 20
