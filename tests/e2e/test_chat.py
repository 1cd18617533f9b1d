"""Chat: two rooms a game, numbered lines, catching up, muting, limits."""

from conftest import fresh_name
from match import Match


def company(connect):
    match = Match(connect(name=fresh_name()), connect(name=fresh_name()))
    spectator = connect(name=fresh_name())
    spectator.ok("watch", game=match.id)
    return match, spectator


def test_players_among_themselves(connect):
    match, spectator = company(connect)
    text = 'good luck, "Red" \u2713 <b>'
    assert match.blue.ok("say", game=match.id, room="players", text=text) == {"seq": 1}
    assert match.red.ok("say", game=match.id, room="players", text="you too") == {"seq": 2}
    lines = [match.red.expect("chat", seq=seq) for seq in (1, 2)]
    assert [(line["by"], line["text"]) for line in lines] == [
        (match.blue.user["name"], text), (match.red.user["name"], "you too")]
    assert lines[0]["room"] == "players" and lines[0]["game"] == match.id
    spectator.settle()
    assert spectator.seen("chat") == []
    assert spectator.code("say", game=match.id, room="players", text="hi") == "forbidden"
    assert spectator.code("chat", game=match.id, room="players") == "forbidden"


def test_spectators_are_not_heard_by_players_before_the_end(connect):
    match, spectator = company(connect)
    spectator.ok("say", game=match.id, room="spectators", text="C3 is strong")
    assert spectator.expect("chat")["seq"] == 1
    for player in (match.blue, match.red):
        player.settle()
        assert player.seen("chat") == []
        assert player.code("chat", game=match.id, room="spectators") == "forbidden"
        assert player.code("say", game=match.id, room="spectators", text="?") == "forbidden"
    match.finish()
    assert match.blue.ok("chat", game=match.id, room="spectators")["lines"][0]["text"] == (
        "C3 is strong")
    match.blue.ok("say", game=match.id, room="spectators", text="it was")
    assert spectator.expect("chat", seq=2)["by"] == match.blue.user["name"]
    assert match.red.expect("chat", seq=2)["room"] == "spectators"


def test_catching_up_and_a_crash(new_server, connect):
    server = new_server()
    match = Match(connect(server, fresh_name()), connect(server, fresh_name()))
    for number in range(1, 6):
        match.blue.ok("say", game=match.id, room="players", text=f"line {number}")
    server.kill_and_restart()
    red = connect(server)
    red.resume(match.red.token)
    lines = red.ok("chat", game=match.id, room="players", **{"from": 2})["lines"]
    assert [(line["seq"], line["text"]) for line in lines] == [
        (3, "line 3"), (4, "line 4"), (5, "line 5")]
    assert red.ok("say", game=match.id, room="players", text="back") == {"seq": 6}


def test_many_lines_come_in_pages(connect):
    match, _ = company(connect)
    numbers = [match.blue.post("say", game=match.id, room="players", text=str(i))
               for i in range(250)]
    for number in numbers:
        match.blue.reply_to(number)
    got, more = [], True
    while more:
        answer = match.red.ok("chat", game=match.id, room="players",
                              **{"from": got[-1] if got else 0})
        got += [line["seq"] for line in answer["lines"]]
        more = answer.get("more", False)
    assert got == list(range(1, 251))


def test_what_may_be_said(connect):
    match, _ = company(connect)
    for text in ("", "x" * 401, "tab\there", "bell\x07", "new\nline", "del\x7f", "c1\u0085"):
        error = match.blue.refused("say", game=match.id, room="players", text=text)
        assert (error["code"], error["field"]) == ("bad_request", "text"), text
    assert match.blue.refused("say", game=match.id, room="bar", text="x")["field"] == "room"
    match.blue.ok("say", game=match.id, room="players", text="\U0001f600" * 400)
    assert match.red.expect("chat")["text"] == "\U0001f600" * 400
    assert connect().code("say", game=match.id, room="spectators", text="x") == "unauthenticated"


def test_ignore_mutes_and_can_be_taken_back(new_server, connect):
    server = new_server()
    match = Match(connect(server, fresh_name()), connect(server, fresh_name()))
    blue, red = match.blue, match.red
    assert red.ok("ignore", user=blue.user["name"].upper()) == {}
    blue.ok("say", game=match.id, room="players", text="unheard")
    red.settle()
    assert red.seen("chat") == []
    assert red.ok("chat", game=match.id, room="players")["lines"] == []
    assert blue.code("challenge", user=red.user["name"]) == "forbidden"
    server.kill_and_restart()
    blue, red = connect(server), connect(server)
    blue.resume(match.blue.token)
    red.resume(match.red.token)
    red.ok("watch", game=match.id)
    blue.ok("say", game=match.id, room="players", text="still unheard")
    red.settle()
    assert red.seen("chat") == []
    red.ok("ignore", user=blue.user["name"], ignore=False)
    blue.ok("say", game=match.id, room="players", text="heard")
    assert red.expect("chat")["text"] == "heard"
    assert red.code("ignore", user=red.user["name"]) == "not_allowed_now"
    assert red.code("ignore", user="nobody-of-that-name") == "not_found"


def test_talking_too_much_is_limited(new_server, connect):
    server = new_server(open_limits=False)
    match = Match(connect(server, "guest"), connect(server, "guest"))
    # So many that also on a slow machine time does not allow for all of them.
    for number in range(60):
        match.blue.post("say", game=match.id, room="players", text=str(number))
    replies = [match.blue.read_reply() for _ in range(60)]
    codes = ["ok" if "ok" in reply else reply["error"]["code"] for reply in replies]
    assert codes[:10] == ["ok"] * 10 and "rate_limited" in codes
