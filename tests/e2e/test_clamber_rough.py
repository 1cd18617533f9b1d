"""The clamber command where its surroundings are rough: output that nobody takes, descriptors that
are closed, signals that are ignored, answers that do not come, arguments that are no text."""

import os
import signal
import subprocess
import termios
import threading

import pytest

# The fixtures among these are found by pytest under their names.
from clamber_client import DEADLINE_S
from clamber_people import CLAMBER, PASSWORD, needs_programs, people  # noqa: F401
from conftest import fresh_name
from cutting_proxy import CuttingProxy

pytestmark = needs_programs


def test_what_cannot_be_printed_is_an_error(server, people):  # noqa: F811
    environment = people(server, "printer").environment()
    for arguments in (["games"], ["games", "--json"], ["help"], ["version"], ["key"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([CLAMBER, *arguments], env=environment, stdout=full,
                                  stderr=subprocess.PIPE, check=False, timeout=DEADLINE_S)
        assert done.returncode == 1, arguments
        assert done.stderr.startswith(b"clamber: the output cannot be written")


def test_nothing_else_takes_the_place_of_a_closed_descriptor(server, people):  # noqa: F811
    environment = people(server, "closed").environment()
    for descriptor in (0, 1, 2):
        done = subprocess.run(
            [CLAMBER, "key"], env=environment, check=False, timeout=DEADLINE_S,
            stdin=subprocess.DEVNULL, stdout=None if descriptor == 1 else subprocess.PIPE,
            stderr=None if descriptor == 2 else subprocess.PIPE,
            preexec_fn=lambda closed=descriptor: os.close(closed))
        if descriptor == 1:
            assert done.returncode == 1 and b"cannot be written" in done.stderr
        else:
            assert done.returncode == 0 and done.stdout.strip()


def test_with_nohup_it_outlives_the_terminal(server, people, connect):  # noqa: F811
    name = fresh_name("nohup")
    bot = subprocess.Popen(
        [CLAMBER, "bot", "--name", name], stdout=subprocess.PIPE,
        env=people(server, name).environment(),
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    try:
        while b"ready" not in (line := bot.stdout.readline()):
            assert line
        bot.send_signal(signal.SIGHUP)
        visitor = connect(name=fresh_name("visitor"))
        visitor.ok("challenge", user=name)
        visitor.expect("game_started")
        bot.send_signal(signal.SIGTERM)
        assert bot.wait(DEADLINE_S) == 0
    finally:
        bot.kill()
        bot.wait()


@pytest.mark.parametrize("kind", ["xterm", "dumb"])
def test_a_terminal_that_takes_no_output_does_not_keep_it(server, people, kind):  # noqa: F811
    """As after Ctrl-S, or where the line to it is cut and nobody has noticed yet."""
    screen = people(server, fresh_name("stalled")).play(TERM=kind)
    screen.wait_for("obody")
    termios.tcflow(screen.slave, termios.TCOOFF)
    screen.type("\x0chelp\n")
    screen.process.send_signal(signal.SIGTERM)
    try:
        assert screen.process.wait(DEADLINE_S) in (0, -signal.SIGTERM)
        assert screen.is_as_before()
    finally:
        termios.tcflow(screen.slave, termios.TCOON)


def test_an_answer_that_is_too_long_is_asked_for_again(server, people):  # noqa: F811
    name = fresh_name("wordy")
    screen = people(server, name).terminal("play", CLAMBER_PASSWORD=None)
    screen.wait_for("g  play as a guest")
    screen.type("how does one begin here, please?\n")
    screen.wait_for("Type r, l, g or q.")
    screen.type("Register\n")
    screen.wait_for("Name: ")
    screen.type("somebody.with.a.long.address@mail.example\n")
    screen.wait_for("That is no name: it begins with a letter")
    screen.type(f"{name}\n")
    screen.wait_for("Password: ")
    screen.type("p" * 200 + "\n")
    screen.wait_for("A password has 8 to 128 bytes.")
    screen.type(f"{PASSWORD}\n")
    screen.wait_for("Once more: ")
    screen.type("p" * 200 + "\n")
    screen.wait_for("These are two different passwords.")
    screen.type(f"{PASSWORD}\n")
    screen.wait_until(lambda shown: shown.count("Once more:") == 2, "a second question")
    screen.type(f"{PASSWORD}\n")
    screen.wait_for(f"signed in as {name}", "Players who seek a game")
    screen.enter("quit")
    assert screen.wait_end() == 0


def test_arguments_that_are_no_text_or_too_long_are_refused(server, people):  # noqa: F811
    person = people(server, "oddly")
    for arguments in (["history", b"\xff\xfe"], ["history", "a" * 5000], ["user", "b" * 5000],
                      ["record", b"\x80"], ["history", "--versus", b"\xc3"],
                      ["history", "--pool", "p" * 5000], ["openings", "C3", b"\xff"],
                      ["openings", "C3 " * 2000], ["play", "--guest", "--accept", b"\xff"],
                      ["play", "--guest", "--challenge", b"\xff"]):
        person.run(*arguments, status=2)
        assert person.errors.startswith("clamber: ") and person.errors.count("\n") == 1
        assert len(person.errors) < 250, person.errors


class Toll(CuttingProxy):
    """Lets pass what comes until something with this word: that is swallowed, and the connection
    with it."""

    def __init__(self, target, word):
        self.word = word
        self.swallowed = threading.Event()
        super().__init__(target, [])

    def lets_pass(self, data):
        if self.swallowed.is_set() or self.word not in data:
            return True
        self.swallowed.set()
        return False


def test_what_was_not_answered_is_told(server, people, connect):  # noqa: F811
    for word, said in ((b'"say"', "say hello there"), (b'"abort"', "abort")):
        opponent = connect(name=fresh_name("calm"))
        player = people(server, fresh_name("hasty"))
        with Toll(server.address, word) as toll:
            player_address = "%s:%d" % toll.address
            screen = player.play("--time", "60+0", "--color", "blue",
                                 CLAMBER_SERVER=player_address)
            screen.wait_for("Waiting for an opponent")
            open_now = [one for one in opponent.ok("lobby")["seeks"]
                        if one["user"]["name"] == player.name]
            seek = open_now or [opponent.expect("seek_added")["seek"]]
            opponent.ok("accept", seek=seek[0]["id"])
            screen.wait_for("it is your turn")
            screen.enter(said)
            screen.wait_for("The connection was lost before an answer came", "do it again")
            assert toll.swallowed.is_set()
            # The other side has not heard of it, nor does it later: it is not sent once more.
            screen.enter("resign")
            screen.wait_for("once more to give the game up")
            screen.enter("C3")
            opponent.expect("move")
            assert not opponent.seen("chat") and not opponent.seen("end")
