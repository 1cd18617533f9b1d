"""Games played move by move, every figure compared with the tests' own referee."""

import json

import pytest

from clamber_client import whole_stream
from conftest import fresh_name
from match import BLITZ, LONG, Match
from referee import BLUE, RED
from test_referee import records

SKIPPING = (
    "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 D2xD3 C3 "
    "C5 B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2"
)


@pytest.fixture
def match(player):
    """A casual game with a clock that nobody exhausts."""
    return Match(player(), player(), time=LONG)


def test_a_whole_rated_game_with_a_spectator(player, connect):
    blue, red, spectator = player(), player(), connect()
    match = Match(blue, red, rated=True, time=BLITZ)
    snapshot = spectator.ok("watch", game=match.id)["game"]
    assert snapshot["v"] == 1
    second_of_blue = connect()
    assert second_of_blue.resume(blue.token)["playing"] == [match.id]
    second_of_blue.ok("watch", game=match.id)
    match.finish()

    assert match.ended["ratings"]["blue"]["before"]["rating"] == 1500
    assert match.ended["ratings"]["blue"]["after"]["rating"] > 1500
    assert match.ended["ratings"]["red"]["after"]["rating"] < 1500
    for client, change in ((blue, "blue"), (red, "red")):
        rating = client.ok("whoami")["user"]["ratings"]["3-blitz"]
        assert rating["rating"] == match.ended["ratings"][change]["after"]["rating"]
        assert rating["rd"] == match.ended["ratings"][change]["after"]["rd"]
        assert (rating["games"], rating["provisional"]) == (1, True)

    for client in (blue, red, spectator, second_of_blue):
        client.settle()
    told = blue.stream(match.id)
    assert len(told) == match.v - 1
    assert red.stream(match.id) == told
    assert spectator.stream(match.id) == told
    assert second_of_blue.stream(match.id) == told
    assert whole_stream(connect(), match.id)[1:] == told


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("eager", [0.5, 0.7, 0.9])
def test_random_games_agree_with_the_referee(player, dice, size, eager):
    match = Match(player(), player(), size=size, time=None)
    match.play_out(dice, eager)
    record = match.blue.ok("record", game=match.id)["record"]
    assert record["moves"].split() == match.referee.turns
    assert record["position"].split()[0] == match.referee.position().split()[0]
    assert record["status"] == "finished"
    assert record["result"] == match.ended["result"]
    assert "ratings" not in match.ended


def test_a_player_without_a_legal_turn_is_skipped(match):
    match.play(*SKIPPING.split())
    assert match.referee.turns[-1] == "skip"
    assert match.referee.to_move == RED
    snapshot = match.blue.ok("watch", game=match.id)["game"]
    assert snapshot["moves"].split() == match.referee.turns
    assert snapshot["ply"] == match.referee.ply
    assert match.blue.code("move", game=match.id, move="A1") == "not_your_turn"
    match.play(match.referee.all_turns()[0])


def test_the_order_of_an_event(match):
    match.play("C3")
    event = json.loads(match.blue.stream(match.id)[-1])
    assert list(event)[:4] == ["ev", "game", "v", "at"]
    assert set(event) >= {"ply", "position", "to_move", "clock", "by", "move", "lag_ms", "held_ms"}


def test_turns_are_taken_in_any_case_and_told_canonically(match):
    match.play("C3", "C4")
    match.blue.ok("move", game=match.id, move="c3XC4")
    assert match.red.expect("move", v=4)["move"] == "C3xC4"


def test_clocks_run_once_both_have_moved(match):
    assert match.snapshots[0]["clock"]["running"] is None
    answer = match.blue.ok("move", game=match.id, move="C3", ply=0)
    assert answer["clock"]["running"] is None
    answer = match.red.ok("move", game=match.id, move="C4", ply=1)
    assert answer["clock"]["running"] == "blue"
    assert (answer["clock"]["blue_ms"], answer["clock"]["red_ms"]) == (3600000, 3600000)
    answer = match.blue.ok("move", game=match.id, move="A1", ply=2)
    assert answer["clock"]["running"] == "red"
    assert 0 < answer["clock"]["blue_ms"] <= 3600000
    assert answer["clock"]["red_ms"] == 3600000


def test_increments_start_with_the_second_turn(player):
    match = Match(player(), player(), time={"initial_ms": 3600000, "increment_ms": 100000})
    match.blue.ok("move", game=match.id, move="C3", ply=0)
    clock = match.red.ok("move", game=match.id, move="C4", ply=1)["clock"]
    assert (clock["blue_ms"], clock["red_ms"]) == (3600000, 3600000)
    answer = match.blue.ok("move", game=match.id, move="A1")
    assert 3600000 < answer["clock"]["blue_ms"] <= 3700000


def test_with_no_initial_time_each_clock_starts_at_one_increment(player):
    match = Match(player(), player(), time={"initial_ms": 0, "increment_ms": 60000})
    clock = match.snapshots[0]["clock"]
    assert (clock["blue_ms"], clock["red_ms"]) == (60000, 60000)


def test_correspondence_gives_each_turn_the_same(player):
    match = Match(player(), player(), time={"per_move_ms": 86400000})
    match.play("C3", "C4", "A1")
    clock = match.blue.ok("watch", game=match.id)["game"]["clock"]
    assert (clock["blue_ms"], clock["running"]) == (86400000, "red")


def test_a_game_without_a_clock_has_none(player):
    match = Match(player(), player(), time=None)
    assert match.snapshots[0]["clock"] is None and match.snapshots[0]["pool"] is None
    match.finish()


ILLEGAL_AT_PLY_4 = [
    "", "Z9", "F1", "A4", "C0", "c33", "D4 ", " D4", "C3x", "xC3", "C3xx", "C3xC4xC3", "skip",
    "SKIP", "pass", "C3", "E5", "C3xA1", "C4xC3", "A1xC4", "B2xC3", "C3xC4xC3xC4" * 20, "E1",
    "\u0421" + "3", "C3-C4", "C3xC3",
]


@pytest.mark.parametrize("move", ILLEGAL_AT_PLY_4, ids=repr)
def test_illegal_moves(match, move):
    match.play("C3", "A1", "C1", "E5")
    game = match.referee.copy()
    error = match.blue.refused("move", game=match.id, move=move, ply=4)
    assert error["code"] == "illegal_move"
    assert isinstance(error["reason"], str) and error["reason"]
    match.play("D4")
    assert match.referee.turns[:-1] == game.turns


def test_refusals_of_the_rules_data(player, dice):
    """Positions reached by real games, with turns that must be refused there, and why."""
    short = [r for r in records("illegal.ndjson") if len(r["turns"].split()) < 40]
    for record in dice.sample(short, 6):
        match = Match(player(), player(), size=record["size"], time=None)
        match.play(*[turn for turn in record["turns"].split() if turn != "skip"])
        for refused in record["refuse"]:
            assert match.mover.code("move", game=match.id, move=refused["turn"]) == "illegal_move"


def test_the_order_of_checks(match, player):
    stranger = player()
    assert stranger.code("move", game=match.id, move="nonsense", ply=99) == "forbidden"
    assert match.red.code("move", game=match.id, move="nonsense", ply=0) == "not_your_turn"
    assert match.red.code("move", game=match.id, move="C3", ply=5) == "stale_ply"
    match.play("C3", "C4")
    assert match.blue.code("move", game=match.id, move="nonsense", ply=1) == "stale_ply"
    assert match.blue.code("move", game=match.id, move="nonsense", ply=2) == "illegal_move"
    match.play("C3xC4")
    assert match.red.code("move", game=match.id, move="nonsense", ply=0) == "game_over"
    for op in ("resign", "abort"):
        assert stranger.code(op, game=match.id) == "forbidden"
        assert match.red.code(op, game=match.id) == "game_over"


def test_a_stale_ply_tells_where_the_game_is(match):
    match.play("C3", "C4")
    for ply in (0, 1, 3, 2**53 - 1):
        error = match.blue.refused("move", game=match.id, move="A1", ply=ply)
        assert (error["code"], error["ply"], error["v"]) == ("stale_ply", 2, 3)
    error = match.blue.refused("move", game=match.id, move="A1", ply=2, v=2)
    assert (error["code"], error["ply"], error["v"]) == ("stale_ply", 2, 3)
    match.blue.ok("move", game=match.id, move="A1", ply=2, v=3)


def test_a_repeat_gets_the_first_answer_again(match, connect):
    first = match.blue.ok("move", game=match.id, move="C3", ply=0)
    again = match.blue.ok("move", game=match.id, move="C3", ply=0)
    assert again.pop("repeat") is True
    assert again == first
    other = connect()
    other.resume(match.blue.token)
    lower = other.ok("move", game=match.id, move="c3", ply=0)
    assert (lower["v"], lower["repeat"]) == (first["v"], True)
    assert match.blue.code("move", game=match.id, move="C4", ply=0) == "stale_ply"
    assert match.red.code("move", game=match.id, move="C3", ply=0) == "stale_ply"
    match.red.ok("move", game=match.id, move="C4", ply=1)
    match.blue.ok("move", game=match.id, move="C3xC4", ply=2)
    match.blue.expect("end")
    assert match.blue.ok("move", game=match.id, move="C3xC4", ply=2)["repeat"] is True
    assert match.blue.ok("move", game=match.id, move="C3", ply=0)["v"] == first["v"]
    assert len(whole_stream(match.red, match.id)) == 5


def test_legal_agrees_with_the_referee(match, dice, connect):
    spectator = connect()
    for _ in range(60):
        if match.referee.winner:
            break
        game = match.referee
        legal = spectator.ok("legal", game=match.id)
        assert sorted(legal["place"]) == sorted(game.empty_cells())
        captures = {cell: sorted(game.first_captures(cell)) for cell in game.own_stacks()}
        told = {cell: sorted(targets) for cell, targets in legal["capture"].items() if targets}
        assert told == {cell: targets for cell, targets in captures.items() if targets}
        for cell, targets in captures.items():
            for target in targets:
                answer = match.blue.ok("legal", game=match.id, prefix=f"{cell}x{target}")
                assert sorted(answer["next"]) == sorted(game.next_captures(f"{cell}x{target}"))
        match.play(game.choose(dice))


@pytest.mark.parametrize("prefix", ["", "x", "C3xE5", "C4", "Q1", "C3xC4xC5", "C3x"])
def test_legal_refuses_a_prefix_that_is_none(match, prefix):
    match.play("C3", "C4")
    error = match.blue.refused("legal", game=match.id, prefix=prefix)
    assert error["code"] == "illegal_move" and error["reason"]


def test_resigning(match):
    assert match.blue.code("resign", game=match.id) == "not_allowed_now"
    match.play("C3")
    assert match.red.code("resign", game=match.id) == "not_allowed_now"
    match.resign(RED)
    assert match.ended["result"]["winner"] == BLUE
    record = match.blue.ok("record", game=match.id)["record"]
    assert (record["status"], record["result"]["reason"]) == ("finished", "resign")


def test_one_may_resign_while_the_opponent_is_to_move(match):
    match.play("C3", "C4")
    match.resign(RED)


def test_aborting(match):
    match.play("C3")
    answer = match.red.ok("abort", game=match.id)
    end = match.expect_end(None, "aborted")
    assert answer["v"] == end["v"]
    record = match.blue.ok("record", game=match.id)["record"]
    assert (record["status"], record["result"]) == (
        "aborted", {"winner": None, "reason": "aborted"})


def test_aborting_is_for_before_both_have_moved(match):
    match.play("C3", "C4")
    assert match.blue.code("abort", game=match.id) == "not_allowed_now"


def test_an_aborted_rated_game_changes_no_rating(player):
    match = Match(player(), player(), rated=True, time=BLITZ)
    match.blue.ok("abort", game=match.id)
    match.expect_end(None, "aborted")
    assert match.blue.ok("whoami")["user"]["ratings"] == {}


def test_the_flag_falls(player):
    match = Match(player(), player(), rated=True, time={"initial_ms": 400, "increment_ms": 0})
    match.play("C3", "C4")
    end = match.expect_end(RED, "time")
    assert end["ratings"]["red"]["after"]["rating"] > 1500
    assert match.blue.code("move", game=match.id, move="C3xC4", ply=2) == "game_over"
    record = match.red.ok("record", game=match.id)["record"]
    assert record["clock"]["blue_ms"] == 0 and record["clock"]["running"] is None
    assert match.blue.ok("whoami")["user"]["ratings"]["3-bullet"]["games"] == 1


def test_many_games_at_once(player):
    """200 games between two people, their first turns in one packet."""
    blue, red = player(), player()
    # Without a clock: with one the first turn would be due before the last of them has begun.
    matches = [Match(blue, red, time=None) for _ in range(200)]
    numbers = [blue.post("move", game=match.id, move="C3", ply=0) for match in matches]
    for number in numbers:
        assert blue.reply_to(number)["v"] == 2
    for match in matches:
        assert red.expect("move", game=match.id)["v"] == 2
        red.post("abort", game=match.id)


def test_guests_play(connect):
    match = Match(connect(name="guest"), connect(name="guest"), time=LONG)
    match.finish()
    assert match.snapshots[0]["blue"]["rating"] is None


def test_a_bot_may_be_met(connect):
    bot = connect()
    bot.register(fresh_name("bot"), bot=True)
    match = Match(bot, connect(name=fresh_name()), rated=True, time=BLITZ)
    assert match.snapshots[0]["blue"]["kind"] == "bot"
    match.finish()
