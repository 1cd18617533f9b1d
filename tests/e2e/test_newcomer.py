"""Whoever types only `clamber play` has an opponent, and beats it or loses to it."""

from clamber_people import needs_programs, people  # noqa: F401
from referee import BLUE, RED, Game
# The fixture that starts house bots, found by pytest under its name.
from test_house_bot import house  # noqa: F401

pytestmark = needs_programs


def test_a_newcomer_plays_the_house_to_the_end(
        new_server, house, people, connect, dice):  # noqa: F811
    server = new_server()
    bots = {house(server, name=f"house-{level}", level=level).name for level in (1, 2)}
    newcomer = people(server, "newcomer").terminal("play", CLAMBER_PASSWORD=None)
    newcomer.wait_for("g  play as a guest")
    newcomer.type("g\n")
    newcomer.wait_for("signed in as guest-", "Players who seek a game")
    newcomer.enter("seek")
    newcomer.wait_until(
        lambda screen: "it is your turn" in screen or "waiting for the other side" in screen,
        "a game with the house")
    look = connect(server)
    [game] = look.ok("games")["games"]
    color = BLUE if game["blue"]["kind"] == "guest" else RED
    assert game["red" if color == BLUE else "blue"]["name"] in bots
    shown = look.ok("watch", game=game["id"])["game"]
    referee = Game(3, shown["moves"])
    while not referee.winner:
        if referee.to_move == color:
            newcomer.wait_for(f"Turn {referee.ply + 1}:", "it is your turn")
            newcomer.enter(referee.choose(dice, 0.7))
        event = look.expect("move", game=game["id"], ply=referee.ply + 1)
        referee.play(event["move"])
        assert event["position"] == referee.position()
        while referee.must_skip():
            referee.play("skip")
    newcomer.wait_for("has won: all stacks of the other side are captured")
    newcomer.enter("quit")
    assert newcomer.wait_end() == 0
