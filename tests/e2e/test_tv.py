"""tv: the best game being played, and the next best when it ends."""

from conftest import fresh_name
from match import LONG, Match


def rated(connect, server, better=0):
    """A match of two newcomers, the first of whom has won `better` rated games before."""
    blue, red = connect(server, fresh_name()), connect(server, fresh_name())
    for _ in range(better):
        Match(blue, connect(server, fresh_name()), time=LONG, rated=True).finish()
    return Match(blue, red, time=LONG, rated=True)


def test_the_best_game_is_on_until_it_ends(new_server, connect):
    server = new_server()
    viewer = connect(server)
    assert viewer.ok("tv") == {"game": None}
    weak = rated(connect, server)
    assert viewer.expect("tv")["game"]["id"] == weak.id
    # A better one that starts meanwhile waits.
    strong = rated(connect, server, better=3)
    other = rated(connect, server)
    weak.play("C3")
    assert viewer.expect("move")["game"] == weak.id
    weak.play("C4", "C3xC4")
    viewer.expect("end", game=weak.id)
    assert viewer.expect("tv")["game"]["id"] == strong.id
    strong.play("C3")
    assert viewer.expect("move", game=strong.id)
    viewer.ok("untv")
    strong.play("C4", "C3xC4")
    viewer.settle()
    assert viewer.seen("end", game=strong.id) == [] and viewer.seen("tv") == []
    assert viewer.ok("tv")["game"]["id"] == other.id


def test_what_was_watched_anyway_is_watched_on(new_server, connect):
    server = new_server()
    match = rated(connect, server)
    viewer = connect(server)
    viewer.ok("watch", game=match.id)
    assert viewer.ok("tv")["game"]["id"] == match.id
    viewer.ok("untv")
    match.play("C3")
    assert viewer.expect("move", game=match.id)


def test_nothing_of_what_is_on_is_missed(new_server, connect):
    """While games begin and end: each that is on is shown without a gap from where it is told of,
    and where it ends the next one follows."""
    server = new_server()
    viewer = connect(server)
    viewer.ok("tv")
    pairs = [(connect(server, fresh_name()), connect(server, fresh_name())) for _ in range(3)]
    for number in range(60):
        matches = [Match(*pair, time=LONG) for pair in pairs[: 1 + number % 3]]
        order = matches if number % 2 else matches[::-1]
        for move in ("C3", "C4", "C3xC4"):
            for match in order:
                match.play(move)
    viewer.settle()
    on, shown, games = None, 0, 0
    for event in viewer.events:
        if event["ev"] == "tv":
            assert on is None, "it changes only when the game before is over"
            if event["game"]:
                on, shown = event["game"]["id"], event["game"]["v"]
                games += 1
        elif "v" in event:
            assert (event["game"], event["v"]) == (on, shown + 1)
            shown += 1
            on = None if event["ev"] == "end" else on
    assert on is None and games >= 60
