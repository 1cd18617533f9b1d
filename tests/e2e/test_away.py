"""Who is away, for how long, and the win that may be claimed."""

import time

from conftest import fresh_name
from match import Match

# A fifth of the expected time, and at least 20 s: the shortest grace there is.
SHORT = {"initial_ms": 100000, "increment_ms": 0}


def test_away_is_told_with_a_countdown_and_claim_is_refused_before(connect):
    match = Match(connect(name=fresh_name()), connect(name=fresh_name()), time=SHORT)
    match.play("C3", "C4")
    match.red.close()
    away = match.blue.expect("away", game=match.id)
    assert away["color"] == "red" and 0 < away["claim_in_ms"] <= 20000
    assert match.blue.expect("presence", game=match.id, red=False)["blue"] is True
    refused = match.blue.refused("claim", game=match.id)
    assert refused["code"] == "not_allowed_now" and refused["claim_in_ms"] > 0


def test_claim_needs_somebody_away(connect):
    match = Match(connect(name=fresh_name()), connect(name=fresh_name()), time=SHORT)
    match.play("C3", "C4")
    assert match.blue.code("claim", game=match.id) == "not_allowed_now"
    assert connect(name=fresh_name()).code("claim", game=match.id) == "forbidden"
    second = connect()
    second.login(match.red.user["name"])
    match.red.close()
    # Another connection of the same user counts.
    match.blue.settle()
    time.sleep(0.2)
    match.blue.settle()
    assert match.blue.seen("away") == []


def test_a_fresh_grace_after_every_return_and_the_win_at_last(connect):
    match = Match(connect(name=fresh_name()), connect(name=fresh_name()), time=SHORT, rated=True)
    match.play("C3", "C4", "D4")
    match.blue.close()
    first = match.red.expect("away", game=match.id)
    time.sleep(1)
    again = connect()
    again.resume(match.blue.token)
    match.red.expect("presence", game=match.id, blue=True)
    again.close()
    second = match.red.expect("away", game=match.id)
    assert second["claim_in_ms"] >= first["claim_in_ms"] - 5
    late = connect(name=fresh_name())
    late.ok("watch", game=match.id)
    assert late.expect("away", game=match.id)["claim_in_ms"] <= 20000
    time.sleep(second["claim_in_ms"] / 1000)
    while True:
        try:
            answer = match.red.ok("claim", game=match.id)
            break
        except Exception as refusal:
            assert getattr(refusal, "code", None) == "not_allowed_now", refusal
            time.sleep(0.2)
    end = match.red.expect("end", game=match.id)
    assert end["v"] == answer["v"]
    assert end["result"] == {"winner": "red", "reason": "abandoned"}
    assert end["ratings"]["red"]["after"]["rating"] > end["ratings"]["red"]["before"]["rating"]
