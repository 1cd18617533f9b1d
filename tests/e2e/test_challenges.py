"""Challenges: made, answered, cancelled, to people who are away, and across a crash."""

import time

from conftest import fresh_name
from match import BLITZ


def pair(connect):
    return connect(name=fresh_name()), connect(name=fresh_name())


def challenge(asker, other, **terms):
    made = asker.ok("challenge", user=other.user["name"], **terms)["challenge"]
    told = other.expect("challenge")["challenge"]
    assert told["id"] == made == asker.expect("challenge")["challenge"]["id"]
    assert told["user"]["name"] == asker.user["name"]
    assert told["to"]["name"] == other.user["name"]
    return told


def test_accepted(connect):
    asker, other = pair(connect)
    told = challenge(asker, other, time=BLITZ, rated=True, size=4, color="red")
    assert (told["size"], told["rated"], told["color"]) == (4, True, "red")
    assert told["pool"] == "4-blitz" and told["time"] == BLITZ
    game = other.ok("challenge_answer", challenge=told["id"], accept=True)["game"]
    assert asker.expect("challenge_closed")["how"] == "accepted"
    started = asker.expect("game_started")["game"]
    assert started["id"] == game and started["red"]["name"] == asker.user["name"]
    assert other.ok("challenge_answer", challenge=told["id"], accept=True) == {"game": game}
    assert asker.code("challenge_answer", challenge=told["id"], accept=True) == "gone"
    assert asker.ok("challenges") == {"in": [], "out": []}


def test_declined_and_cancelled(connect):
    asker, other = pair(connect)
    first, second = challenge(asker, other), challenge(asker, other)
    assert {c["id"] for c in other.ok("challenges")["in"]} == {first["id"], second["id"]}
    assert {c["id"] for c in asker.ok("challenges")["out"]} == {first["id"], second["id"]}
    assert other.ok("challenge_answer", challenge=first["id"], accept=False) == {}
    assert asker.expect("challenge_closed") == {
        "ev": "challenge_closed", "id": first["id"], "how": "declined"}
    assert other.code("challenge_cancel", challenge=second["id"]) == "gone"
    assert asker.ok("challenge_cancel", challenge=second["id"]) == {}
    assert other.expect("challenge_closed", id=second["id"])["how"] == "cancelled"
    assert other.code("challenge_answer", challenge=second["id"], accept=True) == "gone"
    assert other.code("challenge_answer", challenge="never", accept=True) == "gone"


def test_refusals(connect):
    asker, other = pair(connect)
    guest = connect(name="guest")
    assert asker.code("challenge", user=asker.user["name"].upper()) == "self_play"
    assert asker.code("challenge", user="nobody-of-that-name") == "not_found"
    assert asker.code("challenge", user="x" * 50) == "not_found"
    assert guest.code("challenge", user=other.user["name"], rated=True) == "forbidden"
    assert asker.code("challenge", user=guest.user["name"], rated=True) == "forbidden"
    assert asker.refused("challenge", user=other.user["name"], rated=True, time=None)[
        "field"] == "time"
    challenge(guest, other)
    challenge(asker, guest)
    for _ in range(20 - 1):
        asker.ok("challenge", user=other.user["name"])
    assert asker.code("challenge", user=other.user["name"]) == "not_allowed_now"


def test_away_people_find_it_on_return_after_a_crash_too(new_server, connect):
    server = new_server()
    asker, other = connect(server, fresh_name()), connect(server, fresh_name())
    name, token = other.user["name"], other.token
    other.close()
    made = asker.ok("challenge", user=name, time={"per_move_ms": 86400000})["challenge"]
    server.kill_and_restart()
    other = connect(server)
    other.resume(token)
    assert [c["id"] for c in other.ok("challenges")["in"]] == [made]
    game = other.ok("challenge_answer", challenge=made, accept=True)["game"]
    server.kill_and_restart()
    other, again = connect(server), connect(server)
    assert other.resume(token)["playing"] == [game]
    assert other.ok("challenges") == {"in": [], "out": []}
    again.resume(asker.token)
    assert again.ok("challenges") == {"in": [], "out": []}


def test_their_order_stays_across_a_crash(new_server, connect):
    server = new_server()
    asker, other = connect(server, fresh_name()), connect(server, fresh_name())
    asked = [asker.post("challenge", user=other.user["name"], time=None) for _ in range(10)]
    made = [asker.reply_to(number)["challenge"] for number in asked]
    before = [one["id"] for one in other.ok("challenges")["in"]]
    assert set(before) == set(made)
    server.kill_and_restart()
    again = connect(server)
    again.resume(other.token)
    assert [one["id"] for one in again.ok("challenges")["in"]] == before


def test_an_answer_whose_reply_was_lost_in_a_crash_is_sent_again(new_server, connect, dice):
    """Wherever kill -9 comes between: one game, and the same to whoever asks again."""
    server = new_server()
    asker, other = connect(server, fresh_name()), connect(server, fresh_name())
    for number in range(5):
        told = challenge(asker, other, time=None)
        other.post("challenge_answer", challenge=told["id"], accept=True)
        time.sleep(dice.random() * 0.004)
        server.kill_and_restart()
        tokens = asker.token, other.token
        asker, other = connect(server), connect(server)
        asker.resume(tokens[0])
        playing = other.resume(tokens[1])["playing"]
        assert len(playing) in (number, number + 1)
        game = other.ok("challenge_answer", challenge=told["id"], accept=True)["game"]
        known = {one["id"] for one in other.ok("games", user=other.user["name"])["games"]}
        assert len(known) == number + 1 and known >= {game, *playing}
        assert other.ok("challenge_answer", challenge=told["id"], accept=True) == {"game": game}
        assert asker.code("challenge_answer", challenge=told["id"], accept=True) == "gone"


def test_accept_and_cancel_at_once_never_do_both(connect):
    asker, other = pair(connect)
    for _ in range(200):
        told = challenge(asker, other)
        cancel = asker.post("challenge_cancel", challenge=told["id"])
        accept = other.post("challenge_answer", challenge=told["id"], accept=True)
        outcomes = []
        for client, number in ((asker, cancel), (other, accept)):
            reply = client.read_reply()
            assert reply["re"] == number
            outcomes.append("ok" in reply or reply["error"]["code"])
        assert sorted(map(str, outcomes)) == ["True", "gone"], outcomes
        how = asker.expect("challenge_closed")["how"]
        assert how == other.expect("challenge_closed")["how"]
        assert (how == "accepted") == (outcomes[1] is True)
        if how == "accepted":
            game = asker.expect("game_started")["game"]["id"]
            other.expect("game_started")
            asker.ok("abort", game=game)


def test_both_devices_of_both_users_are_told(connect):
    asker, other = pair(connect)
    devices = connect(), connect()
    devices[0].login(asker.user["name"])
    devices[1].login(other.user["name"])
    told = challenge(asker, other)
    for device in devices:
        assert device.expect("challenge")["challenge"] == told
    devices[1].ok("challenge_answer", challenge=told["id"], accept=True)
    for client in (*devices, asker, other):
        assert client.expect("challenge_closed")["how"] == "accepted"
        client.expect("game_started")
