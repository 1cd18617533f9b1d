"""People and scripts that use the clamber command, each with a home of their own; and the fixtures
that make them, for the tests of the command to import."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from clamber_client import DEADLINE_S
from server_process import CLAMBERD, ReservedPort, Server
from terminal import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLAMBER = os.environ.get("CLAMBER", str(ROOT / "build" / "proto" / "client" / "clamber"))
PASSWORD = "correct horse"

needs_programs = pytest.mark.skipif(
    not (os.path.exists(CLAMBER) and os.path.exists(CLAMBERD)),
    reason="CLAMBER and CLAMBERD name no programs",
)


class FixedServer(Server):
    """A server that comes back at the address it had."""

    def __init__(self, data):
        self.port = ReservedPort()
        super().__init__(data)

    def command(self):
        return [CLAMBERD, "--data", str(self.data), "--listen", self.port.address,
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

    def under_shell(self, *arguments, **environment):
        """The same as the job of a shell: after Ctrl-Z, Enter brings it back."""
        script = 'set -m; "$@"; echo "stopped $?"; read; fg; echo "ended $?"'
        opened = Terminal(["bash", "-c", script, "shell", CLAMBER, *arguments],
                          self.environment(**environment))
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
    started.port.close()


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
