"""The client of the other tests, over WebSocket: what it sends as lines goes as messages, cut into
fragments by chance and with pings between them; messages come back as lines."""

import random
import socket

from clamber_client import DEADLINE_S, Client
from websocket_frames import (CLOSE, CONTINUATION, FIN, PING, PONG, TEXT, RawWebSocket, close,
                              frame)


class Lines:
    """Behaves like the socket of a line connection."""

    def __init__(self, address):
        self.peer = RawWebSocket(address, greeted=False)
        self.dice = random.Random(6455)
        self.unsent = b""
        self.pings = []
        self.deadline_s = DEADLINE_S

    def sendall(self, data):
        *lines, self.unsent = (self.unsent + data).split(b"\n")
        self.peer.send(*[part for line in lines for part in self._message(line)])

    def _message(self, line):
        cuts = sorted(self.dice.randrange(len(line) + 1) for _ in range(self.dice.choice([0, 2])))
        pieces = [line[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(line)])]
        for number, piece in enumerate(pieces):
            if number > 0 and self.dice.randrange(4) == 0:
                self.pings.append(self.dice.randbytes(self.dice.randrange(126)))
                yield frame(FIN | PING, self.pings[-1])
            last = FIN if number == len(pieces) - 1 else 0
            yield frame(last | (TEXT if number == 0 else CONTINUATION), piece)

    def recv(self, _):
        while True:
            opcode, payload = self.peer.frame()
            if opcode == TEXT:
                assert b"\n" not in payload
                return payload + b"\n"
            if opcode == PING:
                self.peer.send(frame(FIN | PONG, payload))
            elif opcode == PONG:
                assert payload == self.pings.pop(0)
            else:
                assert opcode == CLOSE
                return b""

    def settimeout(self, deadline_s):
        self.peer.http.socket.settimeout(deadline_s)

    def shutdown(self, how):
        assert how == socket.SHUT_WR
        self.peer.send(close(1000))

    def close(self):
        self.peer.http.close()


class WebSocketClient(Client):
    """`address` is that of the web listener."""

    def _open(self, address, receive_buffer):
        assert receive_buffer is None
        return Lines(address)
