"""The clauses of RFC 6455 that bind a server, on the wire; each case is named by its section. What
one reader of frames must do is told in full by tests/unit/proto/websocket_test.c."""

import json
import socket
import threading

import pytest
from http_client import Http
from websocket_frames import (ACCEPT, BINARY, CLOSE, CONTINUATION, FIN, HANDSHAKE, KEY, PING, PONG,
                              TEXT, RawWebSocket, close, frame, request, text)

PING_OP = b'{"id":1,"op":"ping"}'
LENGTH_16, LENGTH_64 = b"\xfe", b"\xff"


@pytest.fixture(scope="module")
def peers(site):
    """Opens connections, all closed at the end of the file."""
    opened = []

    def connect(**fields):
        opened.append(RawWebSocket(site.web_address, **fields))
        return opened[-1]

    yield connect
    for peer in opened:
        peer.http.close()


# ---- 4: the handshake ------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [
    ["Upgrade: websocket", "Connection: Upgrade"],
    ["upgrade: WebSocket", "connection: upgrade"],
    ["UPGRADE: WEBSOCKET", "CONNECTION: UPGRADE"],
    ["Upgrade: h2c, websocket", "Connection: keep-alive, Upgrade"],
    ["Upgrade:websocket,", "Connection:,upgrade ,\tkeep-alive"],
    ["Upgrade: h2c", "Upgrade: websocket", "Connection: keep-alive", "Connection: Upgrade"],
    ["Upgrade:\t websocket  ", "Connection:\tUpgrade\t"],
    ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Protocol: chat, superchat"],
    ["Upgrade: websocket", "Connection: Upgrade",
     "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, x-webkit-deflate"],
])
def test_4_2_1_any_legal_spelling(site, lines):
    with Http(site.web_address) as http:
        http.send("\r\n".join(["GET /ws HTTP/1.1", f"Host: {http.host}", *lines,
                               f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13",
                               "", ""]).encode())
        answer = http.head()
    assert answer.status == 101
    assert answer["sec-websocket-accept"] == ACCEPT
    # 4.2.2: no protocol and no extension is taken on that the server does not speak.
    assert answer["sec-websocket-protocol"] is None
    assert answer["sec-websocket-extensions"] is None


def test_4_1_frames_may_come_with_the_handshake(site):
    """A client may not send before the answer, but what has come in one piece is not lost."""
    with Http(site.web_address) as http:
        fields = "".join(f"{name.replace('_', '-')}: {value}\r\n"
                         for name, value in HANDSHAKE.items())
        http.send(f"GET /ws HTTP/1.1\r\nHost: {http.host}\r\n{fields}\r\n".encode() +
                  request(id="early", op="ping"))
        assert http.head().status == 101
        http.wait_for(b'"re":"early"')


def test_4_2_1_a_handshake_byte_by_byte(site):
    with Http(site.web_address) as http:
        fields = "".join(f"{name.replace('_', '-')}: {value}\r\n"
                         for name, value in HANDSHAKE.items())
        for byte in f"GET /ws HTTP/1.1\r\nHost: {http.host}\r\n{fields}\r\n".encode():
            http.send(bytes([byte]))
        assert http.head().status == 101


@pytest.mark.parametrize("method, version, status", [
    ("HEAD", "1.1", 400), ("POST", "1.1", 405), ("GET", "1.0", 426), ("GET", "2.0", 505),
])
def test_4_2_1_by_get_of_http_1_1(site, method, version, status):
    with Http(site.web_address) as http:
        http.ask("/ws", method, version, **HANDSHAKE)
        assert http.head().status == status


@pytest.mark.parametrize("lines", [
    [f"Sec-WebSocket-Key: {KEY}", f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13"],
    [f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 13"],
])
def test_11_3_key_and_version_stand_once(site, lines):
    with Http(site.web_address) as http:
        http.send("\r\n".join(["GET /ws HTTP/1.1", f"Host: {http.host}", "Upgrade: websocket",
                               "Connection: Upgrade", *lines, "", ""]).encode())
        assert http.head().status == 400


def test_4_4_a_client_may_try_again_with_another_version(site):
    """On the same connection, told by the answer which version there is."""
    with Http(site.web_address) as http:
        http.ask("/ws", **{**HANDSHAKE, "sec_websocket_version": "99"})
        answer = http.response()
        assert (answer.status, answer["sec-websocket-version"]) == (426, "13")
        http.ask("/ws", **HANDSHAKE)
        assert http.head().status == 101


# ---- 5: frames -------------------------------------------------------------------------------

FAILURES = [
    ("5.1", "not masked", 1002, b"\x81\x02{}"),
    ("5.1", "a ping that is not masked", 1002, b"\x89\x00"),
    ("5.2", "RSV1", 1002, frame(FIN | 0x40 | TEXT, b"{}")),
    ("5.2", "RSV2", 1002, frame(FIN | 0x20 | TEXT, b"{}")),
    ("5.2", "RSV3 of a ping", 1002, frame(FIN | 0x10 | PING)),
    *[("5.2", f"opcode {opcode}", 1002, frame(FIN | opcode)) for opcode in
      (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)],
    ("5.2", "16 bits of length for 20", 1002,
     frame(FIN | TEXT, PING_OP, LENGTH_16 + b"\0\x14")),
    ("5.2", "64 bits of length for 20", 1002,
     frame(FIN | TEXT, PING_OP, LENGTH_64 + bytes(7) + b"\x14")),
    ("5.2", "the highest bit of a length", 1002,
     frame(FIN | TEXT, b"", LENGTH_64 + b"\x80" + bytes(7))),
    ("5.4", "nothing to go on with", 1002, frame(FIN | CONTINUATION, b"{}")),
    ("5.4", "a message within another", 1002, text("{", TEXT) + text("}")),
    ("5.4", "a ping in fragments", 1002, frame(PING, b"a")),
    ("5.5", "a ping of 126 bytes", 1002, frame(FIN | PING, bytes(126))),
    ("5.5", "a close of 126 bytes", 1002, frame(FIN | CLOSE, b"\x03\xe8" + b"a" * 124)),
    ("5.5.1", "a close of one byte", 1002, frame(FIN | CLOSE, b"\x03")),
    ("5.5.1", "a reason that is not UTF-8", 1007, close(1000, b"\xff")),
    ("5.6", "a binary message", 1003, frame(FIN | BINARY, PING_OP)),
    *[("7.4", f"close code {code}", 1002, close(code)) for code in
      (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)],
    ("8.1", "not UTF-8", 1007, text(b'{"op":"\xff"}')),
    ("8.1", "an overlong form", 1007, text(b'{"op":"\xc0\xaf"}')),
    ("8.1", "a surrogate", 1007, text(b'{"op":"\xed\xa0\x80"}')),
    ("8.1", "beyond U+10FFFF", 1007, text(b'{"op":"\xf4\x90\x80\x80"}')),
    ("8.1", "a character cut off", 1007, text(b"\xe2\x82")),
    ("8.1", "in the second fragment", 1007, text(b"\xe2\x82", TEXT) +
     frame(FIN | CONTINUATION, b"a")),
    ("8.1", "before the message is whole", 1007, text(b"\xff", TEXT)),
    ("10.4", "a frame over 64 KiB", 1009, b"\x81" + LENGTH_64 + bytes(5) + b"\x01\x00\x01"),
    ("10.4", "a frame of 2^63 - 1", 1009, b"\x81" + LENGTH_64 + b"\x7f" + b"\xff" * 7),
    ("10.4", "too many fragments", 1008, frame(TEXT) + frame(CONTINUATION) * 4096),
    ("10.4", "too many pongs within a message", 1008, frame(TEXT) + frame(FIN | PONG) * 257),
]


@pytest.mark.parametrize("code, sent", [row[2:] for row in FAILURES],
                         ids=[f"{row[0]} {row[1]}" for row in FAILURES])
def test_failures(peers, code, sent):
    """7.1.7: told by a close frame with the fitting code, then closed; nothing after the fault is
    heeded, while what came before it is answered."""
    peer = peers()
    peer.send(request(id="before", op="ping"), sent, request(id="after", op="ping"))
    assert peer.message()["re"] == "before"
    assert peer.closed() == code


def test_7_1_7_a_failure_is_told_to_whoever_is_still_sending(site):
    """What it sends is read and dropped: else a reset would take the close frame along."""
    for _ in range(20):
        with RawWebSocket(site.web_address) as peer:
            peer.send(frame(FIN | 3))
            for _ in range(100):
                try:
                    peer.send(text(b"a" * 4000) * 3)
                except (BrokenPipeError, ConnectionResetError):
                    break
            assert peer.control(CLOSE) == (1002).to_bytes(2, "big")


def test_failures_disturb_nobody(site, peers):
    peers().alive()
    with RawWebSocket(site.web_address) as other:
        other.alive()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 4095, 4096])
def test_5_2_messages_of_every_form_of_length(peers, length):
    peer = peers()
    peer.send(text(PING_OP[:length].ljust(length)))
    message = peer.message()
    if length < len(PING_OP):
        assert message["error"]["code"] == "bad_json"
    else:
        assert message["re"] == 1
    peer.alive()


@pytest.mark.parametrize("length", [4097, 65535, 65536])
def test_10_4_longer_messages_are_dropped_and_told(peers, length):
    peer = peers()
    peer.send(text(b" " * length), request(id=2, op="ping"))
    assert peer.message()["error"]["code"] == "too_long"
    assert peer.message()["re"] == 2


def test_5_3_each_frame_has_its_own_mask(peers):
    peer = peers()
    for mask in (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x01\x80\x7b\x22"):
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(PING_OP))
        peer.send(bytes([FIN | TEXT, 0x80 | len(masked)]) + mask + masked)
        assert peer.message()["re"] == 1


@pytest.mark.parametrize("sizes", [[1] * 20, [10, 10], [0, 20], [20, 0], [0, 0, 7, 0, 13, 0]])
def test_5_4_fragments(peers, sizes):
    peer = peers()
    left, frames = PING_OP, []
    for number, size in enumerate(sizes):
        first = (TEXT if number == 0 else CONTINUATION) | (FIN if number == len(sizes) - 1 else 0)
        frames.append(frame(first, left[:size]))
        left = left[size:]
    assert left == b""
    peer.send(*frames)
    assert peer.message()["re"] == 1


def test_5_4_pings_between_fragments_are_answered_at_once(peers):
    peer = peers()
    peer.send(text(PING_OP[:5], TEXT), frame(FIN | PING, b"one"))
    assert peer.control(PONG) == b"one"
    peer.send(frame(CONTINUATION, PING_OP[5:9]), frame(FIN | PONG, b"unasked"),
              frame(FIN | PING))
    assert peer.control(PONG) == b""
    peer.send(frame(FIN | CONTINUATION, PING_OP[9:]))
    assert peer.message()["re"] == 1


def test_5_4_a_character_cut_by_fragments(peers):
    """An id comes back as it went."""
    peer = peers()
    message = json.dumps({"id": "\N{GRINNING FACE}", "op": "ping"}, ensure_ascii=False).encode()
    cut = message.index(b"\xf0") + 2
    peer.send(text(message[:cut], TEXT), frame(FIN | PING, b"between"),
              frame(FIN | CONTINUATION, message[cut:]))
    assert peer.control(PONG) == b"between"
    assert peer.message()["re"] == "\N{GRINNING FACE}"


@pytest.mark.parametrize("payload", [b"", b"x", bytes(range(125)), b"\xff" * 125])
def test_5_5_2_a_pong_has_the_payload_of_its_ping(peers, payload):
    peer = peers()
    peer.send(frame(FIN | PING, payload))
    assert peer.control(PONG) == payload


def test_5_5_3_pongs_that_nobody_asked_for(peers):
    peer = peers()
    peer.send(*[frame(FIN | PONG, bytes(number)) for number in range(126)])
    peer.alive()


def test_frames_byte_by_byte(peers):
    peer = peers()
    for byte in text(PING_OP[:9], TEXT) + frame(FIN | PING, b"p") + \
            frame(FIN | CONTINUATION, PING_OP[9:]):
        peer.send(bytes([byte]))
    assert peer.control(PONG) == b"p"
    assert peer.message()["re"] == 1


def test_pings_of_whoever_does_not_read_wait(site, peers):
    """More pongs than a few are never made for it; once it reads, all come, in their order."""
    peer = peers()
    payloads = [b"%125d" % number for number in range(40000)]
    pings = b"".join(frame(FIN | PING, payload) for payload in payloads)
    sender = threading.Thread(target=peer.send, args=[pings])
    sender.start()
    with RawWebSocket(site.web_address) as other:
        other.alive()
    pongs = []
    while len(pongs) < len(payloads):
        opcode, payload = peer.frame()
        if opcode == PONG:
            pongs.append(payload)
    sender.join()
    assert pongs == payloads


# ---- 7: closing ------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [1000, 1001, 1003, 1007, 1011, 1013, 3000, 4999])
def test_7_1_2_a_close_is_answered_with_its_code(peers, code):
    peer = peers()
    peer.send(close(code, "a reason of \N{EURO SIGN}".encode()))
    assert peer.closed() == code


def test_7_1_5_a_close_without_code_is_answered_without(peers):
    peer = peers()
    peer.send(close())
    assert peer.closed() is None


def test_5_5_1_nothing_after_a_close_is_heeded(peers):
    peer = peers()
    peer.send(close(1000), request(id=1, op="ping"), frame(FIN | PING), close(1001))
    assert peer.closed() == 1000


def test_5_5_1_what_was_asked_before_a_close_is_answered(peers):
    peer = peers()
    peer.send(*[request(id=number, op="ping") for number in range(50)], close(1000))
    assert [peer.message()["re"] for _ in range(50)] == list(range(50))
    assert peer.closed() == 1000


@pytest.mark.parametrize("sent", [b"", frame(FIN | TEXT, PING_OP)[:10], b"\x81",
                                  text(PING_OP[:5], TEXT)],
                         ids=["nothing", "half a payload", "half a head", "half a message"])
def test_7_1_1_a_half_closed_connection_ends(peers, sent):
    """Without a close frame, also within a frame or a message: half of one is no request."""
    peer = peers()
    peer.send(sent)
    peer.http.socket.shutdown(socket.SHUT_WR)
    assert peer.closed() == 1000


def test_7_1_7_an_abrupt_end_disturbs_nobody(site, peers):
    peer = peers()
    peer.send(request(op="lobby"), b"\x81")
    peer.http.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    peer.http.socket.close()
    with RawWebSocket(site.web_address) as other:
        other.alive()
