"""Files and pages: what a browser is given, how it may keep it, and what it is told not to do."""

import gzip
import re
import time

import pytest
from clamber_client import DEADLINE_S
from http_client import Http, get
from match import Match

SHELLS = ["/", "/user/ann", "/user/ANN", "/leaderboard", "/rules", "/openings", "/api",
          "/rules?anything=goes"]
NO_FILES = ["/web/", "/web/nothing.js", "/web/../server/main.c", "/web/index.html",
            "/web/embed.py", "/web/meson.build", "/web/package.json", "/web/js"]
NO_PAGES = ["/nothing", "/nothing?x=1", "/metrics", "/game", "/game/", "/user/", "/game/a/b",
            "/embed/", "//", "/ws/", "/index.html", "/API/games", "/%22%3E%3Cscript%3E",
            "/game/AAAAAAAAAAAA", "/game/x", "/game/" + "a" * 6000, "/user/nobody", "/user/a%20b",
            "/user/" + "a" * 6000]


@pytest.fixture(scope="module", autouse=True)
def ann(site):
    """The player of whom a page is asked for."""
    client = site.client()
    client.register("ann")
    client.close()


@pytest.mark.parametrize("path", SHELLS)
def test_pages_are_one_shell(site, path):
    answer = get(site, path)
    assert answer.status == 200
    assert answer["content-type"] == "text/html; charset=utf-8"
    assert answer.body == get(site, "/").body
    policy = answer["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    assert answer["x-content-type-options"] == "nosniff"
    assert answer["referrer-policy"] == "same-origin"


def test_an_embedded_game_may_be_framed(site):
    blue, red = site.client(), site.client()
    blue.guest()
    red.guest()
    for game, status in ((Match(blue, red).id, 200), ("AAAAAAAAAAAA", 404)):
        answer = get(site, f"/embed/{game}")
        assert answer.status == status
        assert "frame-ancestors *" in answer["content-security-policy"]
        assert answer["cache-control"] == ("no-cache" if status == 200 else "no-store")
    blue.close()
    red.close()


@pytest.mark.parametrize("path", NO_FILES)
def test_there_are_no_other_files(site, path):
    answer = get(site, path)
    assert answer.status == 404
    assert answer["content-type"] == "text/html; charset=utf-8"
    assert b"Not Found" in answer.body


@pytest.mark.parametrize("path", NO_PAGES)
def test_what_there_is_not_has_the_frame_of_the_site(site, path):
    """The program in it says so in the reader's language; a sentence does where none runs. Whoever
    links there finds nothing to show."""
    answer = get(site, path)
    page = answer.body.decode()
    assert (answer.status, answer["cache-control"], answer["etag"]) == (404, "no-store", None)
    assert answer["content-type"] == "text/html; charset=utf-8"
    assert answer["content-security-policy"] == get(site, "/")["content-security-policy"]
    assert '<script type="module" src="/web/js/main.js">' in page
    assert "<title>Not Found · Clamber</title>" in page
    assert '"og:' not in page and "<!--" not in page
    assert page.count("<p>There is nothing at this address.</p>") == 1
    assert page.index("<noscript>") < page.index("There is nothing") < page.index("</noscript>")
    assert '"><script>' not in page
    assert get(site, path, if_none_match="*").status == 404


def test_what_is_there_is_not_said_to_be_missing(site):
    for path in ("/", "/user/ann"):
        assert b"There is nothing" not in get(site, path).body


def test_every_file_that_a_page_names_is_there(site):
    for shell in ("/", "/embed/AAAAAAAAAAAA"):
        named = re.findall(r'(?:src|href)="(/web/[^"]+)"', get(site, shell).body.decode())
        assert named
        for path in named:
            assert get(site, path).status == 200, path


@pytest.mark.parametrize("path, kind", [
    ("/web/js/main.js", "text/javascript; charset=utf-8"),
    ("/web/style/base.css", "text/css; charset=utf-8"),
    ("/web/icon.svg", "image/svg+xml"),
    ("/web/referee.wasm", "application/wasm")])
def test_files_have_their_types(site, path, kind):
    answer = get(site, path)
    assert (answer.status, answer["content-type"]) == (200, kind)
    assert answer["content-security-policy"] == "default-src 'none'"


def test_compressed_for_those_who_take_it(site):
    with Http(site.web_address) as http:
        plain = http.get("/web/js/main.js")
        packed = http.get("/web/js/main.js", accept_encoding="br, gzip")
        assert packed["content-encoding"] == "gzip" and plain["content-encoding"] is None
        assert gzip.decompress(packed.body) == plain.body
        assert len(packed.body) < len(plain.body)
        assert plain["vary"] == packed["vary"] == "Accept-Encoding"
        assert plain["etag"] != packed["etag"]
        for refused in ("gzip;q=0", "identity", "*;q=0"):
            answer = http.get("/web/js/main.js", accept_encoding=refused)
            assert answer["content-encoding"] is None, refused


def test_a_file_is_fetched_once(site):
    with Http(site.web_address) as http:
        for coding in (None, "gzip"):
            first = http.get("/web/js/main.js", accept_encoding=coding)
            assert first["cache-control"] == "no-cache"
            again = http.get("/web/js/main.js", accept_encoding=coding,
                             if_none_match=f'"other", W/{first["etag"]}')
            assert (again.status, again.body, again["etag"]) == (304, b"", first["etag"])
            assert again["cache-control"] == "no-cache" and again["vary"] == "Accept-Encoding"
        assert http.get("/web/js/main.js", if_none_match="*").status == 304
        assert http.get("/", if_none_match='"x"').status == 200


def test_head_of_a_file(site):
    with Http(site.web_address) as http:
        full, head = http.get("/"), http.get("/", "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head["content-length"] == str(len(full.body)) == full["content-length"]
        assert head["etag"] == full["etag"]


@pytest.mark.parametrize("host, status", [
    ("127.0.0.1:1", 200), ("[::1]:5578", 200), ("localhost", 200), ("a.localhost:80", 200),
    ("clamber.example", 200), ("CLAMBER.example:443", 200), ("www.clamber.example", 200),
    ("elsewhere.example", 421), ("clamber.example.org", 421), ("", 421)])
def test_whom_it_serves_by_name(new_server, host, status):
    server = new_server("--web-host", "clamber.example, www.clamber.example", web="127.0.0.1:0")
    assert get(server, "/healthz", host=host).status == status


def test_without_a_host(site):
    with Http(site.web_address) as http:
        http.ask("/healthz", host=None)
        assert http.response().status == 400
    with Http(site.web_address) as http:
        http.ask("/healthz", version="1.0", host=None)
        assert http.response().status == 200
        http.closed()


@pytest.mark.slow
def test_whoever_is_slow_to_ask_is_let_go(site):
    """The head within 10 s of its first byte, however steadily it trickles; an idle link 60 s."""
    with Http(site.web_address) as slow, Http(site.web_address) as idle:
        began = time.monotonic()
        slow.send(b"GET / HTTP/1.1\r\n")
        slow.socket.settimeout(0.5)
        while time.monotonic() - began < DEADLINE_S:
            try:
                slow.send(b"x: y\r\n")
                if slow.socket.recv(1 << 16).startswith(b"HTTP/1.1 408 "):
                    break
            except TimeoutError:
                continue
        assert 9 < time.monotonic() - began < 20
        idle.socket.settimeout(2 * DEADLINE_S)
        assert idle.closed(2 * DEADLINE_S) + time.monotonic() - began > 55


def test_a_request_that_comes_in_two_parts(site):
    """Also when its beginning came with the end of the one before."""
    with Http(site.web_address) as http:
        request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        http.send(request + request[:20])
        assert http.response().status == 200
        time.sleep(1)
        http.send(request[20:] + request[:1])
        assert http.response().status == 200
        time.sleep(1)
        http.send(request[1:])
        assert http.response().status == 200


def test_a_file_for_whoever_reads_slowly(site):
    """It takes its time, and nobody else notices."""
    with Http(site.web_address, receive_buffer=4096) as slow:
        for _ in range(40):
            slow.ask("/web/js/board.js")
        time.sleep(1)
        began = time.monotonic()
        assert get(site, "/healthz").status == 200
        assert time.monotonic() - began < DEADLINE_S
        bodies = {slow.response().body for _ in range(40)}
        assert len(bodies) == 1


def test_too_many_connections(new_server):
    server = new_server("--max-connections", "3", web="127.0.0.1:0")
    kept = [Http(server.web_address) for _ in range(3)]
    for http in kept:
        assert http.get("/healthz").status == 200
    with Http(server.web_address) as one_more:
        answer = one_more.response()
        assert (answer.status, answer["retry-after"]) == (503, "5")
        one_more.closed()
    for http in kept:
        http.close()


def test_idle_connections_make_room_where_there_are_many(new_server):
    server = new_server("--max-connections", "4", web="127.0.0.1:0")
    kept = [Http(server.web_address) for _ in range(3)]
    began = time.monotonic()
    for http in kept:
        assert http.get("/healthz").status == 200
    kept[0].closed()
    assert 3 < time.monotonic() - began < 50, "in 5 s, and not in the 60 of others"
    for http in kept:
        http.close()
    few = new_server("--max-connections", "4", web="127.0.0.1:0")
    with Http(few.web_address) as http:
        assert http.get("/healthz").status == 200
        time.sleep(8)
        assert http.get("/healthz").status == 200


def test_the_ready_line_and_off(new_server):
    web_only = new_server("--listen", "off", web="127.0.0.1:0")
    assert web_only.ready["lines"] is None
    assert web_only.ready["web"] == "127.0.0.1:%d" % web_only.web_address[1]
    assert get(web_only, "/healthz").status == 200
    assert new_server().ready["web"] is None
