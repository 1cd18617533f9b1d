"""Exports: many records as one stream, at the pace of whoever reads, while play goes on."""

import json
import time

import pytest
from clamber_client import DEADLINE_S
from conftest import fresh_name
from http_client import CutOff, Http, get
from match import Match

GAMES = 60


def play_games(server, count, prefix="exported"):
    """Two new accounts play; gives their names and the ids of the games, the newest first."""
    one, two = server.client(), server.client()
    one.register(fresh_name(prefix))
    two.register(fresh_name(prefix))
    games = [Match(one, two).finish().id for _ in range(count)]
    names = one.user["name"], two.user["name"]
    one.close()
    two.close()
    return names, games[::-1]


@pytest.fixture(scope="module")
def exported(site):
    names, games = play_games(site, GAMES)
    return {"user": names[0], "games": games}


def export(server, query="", **fields):
    answer = get(server, "/api/games/export" + query, **fields)
    assert answer.status == 200
    assert answer["content-type"] == "application/x-ndjson"
    assert answer.body == b"" or answer.body.endswith(b"\n")
    return [json.loads(line) for line in answer.body.splitlines()]


def test_all_records_the_newest_first(site, exported, connect):
    records = export(site, f"?user={exported['user']}")
    assert [record["id"] for record in records] == exported["games"]
    client = connect(site)
    for record in records[:3] + records[-3:]:
        assert record == client.ok("record", game=record["id"])["record"]


def test_the_filters_of_history(site, exported, connect):
    client = connect(site)
    user = exported["user"]
    cases = [("result=loss", {"result": "loss"}), ("reason=resign", {"reason": "resign"}),
             ("rated=false&size=3", {"rated": False, "size": 3}),
             ("versus=" + user, {"versus": user})]
    for query, fields in cases:
        wanted, cursor = [], {}
        while cursor is not None:
            page = client.ok("history", user=user, limit=100, **fields, **cursor)
            wanted += [game["id"] for game in page["games"]]
            cursor = {"cursor": page["cursor"]} if page["cursor"] else None
        got = [record["id"] for record in export(site, f"?user={user}&{query}")]
        assert got == wanted, query


def test_the_operation_pages_through_all(site, exported, connect):
    client = connect(site)
    got, fields = [], {}
    while True:
        page = client.ok("export", user=exported["user"], limit=7, **fields)
        assert len(page["records"]) <= 7
        got += [record["id"] for record in page["records"]]
        if page["cursor"] is None:
            break
        fields = {"cursor": page["cursor"]}
    assert got == exported["games"]
    assert len(client.ok("export", limit=100)["records"]) <= 20
    assert client.refused("export", cursor=fields["cursor"])["field"] == "cursor"


def test_the_connection_goes_on_afterwards(site, exported):
    with Http(site.web_address) as http:
        for _ in range(2):
            http.ask(f"/api/games/export?user={exported['user']}")
            http.ask("/healthz")
        for _ in range(2):
            assert len(http.response().body.splitlines()) == GAMES
            assert http.response().json() == {"serving": True}


def test_head_and_http_1_0(site, exported):
    with Http(site.web_address) as http:
        head = http.get("/api/games/export", "HEAD")
        assert (head.status, head["transfer-encoding"], head.body) == (200, "chunked", b"")
        assert http.get("/healthz").status == 200
    with Http(site.web_address) as http:
        http.ask(f"/api/games/export?user={exported['user']}", version="1.0")
        answer = http.response()
        assert answer["transfer-encoding"] is None and answer["connection"] == "close"
        assert len(answer.body.splitlines()) == GAMES
    with Http(site.web_address) as http:
        for target in ("/api/games/export", "/healthz"):
            http.ask(target, "HEAD", version="1.0", connection="keep-alive")
        assert http.response("HEAD")["connection"] == "close"
        http.closed()


def test_play_goes_on_meanwhile(site, exported, player):
    """What ends during an export may be in it or not; what had ended before is, once."""
    one, two = player(site), player(site)
    with Http(site.web_address, receive_buffer=4096) as http:
        http.ask("/api/games/export")
        http.head()
        body = b""
        for count, chunk in enumerate(http.chunks()):
            body += chunk
            if count < 20:
                Match(one, two).finish()
    records = [json.loads(line)["id"] for line in body.splitlines()]
    assert len(set(records)) == len(records)
    assert set(exported["games"]) <= set(records)


def test_a_slow_reader_holds_nothing_up(site, exported, player):
    with Http(site.web_address, receive_buffer=2048) as slow:
        for _ in range(30):
            slow.ask("/api/games/export")
        one, two = player(site), player(site)
        began = time.monotonic()
        Match(one, two).finish()
        assert len(export(site, f"?user={exported['user']}")) == GAMES
        assert time.monotonic() - began < DEADLINE_S


@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_a_stop_breaks_it_off_visibly(new_server, version):
    server = new_server(web="127.0.0.1:0")
    play_games(server, 400, "cut")
    with Http(server.web_address, receive_buffer=2048) as http:
        http.ask("/api/games/export", version=version)
        http.wait_for(b"\n")
        server.terminate()
        with pytest.raises((CutOff, ConnectionError)):
            http.response()
            http.closed()
            assert version == "1.1", "a body that seems whole"
        assert server.wait() == 0


def test_the_rate_limit_slows_it_down_and_breaks_nothing(new_server):
    server = new_server(open_limits=False, web="127.0.0.1:0")
    one, two = server.client(), server.client()
    one.guest()
    two.guest()
    games = [Match(one, two).finish().id for _ in range(30)]
    with Http(server.web_address) as http:
        for _ in range(395):
            http.ask("/api/games/live")
        for _ in range(395):
            http.response()
        for _ in range(10):
            http.ask("/api/games/export?size=3")
        for _ in range(10):
            answer = http.response()
            if answer.status == 429:
                assert int(answer["retry-after"]) >= 1
                continue
            records = [json.loads(line)["id"] for line in answer.body.splitlines()]
            assert records == games[::-1]
    one.close()
    two.close()


@pytest.mark.slow
def test_a_steady_reader_may_be_slow_and_a_stuck_one_is_let_go(new_server):
    server = new_server(web="127.0.0.1:0")
    play_games(server, 400, "slow")
    with (Http(server.web_address, receive_buffer=4096) as steady,
          Http(server.web_address, receive_buffer=4096) as stuck):
        for http in (steady, stuck):
            http.ask("/api/games/export")
            http.head()
        began = time.monotonic()
        while time.monotonic() - began < 80:
            assert steady.socket.recv(512)
            time.sleep(0.1)
        with pytest.raises((CutOff, ConnectionError)):
            for _ in stuck.chunks():
                pass
