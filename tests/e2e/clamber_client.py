"""A small synchronous client over a raw socket, strict about what the contract promises.

It keeps every line it was sent, as bytes, so that tests can compare streams byte for byte. Waiting
always has a deadline, generous enough that only a hang reaches it.
"""

import json
import socket
import time

DEADLINE_S = 60


class Refused(Exception):
    """An error reply; `.error` is its body."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')} {error}")
        self.error = error
        self.code = error["code"]


class Closed(Exception):
    """The server has closed the connection."""


class Client:
    def __init__(self, address, receive_buffer=None):
        self.socket = self._open(address, receive_buffer)
        self.buffer = b""
        self.lines = []  # every line received, as bytes without its LF
        self.events = []  # events received and not yet asked for
        self.next_id = 1
        self.user = None
        self.token = None
        self.hello = self.expect("hello")

    def _open(self, address, receive_buffer):
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        opened.settimeout(DEADLINE_S)
        if receive_buffer is not None:
            # Only before connecting does it bound the window that the server may fill.
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        opened.connect(address)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    # -- lines -------------------------------------------------------------------------------

    def send(self, data):
        """Bytes as they stand."""
        self.socket.sendall(data)

    def read_line(self, deadline_s=DEADLINE_S):
        """The next line, as bytes without its LF."""
        end = time.monotonic() + deadline_s
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                received = self.socket.recv(1 << 16)
            except ConnectionError as error:
                raise Closed("reset by the server") from error
            if not received:
                raise Closed(f"closed by the server; left over: {self.buffer!r}")
            self.buffer += received
        line, self.buffer = self.buffer.split(b"\n", 1)
        self.lines.append(line)
        return line

    def pump(self):
        """The lines that one read of the socket completes; for loops over many connections."""
        received = self.socket.recv(1 << 16)
        if not received:
            raise Closed("closed by the server")
        *lines, self.buffer = (self.buffer + received).split(b"\n")
        return lines

    def read(self, deadline_s=DEADLINE_S):
        """The next message. Every line is one JSON object in UTF-8: a reply or an event."""
        message = json.loads(self.read_line(deadline_s).decode("utf-8"))
        assert isinstance(message, dict)
        if "ev" not in message:
            assert "re" in message and ("ok" in message) != ("error" in message), message
        return message

    def read_reply(self):
        """The next reply; events before it are kept for expect()."""
        while True:
            message = self.read()
            if "ev" not in message:
                return message
            self.events.append(message)

    def read_to_end(self):
        """All messages up to the close by the server."""
        messages = []
        try:
            while True:
                messages.append(self.read())
        except Closed:
            return messages

    # -- requests ----------------------------------------------------------------------------

    def post(self, op, **fields):
        """Sends a request and gives its id, without waiting for the reply."""
        number = self.next_id
        self.next_id += 1
        request = {"id": number, "op": op, **fields}
        self.send(json.dumps(request, ensure_ascii=False).encode() + b"\n")
        return number

    def reply_to(self, number):
        """The next reply, which must be the one to request `number`: the body of its ok."""
        reply = self.read_reply()
        assert reply["re"] == number, f"reply out of order: {reply}, wanted {number}"
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["ok"]

    def ok(self, op, **fields):
        return self.reply_to(self.post(op, **fields))

    def refused(self, op, **fields):
        """The error of a request that must be refused."""
        try:
            answer = self.ok(op, **fields)
        except Refused as refusal:
            assert isinstance(refusal.error["message"], str)
            return refusal.error
        raise AssertionError(f"{op} {fields} was not refused: {answer}")

    def code(self, op, **fields):
        return self.refused(op, **fields)["code"]

    # -- events ------------------------------------------------------------------------------

    @staticmethod
    def _fits(event, name, match):
        return event["ev"] == name and all(event.get(key) == match[key] for key in match)

    def expect(self, name, deadline_s=DEADLINE_S, **match):
        """The first event of that name with those members, kept or yet to come."""
        for index, event in enumerate(self.events):
            if self._fits(event, name, match):
                return self.events.pop(index)
        end = time.monotonic() + deadline_s
        while True:
            event = self.read(max(0.01, end - time.monotonic()))
            assert "ev" in event, f"a reply nobody waits for: {event}"
            if self._fits(event, name, match):
                return event
            self.events.append(event)

    def settle(self):
        """All that the server had sent before now has been read."""
        self.ok("ping")

    def seen(self, name, **match):
        """The events of that name kept so far, without waiting."""
        return [event for event in self.events if self._fits(event, name, match)]

    def stream(self, game):
        """The lines of a game's stream as they came, as bytes, from whatever point they came."""
        found = []
        for line in self.lines:
            message = json.loads(line)
            if message.get("game") == game and "v" in message and "ev" in message:
                found.append(line)
        return found

    # -- common steps ------------------------------------------------------------------------

    def register(self, name, password="correct horse", **fields):
        return self._signed_in(self.ok("register", name=name, password=password, **fields))

    def login(self, name, password="correct horse"):
        return self._signed_in(self.ok("login", name=name, password=password))

    def guest(self):
        return self._signed_in(self.ok("guest"))

    def resume(self, token):
        return self._signed_in(self.ok("resume", token=token))

    def _signed_in(self, answer):
        self.user = answer["user"]
        self.token = answer["token"]
        return answer


def raw_items(line, key):
    """The items of the array `key` in a reply, as the bytes they stand there with."""
    text = line.decode("utf-8")
    decoder = json.JSONDecoder()
    at = text.index(f'"{key}":[') + len(key) + 4
    items = []
    while text[at] != "]":
        if text[at] == ",":
            at += 1
        _, end = decoder.raw_decode(text, at)
        items.append(text[at:end].encode())
        at = end
    return items


def whole_stream(client, game, after=0):
    """All stored events of a game after `after`, as bytes; the client follows it from then on."""
    items = []
    while True:
        answer = client.ok("watch", game=game, **{"from": after})
        page = raw_items(client.lines[-1], "events")
        assert len(page) == len(answer["events"]) <= 500
        items += page
        if not answer.get("more"):
            return items
        assert page, "a page that is not the last has events"
        after = answer["events"][-1]["v"]
