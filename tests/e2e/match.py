"""A game between two clients, with the tests' own referee looking over the server's shoulder."""

from referee import BLUE, RED, Game

# A clock that no test run exhausts; blitz and rated games need one.
LONG = {"initial_ms": 3600000, "increment_ms": 0}
# The contract's defaults, spelled out.
BLITZ = {"initial_ms": 300000, "increment_ms": 3000}


class Match:
    def __init__(self, blue, red, game=None, size=3, **terms):
        """Pairs two signed-in clients, or takes up an unstarted `game` that they have."""
        self.clients = {BLUE: blue, RED: red}
        self.referee = Game(size)
        self.v = 1
        self.ended = None
        if game is None:
            seek = blue.ok("seek", size=size, color="blue", **terms)["seek"]
            game = red.ok("accept", seek=seek)["game"]
            self.snapshots = [
                client.expect("game_started")["game"] for client in self.clients.values()
            ]
            assert self.snapshots[0]["id"] == game
        self.id = game

    @property
    def blue(self):
        return self.clients[BLUE]

    @property
    def red(self):
        return self.clients[RED]

    @property
    def mover(self):
        return self.clients[self.referee.to_move]

    @property
    def waiter(self):
        return self.clients[BLUE if self.referee.to_move == RED else RED]

    def play(self, *moves):
        """Plays legal turns by whoever is to move and checks all that the server says of them."""
        for move in moves:
            self._play(move)
        return self

    def _play(self, move):
        by = self.referee.to_move
        answer = self.mover.ok("move", game=self.id, move=move, ply=self.referee.ply)
        self.referee.play(move)
        self.v += 1
        assert (answer["v"], answer["ply"]) == (self.v, self.referee.ply)
        event = self._expect("move", by)
        assert event["move"] == move
        assert event["clock"] == answer["clock"]
        assert event["lag_ms"] >= 0 and event["held_ms"] >= 0
        if self.referee.must_skip():
            skipped = self.referee.to_move
            self.referee.play("skip")
            self.v += 1
            self._expect("skip", skipped)
        if self.referee.winner:
            self.expect_end(self.referee.winner, "capture")

    def _expect(self, name, by):
        events = [
            client.expect(name, game=self.id, v=self.v) for client in self.clients.values()
        ]
        assert events[0] == events[1]
        event = events[0]
        assert event["by"] == by
        assert event["ply"] == self.referee.ply
        assert event["position"] == self.referee.position()
        if not self.referee.winner:
            assert event["to_move"] == self.referee.to_move
        return event

    def expect_end(self, winner, reason):
        """The end of the stream, told to both alike."""
        self.v += 1
        events = [
            client.expect("end", game=self.id, v=self.v) for client in self.clients.values()
        ]
        assert events[0] == events[1]
        assert events[0]["result"] == {"winner": winner, "reason": reason}
        self.ended = events[0]
        return events[0]

    def play_out(self, dice, eager=0.7, most=400):
        """Random legal turns to the end; after `most` of them, which is common on size 4, Red
        resigns."""
        while not self.referee.winner:
            if self.referee.ply >= most:
                return self.resign(RED)
            self._play(self.referee.choose(dice, eager))
        return self

    def finish(self):
        """The shortest win: Blue's, at ply 3."""
        return self.play("C3", "C4", "C3xC4")

    def resign(self, color):
        """Both make a first turn, where they have not, and `color` resigns."""
        while self.referee.ply < 2:
            self._play(sorted(self.referee.empty_cells())[0])
        answer = self.clients[color].ok("resign", game=self.id)
        end = self.expect_end(RED if color == BLUE else BLUE, "resign")
        assert answer == {"v": end["v"]}
        return self
