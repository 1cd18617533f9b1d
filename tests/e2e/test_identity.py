"""Who is who: accounts, tokens, guests."""

import time

import pytest

from clamber_client import Client
from conftest import fresh_name
from match import Match

PASSWORD = "correct horse"
THIRTY_DAYS_MS = 30 * 24 * 3600 * 1000


def test_register_gives_an_identity(connect):
    client = connect()
    name = fresh_name("Ann-")
    answer = client.ok("register", name=name, password=PASSWORD)
    assert set(answer) >= {"user", "token", "expires_at"}
    assert answer["user"] == {"name": name, "kind": "human", "ratings": {}}
    assert abs(answer["expires_at"] - time.time() * 1000 - THIRTY_DAYS_MS) < 3600 * 1000
    assert client.ok("whoami") == {"user": answer["user"]}


def test_bots_say_so(connect):
    answer = connect().ok("register", name=fresh_name("bot"), password=PASSWORD, bot=True)
    assert answer["user"]["kind"] == "bot"


def test_nobody_yet(connect):
    assert connect().ok("whoami") == {"user": None}


def test_login_takes_the_name_in_any_case(connect):
    name = fresh_name("CaSe")
    connect(name=name)
    answer = connect().ok("login", name=name.swapcase(), password=PASSWORD)
    assert answer["user"]["name"] == name


@pytest.mark.parametrize("password", ["wrong horse", PASSWORD + " ", PASSWORD.upper()])
def test_a_wrong_password(connect, player, password):
    name = player().user["name"]
    assert connect().code("login", name=name, password=password) == "bad_credentials"


def test_an_unknown_name_is_told_like_a_wrong_password(connect, player):
    known = connect().refused("login", name=player().user["name"], password="wrong horse")
    unknown = connect().refused("login", name="nobody-at-all", password="wrong horse")
    assert known == unknown
    assert known["code"] == "bad_credentials"


def test_a_name_is_taken_whatever_its_case(connect):
    name = fresh_name("Taken")
    connect(name=name)
    for again in (name, name.lower(), name.upper()):
        assert connect().code("register", name=again, password=PASSWORD) == "name_taken"


def test_one_of_many_gets_the_name(connect):
    name = fresh_name("wanted")
    clients = [connect() for _ in range(10)]
    for client in clients:
        client.post("register", name=name, password=PASSWORD)
    replies = [client.read_reply() for client in clients]
    codes = sorted(reply["error"]["code"] if "error" in reply else "ok" for reply in replies)
    assert codes == ["name_taken"] * 9 + ["ok"]


GOOD_NAMES = ["Ab", "z9", "a_b-c", "A" * 20, "guest", "guestX"]


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_that_are_taken(connect, name):
    assert connect().register(name)["user"]["name"] == name


BAD_NAMES = ["", "a", "A" * 21, "1abc", "_abc", "-abc", "a b", "ab ", "añb", "a.b", "a\nb", "аbc",
             "guest-1", "GUEST-x", "Guest-"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_are_none(connect, name):
    error = connect().refused("register", name=name, password=PASSWORD)
    assert (error["code"], error["field"]) == ("bad_request", "name")


@pytest.mark.parametrize("password", ["", "1234567", "é" * 3, "x" * 129, "é" * 65])
def test_passwords_that_are_none(connect, password):
    error = connect().refused("register", name=fresh_name(), password=password)
    assert (error["code"], error["field"]) == ("bad_request", "password")


@pytest.mark.parametrize("password", ["12345678", "é" * 4, "x" * 128, "é" * 64, "пароль и ещё"])
def test_passwords_of_any_script(connect, password):
    name = fresh_name()
    connect().register(name, password)
    assert connect().login(name, password)["user"]["name"] == name
    assert connect().code("login", name=name, password=password[:-1] + "!") == "bad_credentials"


def test_guests_are_named_by_the_server(connect):
    first, second = connect(name="guest"), connect(name="guest")
    assert first.user["kind"] == "guest" and first.user["ratings"] == {}
    assert first.user["name"].startswith("guest-")
    assert first.user["name"] != second.user["name"]
    assert connect().resume(first.token)["user"] == first.user
    assert connect().code("login", name=first.user["name"], password=PASSWORD) == "bad_credentials"
    assert first.code("set_password", old=PASSWORD, new=PASSWORD) in (
        "forbidden", "bad_credentials", "not_allowed_now")


def test_a_guest_is_deleted_when_it_logs_out(connect):
    guest, lobby, other = connect(name="guest"), connect(), connect(name=fresh_name())
    lobby.ok("lobby")
    seek = guest.ok("seek", size=4)["seek"]
    name = guest.user["name"]
    assert other.ok("user", name=name)["user"] == guest.user
    guest.ok("logout")
    assert other.code("user", name=name) == "not_found"
    assert other.code("challenge", user=name) == "not_found"
    # Nobody would be there to play it.
    assert other.code("accept", seek=seek) == "gone"
    lobby.expect("seek_removed", id=seek)


def test_a_guest_who_logs_out_of_a_game_is_deleted_when_it_ends(connect):
    guest, other = connect(name="guest"), connect(name=fresh_name())
    game = Match(other, guest, time=None).id
    name = guest.user["name"]
    guest.ok("logout")
    assert other.ok("user", name=name)["user"] == guest.user
    other.ok("abort", game=game)
    for op, field in [("user", "name"), ("history", "user"), ("games", "user")]:
        assert other.code(op, **{field: name}) == "not_found"
    assert other.ok("record", game=game)["record"]["red"]["name"] == name


def test_a_guest_who_has_logged_out_of_a_game_takes_no_challenge(new_server, connect):
    """Nobody could answer it, and it would keep the guest for as long as it stays open."""
    server = new_server()
    guest, other = connect(server, name="guest"), connect(server, name=fresh_name())
    name, other_name, token = guest.user["name"], other.user["name"], other.token
    made = other.ok("challenge", user=name)["challenge"]
    game = Match(other, guest, time=None).id
    guest.ok("logout")
    assert other.expect("challenge_closed", id=made)["how"] == "cancelled"
    assert other.code("challenge", user=name) == "forbidden"
    server.kill_and_restart()
    other = connect(server)
    assert other.resume(token)["user"]["name"] == other_name
    assert other.code("challenge", user=name) == "forbidden"
    other.ok("abort", game=game)
    assert other.code("user", name=name) == "not_found"
    assert other.code("challenge", user=name) == "not_found"


def test_a_rematch_of_a_guest_goes_with_it(connect):
    guest, other = connect(name="guest"), connect(name=fresh_name())
    game = Match(other, guest, time=None).id
    other.ok("abort", game=game)
    guest.ok("rematch", game=game)
    other.expect("rematch", game=game, how="offered")
    guest.ok("logout")
    assert other.expect("rematch", game=game)["how"] == "declined"
    # This is an offer of the other's own now, which nobody takes.
    assert other.ok("rematch", game=game) == {}
    assert other.ok("games", user=other.user["name"])["games"] == []
    assert other.code("user", name=guest.user["name"]) == "not_found"


def test_what_gives_an_identity_is_not_for_those_who_have_one(player):
    client = player()
    for op, fields in [
        ("register", {"name": fresh_name(), "password": PASSWORD}),
        ("login", {"name": client.user["name"], "password": PASSWORD}),
        ("guest", {}),
        ("resume", {"token": client.token}),
    ]:
        assert client.code(op, **fields) == "not_allowed_now"


def test_what_needs_an_identity(connect):
    client = connect()
    for op, fields in [
        ("logout", {}),
        ("set_password", {"old": PASSWORD, "new": PASSWORD}),
        ("seek", {}),
        ("unseek", {"seek": "aaaaaaaaaaaa"}),
        ("accept", {"seek": "aaaaaaaaaaaa"}),
        ("move", {"game": "aaaaaaaaaaaa", "move": "C3"}),
        ("resign", {"game": "aaaaaaaaaaaa"}),
        ("abort", {"game": "aaaaaaaaaaaa"}),
    ]:
        assert client.code(op, **fields) == "unauthenticated", op


def test_resume_gives_the_same_token(connect, player):
    first = player()
    answer = connect().ok("resume", token=first.token)
    assert answer["token"] == first.token
    assert answer["user"] == first.user
    assert answer["playing"] == []


@pytest.mark.parametrize("token", ["", "x", "x" * 1000, "é", "0" * 64, "A" * 43])
def test_a_token_that_is_none(connect, token):
    assert connect().code("resume", token=token) == "bad_credentials"


def test_logout_kills_the_token_and_only_it(connect, player):
    first = player()
    second = connect()
    second.login(first.user["name"])
    third = connect()
    third.resume(first.token)
    assert first.ok("logout") == {}
    assert first.ok("whoami") == {"user": None}
    third.expect("signed_out")
    assert third.ok("whoami") == {"user": None}
    assert second.ok("whoami")["user"]["name"] == first.user["name"]
    assert connect().code("resume", token=first.token) == "bad_credentials"
    connect().resume(second.token)


def test_logout_everywhere(connect, player):
    first = player()
    second = connect()
    second.login(first.user["name"])
    assert first.ok("logout", everywhere=True) == {}
    second.expect("signed_out")
    for token in (first.token, second.token):
        assert connect().code("resume", token=token) == "bad_credentials"
    connect().login(first.user["name"])


def test_a_connection_may_sign_in_again(player):
    client = player()
    client.ok("logout")
    client.login(client.user["name"])
    client.ok("logout")
    client.guest()


def test_set_password(connect, player):
    first = player()
    name = first.user["name"]
    second = connect()
    second.login(name)
    assert first.code("set_password", old="wrong horse", new="battery staple") == "bad_credentials"
    error = first.refused("set_password", old=PASSWORD, new="short")
    assert (error["code"], error["field"]) == ("bad_request", "new")
    assert first.ok("set_password", old=PASSWORD, new="battery staple") == {}
    second.expect("signed_out")
    assert connect().code("resume", token=second.token) == "bad_credentials"
    connect().resume(first.token)
    assert connect().code("login", name=name, password=PASSWORD) == "bad_credentials"
    connect().login(name, "battery staple")
    assert first.ok("whoami")["user"]["name"] == name


def test_at_most_20_tokens_the_oldest_goes(connect, player):
    first = player()
    tokens = [first.token]
    for _ in range(20):
        client = connect()
        tokens.append(client.login(first.user["name"])["token"])
    assert len(set(tokens)) == 21
    first.expect("signed_out")
    assert connect().code("resume", token=tokens[0]) == "bad_credentials"
    for token in tokens[1:]:
        connect().resume(token)


def test_tokens_and_passwords_survive_a_restart(new_server, connect):
    server = new_server()
    client = connect(server, "Survivor")
    guest = connect(server, "guest")
    gone = connect(server, "Leaver")
    gone.ok("logout")
    server.restart()
    assert connect(server).resume(client.token)["user"] == client.user
    assert connect(server).resume(guest.token)["user"] == guest.user
    assert connect(server).login("survivor")["user"] == client.user
    assert connect(server).code("resume", token=gone.token) == "bad_credentials"


def test_secrets_are_not_in_the_database(new_server, connect):
    server = new_server()
    client = connect(server, "Secretive")
    server.stop()
    content = b"".join(path.read_bytes() for path in server.data.iterdir() if path.is_file())
    assert b"Secretive" in content
    assert PASSWORD.encode() not in content
    assert client.token.encode() not in content


def test_wrong_passwords_for_a_name_are_limited_and_tokens_are_not_touched(new_server, connect):
    server = new_server(open_limits=False)
    ann = connect(server, "ann")
    guesser = connect(server)
    for _ in range(20):
        assert guesser.code("login", name="ANN", password="a wrong guess") == "bad_credentials"
    refused = connect(server).refused("login", name="ann", password="correct horse")
    assert refused["code"] == "rate_limited" and 0 < refused["retry_after_ms"] <= 60000
    connect(server).resume(ann.token)
    assert guesser.code("login", name="bob", password="a wrong guess") == "bad_credentials"


def test_hashing_holds_up_nobody(new_server):
    """64 passwords at once are all taken, and a ping meanwhile is answered before the last."""
    server = new_server()
    clients = [Client(server.address) for _ in range(64)]
    for number, client in enumerate(clients):
        client.post("register", name=f"many{number}", password=PASSWORD)
    with Client(server.address) as bystander:
        bystander.settle()
    for client in clients:
        assert client.reply_to(1)["user"]["kind"] == "human"
        client.close()
