"""Rematches: asked from one side, from both at once, declined; and the colours change."""

from conftest import fresh_name
from match import BLITZ, Match


def finished(connect, *clients, **terms):
    blue, red = clients or (connect(name=fresh_name()), connect(name=fresh_name()))
    return Match(blue, red, **terms).finish()


def test_rematch_changes_colours_and_keeps_the_terms(connect):
    match = finished(connect, time=BLITZ, rated=True, size=3)
    assert match.red.ok("rematch", game=match.id) == {}
    asked = match.blue.expect("rematch", game=match.id)
    assert (asked["by"], asked["how"]) == ("red", "offered")
    game = match.blue.ok("rematch", game=match.id)["game"]
    started = match.red.expect("game_started")["game"]
    assert started["id"] == game and started["rated"] and started["time"] == BLITZ
    assert started["blue"]["name"] == match.red.user["name"]
    # Asking again gives the same game, to both.
    assert match.red.ok("rematch", game=match.id) == {"game": game}
    assert match.blue.ok("rematch", game=match.id) == {"game": game}


def test_declined_and_withdrawn(connect):
    match = finished(connect)
    match.red.ok("rematch", game=match.id)
    match.blue.ok("rematch", game=match.id, accept=False)
    assert match.red.expect("rematch", how="declined")["by"] == "blue"
    assert match.blue.code("rematch", game=match.id, accept=False) == "gone"
    match.blue.ok("rematch", game=match.id)
    match.blue.ok("rematch", game=match.id, accept=False)
    assert match.red.ok("rematch", game=match.id) == {}


def test_who_may_ask(connect):
    blue, red = connect(name=fresh_name()), connect(name=fresh_name())
    match = Match(blue, red)
    assert blue.code("rematch", game=match.id) == "not_allowed_now"
    match.finish()
    assert connect(name=fresh_name()).code("rematch", game=match.id) == "forbidden"
    assert blue.code("rematch", game="nosuchgame00") == "not_found"


def test_rematch_of_a_player_who_has_left_still_starts(connect):
    match = finished(connect)
    match.red.ok("rematch", game=match.id)
    match.red.close()
    while match.blue.ok("watch", game=match.id)["game"]["presence"]["red"]:
        pass  # until the server has noticed
    game = match.blue.ok("rematch", game=match.id)["game"]
    snapshot = match.blue.expect("game_started")["game"]
    assert snapshot["id"] == game and snapshot["presence"]["blue"] is False


def test_a_rematch_ends_with_the_process(new_server, connect):
    server = new_server()
    match = Match(connect(server, fresh_name()), connect(server, fresh_name())).finish()
    match.red.ok("rematch", game=match.id)
    server.kill_and_restart()
    again = connect(server)
    again.resume(match.blue.token)
    assert again.code("rematch", game=match.id) == "not_allowed_now"
