"""The clamber command as scripts use it: through pipes, with --json, over a bad network."""

import json
import re
import socket
import threading

import pytest

# The fixtures among these are found by pytest under their names.
from clamber_people import (  # noqa: F401
    PASSWORD, fixed_server, needs_programs, pair, people, play_turn)
from flaky_network import FlakyNetwork
from referee import BLUE, RED, Game

pytestmark = needs_programs


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
    while "ok" not in (legal := blue.object()):  # events may come between
        continue
    assert len(legal["ok"]["place"]) == 19
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


def test_no_turn_is_lost_or_played_twice_on_a_bad_network(new_server, people, dice):
    """Whole games between scripts whose connections break all the time, in mid-line."""
    server = new_server()
    network = FlakyNetwork(server.address, dice)
    alice, bob = people(server, "alice"), people(server, "bob")
    alice.run("play", "--json", "--name", "alice", "--register")
    bob.run("play", "--json", "--name", "bob", "--register")
    terms = ("--color", "blue", "--time", "none")
    host = "%s:%d" % network.address
    # The sign-ins were kept for the server itself.
    for person in (alice, bob):
        person.run("play", "--json", "--name", person.name, CLAMBER_SERVER=host)
    blue = alice.pipe("play", "--json", *terms, CLAMBER_SERVER=host)
    red = bob.pipe("play", "--json", "--color", "red", "--time", "none", CLAMBER_SERVER=host)
    pipes = {BLUE: blue, RED: red}
    for pipe in pipes.values():
        pipe.snapshot()
    game = Game(3)
    while not game.winner:
        turn = game.choose(dice, 0.7)
        pipes[game.to_move].say(turn)
        game.play(turn)
        for pipe in pipes.values():
            event = pipe.object(ev="move")
            assert (event["move"], event["ply"]) == (turn, game.ply)
        if game.must_skip():
            game.play("skip")
            for pipe in pipes.values():
                assert pipe.object(ev="skip")["ply"] == game.ply
    for pipe in pipes.values():
        assert pipe.object(ev="end")["result"]["winner"] == game.winner
        assert pipe.end() == 0
    network.close()
    assert network.cuts > game.ply // 10
    [answer] = alice.objects("history", "alice")
    [answer] = alice.objects("record", answer["games"][0]["id"])
    assert answer["record"]["moves"] == " ".join(game.turns)


def test_plain_lines_through_pipes(new_server, people):
    server = new_server()
    alice, bob = people(server, "alice"), people(server, "bob")
    blue = alice.pipe("play", "--name", "alice", "--register", "--color", "never",
                      CLAMBER_PASSWORD=None)
    blue.say(f" {PASSWORD} ")
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
    # The blanks are part of the password that was given.
    alice.run("logout")
    alice.run("play", "--name", "alice", status=1)
    alice.run("play", "--name", "alice", CLAMBER_PASSWORD=f" {PASSWORD} ")


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
    assert "1 game won, 0 lost" in alice.run("user", "alice")
    assert identity in alice.run("ratings", "alice", "3-blitz")
    assert "No rated games there" in alice.run("ratings", "alice", "4-rapid")
    assert "Nobody is listed there yet." in alice.run("leaderboard", "3-blitz")
    assert "Nobody is listed" in alice.run("leaderboard", "3-blitz", "--at", "2020-01-01")
    alice.run("user", "alice", "--at", "2020-01-01", status=1)
    assert "no such user" in alice.errors
    assert "0 games won, 0 lost" not in alice.run("user", "alice", "--at", "2100-01-01")

    [answer] = alice.objects("record", identity)
    assert answer["record"]["moves"] == "C3 C4 C3xC4"
    [answer] = alice.objects("history", "bob")
    assert (answer["games"][0]["id"], answer["cursor"]) == (identity, None)
    assert alice.objects("user", "bob")[0]["user"]["name"] == "bob"
    assert alice.objects("games") == [{"games": []}]
    finished = alice.terminal("watch", identity)
    assert finished.wait_end() == 0
    assert "Blue (alice) has won" in finished.screen.text()


def test_what_is_no_server_is_told_apart(new_server, people):
    """One that hangs up at once; that it says nothing is a unit test, for it takes its time."""
    alice = people(new_server(), "alice")
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = "127.0.0.1:%d" % other.getsockname()[1]
        server = threading.Thread(target=lambda: other.accept()[0].close())
        server.start()
        alice.run("games", status=1, CLAMBER_SERVER=address)
        server.join()
    assert f"no Clamber server at {address} (" in alice.errors
    assert 'is that the port of "lines", not of "web"?' in alice.errors


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
    fails(2, "record", says="record needs GAME; see: clamber help record")
    alice.run("play", "--guest", "--accept", "nothing", status=1)
    assert alice.errors == "clamber: That is no longer there.\n"
    assert "clamber: play Clamber" in alice.run() == alice.run("-h")
    assert alice.objects("version") == [{"version": alice.run("version").split()[1]}]
    assert "Usage: clamber watch [GAME]" in alice.run("help", "watch")
    assert alice.run("--version").startswith("clamber ")
