"""The clamber command as people and scripts use it: in terminals, through pipes, with --json."""

import json
import os
import pathlib
import re
import signal
import socket
import stat
import subprocess

import pytest

from clamber_client import DEADLINE_S
from referee import BLUE, RED, Game
from server_process import CLAMBERD, Server
from terminal import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLAMBER = os.environ.get("CLAMBER", str(ROOT / "build" / "proto" / "client" / "clamber"))
PASSWORD = "correct horse"

pytestmark = pytest.mark.skipif(
    not (os.path.exists(CLAMBER) and os.path.exists(CLAMBERD)),
    reason="CLAMBER and CLAMBERD name no programs",
)


class FixedServer(Server):
    """A server that comes back at the address it had."""

    def __init__(self, data):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        super().__init__(data)

    def command(self):
        return [CLAMBERD, "--data", str(self.data), "--listen", f"127.0.0.1:{self.port}",
                "--web", "off"]


class Person:
    """Somebody with a home of their own, who runs clamber in terminals and pipes."""

    def __init__(self, server, home, name):
        self.server, self.home, self.name = server, home, name
        self.opened = []

    def environment(self, **more):
        environment = {
            "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": str(self.home), "CLAMBER_PASSWORD": PASSWORD, "TZ": "UTC",
            "CLAMBER_SERVER": "%s:%d" % self.server.address, **more,
        }
        # The sanitizers are to be heard in every build.
        environment.update((k, v) for k, v in os.environ.items() if k.endswith("SAN_OPTIONS"))
        return {key: value for key, value in environment.items() if value is not None}

    def terminal(self, *arguments, columns=80, rows=24, **environment):
        opened = Terminal([CLAMBER, *arguments], self.environment(**environment), columns, rows)
        self.opened.append(opened)
        return opened

    def play(self, *arguments, **keywords):
        """`clamber play` in a terminal, as a new account of this name."""
        return self.terminal("play", "--name", self.name, "--register", *arguments, **keywords)

    def pipe(self, *arguments, **environment):
        opened = Pipe([CLAMBER, *arguments], self.environment(**environment))
        self.opened.append(opened)
        return opened

    def run(self, *arguments, typed="", status=0, **environment):
        """Runs a command that ends by itself; gives what it printed."""
        done = subprocess.run(
            [CLAMBER, *arguments], input=typed.encode(), capture_output=True, check=False,
            env=self.environment(**environment), timeout=DEADLINE_S,
        )
        assert done.returncode == status, done.stderr.decode()
        self.errors = done.stderr.decode()
        return done.stdout.decode()

    def objects(self, *arguments):
        return [json.loads(line) for line in self.run(*arguments, "--json").splitlines()]

    def close(self):
        for opened in self.opened:
            opened.close()


class Pipe:
    """A script's end of clamber: lines in, lines out."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment)
        self.lines = []

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline().decode()
        assert line, (self.lines, self.process.stderr.read().decode())
        self.lines.append(line.rstrip("\n"))
        return self.lines[-1]

    def object(self, **wanted):
        """The next object that has these members; others are passed over."""
        while True:
            read = json.loads(self.read())
            if all(read.get(key) == value for key, value in wanted.items()):
                return read

    def line(self, text):
        """The next line that contains the text."""
        while text not in (line := self.read()):
            continue
        return line

    def snapshot(self):
        """The game it sits down at; game_started may be told before."""
        while "ev" in (read := json.loads(self.read())):
            continue
        return read["game"]

    def end(self):
        self.process.stdin.close()
        self.lines += self.process.stdout.read().decode().splitlines()
        return self.process.wait(timeout=DEADLINE_S)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def people(tmp_path):
    """Makes people; all that they have left running ends with the test."""
    made = []

    def person(server, name):
        made.append(Person(server, tmp_path / f"home-{name}", name))
        return made[-1]

    yield person
    for one in made:
        one.close()


@pytest.fixture
def fixed_server(tmp_path):
    started = FixedServer(tmp_path / "data")
    yield started
    if started.running():
        started.stop()


def pair(alice, bob, terms="seek 3 5+3 rated blue", **keywords):
    """Two people in terminals, brought together through the lobby. Alice plays Blue."""
    blue, red = alice.play(**keywords), bob.play(**keywords)
    blue.wait_for("nobody just now")
    red.wait_for("nobody just now")
    blue.enter(terms)
    blue.wait_for("Waiting for an opponent")
    red.wait_for(f" 1  {alice.name}")
    red.enter("1")
    blue.wait_for("it is your turn")
    red.wait_for("waiting for the other side")
    return blue, red


def play_turn(game, terminals, turn):
    """Plays one turn by whoever is to move, and waits until all see it."""
    terminals[game.to_move].enter(turn.lower() if game.ply % 3 else turn)
    game.play(turn)
    while game.must_skip():
        game.play("skip")
    for terminal in terminals.values():
        if game.winner:
            terminal.wait_for("has won: all stacks of the other side are captured")
        else:
            terminal.wait_for(f"Turn {game.ply + 1}:", f"{game.ply}. ")


def id_on(screen):
    return re.search(r"game ([A-Za-z0-9]{12})", screen)[1]


# ---- in terminals ----------------------------------------------------------------------------


def test_a_rated_game_with_a_spectator(new_server, people, dice):
    server = new_server()
    alice, bob, carol = people(server, "alice"), people(server, "bob"), people(server, "carol")
    blue, red = pair(alice, bob)
    watcher = carol.terminal("watch", NO_COLOR="1")
    watcher.wait_for("Turn 1: Blue (alice) is to move")
    terminals = {BLUE: blue, RED: red, "watch": watcher}
    game = Game(3)
    while not game.winner:
        play_turn(game, terminals, game.choose(dice, 0.7))
    winner = "alice" if game.winner == BLUE else "bob"
    for terminal in (blue, red):
        terminal.wait_for(f"({winner}) has won", "Ratings: alice 1500 -> ", "bob 1500 -> ")
    assert watcher.wait_end() == 0
    assert "Rating: alice 1500 -> " in watcher.screen.text()
    assert not watcher.screen.colored and blue.screen.colored
    blue.enter("again")
    blue.wait_for("Waiting for an opponent (size 3, 5+3, rated)")
    blue.enter("quit")
    assert blue.wait_end() == 0
    red.type("\x04")
    assert red.wait_end() == 0
    record = alice.run("record", alice.objects("history")[0]["games"][0]["id"])
    assert f"{game.ply}. {'Blue' if game.winner == BLUE else 'Red'}" in record


@pytest.mark.parametrize("how", ["SIGTERM", "kill -9"])
def test_a_game_goes_on_over_a_restart(fixed_server, people, how):
    alice, bob, carol = (people(fixed_server, name) for name in ("alice", "bob", "carol"))
    blue, red = pair(alice, bob)
    watcher = carol.terminal("watch")
    watcher.wait_for("Turn 1:")
    terminals = {BLUE: blue, RED: red, "watch": watcher}
    game = Game(3)
    for turn in ("C3", "C4", "A1"):
        play_turn(game, terminals, turn)
    if how == "SIGTERM":
        fixed_server.stop()
    else:
        fixed_server.kill()
    for terminal in terminals.values():
        terminal.wait_for("No connection (")
    # What is typed now goes out when the server is back.
    red.enter("A2")
    fixed_server.start()
    for terminal in terminals.values():
        terminal.wait_for("Turn 5:", "4. ")
    game.play("A2")
    play_turn(game, terminals, "C3xC4")
    red.enter("A3")
    for terminal in (blue, watcher):
        terminal.wait_for("Turn 7:")
    blue.enter("resign")
    blue.wait_for("once more")
    blue.enter("resign")
    red.wait_for("Red (bob) has won: the other side resigned")
    assert watcher.wait_end() == 0
    moves = alice.objects("record", id_on(red.screen.text()))[0]["record"]["moves"]
    assert moves == "C3 C4 A1 A2 C3xC4 A3"


def test_mistakes_and_questions_at_the_board(new_server, people):
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"))
    red.enter("C3")
    red.wait_for("It is not your turn yet.")
    blue.enter("Z9")
    blue.wait_for("Z9 is not possible")
    blue.enter("pass")
    blue.wait_for('"pass" is not a turn')
    blue.enter("resign")
    blue.wait_for("once more")
    blue.enter("C3")
    red.wait_for("it is your turn")
    red.enter("C4")
    blue.wait_for("it is your turn")
    blue.enter("c3X")
    blue.wait_for("C3 can capture C4.", "C4+")
    blue.type("C3x\t")
    blue.wait_for("C3 can capture C4.", "> C3x")
    blue.type("\x15")
    blue.enter("legal")
    blue.wait_for("Place on A1 A2", "Capture with C3: C4.", "A1+")
    blue.enter("C4")
    blue.wait_for("C4 is not possible: the cell is not empty.")
    blue.enter("help")
    blue.wait_for("A turn is a cell to place on")


def test_aborting_and_coming_back(new_server, people):
    server = new_server()
    alice = people(server, "alice")
    blue, red = pair(alice, people(server, "bob"), "seek 4 1d casual blue")
    blue.enter("D4")
    red.wait_for("it is your turn")
    blue.enter("quit")
    assert blue.wait_end() == 0
    assert "come back with: clamber play" in blue.screen.text()
    red.wait_for("alice 1500 (away)")
    blue = alice.terminal("play")
    blue.wait_for("signed in as alice", "unfinished games", "a  against bob, size 4, 1 day a turn")
    blue.enter("a")
    blue.wait_for("Turn 2: waiting for the other side", "1 day")
    red.enter("abort")
    blue.wait_for("without a winner: it was aborted")
    red.wait_for("without a winner: it was aborted")
    red.enter("new")
    red.wait_for("Players who seek a game")


def test_a_first_visit_is_asked_who_plays(new_server, people):
    server = new_server()
    alice = people(server, "alice")
    first = alice.terminal("play", CLAMBER_PASSWORD=None)
    first.wait_for("r  register", "g  play as a guest")
    first.type("r\n")
    first.wait_for("Name: ")
    first.type("1x\n")
    first.wait_for("That is no name")
    first.type("alice\n")
    first.wait_for("Password: ")
    first.type("short\n")
    first.wait_for("8 to 128 bytes")
    first.type("long enough\n")
    first.wait_for("Once more: ")
    first.type("long enough\n")
    first.wait_for("signed in as alice")
    assert b"long enough" not in first.raw
    first.enter("quit")
    assert first.wait_end() == 0
    again = alice.terminal("play", CLAMBER_PASSWORD=None)
    again.wait_for("signed in as alice", "Players who seek a game")
    again.type("\x03")
    assert again.wait_end() == 0

    kept = list(alice.home.rglob("alice"))
    assert [stat.S_IMODE(path.stat().st_mode) for path in kept] == [0o600]
    assert "alice is signed out." in alice.run("logout")
    assert not kept[0].exists()
    assert "nobody is signed in" in (alice.run("logout", status=1) or alice.errors)
    elsewhere = alice.terminal("play", "--name", "alice", CLAMBER_PASSWORD=None)
    elsewhere.wait_for("Password: ")
    elsewhere.type("wrong password\n")
    elsewhere.wait_until(lambda screen: screen.count("Password:") == 2, "a second question")
    elsewhere.wait_for("not right")
    elsewhere.type("long enough\n")
    elsewhere.wait_for("signed in as alice")


def test_guests_come_back_too(new_server, people):
    server = new_server()
    guest = people(server, "guest")
    first = guest.terminal("play", "--guest")
    first.wait_for("signed in as guest-")
    name = re.search(r"guest-\w+", first.screen.text())[0]
    first.enter("seek rated")
    first.wait_for("guests play casual games only")
    first.enter("seek 1d")
    first.wait_for("Waiting for an opponent")
    first.enter("cancel")
    first.wait_for("Not waiting any more.")
    first.enter("quit")
    assert first.wait_end() == 0
    again = guest.terminal("play")
    again.wait_for(f"signed in as {name}")


@pytest.mark.parametrize("columns, rows", [(40, 24), (120, 40), (30, 12), (20, 6)])
def test_screens_of_other_sizes(new_server, people, columns, rows):
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"))
    blue.resize(columns, rows)
    blue.wait_for("> a turn")
    blue.enter("C3")
    red.wait_for("it is your turn")
    red.enter("C4")
    blue.wait_for("Turn 3:")
    blue.enter("C3xC4")
    red.wait_for("Blue (alice) has won")
    if rows > 12:
        blue.wait_for("Blue (alice) has won")
    blue.resize(80, 24)
    blue.wait_for("Blue (alice) has won", "Ratings: alice 1500", "C4*")
    for line in blue.screen.text().splitlines():
        assert len(line) <= 80


def test_plain_terminals(new_server, people):
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"), LC_ALL="C", NO_COLOR="1")
    blue.enter("C3")
    red.wait_for("|     |     | b1  |     |     |", "> r Red bob")
    assert not red.screen.colored and max(red.raw) < 0x80
    carol = people(server, "carol")
    assert carol.terminal("watch", "--color=never", "--ascii").wait_for("| b1  |") is None
    colored = carol.terminal("watch", "--color=always", NO_COLOR="1")
    colored.wait_for("C3*")
    assert colored.screen.colored
    dumb = carol.terminal("watch", TERM="dumb")
    dumb.wait_for("Red (bob) is to move")
    assert b"\x1b" not in dumb.raw


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGABRT])
def test_the_terminal_is_given_back(new_server, people, number):
    server = new_server()
    opened = people(server, "alice").play()
    opened.wait_for("nobody just now")
    os.kill(opened.process.pid, number)
    status = opened.wait_end()
    assert status == (-number if number == signal.SIGABRT else 0)


def test_stopping_and_going_on(new_server, people):
    """Ctrl-Z under a shell, and back with fg."""
    alice = people(new_server(), "alice")
    shell = ["bash", "-c", 'set -m; "$@"; echo "stopped $?"; read; fg; echo "ended $?"', "shell"]
    opened = Terminal([*shell, CLAMBER, "play", "--name", "alice", "--register"],
                      alice.environment())
    alice.opened.append(opened)
    opened.wait_for("nobody just now")
    opened.type("\x1a")
    opened.wait_for("stopped 148")
    assert not opened.screen.alternate
    opened.type("\n")
    opened.wait_for("nobody just now")
    assert opened.screen.alternate
    opened.enter("quit")
    opened.wait_for("ended 0")
    assert opened.wait_end() == 0


# ---- through pipes -----------------------------------------------------------------------------


def test_scripts_play_with_json(new_server, people, dice):
    server = new_server()
    alice, bob, carol = people(server, "alice"), people(server, "bob"), people(server, "carol")
    blue = alice.pipe("play", "--json", "--name", "alice", "--register", "--rated", "--color",
                      "blue", "--time", "60+0")
    lobby = server.client()
    lobby.ok("lobby")
    seek = lobby.ok("lobby")["seeks"] or [lobby.expect("seek_added")["seek"]]
    red = bob.pipe("play", "--json", "--name", "bob", "--register", "--accept", seek[0]["id"])
    snapshot = blue.snapshot()
    assert red.snapshot()["id"] == snapshot["id"]
    assert (snapshot["blue"]["name"], snapshot["red"]["name"]) == ("alice", "bob")
    watcher = carol.pipe("watch", snapshot["id"], "--json")
    assert watcher.snapshot()["moves"] == ""

    red.say("C3")
    assert red.object(re=None)["error"]["code"] == "not_your_turn"
    blue.say("Q7")
    assert blue.object(re=None)["error"]["code"] == "illegal_move"
    blue.say("legal")
    assert len(blue.object()["ok"]["place"]) == 19
    game = Game(3)
    pipes = {BLUE: blue, RED: red}
    while not game.winner:
        turn = game.choose(dice, 0.7)
        pipes[game.to_move].say(turn)
        game.play(turn)
        for pipe in (blue, red, watcher):
            assert pipe.object(ev="move")["position"] == game.position()
        if game.must_skip():
            game.play("skip")
            for pipe in (blue, red, watcher):
                assert pipe.object(ev="skip")["ply"] == game.ply
    for pipe in (blue, red, watcher):
        assert pipe.object(ev="end")["result"] == {"winner": game.winner, "reason": "capture"}
        assert pipe.end() == 0
    streams = [
        [line for line in pipe.lines if "ev" in json.loads(line) and "v" in json.loads(line)]
        for pipe in (blue, red, watcher)
    ]
    assert streams[0] == streams[1] == streams[2]
    assert [json.loads(line)["v"] for line in streams[0]] == list(range(2, len(streams[0]) + 2))


def test_a_script_goes_on_over_a_restart(fixed_server, people):
    alice, bob = people(fixed_server, "alice"), people(fixed_server, "bob")
    blue = alice.pipe("play", "--json", "--name", "alice", "--register", "--color", "blue")
    lobby = fixed_server.client()
    seek = lobby.ok("lobby")["seeks"] or [lobby.expect("seek_added")["seek"]]
    red = bob.pipe("play", "--json", "--name", "bob", "--register", "--accept", seek[0]["id"])
    for pipe in (blue, red):
        pipe.snapshot()
    blue.say("C3")
    red.object(ev="move", v=2)
    fixed_server.kill()
    red.say("C4")
    fixed_server.start()
    for pipe in (blue, red):
        assert pipe.object(ev="move", v=3)["move"] == "C4"
    blue.say("C3xC4")
    for pipe in (blue, red):
        assert pipe.object(ev="end")["v"] == 5
        assert pipe.end() == 0
        numbers = [json.loads(line).get("v") for line in pipe.lines if line.startswith('{"ev":')]
        assert [number for number in numbers if number] == [2, 3, 4, 5]


def test_plain_lines_through_pipes(new_server, people):
    server = new_server()
    alice, bob = people(server, "alice"), people(server, "bob")
    blue = alice.pipe("play", "--name", "alice", "--register", "--color", "never",
                      CLAMBER_PASSWORD=None)
    blue.say(PASSWORD)
    blue.line("Nobody seeks a game just now.")
    blue.say("seek 3 none blue")
    blue.line("Waiting for an opponent (size 3, no clock, casual, you play blue)")
    red = bob.pipe("play", "--name", "bob", "--register")
    red.line("1  alice")
    red.say("1")
    for pipe in (blue, red):
        pipe.line("size 3, no clock, casual")
    blue.line("it is your turn")
    blue.say("legal C3")
    blue.say("C3")
    blue.line("1. Blue C3")
    red.line("Turn 2: it is your turn.")
    red.say("C4")
    blue.line("Turn 3: it is your turn.")
    blue.say("C3xC4")
    for pipe in (blue, red):
        pipe.line("Blue (alice) has won")
        assert pipe.end() == 0


def test_looking_things_up(new_server, people):
    server = new_server()
    alice, bob = people(server, "alice"), people(server, "bob")
    assert "No game is being played" in alice.run("games")
    blue, red = pair(alice, bob)
    assert "alice 1500" in alice.run("games")
    game = Game(3)
    for turn in ("C3", "C4", "C3xC4"):
        play_turn(game, {BLUE: blue, RED: red}, turn)
    history = alice.run("history", "alice", "--versus", "bob", "--result", "win", "--rated")
    assert "alice won by capture" in history
    assert "No such games." in alice.run("history", "alice", "--result", "loss")
    assert "alice won by capture" in alice.run("history", "--since", "2020-01-01", "--all")
    assert "No such games." in alice.run("history", "--until", "2020-01-01")
    identity = history.split()[0]
    record = alice.run("record", identity)
    assert re.search(r"3\. Blue C3xC4 .* s ", record)
    assert "Rating of alice: 1500 -> " in record
    assert "1 games won, 0 lost" in alice.run("user", "alice")
    assert identity in alice.run("ratings", "alice", "3-blitz")
    assert "Nobody is listed there yet." in alice.run("leaderboard", "3-blitz")

    [answer] = alice.objects("record", identity)
    assert answer["record"]["moves"] == "C3 C4 C3xC4"
    [answer] = alice.objects("history", "bob")
    assert (answer["games"][0]["id"], answer["cursor"]) == (identity, None)
    assert alice.objects("user", "bob")[0]["user"]["name"] == "bob"
    assert alice.objects("games") == [{"games": []}]
    finished = alice.terminal("watch", identity)
    assert finished.wait_end() == 0
    assert "Blue (alice) has won" in finished.screen.text()


def test_errors_are_one_plain_line(new_server, people):
    server = new_server()
    alice = people(server, "alice")

    def fails(status, *arguments, says, **keywords):
        assert alice.run(*arguments, status=status, **keywords) == ""
        assert says in alice.errors and alice.errors.startswith("clamber: ")
        assert alice.errors.count("\n") == 1

    nobody = {"CLAMBER_SERVER": "127.0.0.1:1"}
    for command in (["games"], ["watch"], ["play", "--guest"], ["user", "x"]):
        fails(1, *command, says="start one with: clamberd", **nobody)
    fails(1, "games", says="is --server right?", CLAMBER_SERVER="nowhere.invalid:5577")
    fails(1, "record", "nothing", says="o such game")
    fails(1, "user", "nobody", says="There is no such user.")
    fails(1, "watch", "nothing", says="there is no game nothing")
    fails(1, "leaderboard", "9-fast", says="pool")
    fails(1, "play", says="say who plays")
    fails(1, "play", "--name", "alice", says="no password", CLAMBER_PASSWORD=None)
    fails(1, "play", "--name", "alice", says="is not right")
    fails(1, "play", "--name", "x!", says="is no name")
    fails(1, "play", "--name", "alice", "--register", says="8 to 128", CLAMBER_PASSWORD="short")
    fails(2, "pley", says='there is no command "pley"')
    fails(2, "play", "--size", "5", says="--size 5")
    fails(2, "record", says="missing")
    assert "clamber: play Clamber" in alice.run()
    assert "Usage: clamber watch [GAME]" in alice.run("help", "watch")
    assert alice.run("--version").startswith("clamber ")
