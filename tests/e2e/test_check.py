"""clamberd --check, as an operator runs it on what a server has left behind."""

import sqlite3

from match import BLITZ, Match
from server_process import check, run_to_failure

WON = ["C3", "C4", "C3xC4"]


def play_some(server, connect, prefix="checked"):
    blue, red = (connect(server, f"{prefix}-{side}") for side in ("blue", "red"))
    Match(blue, red, time=BLITZ, rated=True).play(*WON)
    Match(red, blue, time=BLITZ, rated=True).play(*WON)
    Match(blue, red, time=None).play("A1", "A2")


def test_what_a_server_left_is_sound(new_server, connect):
    server = new_server()
    play_some(server, connect)
    server.stop()
    status, lines, said = check(server.data)
    assert (status, said) == (0, "")
    assert lines == ["checked 3 games (1 of them being played), 2 ratings and 4 openings: "
                     "all is as it should be"]


def test_what_a_killed_server_left_is_sound(new_server, connect):
    server = new_server()
    play_some(server, connect)
    server.kill()
    assert check(server.data)[0] == 0
    server.start()
    play_some(server, connect, "again")
    server.kill()
    status, lines, _ = check(server.data)
    assert status == 0 and lines[-1].startswith("checked 6 games (2 of them")


def test_a_server_in_use_is_not_checked(new_server, connect):
    server = new_server()
    play_some(server, connect)
    status, said = run_to_failure("--check", str(server.data))
    assert status == 1 and "another clamberd" in said and len(said.splitlines()) == 1
    connect(server).ok("ping")


def test_what_was_changed_is_told(new_server, connect):
    server = new_server()
    play_some(server, connect)
    server.stop()
    with sqlite3.connect(server.data / "clamber.db") as database:
        database.execute("UPDATE ratings SET rating = rating + 100 WHERE account IN "
                         "(SELECT id FROM accounts WHERE name = 'checked-blue')")
    database.close()
    status, lines, said = check(server.data)
    assert (status, said) == (1, "")
    assert len(lines) == 2 and lines[0].startswith("rating of checked-blue in 3-blitz: it is ")
    assert lines[1].endswith(": 1 difference")


def test_where_there_is_no_database(tmp_path):
    status, said = run_to_failure("--check", str(tmp_path / "nothing"))
    assert status == 1 and "there is no database in" in said
    assert not (tmp_path / "nothing").exists()
