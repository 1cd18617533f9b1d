"""An export of a large database, read slowly, while many play: what it costs them.

usage: export.py [GAMES [SECONDS]]

Makes a database of GAMES finished games (200,000) and plays PACE moves a second: in turns for
SECONDS (15) alone and for as long beside an export that is read at READ_BYTES a second, ROUNDS
times. Prints the server's memory and processor time, the size of the write-ahead log, and how long
a move took to be answered: of the quietest round, because the machine may be busy with other
things. It fails where memory or the log grows with the export, or where moves cost more or take
much longer.
"""

import asyncio
import json
import os
import pathlib
import random
import socket
import sqlite3
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "e2e"), str(ROOT / "tests" / "web")]

from match import Match  # noqa: E402
from referee import Game  # noqa: E402
from server_process import Server  # noqa: E402

SEED_GAMES = 100  # played really; the others are copies of them
PAIRS = 100
PACE = 1000  # moves a second, of all pairs together
ROUNDS = 4
SETTLE_S = 3  # before each measurement
READ_BYTES = 10 * 1024
WAL_BOUND = 64 << 20
MEMORY_SLACK_KIB = 4096
# What a move costs the server, and how long it takes to be answered, which says less on a machine
# that is busy with other things.
COST_RATIO, LATENCY_RATIO = 1.5, 3.0


# -- the database --------------------------------------------------------------------------------


def play_seed_games(folder):
    server = Server(folder)
    one, two = server.client(), server.client()
    one.register("ann")
    two.register("bob")
    dice = random.Random(1)
    for _ in range(SEED_GAMES):
        Match(one, two).play_out(dice, eager=0.3)
    one.close()
    two.close()
    server.stop()


def copy_games(folder, count):
    """Every game many times over, in the order of their ends, which are those of the first."""
    database = sqlite3.connect(folder / "clamber.db")
    dice = random.Random(2)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    columns = [row[1] for row in database.execute("PRAGMA table_info(games)")]
    place = {name: at for at, name in enumerate(columns)}
    games = database.execute("SELECT * FROM games ORDER BY sequence").fetchall()
    results = {}
    for row in database.execute("SELECT * FROM results"):
        results.setdefault(row[1], []).append(row)
    with database:
        database.execute("DELETE FROM results")
        database.execute("DELETE FROM games")
        sequence = 0
        for game in games:
            for _ in range(count // len(games)):
                sequence += 1
                copy = list(game)
                copy[place["id"]] = "".join(dice.choices(letters, k=12))
                copy[place["sequence"]] = sequence
                database.execute(f"INSERT INTO games VALUES ({','.join('?' * len(copy))})", copy)
                for row in results[game[place["sequence"]]]:
                    database.execute(f"INSERT INTO results VALUES ({','.join('?' * len(row))})",
                                     (row[0], sequence, *row[2:]))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return sequence


# -- play ----------------------------------------------------------------------------------------


def long_line(dice):
    """Turns of a game on the larger board that nobody wins for long."""
    game, turns = Game(4), []
    while len(turns) < 2500:
        turn = game.choose(dice, 0.05)
        game.play(turn)
        if game.winner:
            return long_line(dice)
        turns.append((turn, game.ply))
        if game.must_skip():
            game.play("skip")
    return turns


class Pair:
    """Two guests who play along a line, one connection each."""

    def __init__(self, turns, latencies):
        self.turns = turns
        self.latencies = latencies

    async def join(self, address, number):
        self.sides = [await self._sign_in(address) for _ in range(2)]
        time_control = {"initial_ms": 10800000, "increment_ms": 100 + number}
        seek = await self._ask(0, op="seek", size=4, color="blue", time=time_control)
        self.game = (await self._ask(1, op="accept", seek=seek["seek"]))["game"]

    async def _sign_in(self, address):
        side = await asyncio.open_connection(*address, limit=1 << 20)
        side[1].write(b'{"op":"guest"}\n')
        await self._reply(side)
        return side

    async def _ask(self, side, **request):
        self.sides[side][1].write(json.dumps(request).encode() + b"\n")
        return json.loads(await self._reply(self.sides[side]))["ok"]

    @staticmethod
    async def _reply(side):
        while True:
            line = await side[0].readline()
            assert line, "the server closed a connection"
            if line.startswith(b'{"re":'):
                return line

    async def play(self, interval_s):
        """One move every interval, whoever is to make it."""
        at = time.monotonic() + random.random() * interval_s
        ply = 0
        for turn, after in self.turns:
            await asyncio.sleep(max(0, at - time.monotonic()))
            at += interval_s
            began = time.monotonic()
            mover = (after - 1) % 2
            answer = await self._ask(mover, op="move", game=self.game, move=turn, ply=after - 1)
            self.latencies.append(time.monotonic() - began)
            assert answer["ply"] == after, (answer, after)
            ply = after
        raise AssertionError(f"the line of {ply} turns has come to its end")


# -- the export ----------------------------------------------------------------------------------


async def read_slowly(address, counted):
    """Takes READ_BYTES of an export a second."""
    loop = asyncio.get_running_loop()
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, READ_BYTES)
    reader.connect(address)
    reader.setblocking(False)
    await loop.sock_sendall(reader, b"GET /api/games/export HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while True:
        received = await loop.sock_recv(reader, READ_BYTES // 10)
        assert received, "the export was cut off"
        counted.append(len(received))
        await asyncio.sleep(0.1)


# -- measuring -----------------------------------------------------------------------------------


def memory_kib(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


def processor_s(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Figures:
    """Of all measurements of one kind."""

    def __init__(self, what):
        self.what = what
        self.rounds = []  # of each the latencies, sorted
        self.processor_s = 0
        self.grown_kib = 0
        self.wal = 0
        self.seconds = 0

    async def measure(self, server, seconds, latencies):
        await asyncio.sleep(SETTLE_S)
        before, first = len(latencies), memory_kib(server.process)
        worked = processor_s(server.process)
        for _ in range(seconds):
            await asyncio.sleep(1)
            self.wal = max(self.wal, (server.data / "clamber.db-wal").stat().st_size)
        last = memory_kib(server.process)
        self.rounds.append(sorted(latencies[before:]))
        self.processor_s += processor_s(server.process) - worked
        self.grown_kib += last - first
        self.seconds += seconds
        print(f"{self.what}: memory {first} to {last} KiB", flush=True)

    def late(self, share):
        return min(latencies[int(len(latencies) * share)] for latencies in self.rounds)

    def cost_us(self):
        return self.processor_s / sum(map(len, self.rounds)) * 1e6

    def tell(self):
        moves = sum(map(len, self.rounds))
        print(f"{self.what}: {moves / self.seconds:.0f} moves/s, answered in "
              f"{self.late(0.5) * 1e3:.2f} ms (median), {self.late(0.99) * 1e3:.2f} ms (99 %); "
              f"{self.cost_us():.0f} us of processor time each; "
              f"memory grew by {self.grown_kib} KiB; WAL at most {self.wal >> 10} KiB")


async def run(server, seconds):
    dice = random.Random(3)
    lines = [long_line(dice) for _ in range(10)]
    latencies, counted = [], []
    pairs = [Pair(lines[number % len(lines)], latencies) for number in range(PAIRS)]
    for number, pair in enumerate(pairs):
        await pair.join(server.address, number)
    playing = [asyncio.create_task(pair.play(PAIRS / PACE)) for pair in pairs]
    alone, beside = Figures("alone"), Figures("beside an export")
    for _ in range(ROUNDS):
        await alone.measure(server, seconds, latencies)
        export = asyncio.create_task(read_slowly(server.web_address, counted))
        await beside.measure(server, seconds, latencies)
        if export.done():
            export.result()
        export.cancel()
    print(f"read of the exports: {sum(counted) / ROUNDS / (seconds + SETTLE_S):.0f} bytes/s")
    for task in playing:
        if task.done():
            task.result()
        task.cancel()
    return alone, beside


def judge(alone, beside):
    alone.tell()
    beside.tell()
    ratio = beside.late(0.5) / alone.late(0.5)
    print(f"moves took {ratio:.2f} times as long (median), "
          f"{beside.late(0.99) / alone.late(0.99):.2f} times (99 %)")
    return (beside.grown_kib <= alone.grown_kib + MEMORY_SLACK_KIB
            and beside.wal <= WAL_BOUND and ratio <= LATENCY_RATIO
            and beside.cost_us() <= alone.cost_us() * COST_RATIO)


def main(games=200000, seconds=15):
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        play_seed_games(data)
        print(f"{copy_games(data, games)} games", flush=True)
        server = Server(data, web="127.0.0.1:0")
        print(f"memory once started: {memory_kib(server.process)} KiB", flush=True)
        fine = judge(*asyncio.run(run(server, seconds)))
        server.kill()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
