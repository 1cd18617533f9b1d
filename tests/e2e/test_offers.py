"""Offers between the players: takeback and abort; what lapses them; both ways at once."""

from clamber_client import whole_stream
from conftest import fresh_name
from match import BLITZ, LONG, Match


def players(connect, *clients, **terms):
    blue, red = clients or (connect(name=fresh_name()), connect(name=fresh_name()))
    return Match(blue, red, **terms)


def test_takeback_goes_back_before_the_askers_last_turn(connect):
    match = players(connect, time=BLITZ).play("C3", "C4", "D4", "B2")
    before = match.blue.ok("watch", game=match.id)["game"]
    asked = match.blue.ok("offer", game=match.id, kind="takeback")
    offer = match.red.expect("offer", game=match.id)
    assert (offer["by"], offer["kind"], offer["v"]) == ("blue", "takeback", asked["v"])
    assert match.red.ok("watch", game=match.id)["game"]["offers"] == [
        {"by": "blue", "kind": "takeback"}
    ]
    answered = match.red.ok("answer", game=match.id, kind="takeback", accept=True)
    closed = match.blue.expect("offer_closed", game=match.id)
    assert (closed["by"], closed["kind"], closed["how"]) == ("blue", "takeback", "accepted")
    back = match.blue.expect("takeback", game=match.id)
    assert back["v"] == answered["v"] == closed["v"] + 1
    # Before D4, Blue's last turn: both D4 and the reply to it are gone.
    assert back["ply"] == 2 and back["to_move"] == "blue"
    after = match.red.ok("watch", game=match.id)["game"]
    assert after["moves"] == "C3 C4" and before["moves"] == "C3 C4 D4 B2"
    assert after["offers"] == [] and after["position"] == back["position"]
    assert after["status"] == "playing"


def test_clocks_come_back_as_written_down(connect):
    match = players(connect, time=BLITZ).play("C3", "C4", "D4")
    clock = match.blue.ok("watch", game=match.id, **{"from": 0})["events"][2]["clock"]
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.red.ok("answer", game=match.id, kind="takeback", accept=True)
    back = match.blue.expect("takeback", game=match.id)["clock"]
    assert (back["blue_ms"], back["red_ms"]) == (clock["blue_ms"], clock["red_ms"])
    assert back["running"] == "blue"


def test_play_goes_on_after_a_takeback_and_the_record_has_the_line(connect):
    match = players(connect, time=BLITZ, rated=True).play("C3", "C4", "D4", "B2")
    match.red.ok("offer", game=match.id, kind="takeback")
    match.blue.ok("answer", game=match.id, kind="takeback", accept=True)
    v = match.red.expect("takeback", game=match.id)["v"]
    moved = match.red.ok("move", game=match.id, move="D3", ply=3, v=v)
    assert (moved["v"], moved["ply"]) == (v + 1, 4)
    match.blue.ok("resign", game=match.id)
    record = match.blue.ok("record", game=match.id)["record"]
    assert record["moves"] == "C3 C4 D4 D3"
    assert [turn["move"] for turn in record["turns"]] == ["C3", "C4", "D4", "D3"]
    kinds = [event["ev"] for event in record["stream"]]
    assert kinds == ["start", "move", "move", "move", "move", "offer", "offer_closed",
                     "takeback", "move", "end"]


def test_delayed_duplicate_of_a_turn_taken_back_is_not_played_again(connect):
    match = players(connect, time=BLITZ).play("C3", "C4", "D4")
    seen = 3  # v of Red's turn, what Blue had seen when it played D4
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.red.ok("answer", game=match.id, kind="takeback", accept=True)
    v = match.blue.expect("takeback", game=match.id)["v"]
    stale = match.blue.refused("move", game=match.id, move="D4", ply=2, v=seen)
    assert (stale["code"], stale["ply"], stale["v"]) == ("stale_ply", 2, v)
    assert match.blue.ok("watch", game=match.id)["game"]["ply"] == 2


def test_a_turn_lapses_offers(connect):
    match = players(connect).play("C3", "C4", "D4")
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.red.ok("offer", game=match.id, kind="abort")
    match.red.ok("move", game=match.id, move="B2")
    closed = [match.blue.expect("offer_closed", game=match.id) for _ in range(2)]
    assert {(c["by"], c["kind"], c["how"]) for c in closed} == {
        ("blue", "takeback", "lapsed"), ("red", "abort", "lapsed")}
    move = match.blue.expect("move", game=match.id, move="B2")
    assert move["v"] == closed[1]["v"] + 1
    assert match.red.code("answer", game=match.id, kind="takeback", accept=True) == "gone"
    assert match.blue.code("answer", game=match.id, kind="abort", accept=True) == "gone"


def test_the_end_lapses_offers_and_a_late_answer_is_gone(connect):
    match = players(connect).play("C3", "C4")
    match.blue.ok("offer", game=match.id, kind="abort")
    match.blue.ok("resign", game=match.id)
    assert match.red.expect("offer_closed", game=match.id)["how"] == "lapsed"
    assert match.red.expect("end", game=match.id)["result"]["winner"] == "red"
    assert match.red.code("answer", game=match.id, kind="abort", accept=True) == "gone"
    assert match.red.code("offer", game=match.id, kind="abort") == "game_over"


def test_decline_and_withdraw(connect):
    match = players(connect).play("C3", "C4")
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.red.ok("answer", game=match.id, kind="takeback", accept=False)
    assert match.blue.expect("offer_closed")["how"] == "declined"
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.blue.ok("answer", game=match.id, kind="takeback", accept=False)
    assert match.red.expect("offer_closed", how="withdrawn")["by"] == "blue"
    assert match.red.code("answer", game=match.id, kind="takeback", accept=True) == "gone"


def test_abort_by_agreement_is_unrated(connect):
    match = players(connect, time=BLITZ, rated=True).play("C3", "C4", "D4")
    match.blue.ok("offer", game=match.id, kind="abort")
    match.red.ok("answer", game=match.id, kind="abort", accept=True)
    end = match.blue.expect("end", game=match.id)
    assert end["result"] == {"winner": None, "reason": "aborted"} and "ratings" not in end
    assert match.blue.ok("whoami")["user"]["ratings"] == {}


def test_two_abort_offers_that_cross_are_an_agreement(connect):
    match = players(connect).play("C3", "C4")
    match.blue.ok("offer", game=match.id, kind="abort")
    match.red.ok("offer", game=match.id, kind="abort")
    assert match.blue.expect("end", game=match.id)["result"]["reason"] == "aborted"


def test_who_may_offer_what(connect):
    match = players(connect)
    other = connect(name=fresh_name())
    assert other.code("offer", game=match.id, kind="abort") == "forbidden"
    assert other.code("answer", game=match.id, kind="abort", accept=True) == "forbidden"
    assert match.blue.code("offer", game=match.id, kind="takeback") == "not_allowed_now"
    assert match.blue.refused("offer", game=match.id, kind="draw")["field"] == "kind"
    assert match.blue.refused("answer", game=match.id, kind="abort")["field"] == "accept"
    assert connect().code("offer", game=match.id, kind="abort") == "unauthenticated"
    match.play("C3")
    match.blue.ok("offer", game=match.id, kind="takeback")
    assert match.blue.code("offer", game=match.id, kind="takeback") == "not_allowed_now"
    assert match.blue.code("answer", game=match.id, kind="takeback", accept=True) == "gone"


def test_offers_and_takebacks_survive_a_crash_with_the_same_bytes(new_server, connect):
    server = new_server()
    match = Match(connect(server, fresh_name()), connect(server, fresh_name()), time=LONG)
    match.play("C3", "C4", "D4", "B2")
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.red.ok("answer", game=match.id, kind="takeback", accept=True)
    match.red.ok("offer", game=match.id, kind="abort")
    shown = whole_stream(match.blue, match.id)
    token = match.red.token, match.blue.token
    server.kill_and_restart()
    red, blue = connect(server), connect(server)
    red.resume(token[0])
    blue.resume(token[1])
    assert whole_stream(blue, match.id) == shown
    assert blue.ok("watch", game=match.id)["game"]["offers"] == [{"by": "red", "kind": "abort"}]
    blue.ok("answer", game=match.id, kind="abort", accept=True)
    stream = whole_stream(red, match.id)
    assert stream[: len(shown)] == shown and b'"end"' in stream[-1]


def test_answer_and_turn_in_one_packet_both_ways_round(connect):
    clients = connect(name=fresh_name()), connect(name=fresh_name())
    for repetition in range(100):
        match = players(connect, *clients).play("C3", "C4")
        blue, red = match.blue, match.red
        red.ok("offer", game=match.id, kind="takeback")
        # Blue, whose turn it is, both accepts and moves: the first of the two counts.
        if repetition % 2:
            answer = blue.post("answer", game=match.id, kind="takeback", accept=True)
            move = blue.post("move", game=match.id, move="D4", ply=2)
            blue.reply_to(answer)
            try:
                blue.reply_to(move)
                raise AssertionError("a turn for a ply that was taken back was played")
            except Exception as refusal:
                assert getattr(refusal, "code", None) == "stale_ply", refusal
        else:
            move = blue.post("move", game=match.id, move="D4", ply=2)
            answer = blue.post("answer", game=match.id, kind="takeback", accept=True)
            blue.reply_to(move)
            try:
                blue.reply_to(answer)
                raise AssertionError("an offer that a turn lapsed was accepted")
            except Exception as refusal:
                assert getattr(refusal, "code", None) == "gone", refusal
        blue.ok("watch", game=match.id)
        red.ok("offer", game=match.id, kind="abort")
        blue.ok("answer", game=match.id, kind="abort", accept=True)
        red.expect("end", game=match.id)
        blue.expect("end", game=match.id)
