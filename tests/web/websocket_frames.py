"""A client of RFC 6455 by hand: it can send any frame, also wrong ones, and is strict about those
it gets."""

import json
import os
import struct

from clamber_client import DEADLINE_S
from http_client import Http

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FIN = 0x80
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
HANDSHAKE = {"upgrade": "websocket", "connection": "Upgrade", "sec_websocket_key": KEY,
             "sec_websocket_version": "13"}


def shortest_length(length):
    if length < 126:
        return struct.pack("!B", 0x80 | length)
    if length < 1 << 16:
        return struct.pack("!BH", 0x80 | 126, length)
    return struct.pack("!BQ", 0x80 | 127, length)


def frame(first, payload=b"", length=None):
    """A masked frame; `first` is its first byte, `length` what stands for its length if not the
    shortest form."""
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
    return bytes([first]) + (length or shortest_length(len(payload))) + mask + masked


def text(message, first=FIN | TEXT):
    return frame(first, message if isinstance(message, bytes) else message.encode())


def request(**fields):
    return text(json.dumps(fields))


def close(code=None, reason=b""):
    return frame(FIN | CLOSE, b"" if code is None else struct.pack("!H", code) + reason)


class RawWebSocket:
    """One connection, upgraded; the hello has been read unless `greeted` is false."""

    def __init__(self, address, greeted=True, **fields):
        self.http = Http(address)
        self.http.ask("/ws", **{**HANDSHAKE, **fields})
        answer = self.http.head()
        assert answer.status == 101, answer.status
        assert answer["upgrade"].lower() == "websocket"
        assert answer["connection"].lower() == "upgrade"
        assert answer["sec-websocket-accept"] == ACCEPT
        assert answer["sec-websocket-extensions"] is None
        assert answer["sec-websocket-protocol"] is None
        if greeted:
            assert self.message()["ev"] == "hello"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.close()

    def send(self, *frames):
        self.http.send(b"".join(frames))

    def frame(self):
        """Opcode and payload of the next frame, which must be as a server has to make it."""
        first, second = self.http.exactly(2)
        assert first & 0x70 == 0, "an extension that nobody has asked for"
        assert first & FIN, "a fragment: legal, but this server makes none"
        assert second & 0x80 == 0, "a server does not mask (5.1)"
        length, opcode = second, first & 0x0F
        if second == 126:
            length, = struct.unpack("!H", self.http.exactly(2))
            assert length >= 126, "not the shortest length (5.2)"
        elif second == 127:
            length, = struct.unpack("!Q", self.http.exactly(8))
            assert length >= 1 << 16, "not the shortest length (5.2)"
        assert opcode in (TEXT, CLOSE, PING, PONG), opcode
        assert opcode == TEXT or length <= 125, "a control frame that is too long (5.5)"
        return opcode, self.http.exactly(length)

    def _next(self):
        """The next frame but for pings of the server, which are answered, as a client does."""
        while True:
            opcode, payload = self.frame()
            if opcode != PING:
                return opcode, payload
            try:
                self.send(frame(FIN | PONG, payload))
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has closed meanwhile

    def bytes(self):
        """The next message as it came."""
        opcode, payload = self._next()
        assert opcode == TEXT, (opcode, payload)
        payload.decode()  # 5.6: text is UTF-8
        return payload

    def message(self):
        return json.loads(self.bytes())

    def control(self, opcode):
        """The payload of the next frame, a pong or a close."""
        got, payload = self._next()
        assert got == opcode, (got, payload)
        return payload

    def alive(self):
        """Whether a request is still answered, with nothing before the answer."""
        self.send(request(id="alive", op="ping"))
        message = self.message()
        assert message["re"] == "alive" and "ok" in message, message

    def closed(self):
        """The code with which the server closes; it says nothing before, and closes TCP itself
        (7.1.1)."""
        payload = self.control(CLOSE)
        payload[2:].decode()
        assert self.http.closed(DEADLINE_S) < DEADLINE_S
        return struct.unpack("!H", payload[:2])[0] if payload else None
