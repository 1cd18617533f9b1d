"""Rated games by the thousand between bots on a real server; then `clamberd --check` must find
nothing, and must find each fault that is planted.

    python3 tests/soak/bot_games.py [GAMES]      10,000 unless told otherwise

House bots (`clamber bot`) are challenged by accounts that play any turn; SEED sets what those play.
CLAMBERD and CLAMBER name the programs.
"""

import json
import os
import pathlib
import random
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from clamber_client import DEADLINE_S, Client  # noqa: E402
from referee import BLUE, RED, Game  # noqa: E402
from server_process import CLAMBERD, Server  # noqa: E402

CLAMBER = os.environ.get("CLAMBER", str(ROOT / "build" / "proto" / "client" / "clamber"))
SEED = int(os.environ.get("SEED", "1"))
HOUSES = {"house1": 1, "house2": 1, "house3": 2, "house4": 2}
MOVERS, GAMES_EACH = 6, 12
# Longer than any clock that is left to run out.
SILENCE_S = 600
TIMES = [
    {"initial_ms": 60000, "increment_ms": 1000},
    {"initial_ms": 120000, "increment_ms": 0},
    {"initial_ms": 180000, "increment_ms": 2000},
]
SIZES = [3, 3, 3, 4]
# How often, per turn: so that games end in more than one way.
RESIGNS, OFFERS, SLEEPS = 0.004, 0.01, 0.00005
# A game may end, and an offer lapse, while our word about it is on its way.
MISSED = {"game_over", "gone", "not_allowed_now", "stale_ply", "not_your_turn"}

ANY_PLAYER = "(SELECT account FROM ratings ORDER BY account LIMIT 1)"
FAULTS = [
    "UPDATE games SET winner = iif(winner = 'blue', 'red', 'blue') WHERE sequence = {ending}",
    "UPDATE games SET reason = iif(reason = 'resign', 'capture', 'resign') "
    "WHERE sequence = {ending}",
    "UPDATE games SET ply = ply + 1 WHERE sequence = {ending}",
    "UPDATE games SET ended_at = ended_at + 1 WHERE sequence = {ending}",
    "UPDATE games SET log = zeroblob(length(log)) WHERE sequence = {ending}",
    "DELETE FROM results WHERE sequence = {ending}",
    f"UPDATE ratings SET rating = rating + 0.01 WHERE account = {ANY_PLAYER}",
    f"UPDATE ratings SET deviation = deviation + 0.01 WHERE account = {ANY_PLAYER}",
    "UPDATE rating_points SET rating = rating - 0.01 WHERE sequence = {ending}",
    "DELETE FROM rating_points WHERE sequence = {ending}",
    "UPDATE openings SET blue = blue + 1 WHERE size = 3 AND line = x''",
    "DELETE FROM openings WHERE size = 4 AND line = x''",
]


class Mover:
    """An account that plays any turn in many games at once, all pipelined."""

    def __init__(self, server, name, tally):
        self.client = Client(server.address)
        self.client.register(name, bot=True)
        self.tally = tally
        self.dice = random.Random(f"{SEED} {name}")
        self.games = {}  # id -> [referee, own colour]
        self.asked = {}  # request -> what it was
        self.open = 0  # challenges not yet answered

    def fill(self):
        while len(self.games) + self.open < GAMES_EACH and self.tally.take():
            self.open += 1
            self._post("challenge", user=self.dice.choice(list(HOUSES)), rated=True,
                       size=self.dice.choice(SIZES), time=self.dice.choice(TIMES))

    def _post(self, op, **fields):
        self.asked[self.client.post(op, **fields)] = op

    def pump(self):
        for line in self.client.pump():
            message = json.loads(line)
            if "re" in message:
                self._reply(message)
            else:
                self._event(message)

    def _reply(self, message):
        op = self.asked.pop(message["re"])
        code = message.get("error", {}).get("code")
        assert code is None or (op != "challenge" and code in MISSED), (op, message)

    def _event(self, event):
        name = event["ev"]
        if name == "game_started":
            game = event["game"]
            color = BLUE if game["blue"]["name"] == self.client.user["name"] else RED
            self.open -= 1
            self.games[game["id"]] = [Game(game["size"]), color]
            self._turn(game["id"])
        elif name == "challenge_closed":
            assert event["how"] == "accepted", event
        elif name in ("move", "skip"):
            referee, _ = self.games[event["game"]]
            referee.play(event.get("move", "skip"))
            assert referee.position() == event["position"], event
            self._turn(event["game"])
        elif name == "end":
            del self.games[event["game"]]
            self.tally.ended(event["result"]["reason"])
            self.fill()

    def _turn(self, game):
        referee, color = self.games[game]
        if referee.winner or referee.to_move != color or referee.must_skip():
            return
        if referee.ply > 2 and self.dice.random() < RESIGNS:
            self._post("resign", game=game)
            return
        if referee.ply > 2 and self.dice.random() < SLEEPS:
            return
        if referee.ply > 2 and self.dice.random() < OFFERS:
            self._post("offer", game=game, kind=self.dice.choice(["abort", "takeback"]))
        self._post("move", game=game, move=referee.choose(self.dice, 0.8), ply=referee.ply)


class Tally:
    def __init__(self, wanted):
        self.wanted, self.left = wanted, wanted
        self.reasons = {}
        self.begun = time.monotonic()

    def take(self):
        self.left -= 1
        return self.left >= 0

    @property
    def count(self):
        return sum(self.reasons.values())

    def ended(self, reason):
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        if self.count % 1000 == 0:
            print(f"{self.count} games after {time.monotonic() - self.begun:.0f} s", flush=True)


def start_house(server, home, name, level):
    environment = {
        "XDG_STATE_HOME": str(home / name), "CLAMBER_PASSWORD": "not a secret",
        "CLAMBER_SERVER": "%s:%d" % server.address}
    house = subprocess.Popen(
        [CLAMBER, "bot", "--json", "--name", name, "--level", str(level)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
    while json.loads(house.stdout.readline())["log"] != "ready":
        pass
    # Whoever does not read what a bot says makes it wait.
    return house, subprocess.Popen(["cat"], stdin=house.stdout, stdout=subprocess.DEVNULL)


def play(server, home, tally):
    houses = [start_house(server, home, name, level) for name, level in HOUSES.items()]
    try:
        play_out(server, tally)
    finally:
        for house, _ in houses:
            house.send_signal(signal.SIGTERM)
    for house, reader in houses:
        assert house.wait(DEADLINE_S) == 0
        reader.wait(DEADLINE_S)


def play_out(server, tally):
    movers = {}
    for number in range(MOVERS):
        mover = Mover(server, f"mover{number}", tally)
        movers[mover.client.socket] = mover
        mover.fill()
    while tally.count < tally.wanted:
        ready, _, _ = select.select(list(movers), [], [], SILENCE_S)
        assert ready, "the server has gone silent"
        for socket in ready:
            movers[socket].pump()


def check(data):
    done = subprocess.run([CLAMBERD, "--check", str(data)], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def plant(data, fault):
    """A copy of the database with that fault in it."""
    copy = data.with_name("planted")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(data, copy)
    with sqlite3.connect(copy / "clamber.db") as database:
        (ending,) = database.execute(
            "SELECT sequence FROM games WHERE rated AND winner IS NOT NULL "
            "ORDER BY sequence LIMIT 1 OFFSET (SELECT count(*) / 3 FROM games)").fetchone()
        changed = database.execute(fault.format(ending=ending)).rowcount
    database.close()
    assert changed > 0, fault
    return copy


def main():
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    home = pathlib.Path(tempfile.mkdtemp(prefix="clamber-bot-games-"))
    server = Server(home / "data")
    tally = Tally(wanted)
    try:
        play(server, home, tally)
    finally:
        server.terminate()
        status = server.wait()
    assert status == 0, server.messages()
    print(f"{tally.count} games in {time.monotonic() - tally.begun:.0f} s: {tally.reasons}")
    size = sum(path.stat().st_size for path in server.data.iterdir())
    begun = time.monotonic()
    status, lines, said = check(server.data)
    print(f"checked {size / 1e6:.1f} MB in {time.monotonic() - begun:.1f} s: {lines[-1]}")
    assert (status, len(lines), said) == (0, 1, ""), (status, lines[:20], said)
    for number, fault in enumerate(FAULTS, 1):
        status, lines, _ = check(plant(server.data, fault))
        print(f"fault {number}: {lines[0]}")
        assert status == 1 and lines, fault
    print(f"all {len(FAULTS)} faults planted are found")
    shutil.rmtree(home)


if __name__ == "__main__":
    main()
