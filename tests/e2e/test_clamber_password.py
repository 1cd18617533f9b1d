"""`clamber password`: typed or from a script; whoever has signed in elsewhere is out."""

# The fixture among these is found by pytest under its name.
from clamber_people import PASSWORD, needs_programs, people  # noqa: F401
from conftest import fresh_name

pytestmark = needs_programs


def test_a_person_is_asked(server, people, connect):  # noqa: F811
    other = connect(name=fresh_name("typist"))
    name = other.user["name"]
    typist = people(server, name)
    screen = typist.terminal("password", "--name", name, CLAMBER_PASSWORD=None)
    screen.wait_for("Old password: ")
    screen.type(f"{PASSWORD}\n")
    screen.wait_for("New password: ")
    screen.type("short\n")
    screen.wait_for("8 to 128 bytes")
    screen.type("a better one\n")
    screen.wait_for("Once more: ")
    screen.type("another better one\n")
    screen.wait_for("two different passwords")
    screen.type("a better one\n")
    screen.wait_until(lambda shown: shown.count("Once more:") == 2, "a second question")
    screen.type("a better one\n")
    screen.wait_for(f"{name} has a new password")
    assert screen.wait_end() == 0
    assert b"a better one" not in screen.raw and PASSWORD.encode() not in screen.raw
    other.expect("signed_out")
    assert connect().code("login", name=name, password=PASSWORD) == "bad_credentials"
    connect().login(name, "a better one")
    # It stays signed in here, and needs no name from now on.
    done = typist.run("password", CLAMBER_PASSWORD="a better one", CLAMBER_NEW_PASSWORD="the next")
    assert done.splitlines() == [
        f"A new password for {name}.",
        f"{name} has a new password, and is signed out everywhere but here."]
    assert "is signed out." in typist.run("logout")


def test_what_is_typed_before_it_is_asked_counts_and_is_not_seen(
        server, people, connect):  # noqa: F811
    name = connect(name=fresh_name("ahead")).user["name"]
    screen = people(server, name).terminal("password", "--name", name, CLAMBER_PASSWORD=None)
    screen.wait_for("Old password: ")
    screen.type(f"{PASSWORD}\nshort\na better one\nanother better one\n"
                "a better one\na better one\n")
    screen.wait_for(f"{name} has a new password")
    assert screen.wait_end() == 0
    for typed in (PASSWORD, "short", "better one"):
        assert typed.encode() not in screen.raw
    connect().login(name, "a better one")


def test_the_terminal_echoes_again_however_the_questions_end(
        server, people, connect):  # noqa: F811
    name = connect(name=fresh_name("quits")).user["name"]
    for ends in ("\x03", "\x04", "\x1c", f"{PASSWORD}\n\x03", f"{PASSWORD}\nshort\n\x04"):
        screen = people(server, name).terminal("password", "--name", name, CLAMBER_PASSWORD=None)
        screen.wait_for("Old password: ")
        screen.type(ends)
        assert screen.wait_end() != 0
    connect().login(name, PASSWORD)


def test_what_is_typed_after_the_answer_is_not_seen_and_is_no_command(
        server, people, connect):  # noqa: F811
    """Who is not sure that the password was taken types it once more."""
    name = connect(name=fresh_name("twice")).user["name"]
    screen = people(server, name).terminal("play", "--name", name, CLAMBER_PASSWORD=None)
    screen.wait_for("Password: ")
    screen.type(f"{PASSWORD}\n{PASSWORD}\n")
    screen.wait_for("Players who seek a game")
    screen.enter("12")
    screen.wait_for("There is no seek 12.")
    screen.enter("quit")
    assert screen.wait_end() == 0
    assert PASSWORD.encode() not in screen.raw
    screen = people(server, name).terminal("password", "--name", name, CLAMBER_PASSWORD=None)
    screen.wait_for("Old password: ")
    screen.type(f"{PASSWORD}\na better one\na better one\na better one\n")
    screen.wait_for(f"{name} has a new password")
    assert screen.wait_end() == 0
    assert screen.unread() == 0
    assert b"better one" not in screen.raw


def go_on(screen, name):
    """Brings the stopped job back, and answers its questions unseen."""
    screen.type("\n")
    screen.wait_for_hush()
    screen.type(f"{PASSWORD}\na better one\na better one\n")
    screen.wait_for(f"{name} has a new password", "ended 0")
    assert screen.wait_end() == 0
    assert b"better one" not in screen.raw and PASSWORD.encode() not in screen.raw


def test_stopped_at_the_question_it_gives_the_terminal_back_meanwhile(
        server, people, connect):  # noqa: F811
    name = connect(name=fresh_name("stops")).user["name"]
    screen = people(server, name).under_shell("password", "--name", name, CLAMBER_PASSWORD=None)
    screen.wait_for("Old password: ")
    screen.type("\x1a")
    screen.wait_for("stopped 148")
    assert screen.is_as_before()
    go_on(screen, name)


def test_stopped_from_outside_it_hushes_the_terminal_again(server, people, connect):  # noqa: F811
    name = connect(name=fresh_name("halts")).user["name"]
    screen = people(server, name).under_shell("password", "--name", name, CLAMBER_PASSWORD=None)
    screen.wait_for("Old password: ")
    screen.stop_job()
    go_on(screen, name)


def test_from_scripts(server, people, connect):  # noqa: F811
    name = connect(name=fresh_name("script")).user["name"]
    script = people(server, name)
    said = script.run("password", "--name", name, typed=f"{PASSWORD}\nfrom a pipe\n",
                      CLAMBER_PASSWORD=None)
    assert "has a new password" in said
    connect().login(name, "from a pipe")
    assert script.run("password", "--json", CLAMBER_PASSWORD="from a pipe",
                      CLAMBER_NEW_PASSWORD="as JSON it is") == "{}\n"
    connect().login(name, "as JSON it is")


def test_what_is_wrong_is_said_and_changes_nothing(server, people, connect):  # noqa: F811
    name = connect(name=fresh_name("wrong")).user["name"]
    person = people(server, name)
    new = {"CLAMBER_NEW_PASSWORD": "a better one"}
    for environment, arguments, said in (
            ({**new, "CLAMBER_PASSWORD": "not this one"}, ["--name", name], "not right"),
            (new, [], "say the name: --name NAME"),
            (new, ["--name", "1x"], "is no name to sign in with"),
            ({"CLAMBER_NEW_PASSWORD": "short"}, ["--name", name],
             f"the new password for {name} is not of 8 to 128 bytes"),
            ({"CLAMBER_NEW_PASSWORD": None}, ["--name", name],
             f"no new password for {name}: set CLAMBER_NEW_PASSWORD"),
            ({"CLAMBER_PASSWORD": None}, ["--name", name],
             f"no password for {name}: set CLAMBER_PASSWORD")):
        assert person.run("password", *arguments, status=1, **environment) == ""
        assert said in person.errors
    connect().login(name, PASSWORD)
