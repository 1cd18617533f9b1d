"""Lines over TCP: framing, order, limits, and how a connection ends."""

import json
import re
import socket
import time

import pytest

from clamber_client import Closed, DEADLINE_S
from conftest import fresh_name

LINE_LIMIT = 4096


def ping(number):
    return json.dumps({"id": number, "op": "ping"}).encode()


def padded_ping(number, length):
    """A ping whose line is exactly `length` bytes, by blanks that JSON allows."""
    line = ping(number)
    return line + b" " * (length - len(line))


def test_hello_opens_the_connection(connect):
    hello = connect().hello
    assert hello["protocol"] == 1
    assert re.fullmatch(r"clamberd/\S+", hello["server"])
    assert abs(hello["at"] - time.time() * 1000) < 3600 * 1000
    assert list(hello) == ["ev", "protocol", "server", "at"]


def test_ready_line_names_the_listeners(server):
    assert re.fullmatch(r"127\.0\.0\.1:\d+", server.ready["lines"])
    assert server.ready["web"] is None


def test_line_ends(connect):
    client = connect()
    client.send(ping(1) + b"\r\n" + b"\n \t \n\r\n" + ping(2) + b"\n")
    assert client.reply_to(1)["at"] > 0
    client.reply_to(2)


def test_byte_by_byte(connect):
    client = connect()
    for byte in ping("slow") + b"\n":
        client.send(bytes([byte]))
    client.reply_to("slow")


def test_many_requests_in_one_packet_are_answered_in_order(connect):
    client = connect()
    client.send(b"".join(ping(number) + b"\n" for number in range(200)))
    for number in range(200):
        client.reply_to(number)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_of_exactly_the_limit_is_taken(connect, end):
    client = connect()
    client.send(padded_ping(1, LINE_LIMIT) + end)
    client.reply_to(1)


@pytest.mark.parametrize("length", [LINE_LIMIT + 1, LINE_LIMIT + 2, 3 * LINE_LIMIT, 1 << 20])
def test_a_line_over_the_limit_is_dropped_to_its_end(connect, length):
    client = connect()
    client.send(padded_ping(1, length) + b"\n" + ping(2) + b"\n")
    reply = client.read_reply()
    assert reply["re"] is None and reply["error"]["code"] == "too_long"
    client.reply_to(2)


@pytest.mark.parametrize("last_end", [b"\n", b""])
def test_half_close_gets_every_reply_owed(connect, last_end):
    """nc -N: the sending half is closed at once; a last line needs no line end."""
    client = connect()
    lines = [json.dumps({"id": 0, "op": "register", "name": f"half{len(last_end)}-close",
                         "password": "correct horse"}).encode()]
    lines += [ping(number) for number in range(1, 50)]
    client.send(b"\n".join(lines) + last_end)
    client.socket.shutdown(socket.SHUT_WR)
    replies = [message for message in client.read_to_end() if "re" in message]
    assert [reply["re"] for reply in replies] == list(range(50))
    assert all("ok" in reply for reply in replies)


def test_half_close_without_a_request(connect):
    client = connect()
    client.socket.shutdown(socket.SHUT_WR)
    assert client.read_to_end() == []


@pytest.mark.parametrize(
    "number", [0, 7, 2**53 - 1, "a", "é" * 32, "x" * 64, "7", "\"\\/\n\t"]
)
def test_ids_are_given_back(connect, number):
    client = connect()
    client.send(ping(number) + b"\n")
    client.reply_to(number)


@pytest.mark.parametrize(
    "number", [-1, 2**53, 1.0, 1.5, "", "x" * 65, "é" * 33, [], {}, True]
)
def test_an_id_that_is_none_is_a_bad_request(connect, number):
    client = connect()
    client.send(ping(number) + b"\n")
    reply = client.read_reply()
    assert reply["re"] is None
    assert (reply["error"]["code"], reply["error"]["field"]) == ("bad_request", "id")
    client.settle()


def test_an_id_may_be_left_out(connect):
    client = connect()
    client.send(b'{"op":"ping"}\n')
    reply = client.read_reply()
    assert reply["re"] is None and "at" in reply["ok"]


def test_a_refusal_gives_the_id_back(connect):
    client = connect()
    client.send(b'{"id":"mine","op":"nothing of the kind"}\n{"id":5,"op":"ping","extra":1}\n')
    first, second = client.read_reply(), client.read_reply()
    assert (first["re"], first["error"]["code"]) == ("mine", "unknown_op")
    assert (second["re"], second["error"]["code"]) == (5, "bad_request")


def test_a_connection_that_says_nothing_disturbs_nobody(connect):
    silent, half_a_line = connect(), connect()
    half_a_line.send(b'{"id":1,"op":"pi')
    connect().settle()
    half_a_line.send(b'ng"}\n')
    half_a_line.reply_to(1)
    silent.settle()


def test_a_reset_connection_disturbs_nobody(connect):
    client = connect()
    client.send(ping(1) * 100)
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    client.close()
    connect().settle()


def test_many_connections(connect):
    clients = [connect() for _ in range(200)]
    for client in clients:
        client.post("ping")
    for client in clients:
        client.reply_to(1)


def test_a_request_line_is_limited_but_a_reply_is_not(connect):
    client = connect()
    assert len(client.ok("help")) > 20
    assert len(client.lines[-1]) > LINE_LIMIT // 4


def test_the_rate_limit_says_when_to_come_back(new_server, connect):
    """Without --open-limits a flood is refused, politely, and the connection goes on."""
    limited = new_server(open_limits=False)
    client = connect(limited)
    error = None
    for _ in range(100):
        client.send(b"".join(ping(number) + b"\n" for number in range(100)))
        replies = [client.read_reply() for _ in range(100)]
        error = next((reply["error"] for reply in replies if "error" in reply), None)
        if error:
            break
    assert error and error["code"] == "rate_limited", "10,000 pings were let pass"
    assert error["retry_after_ms"] > 0
    # The server's clock, which stands still while the server does, may be behind ours.
    deadline = time.monotonic() + DEADLINE_S
    while error and time.monotonic() < deadline:
        time.sleep(error["retry_after_ms"] / 1000)
        client.send(ping("later") + b"\n")
        error = client.read_reply().get("error")
    assert error is None


def test_sigterm_says_goodbye(new_server, connect):
    stopping = new_server()
    client = connect(stopping)
    stopping.terminate()
    assert client.expect("shutdown")["retry_after_ms"] >= 0
    with pytest.raises(Closed):
        while True:
            client.read()
    assert stopping.wait() == 0


def test_a_stop_leaves_no_request_without_its_reply(new_server, connect):
    # Without open limits a password takes so long that most are still queued when the signal comes.
    stopping = new_server(open_limits=False)
    clients = [connect(stopping) for _ in range(25)]
    asked = []
    for client in clients:
        register = client.post("register", name=fresh_name(), password="correct horse")
        asked.append((client, register, client.post("whoami")))
    # These have been read by the time that one more is answered.
    connect(stopping).ok("ping")
    stopping.terminate()
    for client, *numbers in asked:
        for number in numbers:
            reply = client.read_reply()
            assert reply["re"] == number
            assert "ok" in reply or reply["error"]["code"] == "shutting_down"
    assert stopping.wait() == 0
