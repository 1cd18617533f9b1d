"""The tests' own referee against the figures that two other programs agree on."""

import json
import pathlib

import pytest

from referee import Game, Illegal

RULES = pathlib.Path(__file__).parent.parent / "data" / "rules"


def records(name):
    return [json.loads(line) for line in (RULES / name).read_text().splitlines()]


def wins(game, turn):
    after = game.copy()
    after.play(turn)
    return after.winner is not None


def test_games_and_their_checks():
    for record in records("games.ndjson"):
        game = Game(record["size"])
        checks = {check["ply"]: check for check in record["checks"]}
        for turn in record["turns"].split() + [None]:
            check = checks.get(game.ply)
            if check:
                assert game.position() == check["position"]
                # Chains can be many; the digest is wanted where a Python list can bear it.
                if check.get("digest") and check["legal"] <= 5000:
                    assert game.digest() == (check["legal"], check["digest"])
                    assert game.can_win() == any(wins(game, turn) for turn in game.all_turns())
            if turn:
                game.play(turn)
        assert game.winner == record["result"]


def test_illegal_turns_are_refused():
    for record in records("illegal.ndjson"):
        game = Game(record["size"], record["turns"])
        assert game.position() == record["position"]
        for refused in record["refuse"]:
            with pytest.raises(Illegal):
                game.play(refused["turn"])
            assert game.position() == record["position"]
