"""A client of HTTP/1.1 over a raw socket, strict about what a response is.

It shows what the wire shows: pipelining, what is kept open, how a body ends.
"""

import json
import socket
import time

from clamber_client import DEADLINE_S

STATUS_WITHOUT_BODY = (101, 204, 304)


class CutOff(Exception):
    """The connection ended before the response did; `.body` is what had come of it."""

    def __init__(self, body=b""):
        super().__init__(f"cut off after {len(body)} bytes of the body")
        self.body = body


class Response:
    def __init__(self, status, fields, body=b""):
        self.status = status
        self.fields = fields  # in their order, names in lower case
        self.body = body

    def __getitem__(self, name):
        """The one field of that name; None where there is none."""
        found = [value for field, value in self.fields if field == name.lower()]
        assert len(found) <= 1, f"{name} stands {len(found)} times"
        return found[0] if found else None

    def json(self):
        assert self["content-type"] == "application/json", self.fields
        return json.loads(self.body)

    def error(self):
        """Of an error in JSON the object; its shape is checked."""
        (name, error), = self.json().items()
        assert name == "error" and {"code", "message"} <= set(error), error
        return error


class Http:
    """One connection."""

    def __init__(self, address, receive_buffer=None):
        self.host = f"{address[0]}:{address[1]}"
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.socket.settimeout(DEADLINE_S)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def ask(self, target, method="GET", version="1.1", **fields):
        """Sends a request without waiting; `fields` with underscores for dashes, None for none."""
        wanted = {"host": self.host, **{name.replace("_", "-"): value
                                        for name, value in fields.items()}}
        lines = [f"{method} {target} HTTP/{version}"]
        lines += [f"{name}: {value}" for name, value in wanted.items() if value is not None]
        self.send("\r\n".join([*lines, "", ""]).encode())

    def get(self, target, method="GET", **fields):
        self.ask(target, method, **fields)
        return self.response(method)

    # -- reading -----------------------------------------------------------------------------

    def _more(self):
        received = self.socket.recv(1 << 16)
        if not received:
            raise CutOff(self.buffer)
        self.buffer += received

    def wait_for(self, part):
        """Reads until this has come, and leaves it unread."""
        while part not in self.buffer:
            self._more()

    def _until(self, end):
        self.wait_for(end)
        part, self.buffer = self.buffer.split(end, 1)
        return part

    def exactly(self, length):
        while len(self.buffer) < length:
            self._more()
        part, self.buffer = self.buffer[:length], self.buffer[length:]
        return part

    def head(self):
        """Status line and fields of the next response."""
        status_line, *lines = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        version, status, _ = status_line.split(" ", 2)
        assert version == "HTTP/1.1", status_line
        fields = []
        for line in lines:
            name, colon, value = line.partition(":")
            assert colon and name and name == name.strip(), line
            fields.append((name.lower(), value.strip()))
        return Response(int(status), fields)

    def response(self, method="GET"):
        answer = self.head()
        answer.body = self._body(answer, method)
        return answer

    def _body(self, answer, method):
        if method == "HEAD" or answer.status in STATUS_WITHOUT_BODY:
            return b""
        if answer["transfer-encoding"] == "chunked":
            assert answer["content-length"] is None
            return b"".join(self.chunks())
        if answer["content-length"] is not None:
            return self.exactly(int(answer["content-length"]))
        return self.rest()

    def chunks(self):
        """The chunks of a body, one after another."""
        while True:
            size = int(self._until(b"\r\n"), 16)
            chunk = self.exactly(size)
            assert self.exactly(2) == b"\r\n"
            if size == 0:
                return
            yield chunk

    def rest(self):
        """All up to the end of the connection."""
        try:
            while True:
                self._more()
        except CutOff:
            rest, self.buffer = self.buffer, b""
            return rest

    def closed(self, deadline_s=DEADLINE_S):
        """Waits for the server to close; nothing more may come. Gives how long that took."""
        began = time.monotonic()
        self.socket.settimeout(deadline_s)
        assert self.rest() == b""
        return time.monotonic() - began


def get(server, target, **fields):
    """One request on a connection of its own."""
    with Http(server.web_address) as http:
        return http.get(target, **fields)
