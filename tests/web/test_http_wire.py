"""The clauses of RFC 9112 and 9110 that bind a server without bodies, on the wire; each case is
named by its section. What one reader of requests must do is told in full by
tests/unit/proto/http_request_test.c."""

import re
import socket

import pytest
from clamber_client import DEADLINE_S
from http_client import Http, get

OK = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def with_fields(*lines, first="GET /healthz HTTP/1.1"):
    return "\r\n".join([first, "Host: localhost", *lines, "", ""])


def line(first):
    return with_fields(first=first)


# What is sent, and the status of each answer; the connection is closed after one of 400 and more
# that is about the request as such.
REFUSED = [
    ("2.2", "a LF alone ends no line", "GET /healthz HTTP/1.1\nHost: localhost\n\n", 400),
    ("2.2", "a blank before the first field", "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", 400),
    ("2.2", "a CR alone", with_fields("X: a\rb"), 400),
    ("2.3", "HTTP/2", line("GET / HTTP/2.0"), 505),
    ("2.3", "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ("2.3", "HTTP/0.9", "GET /\r\n", 400),
    ("3", "two blanks", line("GET  / HTTP/1.1"), 400),
    ("3", "no version", line("GET /"), 400),
    ("3", "a request line of 8,001 bytes", line(f"GET /{'a' * 7987} HTTP/1.1"), 414),
    ("3", "a request line without end", "GET /" + "a" * 100000, 414),
    ("3.1", "an unknown method", line("BREW / HTTP/1.1"), 501),
    ("3.1", "a method in small letters", line("get / HTTP/1.1"), 501),
    ("3.1", "another method", line("POST / HTTP/1.1"), 405),
    ("3.2", "no Host", "GET / HTTP/1.1\r\n\r\n", 400),
    ("3.2", "two Hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
    ("3.2", "a bad Host", "GET / HTTP/1.1\r\nHost: local host\r\n\r\n", 400),
    ("3.2.1", "a bad percent code", line("GET /%zz HTTP/1.1"), 400),
    ("3.2.1", "an encoded NUL", line("GET /healthz%00 HTTP/1.1"), 400),
    ("3.2.3", "the authority form", line("CONNECT localhost:80 HTTP/1.1"), 405),
    ("3.2.4", "the asterisk form", line("GET * HTTP/1.1"), 400),
    ("5", "a head of more than 8 KiB", with_fields("X: " + "a" * 8192), 431),
    ("5", "a head of many fields", with_fields(*["X: a"] * 2000), 431),
    ("5.1", "a blank before the colon", with_fields("X : a"), 400),
    ("5.2", "a folded line", with_fields("X: a", " b"), 400),
    ("5.5", "a NUL in a value", with_fields("X: a\0b"), 400),
    ("6", "a body", with_fields("Content-Length: 5") + "12345", 413),
    ("6.1", "a body in chunks", with_fields("Transfer-Encoding: chunked") + "0\r\n\r\n", 413),
    ("6.1", "an unknown coding", with_fields("Transfer-Encoding: x, chunked"), 501),
    ("6.3", "both lengths", with_fields("Content-Length: 0", "Transfer-Encoding: chunked"), 400),
    ("6.3", "two lengths", with_fields("Content-Length: 0", "Content-Length: 1"), 400),
    ("6.3", "a length that is none", with_fields("Content-Length: 0x0"), 400),
    ("11.2", "chunked, nearly", with_fields("Transfer-Encoding: xchunked"), 400),
    ("11.2", "chunked behind a vertical tab", with_fields("Transfer-Encoding:\vchunked"), 400),
    ("11.2", "chunked twice", with_fields("Transfer-Encoding: chunked, chunked"), 400),
    ("11.2", "a length behind a blank", with_fields("Content-Length : 5"), 400),
    ("11.2", "a signed length", with_fields("Content-Length: +0"), 400),
]


@pytest.mark.parametrize("sent, status", [row[2:] for row in REFUSED],
                         ids=[f"{row[0]} {row[1]}" for row in REFUSED])
def test_refused_and_closed(site, sent, status):
    """9.6: the answer comes through, and then the end, though more has been sent than was read.
    What came before is answered; a request hidden behind is not (11.2)."""
    with Http(site.web_address) as http:
        http.send((OK + sent + OK + OK).encode("latin-1"))
        assert http.response().status == 200
        answer = http.response()
        assert (answer.status, answer["connection"]) == (status, "close")
        assert len(answer.body) > 0
        http.closed()


# Requests that are refused before they are whole, and so before it is known all that they ask for.
UNREADABLE = [
    ("a bad percent code", "GET /api/games?user=%zz HTTP/1.1\r\n\r\n", 400),
    ("a path that is none", "GET /api/%zz HTTP/1.1\r\n\r\n", 400),
    ("a fragment", "GET /api/games#top HTTP/1.1\r\n\r\n", 400),
    ("no Host", "GET /api/games HTTP/1.1\r\n\r\n", 400),
    ("a LF alone", "GET /api/games HTTP/1.1\n", 400),
    ("no version", "GET /api/games\r\n", 400),
    ("another version", line("GET /api/games HTTP/2.0"), 505),
    ("a body", with_fields("Content-Length: 5", first="GET /api/games HTTP/1.1"), 413),
    ("a long target", "GET /api/games?user=" + "a" * 9000, 414),
    ("a long head", with_fields("X: " + "a" * 9000, first="GET /api/games HTTP/1.1"), 431),
]


@pytest.mark.parametrize("sent, status", [row[1:] for row in UNREADABLE],
                         ids=[row[0] for row in UNREADABLE])
@pytest.mark.parametrize("target", ["/api/", "/%61pi/", "http://localhost/api/"])
@pytest.mark.parametrize("before", ["", "\r\n\r\n"])
def test_a_refusal_has_the_form_of_what_was_asked_for(site, before, target, sent, status):
    """JSON below /api/, and a page elsewhere, of HEAD the head alone: as far as can be known."""
    with Http(site.web_address) as http:
        http.send((before + sent.replace("/api/", target)).encode())
        answer = http.response()
        assert answer.status == status
        assert answer.error()["code"] == "bad_request"
    with Http(site.web_address) as http:
        http.send((before + sent.replace("/api/", "/apis/")).encode())
        answer = http.response()
        assert (answer.status, answer["content-type"]) == (status, "text/html; charset=utf-8")
    with Http(site.web_address) as http:
        http.send((before + sent.replace("/api/", target).replace("GET", "HEAD")).encode())
        answer = http.response("HEAD")
        assert (answer.status, answer["content-type"]) == (status, "application/json")
        http.closed()


TAKEN = [
    ("2.2", "empty lines before a request", "\r\n\r\n" + OK),
    ("2.3", "a later HTTP/1", line("GET /healthz HTTP/1.9")),
    ("3", "a request line of 8,000 bytes", line(f"GET /healthz?{'a' * 7978} HTTP/1.1")),
    ("3.2.1", "percent codes", line("GET /%68ealt%68z HTTP/1.1")),
    ("3.2.2", "the absolute form", line("GET http://localhost/healthz HTTP/1.1")),
    ("3.2.2", "of another port", line("GET http://127.0.0.1:1/healthz HTTP/1.1")),
    ("3.2.2", "of https", line("GET HTTPS://LOCALHOST/healthz?x HTTP/1.1")),
    ("5", "blanks around values", with_fields("Content-Length:  0\t ", "X:")),
    ("5.5", "bytes that are not ASCII", with_fields("X: \xe9\xff")),
    ("6", "a length of 0", with_fields("Content-Length: 0")),
    ("9.3", "an unknown option of the connection", with_fields("Connection: x, y")),
    ("9.9", "another upgrade is passed over",
     with_fields("Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMA")),
    ("10.1.1", "100-continue without a body", with_fields("Expect: 100-continue")),
    ("14.2", "ranges are passed over", with_fields("Range: bytes=0-1")),
]


@pytest.mark.parametrize("sent", [row[2] for row in TAKEN],
                         ids=[f"{row[0]} {row[1]}" for row in TAKEN])
@pytest.mark.parametrize("pieces", ["whole", "bytes"])
def test_taken(site, sent, pieces):
    with Http(site.web_address) as http:
        if pieces == "whole":
            http.send(sent.encode("latin-1"))
        else:
            for byte in sent.encode("latin-1"):
                http.send(bytes([byte]))
        answer = http.response()
        assert (answer.status, answer["connection"]) == (200, "keep-alive")
        assert http.get("/healthz").status == 200


def test_3_2_2_the_host_of_an_absolute_target_goes_before(site):
    with Http(site.web_address) as http:
        assert http.get("http://elsewhere.example/healthz").status == 421
        assert http.get("http://localhost/healthz", host="elsewhere.example").status == 200


def test_3_3_dots_lead_nowhere(site):
    for path in ("/web/../healthz", "/web/%2e%2e/healthz", "/web/..%2fhealthz", "//healthz",
                 "/web//js/main.js", "/web/js/../js/main.js", "/web%2fjs%2fmain.js"):
        assert get(site, path).status == 404, path


def test_5_6_7_answers_are_dated(site):
    names = "Mon|Tue|Wed|Thu|Fri|Sat|Sun", "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
    form = rf"({names[0]}), \d\d ({names[1]}) 20\d\d \d\d:\d\d:\d\d GMT"
    for target in ("/", "/healthz", "/api/games", "/nothing"):
        assert re.fullmatch(form, get(site, target)["date"])


def test_9_3_2_a_thousand_requests_at_once(site):
    with Http(site.web_address) as http:
        http.send(OK.encode() * 1000)
        for _ in range(1000):
            assert http.response().status == 200


def test_9_3_2_nothing_is_answered_after_close(site):
    with Http(site.web_address) as http:
        http.send((OK + with_fields("Connection: close") + OK).encode())
        assert http.response()["connection"] == "keep-alive"
        assert http.response()["connection"] == "close"
        http.closed()


def test_9_6_an_answer_reaches_whoever_is_still_sending(site):
    """The body that nobody wants is read and dropped: else a reset would take the answer along."""
    for _ in range(20):
        with Http(site.web_address) as http:
            http.send(with_fields("Content-Length: 1000000",
                                  first="POST /api/games HTTP/1.1").encode())
            for _ in range(100):
                try:
                    http.send(b"a" * 10000)
                except (BrokenPipeError, ConnectionResetError):
                    break
            assert http.response().status == 405


@pytest.mark.parametrize("sent", [b"", b"GET / HT", OK.encode()[:-2]])
def test_9_5_half_a_request_is_none(site, sent):
    with Http(site.web_address) as http:
        http.send(sent)
        http.socket.shutdown(socket.SHUT_WR)
        assert http.closed() < DEADLINE_S


def test_9110_9_3_2_head_is_get_without_the_body(site):
    for target in ("/", "/healthz", "/api/games", "/nothing", "/game/0123456789ab", "/ws"):
        with Http(site.web_address) as http:
            full, head = http.get(target), http.get(target, "HEAD")
            assert head.body == b"" and head.status == full.status
            for name in ("content-length", "content-type", "etag", "cache-control", "vary"):
                assert head[name] == full[name], (target, name)
            assert http.get("/healthz").status == 200


@pytest.mark.parametrize("target", ["/", "/web/js/main.js", "/api/games"])
def test_9110_13_1_2_conditional_requests(site, target):
    with Http(site.web_address) as http:
        tag = http.get(target)["etag"]
        assert tag.startswith('"')
        for matching in (tag, "W/" + tag, f'"x", {tag}', f'"a,b",W/{tag} ', "*"):
            answer = http.get(target, if_none_match=matching)
            assert (answer.status, answer.body, answer["etag"]) == (304, b"", tag), matching
            assert answer["content-length"] is None and answer["date"] is not None
            assert http.get(target, "HEAD", if_none_match=matching).status == 304
        for other in ('"x"', tag[:-2] + '"', tag.strip('"'), "", tag.upper() + "x"):
            assert http.get(target, if_none_match=other).status == 200, other


@pytest.mark.parametrize("wanted, packed", [
    ("gzip", True), ("GZIP;Q=0.001", True), ("x-gzip", True), ("*", True), ("br, *;q=0.1", True),
    ("gzip;q=1.000, *;q=0", True), (None, False), ("", False), ("gzip;q=0", False),
    ("gzip;q=0.000, *", False), ("*;q=0", False), ("identity", False), ("gzip;q=2", False),
    ("gzipped", False)])
def test_9110_12_5_3_gzip(site, wanted, packed):
    answer = get(site, "/web/js/main.js", accept_encoding=wanted)
    assert answer.status == 200 and answer["vary"] == "Accept-Encoding"
    assert (answer["content-encoding"] == "gzip") == packed
    assert answer.body.startswith(b"\x1f\x8b") == packed
