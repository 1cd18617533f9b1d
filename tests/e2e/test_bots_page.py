"""proto/BOTS.md promises a bot in 40 lines: here it runs as it stands on the page."""

import re
import subprocess
import sys
import time

import pytest

from clamber_client import DEADLINE_S, Refused
from conftest import fresh_name
from match import Match
from server_process import ROOT

PASSWORD = "not a secret"


def code_on_the_page():
    """The page's one block of Python."""
    page = (ROOT / "proto" / "BOTS.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return code


@pytest.fixture
def run_bot(tmp_path):
    """Starts the bot, to be killed by the test or after it; it never complains and never ends."""
    script = tmp_path / "bot.py"
    script.write_text(code_on_the_page(), "utf-8")
    started = []

    def run(server, name):
        host, port = server.address
        bot = subprocess.Popen(
            [sys.executable, str(script), host, str(port), name, PASSWORD],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        started.append(bot)
        return bot

    yield run
    for bot in started:
        bot.kill()
        complaints = bot.communicate()[1].decode()
        assert (complaints, bot.returncode) == ("", -9)


def wait_for(find, deadline_s=DEADLINE_S):
    """What `find` gives as soon as it is anything; not_found is nothing."""
    end = time.monotonic() + deadline_s
    while time.monotonic() < end:
        try:
            found = find()
        except Refused as refusal:
            assert refusal.code == "not_found"
            found = None
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never came to that")


def test_it_has_40_lines():
    assert len(code_on_the_page().splitlines()) <= 40


def test_two_play_each_other_again_and_again(server, run_bot, connect):
    names = {fresh_name("bot"), fresh_name("bot")}
    for name in names:
        run_bot(server, name)
    client = connect()

    def two_games():
        games = client.ok("history", user=min(names))["games"]
        return games if len(games) >= 2 else None

    # Two whole games, turn by turn: on a busy machine that takes long.
    for game in wait_for(two_games, 10 * DEADLINE_S):
        assert {game["blue"]["name"], game["red"]["name"]} == names
        assert game["blue"]["kind"] == game["red"]["kind"] == "bot"
        assert game["result"]["reason"] == "capture"


def test_it_answers_challenges_and_takes_up_its_games_when_started_again(
        server, run_bot, player, dice):
    name = fresh_name("bot")
    bot = run_bot(server, name)
    human = player()
    wait_for(lambda: human.ok("user", name=name))
    challenge = human.ok("challenge", user=name, color="blue")["challenge"]
    assert human.expect("challenge_closed", id=challenge)["how"] == "accepted"
    game = human.expect("game_started")["game"]
    assert game["red"]["name"] == name
    # The bot is not there when the first turn is made.
    bot.kill()
    bot.wait()
    human.ok("move", game=game["id"], move="C3", ply=0)
    run_bot(server, name)
    assert human.expect("move", game=game["id"], by="red")["ply"] == 2
