"""Links that die without a word: the server notices within 20 s, whatever is sent meanwhile."""

import ctypes
import socket
import struct
import time

import pytest

from clamber_client import DEADLINE_S
from match import Match

SO_ATTACH_FILTER = 26
# What the server promises, and some room for a machine that is busy.
NOTICED_S, ROOM_S = 20, 10


def cut(client):
    """From now on the kernel drops whatever comes for this socket, and so answers nothing: to the
    server it is as if the cable had been pulled. (A filter program of one instruction: take 0.)"""
    program = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
    client.socket.setsockopt(
        socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(program)))


def game(connect):
    return Match(connect(name="guest"), connect(name="guest"), time=None).play("C3", "C5")


class Cut:
    """A game whose Red is cut off now; Blue says something `after_s` later."""

    def __init__(self, match, after_s):
        self.match = match
        self.after_s = after_s
        self.begun = time.monotonic()
        self.noticed_s = None
        cut(self.match.red)

    def look(self):
        blue = self.match.blue
        since = time.monotonic() - self.begun
        if self.after_s is not None and since >= self.after_s:
            self.after_s = None
            blue.ok("say", game=self.match.id, room="players", text="are you there?")
        blue.settle()
        if self.noticed_s is None and blue.seen("away"):
            self.noticed_s = since


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="not Linux")
def test_the_opponent_is_away_within_20_s(connect):
    moments = (None, 0, 2, 5, 10, 14, 16, 16.8)
    matches = [game(connect) for _ in moments]
    # All at once: while games are being made nobody would look at those that are cut off.
    cuts = [Cut(match, after_s) for match, after_s in zip(matches, moments)]
    # A link that lives is not taken for dead, however little is said.
    silent = connect(name="guest")
    deadline = time.monotonic() + DEADLINE_S
    while any(one.noticed_s is None for one in cuts):
        assert time.monotonic() < deadline
        for one in cuts:
            one.look()
        time.sleep(0.1)
    assert max(one.noticed_s for one in cuts) < NOTICED_S + ROOM_S
    assert min(one.noticed_s for one in cuts) > 5, "patience with a link that only pauses"
    silent.ok("ping")
