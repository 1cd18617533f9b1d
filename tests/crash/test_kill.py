"""kill -9 in the middle of everything: what anybody was shown is on disk.

ROUNDS sets how often (5 by default; tests/soak/run does 100), SEED where the dice begin.
"""

import os
import random

from server_process import Server
from traffic import Traffic

ROUNDS = int(os.environ.get("ROUNDS", "5"))
SEED = int(os.environ.get("SEED", "1"))
GAMES = 20


def test_kill_9_under_20_games(tmp_path):
    dice = random.Random(SEED)
    server = Server(tmp_path / "data")
    traffic = Traffic(server, GAMES, seed=SEED)
    for number in range(ROUNDS):
        # Where in the flow it happens is drawn in events, not in seconds.
        events = dice.randint(1, 600)
        print(f"round {number}: {events} events; again: SEED={SEED} ROUNDS={number + 1}")
        traffic.connect()
        traffic.run(events)
        server.kill()
        traffic.close()
        server.start()
        traffic.verify()
    server.stop()
    print(f"{traffic.turns} turns, {len(traffic.ended)} games ended")


def test_sigterm_under_20_games(tmp_path):
    server = Server(tmp_path / "data")
    traffic = Traffic(server, GAMES, seed=SEED)
    for _ in range(3):
        traffic.connect()
        traffic.run(200)
        server.restart()
        traffic.close()
        traffic.verify()
    server.stop()
