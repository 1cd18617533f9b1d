"""What takes real time to see: tests/soak/run runs these, tests/run does not."""

import time

import pytest

from match import BLITZ, LONG, Match
from referee import BLUE

pytestmark = pytest.mark.slow


def test_a_first_move_not_made_aborts_the_game(player):
    """60 s for Blue, and for Red from Blue's; casual or rated, it is unrated."""
    nobody = Match(player(), player(), rated=True, time=BLITZ)
    only_blue = Match(player(), player(), time=LONG).play("C3")
    without_clock = Match(player(), player(), time=None)
    for match in (nobody, only_blue):
        end = match.blue.expect("end", deadline_s=120, game=match.id)
        assert end["result"] == {"winner": None, "reason": "aborted"}
        assert "ratings" not in end or end["ratings"] is None
    assert nobody.blue.ok("whoami")["user"]["ratings"] == {}
    without_clock.play("C3", "C4")


def test_a_clock_is_exact_within_lag(player):
    """Over 20 turns of a second each a clock loses 20 s, give or take what is credited."""
    match = Match(player(), player(), time={"initial_ms": 60000, "increment_ms": 0}, size=4)
    match.play("D4", "A1")
    blue_turns = ["B1", "B2", "B3", "B4", "B5", "C1", "C2", "C3", "C4", "C5"]
    red_turns = ["G4", "G5", "G6", "G7", "F3", "F4", "F5", "F6", "F7", "E2"]
    for blue, red in zip(blue_turns, red_turns):
        for move in (blue, red):
            match.mover.settle()
            time.sleep(1)
            match.play(move)
    clock = match.blue.ok("watch", game=match.id)["game"]["clock"]
    assert 49000 <= clock["blue_ms"] <= 50500
    assert 49000 <= clock["red_ms"] <= 50500
    assert match.referee.to_move == BLUE
