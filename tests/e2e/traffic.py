"""Two players in many games at once, all pipelined, and a spectator: load whose every line is kept.

Each player answers the other's turn in the packet after it; nobody waits for a reply. All that
anybody was shown is kept in `seen`, all that was acknowledged in `acknowledged`, so that after a
crash it can be asked for again.
"""

import json
import random
import select

from clamber_client import DEADLINE_S, Client, whole_stream
from referee import BLUE, Game


# Games with a clock whose seeks are stored, and stay when another seek of their owner is taken.
CORRESPONDENCE = {"per_move_ms": 86400000}


class StorageUnavailable(Exception):
    """The server has said that it cannot write."""


class Traffic:
    def __init__(self, server, games=20, seed=1, watched=True):
        self.server = server
        self.wanted = games
        self.random = random.Random(seed)
        self.watched = watched
        self.referees = {}  # of the games being played: id -> Game
        self.seen = {}  # game -> {v: the event's bytes}
        self.acknowledged = {}  # game -> {v: ply} of the turns that were answered with ok
        self.ended = set()
        self.events = 0
        self.turns = 0
        self.blue = self.red = self.spectator = None

    # -- connections -------------------------------------------------------------------------

    def connect(self):
        """Connects, signs in (as before, where there was a before) and takes the games up."""
        before = self.blue
        self.blue, self.red, self.spectator = (Client(self.server.address) for _ in range(3))
        self.waiting = {self.blue: {}, self.red: {}, self.spectator: {}}
        if before is None:
            self.blue.register("Pipelined-Blue")
            self.red.register("Pipelined-Red")
        else:
            self._come_back()
        for game in self.referees:
            self._turn(game)
        self._fill()

    def _come_back(self):
        playing = self.blue.resume(self.tokens[0])["playing"]
        assert sorted(self.red.resume(self.tokens[1])["playing"]) == sorted(playing)
        lost = set(self.seen) - set(playing) - self.ended
        for game in lost:
            record = self.blue.ok("record", game=game)["record"]
            assert record["status"] == "finished", f"{game} is not being played"
        self.referees = {}
        for game in playing:
            stored = [json.loads(line) for line in whole_stream(self.blue, game)]
            whole_stream(self.red, game)
            if self.watched:
                whole_stream(self.spectator, game)
            self.referees[game] = Game(3)
            for event in stored:
                self._follow(game, event)
        seeks = self.red.ok("lobby")["seeks"]
        self.red.ok("unlobby")
        for seek in seeks:
            self._accept(seek["id"])

    def close(self):
        self.tokens = (self.blue.token, self.red.token)
        for client in (self.blue, self.red, self.spectator):
            client.close()

    def _fill(self):
        """Opens seeks until there are games enough; the other accepts what is opened."""
        opening = sum(1 for what, *_ in self.waiting[self.blue].values() if what == "seek")
        opening += sum(1 for what, *_ in self.waiting[self.red].values() if what == "accept")
        for _ in range(self.wanted - len(self.referees) - opening):
            number = self.blue.post("seek", time=CORRESPONDENCE, color="blue")
            self.waiting[self.blue][number] = ("seek",)

    # -- the loop ----------------------------------------------------------------------------

    def run(self, events):
        """Plays until that many more events have been seen. Any refusal is a failure."""
        target = self.events + events
        clients = {client.socket: client for client in (self.blue, self.red, self.spectator)}
        while self.events < target:
            ready, _, _ = select.select(list(clients), [], [], DEADLINE_S)
            assert ready, "the server has gone silent"
            for socket in ready:
                client = clients[socket]
                for line in client.pump():
                    self._take(client, line)

    def _take(self, client, line):
        message = json.loads(line)
        if "re" in message:
            self._reply(client, message)
        elif message["ev"] == "game_started":
            if client is self.blue:
                self._started(message["game"]["id"])
        elif "v" in message:
            self._event(message, line)

    def _reply(self, client, message):
        what, *details = self.waiting[client].pop(message["re"])
        if message.get("error", {}).get("code") == "storage_unavailable":
            raise StorageUnavailable
        assert "ok" in message, f"{what} {details}: {message}"
        answer = message["ok"]
        if what == "seek":
            self._accept(answer["seek"])
        elif what == "accept":
            self.seen.setdefault(answer["game"], {})
        elif what == "move":
            game, ply = details
            assert answer["ply"] == ply + 1
            self.acknowledged.setdefault(game, {})[answer["v"]] = answer["ply"]

    def _accept(self, seek):
        number = self.red.post("accept", seek=seek)
        self.waiting[self.red][number] = ("accept",)

    def _started(self, game):
        self.seen.setdefault(game, {})
        self.referees[game] = Game(3)
        if self.watched:
            number = self.spectator.post("watch", game=game)
            self.waiting[self.spectator][number] = ("watch",)
        self._turn(game)

    def _event(self, event, line):
        game, v = event["game"], event["v"]
        known = self.seen.setdefault(game, {})
        if v in known:
            assert known[v] == line, "the same event told with other bytes"
            return
        known[v] = line
        self.events += 1
        self._follow(game, event)
        if event["ev"] == "end":
            self.ended.add(game)
            self.referees.pop(game, None)
            self._fill()
        elif self.referees[game].winner is None and not self.referees[game].must_skip():
            self._turn(game)

    def _follow(self, game, event):
        """Brings the referee up to an event and compares."""
        referee = self.referees.get(game)
        if event["ev"] in ("move", "skip"):
            referee.play(event.get("move", "skip"))
            assert event["position"] == referee.position()
            self.turns += 1

    def _turn(self, game):
        referee = self.referees[game]
        if referee.winner is not None or referee.must_skip():
            return
        client = self.blue if referee.to_move == BLUE else self.red
        move = referee.choose(self.random, 0.6)
        number = client.post("move", game=game, move=move, ply=referee.ply)
        self.waiting[client][number] = ("move", game, referee.ply)

    # -- afterwards --------------------------------------------------------------------------

    def verify(self):
        """On a server started again: all that was shown or acknowledged is there, byte for byte."""
        with Client(self.server.address) as client:
            for game, known in self.seen.items():
                stored = whole_stream(client, game)
                versions = [json.loads(line)["v"] for line in stored]
                assert versions == list(range(1, len(stored) + 1))
                for v, line in known.items():
                    assert v <= len(stored), f"{game}: event {v} was shown and is lost"
                    assert stored[v - 1] == line, f"{game}: event {v} is another now"
                for v, ply in self.acknowledged.get(game, {}).items():
                    assert v <= len(stored), f"{game}: turn {v} was acknowledged and is lost"
                    assert json.loads(stored[v - 1])["ply"] == ply
