"""The history by HTTP: each route answers what its operation answers on a line."""

import json
import signal
import time

import pytest
from clamber_client import DEADLINE_S
from conftest import fresh_name
from http_client import Http, get
from match import BLITZ, Match


@pytest.fixture(scope="module")
def played(site):
    """Two accounts with two rated games, one won by each, and a game that is being played."""
    blue, red = site.client(), site.client()
    blue.register(fresh_name("ann"))
    red.register(fresh_name("bob"))
    first = Match(blue, red, rated=True, time=BLITZ).play("C3", "C4", "C3xC4")
    second = Match(red, blue, rated=True, time=BLITZ).play("A1", "E3")
    second.red.ok("resign", game=second.id)
    second.red.expect("end", game=second.id)
    # Without a clock, so that it is not called off before the last test.
    third = Match(blue, red, time=None).play("C3")
    yield {"blue": blue, "red": red, "games": [first.id, second.id], "open": third.id}
    blue.close()
    red.close()


# A target with {blue}, {red}, {won}, {open}; the operation; its fields.
SAME = [
    ("games", "history", {}),
    ("games?user={blue}&limit=1", "history", {"user": "{blue}", "limit": 1}),
    ("games?user={blue}&versus={red}&result=win", "history",
     {"user": "{blue}", "versus": "{red}", "result": "win"}),
    ("games?rated=true&size=3&pool=3-blitz", "history",
     {"rated": True, "size": 3, "pool": "3-blitz"}),
    ("games?rated=false", "history", {"rated": False}),
    ("games?reason=resign&since=0&until=9007199254740991", "history",
     {"reason": "resign", "since": 0, "until": 9007199254740991}),
    ("games/live", "games", {}),
    ("games/live?user={red}&limit=3", "games", {"user": "{red}", "limit": 3}),
    ("games/{won}", "record", {"game": "{won}"}),
    ("users/{blue}", "user", {"name": "{blue}"}),
    ("users/{blue}/ratings?pool=3-blitz", "rating_history", {"user": "{blue}", "pool": "3-blitz"}),
    ("leaderboard?pool=3-blitz", "leaderboard", {"pool": "3-blitz"}),
    ("leaderboard?pool=3-blitz&bots=true&limit=5", "leaderboard",
     {"pool": "3-blitz", "bots": True, "limit": 5}),
    ("leaderboard?pool=3-blitz&at=0", "leaderboard", {"pool": "3-blitz", "at": 0}),
    ("openings?size=3&moves=", "openings", {"size": 3, "moves": ""}),
    ("openings?size=3&moves=C3+C4", "openings", {"size": 3, "moves": "C3 C4"}),
    ("openings?size=3&moves=C3%20C4", "openings", {"size": 3, "moves": "C3 C4"}),
]


@pytest.mark.parametrize("target, op, fields", SAME)
def test_a_route_is_its_operation(site, connect, played, target, op, fields):
    names = {"blue": played["blue"].user["name"], "red": played["red"].user["name"],
             "won": played["games"][0], "open": played["open"]}
    wanted = {name: value.format(**names) if isinstance(value, str) else value
              for name, value in fields.items()}
    answer = get(site, "/api/" + target.format(**names))
    assert answer.status == 200
    assert answer.json() == connect(site).ok(op, **wanted)


def test_an_unfinished_game_has_a_record_too(site, played):
    answer = get(site, f"/api/games/{played['open']}")
    assert answer.json()["record"]["status"] == "playing"
    assert answer["cache-control"] == "no-cache"


def test_pages_go_on_by_cursor(site, played):
    user = played["blue"].user["name"]
    first = get(site, f"/api/games?user={user}&limit=1").json()
    second = get(site, f"/api/games?user={user}&limit=1&cursor={first['cursor']}").json()
    assert [page["games"][0]["id"] for page in (first, second)] == played["games"][::-1]
    assert second["cursor"] is None


# A target, its status, its code, and the field that is named.
WRONG = [
    ("games?nonsense=1", 400, "bad_request", "nonsense"),
    ("games?op=guest", 400, "bad_request", "op"),
    ("games?limit=1&limit=1", 400, "bad_request", "limit"),
    ("games?limit=0", 400, "bad_request", "limit"),
    ("games?limit=101", 400, "bad_request", "limit"),
    ("games?limit=%2B5", 400, "bad_request", "limit"),
    ("games?limit=-5", 400, "bad_request", "limit"),
    ("games?limit=05", 400, "bad_request", "limit"),
    ("games?limit=5.0", 400, "bad_request", "limit"),
    ("games?limit=1e1", 400, "bad_request", "limit"),
    ("games?limit=", 400, "bad_request", "limit"),
    ("games?limit=99999999999999999999", 400, "bad_request", "limit"),
    ("games?limit", 400, "bad_request", "limit"),
    ("games?size=5", 400, "bad_request", "size"),
    ("games?rated=1", 400, "bad_request", "rated"),
    ("games?rated=True", 400, "bad_request", "rated"),
    ("games?pool=3-lightning", 400, "bad_request", "pool"),
    ("games?reason=boredom", 400, "bad_request", "reason"),
    ("games?result=win", 400, "bad_request", "result"),
    ("games?since=9007199254740992", 400, "bad_request", "since"),
    ("games?since=5&until=4", 400, "bad_request", "since"),
    ("games?cursor=made-up", 400, "bad_request", "cursor"),
    ("games?user=nobody-at-all", 404, "not_found", None),
    ("games?" + "n" * 40 + "%C3%A9=1", 400, "bad_request", "n" * 31),
    ("games?" + "n" * 30 + "%C3%A9=1", 400, "bad_request", "n" * 30),
    ("games/live?cursor=x", 400, "bad_request", "cursor"),
    ("games/AAAAAAAAAAAA", 404, "not_found", None),
    ("games/AAAAAAAAAAAA.txt", 404, "not_found", None),
    ("games/AAAAAAAAAAAA.svg", 404, "not_found", None),
    ("games/%3Cscript%3E", 404, "not_found", None),
    ("games/AAAAAAAAAAAA?game=BBBBBBBBBBBB", 400, "bad_request", "game"),
    ("games/", 404, "not_found", None),
    ("games/a/b", 404, "not_found", None),
    ("games/export?limit=5", 400, "bad_request", "limit"),
    ("games/export?cursor=5", 400, "bad_request", "cursor"),
    ("games/export?user=nobody-at-all", 404, "not_found", None),
    ("users/nobody-at-all", 404, "not_found", None),
    ("users/" + "n" * 500, 404, "not_found", None),
    ("users/x?name=y", 400, "bad_request", "name"),
    ("users/nobody-at-all/ratings", 400, "bad_request", "pool"),
    ("users//ratings?pool=3-blitz", 404, "not_found", None),
    ("leaderboard", 400, "bad_request", "pool"),
    ("leaderboard?pool=3-blitz&at=-1", 400, "bad_request", "at"),
    ("openings?size=3", 400, "bad_request", "moves"),
    ("openings?size=3&moves=Z9", 400, "bad_request", "moves"),
    ("nothing", 404, "not_found", None),
    ("", 404, "not_found", None),
    ("Games", 404, "not_found", None),
]


@pytest.mark.parametrize("target, status, code, field", WRONG)
def test_what_cannot_be_answered(site, target, status, code, field):
    answer = get(site, "/api/" + target)
    assert answer.status == status
    error = answer.error()
    assert (error["code"], error.get("field")) == (code, field)
    assert answer["cache-control"] == "no-store"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods(site, method):
    with Http(site.web_address) as http:
        answer = http.get("/api/games", method)
        assert (answer.status, answer["allow"]) == (405, "GET, HEAD")
        answer.error()
        http.closed()


def test_nobody_elses_pages_may_read(site):
    answer = get(site, "/api/games", origin="https://elsewhere.example")
    assert answer.status == 200
    assert answer["access-control-allow-origin"] is None
    assert get(site, "/api/games", host="elsewhere.example").status == 421


# -- caching -------------------------------------------------------------------------------------


def test_a_finished_record_never_changes(site, played):
    for end in ("", ".txt", ".svg"):
        answer = get(site, f"/api/games/{played['games'][0]}{end}")
        assert answer["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("target", ["games", "games/live", "leaderboard?pool=3-blitz"])
def test_what_may_change_is_asked_for_again(site, played, target):
    with Http(site.web_address) as http:
        first = http.get("/api/" + target)
        assert first["cache-control"] == "no-cache"
        again = http.get("/api/" + target, if_none_match=first["etag"])
        assert (again.status, again.body, again["etag"]) == (304, b"", first["etag"])
        assert again["content-length"] is None and again["content-type"] is None
        other = http.get("/api/" + target, if_none_match='"of another version"')
        assert (other.status, other.body) == (200, first.body)


def test_the_tag_changes_with_the_answer(site, player):
    name = player(site).user["name"]
    with Http(site.web_address) as http:
        before = http.get("/api/games/live")
        Match(player(site), player(site), time=None)
        after = http.get("/api/games/live", if_none_match=before["etag"])
        assert after.status == 200 and after["etag"] != before["etag"]
        assert http.get(f"/api/users/{name}").status == 200


def test_head_tells_all_but_the_body(site, played):
    with Http(site.web_address) as http:
        full = http.get("/api/games")
        head = http.get("/api/games", "HEAD")
        assert head.body == b""
        skipped = {"date"}
        assert ([field for field in head.fields if field[0] not in skipped]
                == [field for field in full.fields if field[0] not in skipped])


# -- connections ---------------------------------------------------------------------------------


def test_pipelined_requests_are_answered_in_order(site, played):
    targets = ["/api/games", "/web/js/main.js", f"/api/games/{played['games'][0]}", "/healthz",
               "/api/nothing", "/api/users/nobody-at-all", "/"] * 20
    with Http(site.web_address) as http:
        alone = [http.get(target) for target in targets[:7]] * 20
        for target in targets:
            http.ask(target)
        for target, wanted in zip(targets, alone):
            answer = http.response()
            assert (answer.status, answer.body) == (wanted.status, wanted.body), target


def test_a_half_closed_connection_gets_all_it_is_owed(site, played):
    with Http(site.web_address) as http:
        http.ask("/api/games")
        http.ask(f"/api/games/{played['games'][1]}")
        http.ask("/api/games/export")
        http.socket.shutdown(1)
        assert http.response().status == 200
        assert http.response().json()["record"]["id"] == played["games"][1]
        assert len(http.response().body.splitlines()) >= 2
        http.closed()


@pytest.mark.parametrize("version, connection, stays", [
    ("1.1", None, True), ("1.1", "close", False), ("1.0", None, False),
    ("1.0", "keep-alive", True)])
def test_how_long_a_connection_stays(site, version, connection, stays):
    with Http(site.web_address) as http:
        http.ask("/api/games/live", version=version, connection=connection)
        answer = http.response()
        assert answer.status == 200
        assert answer["connection"] == ("keep-alive" if stays else "close")
        if stays:
            assert http.get("/healthz").status == 200
        else:
            http.closed()


def test_what_was_done_is_read(site, player):
    """A connection's own writes, and those answered to others before, are in the answer."""
    one, two = player(site), player(site)
    with Http(site.web_address) as http:
        for _ in range(10):
            match = Match(one, two).finish()
            newest = http.get("/api/games?limit=1").json()["games"][0]
            assert newest["id"] == match.id


def test_too_many_requests_are_told_when_to_come_back(new_server):
    server = new_server(open_limits=False, web="127.0.0.1:0")
    with Http(server.web_address) as http:
        # 400 at once, and so many that also on a slow machine time does not allow for all of them.
        for _ in range(2000):
            http.ask("/api/games/live")
        statuses = [http.response() for _ in range(2000)]
        refused = [answer for answer in statuses if answer.status == 429]
        assert 0 < len(refused) <= 1600
        assert refused[0].error()["code"] == "rate_limited"
        assert int(refused[0]["retry-after"]) >= 1
        # Files are no business of the machine's.
        assert http.get("/healthz").status == 200


def test_a_connection_for_each_request_is_no_way_around_that(new_server):
    server = new_server(open_limits=False, web="127.0.0.1:0")
    several = [Http(server.web_address) for _ in range(20)]
    for http in several:
        for _ in range(350):
            http.ask("/api/games/live")
    statuses = [http.response().status for http in several for _ in range(350)]
    assert set(statuses) == {200, 429} and statuses.count(200) >= 1000
    # Pages of games and players ask too; they are told the same, and say what they can.
    for path in ("/user/nobody", "/game/AAAAAAAAAAAA"):
        for _ in range(500):
            several[0].ask(path)
        answers = [several[0].response() for _ in range(500)]
        refused = [answer for answer in answers if answer.status == 429]
        assert int(refused[0]["retry-after"]) >= 1 and refused[0]["cache-control"] == "no-store"
        assert b"main.js" in refused[0].body
    for http in several:
        http.close()


def test_after_a_restart_the_same_is_answered(new_server):
    server = new_server(web="127.0.0.1:0")
    one, two = server.client(), server.client()
    one.register("ann")
    two.register("bob")
    match = Match(one, two).play("C3", "C4", "C3xC4")
    targets = ["/api/games", "/api/users/ann", f"/api/games/{match.id}.txt",
               f"/api/games/{match.id}.svg"]
    before = [get(server, target) for target in targets]
    one.close()
    two.close()
    server.restart()
    after = [get(server, target) for target in targets]
    assert [(a.status, a.body, a["etag"]) for a in before] == [
        (a.status, a.body, a["etag"]) for a in after]


def test_a_stopping_server_says_so(new_server):
    server = new_server(web="127.0.0.1:0")
    with Http(server.web_address) as idle, Http(server.web_address) as asked:
        assert idle.get("/healthz").json() == {"serving": True}
        assert asked.get("/api/games").status == 200
        began = time.monotonic()
        server.terminate()
        idle.closed()
        asked.closed()
        assert server.wait() == 0
        assert time.monotonic() - began < DEADLINE_S


def test_while_it_stops_it_answers_that(new_server):
    """Passwords are still being hashed, as many as there is room for, so the stop takes its time.
    They, and more requests than are answered at once, have come when the signal comes."""
    server = new_server(open_limits=False, web="127.0.0.1:0")
    clients = [server.client() for _ in range(60)]
    with Http(server.web_address) as health, Http(server.web_address) as asked:
        assert health.get("/healthz").status == asked.get("/api/games").status == 200
        server.process.send_signal(signal.SIGSTOP)
        for number, client in enumerate(clients):
            client.post("login", name=f"nobody{number}", password="correct horse")
        for _ in range(100):
            health.ask("/healthz")
        server.terminate()
        server.process.send_signal(signal.SIGCONT)
        while (answer := health.response()).status == 200:
            pass
        assert (answer.status, answer.json()) == (503, {"serving": False})
        assert answer["connection"] == "close"
        health.closed()
        answer = asked.get("/api/games")
        assert (answer.status, answer.error()["code"]) == (503, "shutting_down")
        asked.closed()
    assert server.wait() == 0
    for client in clients:
        client.close()


# -- texts and pictures --------------------------------------------------------------------------


def test_a_record_as_a_text(site, played):
    answer = get(site, f"/api/games/{played['games'][0]}.txt")
    assert answer["content-type"] == "text/plain; charset=utf-8"
    text = answer.body.decode()
    record = get(site, f"/api/games/{played['games'][0]}").json()["record"]
    assert f"Clamber game {record['id']}" in text
    for color in ("blue", "red"):
        assert f"{record[color]['name']} ({record[color]['rating']})" in text
    assert "Blue won by capture after 3 turns" in text
    assert "   1. C3 " in text and "   2. C3xC4" in text


def test_a_record_as_a_picture(site, played):
    answer = get(site, f"/api/games/{played['open']}.svg")
    assert answer["content-type"] == "image/svg+xml"
    assert answer["cache-control"] == "no-cache"
    assert answer.body.startswith(b"<svg ") and b"<title>" in answer.body
    assert answer["content-security-policy"] == "default-src 'none'"


def test_the_page_of_a_game_has_a_preview(site, played):
    game = played["games"][0]
    answer = get(site, f"/game/{game}")
    page = answer.body.decode()
    names = [played[color].user["name"] for color in ("blue", "red")]
    assert f"<title>{names[0]} (1500) against {names[1]} (1500) · Clamber</title>" in page
    host = f"http://{site.web_address[0]}:{site.web_address[1]}"
    assert f'<meta property="og:image" content="{host}/api/games/{game}.svg">' in page
    assert f'<meta property="og:url" content="{host}/game/{game}">' in page
    assert "Blue won by capture after 3 turns" in page
    assert "<!--preview-->" not in page
    assert get(site, f"/game/{game}", if_none_match=answer["etag"]).status == 304


def test_a_preview_of_a_game_being_played_says_who_is_to_move(new_server):
    server = new_server(web="127.0.0.1:0")
    one, two = server.client(), server.client()
    one.guest()
    two.guest()
    match = Match(one, two, size=4, time=None)
    said = []
    for move in (None, "C3", "C4"):
        if move is not None:
            match.play(move)
        page = get(server, f"/game/{match.id}").body.decode()
        said.append(page.split('og:description" content="')[1].split('"')[0])
    assert said == ["size 4, casual; no clock: Blue to move after 0 turns",
                    "size 4, casual; no clock: Red to move after 1 turn",
                    "size 4, casual; no clock: Blue to move after 2 turns"]
    one.close()
    two.close()


def test_previews_name_the_origin_that_people_use(new_server):
    server = new_server("--web-origin", "https://clamber.example", "--web-host",
                        "clamber.example", web="127.0.0.1:0")
    one, two = server.client(), server.client()
    one.guest()
    two.guest()
    match = Match(one, two)
    answer = get(server, f"/game/{match.id}", host="clamber.example")
    assert f"https://clamber.example/api/games/{match.id}.svg" in answer.body.decode()
    assert json.loads(get(server, "/healthz", host="clamber.example").body) == {"serving": True}
    assert get(server, "/healthz", host="other.example").status == 421
    one.close()
    two.close()
