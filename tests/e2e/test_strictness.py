"""Strict reading: what is no JSON, what is no request, and in which order things are checked."""

import json
import pathlib

import pytest

from clamber_client import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPORA = ROOT.parent / "shared" / "corpora"


def error_of(client, line):
    client.send(line + b"\n")
    reply = client.read_reply()
    assert "error" in reply, f"{line!r} was not refused: {reply}"
    client.settle()
    return reply["error"]


NO_JSON = [
    b"hello",
    b"{",
    b"}",
    b'{"op":"ping"} {"op":"ping"}',
    b'{"op":"ping"}x',
    b'{"op":"ping",}',
    b"{'op':'ping'}",
    b'{"op":"ping","op":"ping"}',
    b'{"op":"seek","time":{"initial_ms":1,"initial_ms":1}}',
    b'{"op":"pi\x00ng"}',
    b'{"op":"ping"}\x00',
    b"\x00",
    b'{"op":"ping\\u0000"}',
    b'{"op":"\xff"}',
    b'{"op":"\xc0\x80"}',
    b'{"op":"\xed\xa0\x80"}',
    b'{"op":"\\ud800"}',
    b'{"id":1e999,"op":"ping"}',
    b'{"id":123456789012345678901234567890,"op":"ping"}',
    b'{"id":01,"op":"ping"}',
    b'{"id":NaN,"op":"ping"}',
    b'\xef\xbb\xbf{"op":"ping"}',
    b'{"op":"ping","x":' + b"[" * 16 + b"]" * 16 + b"}",
    b"[" * 2000,
]


@pytest.mark.parametrize("line", NO_JSON, ids=lambda line: repr(line[:40]))
def test_bad_json(connect, line):
    assert error_of(connect(), line)["code"] == "bad_json"


NO_OBJECT = [b"[]", b"1", b'"ping"', b"null", b"true", b"[" * 16 + b"]" * 16]


@pytest.mark.parametrize("line", NO_OBJECT, ids=repr)
def test_a_text_that_is_no_object(connect, line):
    assert error_of(connect(), line)["code"] == "bad_request"


BAD_FIELDS = [
    ({}, "op"),
    ({"op": 7}, "op"),
    ({"op": None}, "op"),
    ({"op": "ping", "extra": 1}, "extra"),
    ({"op": "ping", "x": [[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}, "x"),
    ({"op": "login", "name": "somebody"}, "password"),
    ({"op": "login", "password": "correct horse"}, "name"),
    ({"op": "login", "name": 5, "password": "correct horse"}, "name"),
    ({"op": "register", "name": "somebody", "password": "correct horse", "bot": 1}, "bot"),
    ({"op": "register", "name": "somebody", "password": "correct horse", "bot": None}, "bot"),
    ({"op": "resume"}, "token"),
    ({"op": "logout", "everywhere": "yes"}, "everywhere"),
    ({"op": "seek", "size": 2}, "size"),
    ({"op": "seek", "size": 5}, "size"),
    ({"op": "seek", "size": "3"}, "size"),
    ({"op": "seek", "size": 3.0}, "size"),
    ({"op": "seek", "color": "green"}, "color"),
    ({"op": "seek", "color": "Blue"}, "color"),
    ({"op": "seek", "rated": 1}, "rated"),
    ({"op": "seek", "time": 5}, "time"),
    ({"op": "seek", "time": {}}, "time"),
    ({"op": "seek", "time": {"initial_ms": 0, "increment_ms": 0}}, "time"),
    ({"op": "seek", "time": {"initial_ms": 1000}}, "time"),
    ({"op": "seek", "time": {"initial_ms": -1, "increment_ms": 1000}}, "time"),
    ({"op": "seek", "time": {"initial_ms": 10800001, "increment_ms": 0}}, "time"),
    ({"op": "seek", "time": {"initial_ms": 1000, "increment_ms": 180001}}, "time"),
    ({"op": "seek", "time": {"initial_ms": 1.5, "increment_ms": 0}}, "time"),
    ({"op": "seek", "time": {"per_move_ms": 59999}}, "time"),
    ({"op": "seek", "time": {"per_move_ms": 1209600001}}, "time"),
    ({"op": "seek", "time": {"per_move_ms": 60000, "initial_ms": 1}}, "time"),
    ({"op": "seek", "time": {"initial_ms": 1, "increment_ms": 1, "extra": 1}}, "time"),
    ({"op": "seek", "time": None, "rated": True}, "time"),
    ({"op": "accept"}, "seek"),
    ({"op": "watch"}, "game"),
    ({"op": "watch", "game": 1}, "game"),
    ({"op": "watch", "game": "aaaaaaaaaaaa", "from": -1}, "from"),
    ({"op": "watch", "game": "aaaaaaaaaaaa", "from": 2**53}, "from"),
    ({"op": "watch", "game": "aaaaaaaaaaaa", "from": "1"}, "from"),
    ({"op": "move", "game": "aaaaaaaaaaaa"}, "move"),
    ({"op": "move", "game": "aaaaaaaaaaaa", "move": None}, "move"),
    ({"op": "move", "game": "aaaaaaaaaaaa", "move": "C3", "ply": -1}, "ply"),
    ({"op": "move", "game": "aaaaaaaaaaaa", "move": "C3", "v": 0.5}, "v"),
    ({"op": "history", "limit": 0}, "limit"),
    ({"op": "history", "limit": 101}, "limit"),
    ({"op": "history", "since": -1}, "since"),
    ({"op": "history", "pool": "5-blitz"}, "pool"),
    ({"op": "history", "reason": "boredom"}, "reason"),
    ({"op": "history", "result": "draw"}, "result"),
    ({"op": "leaderboard"}, "pool"),
]


@pytest.mark.parametrize("request_body,field", BAD_FIELDS, ids=lambda part: str(part)[:60])
def test_bad_request_names_the_field(connect, request_body, field):
    error = error_of(connect(), json.dumps(request_body).encode())
    assert error["code"] == "bad_request"
    assert error["field"] == field


def test_the_shape_is_checked_before_identity_and_existence(connect):
    client = connect()
    assert client.code("seek", size=9) == "bad_request"
    assert client.code("seek") == "unauthenticated"
    assert client.code("move", game="nosuchgame00", move="C3") == "unauthenticated"
    assert client.code("no such operation", size=9) in ("unknown_op", "bad_request")
    assert client.code("no such operation") == "unknown_op"


@pytest.mark.parametrize("game", ["nosuchgame00", "", "x", "\u00e9" * 12, "a" * 1000, "../../etc"])
def test_an_unknown_or_malformed_game_is_not_found(player, game):
    client = player()
    for op, fields in [
        ("watch", {}),
        ("watch", {"from": 0}),
        ("unwatch", {}),
        ("move", {"move": "C3"}),
        ("legal", {}),
        ("resign", {}),
        ("abort", {}),
        ("record", {}),
    ]:
        assert client.code(op, game=game, **fields) == "not_found", op


@pytest.mark.skipif(not CORPORA.is_dir(), reason="no ../shared/corpora beside the checkout")
def test_json_corpus(server):
    """Every text of the corpus as one request: refused as what it is, and the connection usable."""
    wrong = []
    with Client(server.address) as client:
        for path in sorted((CORPORA / "json").glob("[yni]_*.json")):
            body = path.read_bytes()
            if b"\n" in body or b"\r" in body or len(body) > 4096 or not body.strip(b" \t"):
                continue
            error = error_of(client, body)
            code = error["code"]
            if path.name.startswith("n_") and code != "bad_json":
                wrong.append((path.name, code))
            if path.name.startswith("y_") and code not in ("bad_request", "bad_json"):
                wrong.append((path.name, code))
    assert not wrong


@pytest.mark.skipif(not CORPORA.is_dir(), reason="no ../shared/corpora beside the checkout")
def test_naughty_strings_in_every_text_field(server):
    strings = json.loads((CORPORA / "naughty-strings.json").read_text())
    fields = [
        ("login", "name", {"password": "correct horse"}),
        ("login", "password", {"name": "nobody-here"}),
        ("register", "name", {"password": "short"}),
        ("resume", "token", {}),
        ("watch", "game", {}),
        ("record", "game", {}),
        ("user", "name", {}),
        ("history", "user", {}),
        ("history", "cursor", {}),
    ]
    with Client(server.address) as client:
        for text in strings:
            for op, field, rest in fields:
                body = json.dumps({"id": 1, "op": op, field: text, **rest}).encode()
                if len(body) > 4096:
                    continue
                client.send(body + b"\n")
                reply = client.read_reply()
                if op == "history" and text == "":
                    continue
                assert "error" in reply, (op, field, text, reply)
        client.settle()
