"""`clamber bot` from outside: what a person meets who plays the house."""

import json
import signal
import subprocess
import time

import pytest

from clamber_client import DEADLINE_S
# The fixture among these is found by pytest under its name.
from clamber_people import CLAMBER, fixed_server, needs_programs  # noqa: F401
from conftest import fresh_name
from match import BLITZ, Match
from referee import BLUE, RED

pytestmark = needs_programs


class House:
    """A `clamber bot` with a home of its own."""

    def __init__(self, server, home, name, level=1, options=()):
        self.server, self.home, self.name, self.level = server, home, name, level
        self.options = list(options)
        self.lines = []
        self.start()

    def start(self, password="not a secret"):
        environment = {
            "XDG_STATE_HOME": str(self.home), "CLAMBER_SERVER": "%s:%d" % self.server.address}
        if password:
            environment["CLAMBER_PASSWORD"] = password
        self.process = subprocess.Popen(
            [CLAMBER, "bot", "--json", "--name", self.name, "--level", str(self.level),
             *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment)

    def hear(self, what, **details):
        """Its next line about `what` with these details; others are passed over."""
        while True:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read().decode()
            self.lines.append(json.loads(line))
            if self.lines[-1]["log"] == what and details.items() <= self.lines[-1].items():
                return self.lines[-1]

    def turns(self):
        return [line["move"] for line in self.lines if line["log"] == "turn"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(DEADLINE_S)
        complaints = self.process.stderr.read().decode()
        assert (status, complaints) == (0, "")


@pytest.fixture
def house(tmp_path):
    """Starts house bots, which must end cleanly; gives them once they are signed in."""
    started = []

    def start(server, *options, name=None, level=1):
        one = House(server, tmp_path / f"home{len(started)}", name or fresh_name("house"), level,
                    options)
        started.append(one)
        one.hear("ready", name=one.name, level=level)
        return one

    yield start
    for one in started:
        one.stop()


def challenge(client, bot, **terms):
    """A game with the bot; the client is Blue unless the terms say otherwise."""
    client.ok("challenge", user=bot.name, **{"color": "blue", **terms})
    return client.expect("game_started")["game"]


class Opponent(Match):
    """A match in which only one side is a client of the tests."""

    def __init__(self, client, game, color):
        super().__init__(client, client, game=game["id"], size=game["size"])
        self.color = color

    def _expect(self, name, by):
        event = self.blue.expect(name, game=self.id, v=self.v)
        assert event["by"] == by
        assert event["position"] == self.referee.position()
        return event

    def expect_end(self, winner, reason):
        self.v += 1
        self.ended = self.blue.expect("end", game=self.id, v=self.v)
        assert self.ended["result"] == {"winner": winner, "reason": reason}
        return self.ended

    def hear_bot(self):
        """The bot's turn, which must be legal."""
        self.v += 1
        event = self.blue.expect("move", game=self.id, v=self.v)
        self.referee.play(event["move"])
        assert event["position"] == self.referee.position()
        if self.referee.must_skip():
            skipped = self.referee.to_move
            self.referee.play("skip")
            self.v += 1
            self._expect("skip", skipped)
        if self.referee.winner:
            self.expect_end(self.referee.winner, "capture")
        return event["move"]

    def play_out(self, dice, eager=0.7):
        while not self.referee.winner:
            if self.referee.to_move == self.color:
                self._play(self.referee.choose(dice, eager))
            else:
                self.hear_bot()
        return self


def test_it_is_a_bot_and_answers_challenges(server, house, player, dice):
    bot = house(server)
    human = player()
    assert human.ok("user", name=bot.name)["user"]["kind"] == "bot"
    for size in (3, 4):
        game = challenge(human, bot, size=size, rated=size == 3)
        Opponent(human, game, BLUE).play_out(dice)
        bot.hear("end", game=game["id"])


def test_it_takes_the_first_turn_where_it_is_blue(server, house, player):
    bot = house(server)
    human = player()
    game = challenge(human, bot, color="red")
    assert Opponent(human, game, RED).hear_bot()


def test_it_says_who_it_is(server, house, player):
    bot = house(server, level=5)
    human = player()
    game = challenge(human, bot)
    assert "level 5 of 5" in json.dumps(human.expect("chat", game=game["id"]))


def test_it_wins_where_it_can(server, house, player, dice):
    bot = house(server, level=5)
    human = player()
    wins = 0
    # Whoever plays any turn that comes to mind loses to it, if not at once.
    for _ in range(5):
        match = Opponent(human, challenge(human, bot), BLUE)
        while not match.referee.winner:
            if match.referee.to_move == BLUE:
                match.play(match.referee.choose(dice, eager=0.1))
                continue
            could_win = match.referee.can_win()
            match.hear_bot()
            assert match.referee.winner == RED or not could_win, match.referee.turns
        wins += match.referee.winner == RED
    assert wins > 0


def test_it_takes_a_seek_that_nobody_else_wants(server, house, connect):
    bot = house(server)
    guest = connect(name="guest")
    seek = guest.ok("seek", time=BLITZ)["seek"]
    game = guest.expect("game_started")["game"]
    assert seek and bot.name in (game["blue"]["name"], game["red"]["name"])


def test_it_keeps_a_seek_open_where_it_is_told_to(server, house, player):
    bot = house(server, "--size", "4", "--time", "10+5")
    human = player()
    seeks = human.ok("lobby")["seeks"]
    if not seeks:
        seeks = [human.expect("seek_added")["seek"]]
    (seek,) = seeks
    assert (seek["user"]["name"], seek["size"], seek["color"]) == (bot.name, 4, "red")
    human.ok("accept", seek=seek["id"])
    assert human.expect("game_started")["game"]["blue"]["name"] == human.user["name"]
    # And then another.
    human.expect("seek_removed", id=seek["id"])
    assert human.expect("seek_added")["seek"]["user"]["name"] == bot.name


def test_two_of_the_house_are_not_paired_with_each_other(server, house, player):
    terms = ("--size", "3", "--time", "1+1")
    names = {house(server, *terms).name, house(server, *terms).name}
    human = player()
    seen = {seek["user"]["name"] for seek in human.ok("lobby")["seeks"]} & names
    while seen != names:
        seen |= {human.expect("seek_added")["seek"]["user"]["name"]} & names
    assert human.ok("games", user=min(names))["games"] == []


def test_it_declines_what_it_does_not_play(server, house, player):
    bot = house(server)
    human = player()
    hasty = human.ok("challenge", user=bot.name, time={"initial_ms": 5000, "increment_ms": 0})
    assert human.expect("challenge_closed", id=hasty["challenge"])["how"] == "declined"
    assert bot.hear("declined", challenge=hasty["challenge"])["why"] == "too little time"


def test_offers_are_for_casual_games(server, house, player):
    bot = house(server)
    human = player()
    for rated in (False, True):
        game = challenge(human, bot, rated=rated)
        match = Opponent(human, game, BLUE)
        match.play("C3")
        match.hear_bot()
        human.ok("offer", game=game["id"], kind="takeback")
        closed = human.expect("offer_closed", game=game["id"])
        assert closed["how"] == ("declined" if rated else "accepted")
        bot.hear("offer_declined" if rated else "offer_accepted", game=game["id"])


def test_it_gives_a_rematch(server, house, player):
    bot = house(server)
    human = player()
    game = challenge(human, bot)
    match = Opponent(human, game, BLUE)
    match.play("C3")
    match.hear_bot()
    human.ok("resign", game=game["id"])
    bot.hear("end", game=game["id"])
    human.ok("rematch", game=game["id"])
    again = human.expect("game_started")["game"]
    assert again["blue"]["name"] == bot.name


def test_it_claims_the_win_from_who_stays_away(server, house, player, connect):
    """Also where a pause of the server, which is charged to nobody, makes the first claim early."""
    bot = house(server)
    human = player()
    # A fifth of the time, and at least 20 s; the flag would take much longer.
    game = challenge(human, bot, time={"initial_ms": 100000, "increment_ms": 0})
    match = Opponent(human, game, BLUE)
    match.play("C3")
    match.hear_bot()
    human.close()
    watcher = connect()
    watcher.ok("watch", game=game["id"])
    watcher.expect("away", game=game["id"])
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(5)
    server.process.send_signal(signal.SIGCONT)
    bot.hear("claimed", game=game["id"])
    bot.hear("end", game=game["id"])
    record = connect().ok("record", game=game["id"])["record"]
    assert record["result"] == {"winner": RED, "reason": "abandoned"}


def test_many_games_at_once(server, house, player, dice):
    bot = house(server)
    humans = [player() for _ in range(5)]
    games = [(human, challenge(human, bot)) for human in humans for _ in range(4)]
    matches = [Opponent(human, game, BLUE) for human, game in games]
    for _ in range(5):
        for match in matches:
            if not match.referee.winner and match.referee.to_move == BLUE:
                match.play(match.referee.choose(dice, 0))
        for match in matches:
            while not match.referee.winner and match.referee.to_move == RED:
                match.hear_bot()


def test_the_same_seed_plays_the_same_game(server, house, player):
    games = []
    for _ in range(2):
        bot = house(server, "--seed", "7", level=4)
        human = player()
        match = Opponent(human, challenge(human, bot, time=None), BLUE)
        match.play("C3")
        for _ in range(6):
            if match.referee.to_move == RED and not match.referee.winner:
                match.hear_bot()
            if match.referee.to_move == BLUE and not match.referee.winner:
                match.play(sorted(match.referee.empty_cells())[0])
        games.append(match.referee.position())
    assert games[0] == games[1]


@pytest.mark.parametrize("how", ["SIGTERM", "kill -9"])
def test_it_goes_on_over_restarts_of_the_server(fixed_server, house, connect, how):  # noqa: F811
    bot = house(fixed_server)
    human = connect(fixed_server, "human")
    match = Opponent(human, challenge(human, bot), BLUE)
    match.play("C3")
    match.hear_bot()
    if how == "SIGTERM":
        fixed_server.stop()
    else:
        fixed_server.kill()
    bot.hear("lost")
    fixed_server.start()
    back = connect(fixed_server)
    back.resume(human.token)
    back.ok("watch", game=match.id)
    match.clients = {BLUE: back, RED: back}
    if match.referee.to_move == BLUE:
        match.play(sorted(match.referee.empty_cells())[0])
    if not match.referee.winner:
        match.hear_bot()


def test_it_takes_up_its_games_when_started_again_and_needs_its_password_once(
        server, house, player):
    bot = house(server)
    human = player()
    match = Opponent(human, challenge(human, bot), BLUE)
    bot.hear("game", game=match.id)
    bot.stop()
    match.play("C3")
    bot.start(password=None)
    bot.hear("game_again", game=match.id)
    match.hear_bot()
    # Without what it kept, the password alone is enough.
    bot.stop()
    for kept in bot.home.rglob("*"):
        if kept.is_file():
            kept.unlink()
    bot.start()
    bot.hear("game_again", game=match.id)


def test_it_waits_for_a_server_that_is_not_there_yet(fixed_server, tmp_path):  # noqa: F811
    fixed_server.stop()
    bot = House(fixed_server, tmp_path / "home", "early")
    bot.hear("lost")
    fixed_server.start()
    bot.hear("ready")
    bot.stop()


def refusal(server, home, *arguments, **environment):
    done = subprocess.run(
        [CLAMBER, "bot", *arguments], capture_output=True, check=False, timeout=DEADLINE_S,
        env={"XDG_STATE_HOME": str(home), "CLAMBER_SERVER": "%s:%d" % server.address,
             **environment})
    assert done.returncode != 0
    return done.stderr.decode()


def test_it_says_why_it_cannot_start(server, tmp_path, connect):
    person = fresh_name("person")
    connect(name=person)
    assert "CLAMBER_PASSWORD" in refusal(server, tmp_path)
    assert "8 to 128" in refusal(server, tmp_path, CLAMBER_PASSWORD="short")
    assert "taken" in refusal(server, tmp_path, "--name", person, CLAMBER_PASSWORD="not a secret")
    assert "a person's account" in refusal(
        server, tmp_path, "--name", person, CLAMBER_PASSWORD="correct horse")
    assert "--level" in refusal(server, tmp_path, "--level", "6")
    assert "--seed" in refusal(server, tmp_path, "--seed", "x")
