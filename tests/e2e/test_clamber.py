"""The clamber command as people use it, in terminals of all kinds."""

import os
import re
import signal
import stat

import pytest

# The fixtures among these are found by pytest under their names.
from clamber_people import (  # noqa: F401
    CLAMBER, fixed_server, id_on, needs_programs, pair, people, play_turn)
from referee import BLUE, RED, Game

pytestmark = needs_programs


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


def test_the_first_question_goes_by_words_not_by_their_first_letters(new_server, people):
    newcomer = people(new_server(), "newcomer").terminal("play")
    newcomer.wait_for("Welcome to Clamber")
    newcomer.enter("rules")
    newcomer.wait_for("Capture the last stack", "Type r, l, g or q.")
    newcomer.enter("let me play against somebody")
    newcomer.wait_until(lambda screen: screen.count("Type r, l, g or q.") == 2,
                        "asked once more")
    newcomer.enter("Guest")
    newcomer.wait_for("signed in as guest-")


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
    red.enter("resign")
    red.wait_for("The game is over.")
    played = id_on(red.screen.text())
    red.enter("quit")
    assert red.wait_end() == 0
    assert "You have left" not in red.screen.text()
    assert watcher.wait_end() == 0
    moves = alice.objects("record", played)[0]["record"]["moves"]
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
    blue.wait_for("Turn 3: it is your turn")
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


def test_escape_takes_back_what_is_typed_and_then_the_wish(new_server, people):
    server = new_server()
    alice = people(server, "alice").play()
    alice.wait_for("nobody just now")
    alice.enter("seek 4")
    alice.wait_for("Waiting for an opponent (size 4")
    alice.type("hal")
    alice.wait_for("> hal")
    alice.type("\x1b")
    alice.wait_for("> cancel, a number")
    alice.wait_for("Waiting for an opponent (size 4")
    alice.type("\x1b")
    alice.wait_until(lambda screen: "Waiting" not in screen, "no waiting")
    alice.enter("cancel")
    alice.wait_for("You are not waiting for a game.")


def test_what_is_explained_has_room_on_a_small_screen(new_server, people):
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"))
    blue.enter("C3")
    red.wait_for("it is your turn")
    blue.resize(40, 12)
    for terminal in (blue, red):
        terminal.enter("rules")
        terminal.wait_for("Capture the last stack of the other side", "Your own stack stays.")
        terminal.enter("help")
        terminal.wait_for("A turn is a cell to place on", '"help words".')
        terminal.enter("help words")
        terminal.wait_for("takeback, offer abort", "quit (the game goes on).")
    # The next turn brings the board back.
    red.enter("C4")
    blue.wait_for("◆1", "●1*", "Turn 3: it is your turn.")
    blue.enter("lobby")
    blue.wait_for("Your unfinished games", "a  against bob", "> seek, a number, help")
    blue.enter("help")
    blue.wait_for("seek [3|4]", "ignore NAME, hear NAME", "rules; quit.")


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
    # Without a screen a person is told what to type all the same.
    dumb = people(server, "dave").play(TERM="dumb")
    dumb.wait_for("Nobody seeks a game just now.", 'Type "seek" to wait for an opponent')
    dumb.type("seek blue\n")
    dumb.wait_for("Waiting for an opponent")
    other = people(server, "erin").play()
    other.wait_for(" 1  dave")
    other.enter("1")
    dumb.wait_for("it is your turn", "Type a turn (C3, B2xC4), legal, board, help or quit.")


@pytest.mark.parametrize("number", [
    signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGABRT])
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
    opened = alice.under_shell("play", "--name", "alice", "--register")
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


def test_stopped_from_outside_it_takes_the_terminal_over_again(new_server, people):
    alice = people(new_server(), "alice")
    opened = alice.under_shell("play", "--name", "alice", "--register")
    opened.wait_for("nobody just now")
    opened.stop_job()
    opened.type("\n")
    opened.wait_for_hush()
    opened.enter("quit")
    opened.wait_for("ended 0")
    assert opened.wait_end() == 0
