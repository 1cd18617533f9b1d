"""The clamber command among people: chat, offers, rematches, challenges by name, tv, absence."""

import time

# The fixtures among these are found by pytest under their names.
from clamber_people import (  # noqa: F401
    fixed_server, needs_programs, pair, people, play_turn)
from clamber_client import DEADLINE_S
from referee import BLUE, RED, Game

pytestmark = needs_programs


def sits_down(pipe, game):
    """The snapshot of that game: from then on a script may play in it."""
    while "ev" in (read := pipe.object()) or read.get("game", {}).get("id") != game:
        continue


def test_talk_takeback_and_a_rematch(new_server, people):
    server = new_server()
    alice, bob, carol = people(server, "alice"), people(server, "bob"), people(server, "carol")
    blue, red = pair(alice, bob)
    carol.run("play", "--json", "--name", "carol", "--register")
    watcher = carol.terminal("watch", "--name", "carol")
    watcher.wait_for("Turn 1: Blue (alice) is to move")
    terminals = {BLUE: blue, RED: red}
    game = Game(3)
    for turn in ("C3", "C4", "A1"):
        play_turn(game, terminals, turn)
    blue.enter("say good luck")
    red.wait_for("alice: good luck")
    watcher.enter("say what a game")
    watcher.wait_for("carol: what a game")
    assert "good luck" not in watcher.screen.text() and "what" not in red.screen.text()

    blue.enter("takeback")
    blue.wait_for("You have offered a takeback")
    red.wait_for("alice offers a takeback")
    watcher.wait_for("alice offers a takeback.")
    red.enter("decline")
    blue.wait_for("Your offer (a takeback) was declined.")
    red.wait_for("The offer of alice (a takeback) was declined.")
    blue.enter("takeback")
    red.wait_for("alice offers a takeback")
    red.enter("accept")
    for terminal in (blue, red, watcher):
        terminal.wait_for("Turn 3:")
        terminal.wait_until(lambda screen: "3. " not in screen and "A1*" not in screen, "no turn 3")
    red.enter("accept")
    red.wait_for("There is no such offer.")
    blue.enter("C3xC4")
    for terminal in (blue, red):
        terminal.wait_for("Blue (alice) has won")
    assert watcher.wait_end() == 0

    red.enter("rematch")
    blue.wait_for("bob wants a rematch")
    blue.enter("no")
    red.wait_for("alice wants no rematch.")
    blue.enter("rematch")
    red.wait_for("alice wants a rematch")
    red.enter("rematch")
    red.wait_for("Turn 1: it is your turn", "Blue bob")
    blue.wait_for("Turn 1: waiting for the other side", "Red alice")
    assert "good luck" not in red.screen.text()
    red.enter("C3")
    blue.wait_for("it is your turn")
    blue.enter("abort")
    red.wait_for("without a winner")


def test_whom_one_ignores_one_does_not_hear(new_server, people):
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"))
    blue.enter("ignore Nobody-Here")
    blue.wait_for("There is no such user.")
    blue.enter("ignore BOB")
    blue.wait_for("You hear no more of BOB.")
    red.enter("say hurry up")
    red.wait_for("bob: hurry up")
    blue.enter("say I cannot hear you")
    red.wait_for("alice: I cannot hear you")
    assert "hurry up" not in blue.screen.text()
    blue.enter("hear bob")
    blue.wait_for("You hear bob again.")
    red.enter("say please")
    blue.wait_for("bob: please")


def test_whom_one_ignores_cannot_challenge_one_in_the_lobby(new_server, people):
    server = new_server()
    alice, bob = people(server, "alice").play(), people(server, "bob").play()
    alice.wait_for("nobody just now")
    bob.wait_for("nobody just now")
    alice.enter("help")
    alice.wait_for("ignore NAME, hear NAME: no chat and no challenges from somebody, or again")
    alice.enter("ignore")
    alice.wait_for("Say whom: ignore NAME.")
    alice.enter("ignore Nobody-Here")
    alice.wait_for("There is no such user.")
    alice.enter("ignore bob")
    alice.wait_for("You hear no more of bob.")
    bob.enter("challenge alice")
    bob.wait_for("That user takes no challenges from you.")
    alice.enter("hear bob")
    alice.wait_for("You hear bob again.")
    bob.enter("challenge alice")
    alice.wait_for("You are challenged")
    script = people(server, "carol").pipe("play", "--json", "--name", "carol", "--register")
    script.object(ev="seek_added")
    script.say("ignore bob")
    assert script.object(ok={})
    script.say("hear nobody-here")
    while "error" not in (answer := script.object()):
        continue
    assert answer["error"]["code"] == "not_found"


def test_what_was_said_is_caught_up_with(fixed_server, people):
    blue, red = pair(people(fixed_server, "alice"), people(fixed_server, "bob"))
    blue.enter("say one")
    red.wait_for("alice: one")
    fixed_server.kill()
    for terminal in (blue, red):
        terminal.wait_for("No connection (")
    blue.enter("say lost")
    blue.wait_for("No connection (", "There is no connection just now; try again when it is back.")
    blue.enter("help words")
    blue.wait_for("No connection (", "takeback, offer abort")
    fixed_server.start()
    for terminal in (blue, red):
        terminal.wait_until(lambda screen: "No connection (" not in screen, "the connection")
    red.enter("say two")
    for terminal in (blue, red):
        terminal.wait_for("alice: one", "bob: two")
        assert terminal.screen.text().count(": one") == 1
    red.enter("quit")
    assert red.wait_end() == 0
    blue.enter("say three")
    blue.wait_for("alice: three")
    again = people(fixed_server, "bob").terminal("play")
    again.wait_for("unfinished games")
    again.enter("a")
    again.wait_for("alice: one", "bob: two", "alice: three")


def test_scripts_agree_and_play_again(new_server, people):
    server = new_server()
    alice, bob = people(server, "alice"), people(server, "bob")
    bob.run("play", "--json", "--name", "bob", "--register")
    blue = alice.pipe("play", "--json", "--stay", "--name", "alice", "--register", "--challenge",
                      "bob", "--color", "blue")
    made = blue.object(ev="challenge")["challenge"]
    red = bob.pipe("play", "--json", "--stay", "--name", "bob")
    assert red.object(ev="challenge")["challenge"] == made
    red.say(f"yes {made['id']}")
    assert blue.object(ev="challenge_closed")["how"] == "accepted"
    first = blue.object(ev="game_started")["game"]["id"]
    for pipe in (blue, red):
        sits_down(pipe, first)
    for pipe, turn in ((blue, "C3"), (red, "C4"), (blue, "D4")):
        pipe.say(turn)
        for other in (blue, red):
            assert other.object(ev="move")["move"] == turn
    blue.say("say na\u00efve \u2713")
    assert [pipe.object(ev="chat")["text"] for pipe in (blue, red)] == ["na\u00efve \u2713"] * 2
    blue.say("takeback")
    assert red.object(ev="offer")["kind"] == "takeback"
    red.say("accept")
    for pipe in (blue, red):
        assert pipe.object(ev="offer_closed")["how"] == "accepted"
        assert pipe.object(ev="takeback")["ply"] == 2
    blue.say("claim")
    while "error" not in (answer := blue.object()):
        continue
    assert answer["error"]["code"] == "not_allowed_now"
    blue.say("C3xC4")
    for pipe in (blue, red):
        assert pipe.object(ev="end")["result"]["winner"] == "blue"
    red.say("rematch")
    assert blue.object(ev="rematch")["how"] == "offered"
    blue.say("rematch")
    second = red.object(ev="game_started")["game"]
    assert second["id"] != first and second["blue"]["name"] == "bob"
    for pipe in (blue, red):
        sits_down(pipe, second["id"])
    red.say("C3")
    for pipe in (blue, red):
        assert pipe.object(ev="move")["game"] == second["id"]
        assert pipe.end() == 0


def test_a_challenge_waits_for_who_is_away(fixed_server, people):
    alice, bob = people(fixed_server, "alice"), people(fixed_server, "bob")
    bob.run("play", "--json", "--name", "bob", "--register")
    blue = alice.play()
    blue.wait_for("nobody just now")
    blue.enter("challenge nobody")
    blue.wait_for("There is no such user.")
    blue.enter("challenge bob 4 1d blue")
    blue.wait_for("You have challenged", "bob: size 4, 1 day a turn, casual, you play blue")
    blue.enter("challenge bob")
    blue.wait_for(" 2  bob: size 3, 5+3")
    blue.enter("cancel 2")
    blue.wait_until(lambda screen: " 2  bob" not in screen, "one challenge less")
    blue.enter("quit")
    assert blue.wait_end() == 0
    fixed_server.kill()
    fixed_server.start()
    red = bob.terminal("play")
    red.wait_for("You are challenged", " 1  alice", "you play Red")
    red.enter("yes 7")
    red.wait_for("There is no such challenge")
    red.enter("yes 1")
    red.wait_for("Turn 1: waiting for the other side", "1 day a turn")
    blue = alice.terminal("play")
    blue.wait_for("a  against bob, size 4")
    red.enter("lobby")
    red.wait_for("Players who seek")
    blue.enter("challenge bob rated")
    red.wait_for("You are challenged", "rated")
    red.enter("no 1")
    blue.wait_for("bob has declined your challenge.")
    red.wait_until(lambda screen: "You are challenged" not in screen, "no challenge")


def test_challenges_from_the_command_line(new_server, people):
    server = new_server()
    alice, bob = people(server, "alice"), people(server, "bob")
    bob.run("play", "--json", "--name", "bob", "--register")
    alice.run("play", "--name", "alice", "--register", "--challenge", "bob", "--time", "1d")
    red = bob.pipe("play", "--name", "bob")
    assert "1 day a turn" in red.line("yes 1 or no 1  alice")
    red.say("yes")
    red.line("Turn 1:")
    assert red.end() == 0
    alice.run("play", "--name", "alice", "--challenge", "nobody-there", status=1)
    assert "There is no such user." in alice.errors


def test_tv_goes_from_game_to_game(new_server, people):
    server = new_server()
    alice, bob, carol = people(server, "alice"), people(server, "bob"), people(server, "carol")
    script = carol.pipe("watch", "--tv", "--json")
    lines = carol.pipe("watch", "--tv")
    lines.line("No game is being played just now")
    blue, red = pair(alice, bob)
    terminal = carol.terminal("watch", "--tv")
    terminal.wait_for("Turn 1: Blue (alice) is to move")
    first = script.snapshot()["id"]
    lines.line(f"Game {first}")
    game = Game(3)
    for turn in ("C3", "C4", "C3xC4"):
        play_turn(game, {BLUE: blue, RED: red}, turn)
        assert script.object(ev="move")["move"] == turn
    terminal.wait_for("Blue (alice) has won", "waiting for the next game")
    blue.enter("rematch")
    red.wait_for("alice wants a rematch")
    red.enter("rematch")
    lines.line("Blue bob")
    terminal.wait_for("Turn 1: Blue (bob) is to move")
    red.wait_for("Turn 1: it is your turn")
    red.enter("C3")
    assert script.object(ev="move")["game"] != first
    terminal.enter("quit")
    assert terminal.wait_end() == 0


def test_the_win_is_claimed_when_the_other_side_has_left(new_server, people):
    """Takes the 24 seconds that a player may be away in a game of 2 minutes."""
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"), "seek 2+0 rated blue")
    blue.enter("C3")
    red.wait_for("it is your turn")
    red.enter("C4")
    blue.wait_for("Turn 3:")
    red.enter("quit")
    assert red.wait_end() == 0
    blue.wait_for('bob is away: in 0:', 'you may "claim" the win')
    blue.enter("claim")
    blue.wait_for("Your opponent may still come back")
    blue.wait_for('bob is away: "claim" the win, or wait.')
    deadline = time.monotonic() + DEADLINE_S
    # The countdown here may be a moment ahead of the server's.
    while "Blue (alice) has won" not in blue.screen.text():
        assert time.monotonic() < deadline
        blue.enter("claim")
        time.sleep(0.5)
    blue.wait_for("the other side left the game")
