"""WebSocket: the same objects as on lines, one a text message. An independent implementation,
python3-websockets, is the peer."""

import asyncio
import json
import time

import pytest
import websockets
from clamber_client import DEADLINE_S
from http_client import Http
from match import LONG, Match
from websocket_frames import ACCEPT, FIN, HANDSHAKE, PING, PONG, RawWebSocket, frame, request


def address(server):
    return f"ws://{server.web_address[0]}:{server.web_address[1]}/ws"


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, DEADLINE_S))


class Peer:
    """Asks and hears; keeps every message as it came."""

    def __init__(self, socket):
        self.socket = socket
        self.messages = []
        self.next_id = 1

    async def read(self):
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.messages.append(text)
        return json.loads(text)

    async def expect(self, name):
        while True:
            message = await self.read()
            if message.get("ev") == name:
                return message

    async def ask(self, op, **fields):
        await self.socket.send(json.dumps({"id": self.next_id, "op": op, **fields}))
        self.next_id += 1
        while True:
            message = await self.read()
            if "re" in message:
                assert message["re"] == self.next_id - 1
                return message.get("ok", message.get("error"))


def handshake(server, **changed):
    """The response to a handshake with these fields changed; underscores stand for dashes."""
    with Http(server.web_address) as http:
        http.ask("/ws", **{**HANDSHAKE, **changed})
        return http.head()


def upgraded(http):
    """Makes a WebSocket of a connection whose bytes are looked at one by one."""
    http.ask("/ws", **HANDSHAKE)
    assert http.head().status == 101
    return http


def test_hello_comes_first(site):
    async def talk():
        async with websockets.connect(address(site)) as socket:
            peer = Peer(socket)
            hello = await peer.read()
            assert list(hello) == ["ev", "protocol", "server", "at"]
            assert (await peer.ask("guest"))["user"]["kind"] == "guest"
            assert (await peer.ask("nonsense"))["code"] == "unknown_op"
            await socket.send("no JSON")
            assert (await peer.read())["error"]["code"] == "bad_json"

    run(talk())


def test_a_spectator_sees_the_same_bytes_as_the_players(site, player):
    blue, red = player(site), player(site)
    match = Match(blue, red, time=LONG)

    async def watch():
        async with websockets.connect(address(site)) as socket:
            peer = Peer(socket)
            await peer.expect("hello")
            await peer.ask("watch", game=match.id)
            match.play("C3", "C4", "C3xC4")
            await peer.expect("end")
            return [text.encode() for text in peer.messages if '"v":' in text and '"ev":' in text]

    seen = run(watch())
    assert seen == blue.stream(match.id) == red.stream(match.id)


def test_a_game_played_over_websockets_against_lines(site, player):
    red = player(site)

    async def play():
        async with websockets.connect(address(site)) as socket:
            peer = Peer(socket)
            await peer.expect("hello")
            await peer.ask("guest")
            seek = (await peer.ask("seek", color="blue"))["seek"]
            game = red.ok("accept", seek=seek)["game"]
            await peer.expect("game_started")
            assert (await peer.ask("move", game=game, move="C3", ply=0))["ply"] == 1
            red.expect("move", game=game, ply=1)
            red.ok("move", game=game, move="C4", ply=1)
            await peer.expect("move")
            await peer.expect("move")
            await peer.ask("move", game=game, move="C3xC4", ply=2)
            return await peer.expect("end")

    assert run(play())["result"] == {"winner": "blue", "reason": "capture"}


def test_long_messages_both_ways(site):
    async def talk():
        async with websockets.connect(address(site)) as socket:
            peer = Peer(socket)
            await peer.expect("hello")
            assert len(json.dumps(await peer.ask("help"))) > 4096
            line = '{"op":"ping"}'
            await socket.send(line + " " * (4096 - len(line)))
            assert "ok" in await peer.read()
            await socket.send(line + " " * (4097 - len(line)))
            assert (await peer.read())["error"]["code"] == "too_long"
            assert "at" in await peer.ask("ping")

    run(talk())


def test_pings_are_answered_and_sent(site):
    """Both ways; the first of ours comes soon, for the round trip it measures."""
    async def talk():
        async with websockets.connect(address(site), ping_interval=None) as socket:
            peer = Peer(socket)
            await peer.expect("hello")
            await asyncio.wait_for(await socket.ping(b"are you there"), DEADLINE_S)
            await asyncio.sleep(1)
            assert "at" in await peer.ask("ping")

    run(talk())


@pytest.mark.slow
def test_whoever_answers_no_ping_is_let_go(site):
    with Http(site.web_address) as http:
        upgraded(http)
        began = time.monotonic()
        http.rest()
        assert 15 < time.monotonic() - began < 25


def test_closing_is_answered_once_all_is_said(site):
    async def talk():
        async with websockets.connect(address(site)) as socket:
            for number in range(20):
                await socket.send(json.dumps({"id": number, "op": "ping"}))
            await socket.close(4001, "enough")
            return socket.close_code

    assert run(talk()) == 4001


def test_half_close_without_goodbye(site):
    """What is owed is still sent after the peer has shut its half."""
    with Http(site.web_address) as http:
        upgraded(http)
        http.send(request(id=9, op="history"))
        http.socket.shutdown(1)
        rest = http.rest()
        assert b'{"re":9,"ok":{"games":' in rest
        assert rest[-4:-2] == b"\x88\x02" and rest[-2:] == (1000).to_bytes(2, "big")


def test_a_stop_says_going_away(new_server):
    server = new_server(web="127.0.0.1:0")

    async def talk():
        async with websockets.connect(address(server)) as socket:
            peer = Peer(socket)
            await peer.expect("hello")
            server.terminate()
            assert (await peer.expect("shutdown"))["retry_after_ms"] > 0
            with pytest.raises(websockets.ConnectionClosed):
                await peer.read()
            return socket.close_code

    assert run(talk()) == 1001
    assert server.wait() == 0


@pytest.mark.parametrize("changed, status", [
    ({}, 101),
    ({"upgrade": "WebSocket", "connection": "keep-alive, upgrade"}, 101),
    ({"origin": None}, 101),
    ({"origin": "https://elsewhere.example"}, 403),
    ({"origin": "null"}, 403),
    ({"host": "elsewhere.example", "origin": "http://elsewhere.example"}, 421),
    ({"sec_websocket_version": "8"}, 426),
    ({"sec_websocket_version": None}, 400),
    ({"sec_websocket_key": "short"}, 400),
    ({"sec_websocket_key": None}, 400),
    ({"upgrade": None, "connection": None}, 426),
])
def test_who_may_connect(site, changed, status):
    answer = handshake(site, **changed)
    if status == 400 and "sec_websocket_version" in changed:
        assert answer.status in (400, 426)
    else:
        assert answer.status == status
    if answer.status == 101:
        assert answer["sec-websocket-accept"] == ACCEPT
    if answer.status == 426:
        assert answer["sec-websocket-version"] == "13"


def test_pages_of_this_server_and_those_it_is_told_of(new_server):
    server = new_server("--web-origin", "https://clamber.example", web="127.0.0.1:0")
    own = f"http://{server.web_address[0]}:{server.web_address[1]}"
    assert handshake(server, origin=own).status == 101
    assert handshake(server, origin=own.replace("127.0.0.1", "127.0.0.2")).status == 403
    assert handshake(server, origin="https://clamber.example").status == 101
    assert handshake(server, origin="http://clamber.example").status == 403


def test_an_upgrade_after_the_api(site):
    """A connection that has asked the API is greeted like any other once it is a WebSocket."""
    with Http(site.web_address) as http:
        assert http.get("/api/games/live").status == 200
        upgraded(http)
        http.wait_for(b'"ev":"hello"')


def test_requests_of_whoever_does_not_read_wait(site, player):
    """More replies than a few are never made for it, and nobody notices."""
    with Http(site.web_address, receive_buffer=2048) as http:
        upgraded(http)
        http.send(request(op="help") * 200)
        Match(player(site), player(site)).finish()
        heard = b""
        while heard.count(b'{"re":null,"ok":') < 200:
            heard += http.socket.recv(1 << 16)


def test_whoever_does_not_read_is_cut_off(site, player):
    """With 1008, for whoever wakes up in time; nobody else notices."""
    busy = player(site)
    with Http(site.web_address, receive_buffer=2048) as http:
        upgraded(http)
        http.send(request(op="lobby"))
        http.wait_for(b'"re":null')
        # It has a few seconds to wake up in.
        before = site.messages().count("is cut off")
        for number in range(20000):
            busy.ok("unseek", seek=busy.ok("seek", size=4)["seek"])
            if number % 50 == 0 and site.messages().count("is cut off") > before:
                break
        last_words = http.rest()[-60:]
        assert b"\x88" in last_words and (1008).to_bytes(2, "big") in last_words


def test_how_fast_pongs_come_is_the_lag(site, player):
    """A player behind a proxy, whose round trip the kernel cannot see, is credited for it."""
    red = player(site)
    with RawWebSocket(site.web_address) as blue:
        opcode, payload = blue.frame()
        assert opcode == PING
        time.sleep(0.3)
        blue.send(frame(FIN | PONG, payload))
        blue.send(request(op="guest"))
        while "ok" not in blue.message():
            pass
        blue.send(request(op="seek", color="blue"))
        game = red.ok("accept", seek=blue.message()["ok"]["seek"])["game"]
        blue.send(request(op="move", game=game, move="C3", ply=0))
        red.expect("move", game=game, ply=1)
        red.ok("move", game=game, move="C4", ply=1)
        time.sleep(0.5)
        blue.send(request(op="move", game=game, move="B2", ply=2))
        assert red.expect("move", game=game, ply=3)["lag_ms"] >= 100
        red.ok("move", game=game, move="B3", ply=3)
