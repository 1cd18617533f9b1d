"""The clamber command in any script: what is typed, pasted, said and drawn beyond ASCII."""

import pytest

# The fixtures among these are found by pytest under their names.
from clamber_people import needs_programs, pair, people  # noqa: F401

pytestmark = needs_programs

BACKSPACE = "\x7f"
LEFT, HOME, END, WORD_LEFT = "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[1;5D"


@pytest.fixture
def sides(new_server, people):
    server = new_server()
    return pair(people(server, "alice"), people(server, "bob"))


def typed(terminal):
    """The line being typed, as it is seen, and the column of the cursor."""
    return terminal.screen.text().split("\n")[terminal.screen.y], terminal.screen.x


def wait_for_line(terminal, line, column):
    terminal.wait_until(lambda _: typed(terminal) == (line, column), f"{line!r}, {column}")


def test_people_chat_in_their_own_languages(sides):
    blue, red = sides
    for text in ("¡Qué jugada, señor!", "Ik zoek een ruïne", "Хороший ход", "Não, obrigação!",
                 "十字路口 e\u0301 🎲"):
        blue.enter(f"say {text}")
        red.wait_for(f"alice: {text}")
        blue.wait_for(f"alice: {text}")


def test_the_line_is_edited_by_characters(sides):
    blue, red = sides
    blue.type("say niñé")
    wait_for_line(blue, "> say niñé", 10)
    blue.type(BACKSPACE + "o")
    wait_for_line(blue, "> say niño", 10)
    blue.type(LEFT * 2 + "十")
    wait_for_line(blue, "> say ni十ño", 10)
    blue.type(BACKSPACE + END + "e\u0301" + LEFT + "x")
    wait_for_line(blue, "> say niñoxe\u0301", 11)
    blue.type(WORD_LEFT + "ж" + HOME)
    wait_for_line(blue, "> say жniñoxe\u0301", 2)
    # A character comes in pieces, and with bytes around it that are none.
    blue.type(END)
    blue.type_bytes(b" \xff\xd0")
    wait_for_line(blue, "> say жniñoxe\u0301", 14)
    blue.type_bytes(b"\xb6\xb6!\xc3!")
    wait_for_line(blue, "> say жniñoxe\u0301 ж!!", 17)
    blue.type("\r")
    red.wait_for("alice: жniñoxe\u0301 ж!!")


def test_a_long_line_scrolls_by_columns(sides):
    blue, red = sides
    blue.type("say " + "十" * 40)
    wait_for_line(blue, "> " + "十" * 38, 78)
    blue.type("a")
    wait_for_line(blue, "> " + "十" * 38 + "a", 79)
    blue.type(HOME)
    wait_for_line(blue, "> say " + "十" * 37, 2)
    blue.type(END + "б" * 400)
    blue.wait_for("The line is full: chat takes up to 400 characters.")
    blue.type("\r")
    blue.wait_until(lambda screen: "The line is full" not in screen, "an empty line")
    red.wait_for("alice: 十")
    red.wait_for("ббб...")
    red.enter("say " + "🎲" * 400)
    blue.wait_for("bob: 🎲")


def test_what_is_pasted_is_one_line_that_waits_for_enter(sides):
    blue, red = sides
    blue.type("say ")
    blue.paste("Сначала\r\nпотом\tconcluo\nresign\rresign\r")
    blue.wait_for("> say Сначала  потом concluo resign resign")
    assert "Сначала" not in red.screen.text()
    blue.type("\r")
    red.wait_for("alice: Сначала", "потом concluo resign resign")


def test_a_plain_locale_takes_and_shows_ascii(new_server, people):
    server = new_server()
    blue, red = pair(people(server, "alice"), people(server, "bob"), LC_ALL="C")
    blue.type("say niñо!")
    wait_for_line(blue, "> say ni!", 9)
    blue.type("\r")
    red.wait_for("alice: ni!")
