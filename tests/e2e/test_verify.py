"""Signed records: whatever was played can be checked without the server, and changed by nobody."""

import base64
import copy
import hashlib
import json
import os
import pathlib
import shutil
import subprocess

import pytest

from clamber_client import DEADLINE_S
from conftest import fresh_name
from cutting_proxy import CuttingProxy
from match import BLITZ, LONG, Match
from referee import BLUE, RED
from server_process import ROOT, Server

CLAMBER = os.environ.get("CLAMBER", str(ROOT / "build" / "proto" / "client" / "clamber"))

pytestmark = pytest.mark.skipif(not os.path.exists(CLAMBER), reason="CLAMBER names no program")


def clamber(address, *arguments, typed=b"", status=0):
    """Runs a command to its end; gives its standard output and error."""
    environment = dict(os.environ, CLAMBER_SERVER="%s:%d" % address, LC_ALL="C.UTF-8", TZ="UTC")
    done = subprocess.run([CLAMBER, *map(str, arguments)], input=typed, env=environment,
                          capture_output=True, check=False, timeout=2 * DEADLINE_S)
    assert done.returncode == status, (done.returncode, done.stdout[-2000:], done.stderr)
    return done.stdout.decode(), done.stderr.decode()


def key_of(server):
    return clamber(server.address, "key")[0].strip()


def verdicts(server, text, *options, status=0):
    """What verify --json says of the records in a text."""
    printed, _ = clamber(server.address, "verify", "--json", "--key", key_of(server), *options,
                         "-", typed=text.encode(), status=status)
    return [json.loads(line) for line in printed.splitlines()]


def record_of(server, game):
    return json.loads(clamber(server.address, "record", game, "--json")[0])["record"]


def assert_verifies(server, *games):
    lines = [json.dumps({"record": record_of(server, game)}) for game in games]
    found = verdicts(server, "\n".join(lines))
    assert [(one["outcome"], one["game"]) for one in found] == [("ok", game) for game in games]
    assert all(one["trusted"] for one in found)


def pair(connect, server=None, **terms):
    return Match(connect(server, fresh_name()), connect(server, fresh_name()), **terms)


def taken_back(connect, server=None):
    """A rated game with a takeback, declined and lapsed offers, and a capture at its end."""
    match = pair(connect, server, time=BLITZ, rated=True).play("C3", "C4", "D4", "B2")
    match.red.ok("offer", game=match.id, kind="takeback")
    match.blue.ok("answer", game=match.id, kind="takeback", accept=False)
    match.blue.ok("offer", game=match.id, kind="takeback")
    match.red.ok("offer", game=match.id, kind="abort")
    match.red.ok("answer", game=match.id, kind="takeback", accept=True)
    match.blue.ok("offer", game=match.id, kind="abort")
    match.blue.ok("move", game=match.id, move="C3xC4")
    assert match.blue.expect("end", game=match.id)["result"]["reason"] == "capture"
    return match.id


# -- what was played ----------------------------------------------------------------------------


def test_a_takeback_and_offers(server, connect):
    assert_verifies(server, taken_back(connect))


def test_random_games_of_both_sizes(server, connect, dice):
    clients = connect(name=fresh_name()), connect(name=fresh_name())
    games = []
    for size, rated in ((3, True), (4, False), (3, False), (4, True), (3, True)):
        match = Match(*clients, size=size, rated=rated, time=LONG)
        games.append(match.play_out(dice, eager=0.6, most=150).id)
    assert_verifies(server, *games)


def test_every_other_end(server, connect):
    flag = pair(connect, time={"initial_ms": 400, "increment_ms": 0}, rated=True).play("C3", "C4")
    flag.expect_end(RED, "time")
    resigned = pair(connect, time=None).resign(BLUE)
    slow = pair(connect, time={"per_move_ms": 86400000}, rated=True).resign(RED)
    aborted = pair(connect)
    aborted.blue.ok("abort", game=aborted.id)
    agreed = pair(connect, time=LONG).play("C3", "C4", "D4")
    agreed.blue.ok("offer", game=agreed.id, kind="abort")
    agreed.red.ok("offer", game=agreed.id, kind="abort")
    assert_verifies(server, flag.id, resigned.id, slow.id, aborted.id, agreed.id)


def test_games_of_guests_and_across_crashes(new_server, connect):
    server = new_server()
    match = Match(connect(server, "guest"), connect(server, "guest"), time=BLITZ)
    match.play("C3", "C4")
    token = match.blue.token
    server.kill_and_restart()
    blue = connect(server)
    blue.resume(token)
    blue.ok("move", game=match.id, move="D4")
    server.kill_and_restart()
    blue = connect(server)
    blue.resume(token)
    blue.ok("resign", game=match.id)
    assert_verifies(server, match.id)


def test_an_unfinished_game_is_not_signed(server, connect):
    match = pair(connect).play("C3", "C4", "D4")
    record = record_of(server, match.id)
    assert record["proof"] is None
    [found] = verdicts(server, json.dumps(record), status=1)
    assert (found["outcome"], found["turns"]) == ("unfinished", 3)
    printed, _ = clamber(server.address, "verify", "-", typed=json.dumps(record).encode(), status=1)
    assert "UNFINISHED" in printed


def test_the_proof_is_made_as_the_protocol_says(server, connect, tmp_path):
    record = record_of(server, taken_back(connect))

    def text(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    def digest(data):
        return hashlib.blake2b(data, digest_size=32).digest()

    header = {key: record[key]
              for key in ("id", "size", "rated", "time", "blue", "red", "started_at")}
    chain = digest(b"clamber-game-1\n" + text(header))
    for event in record["stream"]:
        chain = digest(chain + text(event))
    proof = record["proof"]
    assert proof["chain"] == chain.hex()
    if shutil.which("openssl") is None:
        pytest.skip("openssl, to check the signature with, is not here")
    # RFC 8410: what stands before the 32 bytes of an Ed25519 key.
    prefix = bytes.fromhex("302a300506032b6570032100")
    (tmp_path / "key").write_bytes(prefix + base64.b64decode(proof["key"]))
    (tmp_path / "signature").write_bytes(base64.b64decode(proof["signature"]))
    (tmp_path / "text").write_bytes(b"clamber-record-1\n" + chain)
    subprocess.run(
        ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-keyform", "DER", "-rawin",
         "-in", "text", "-sigfile", "signature"],
        cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)


# -- tampering ----------------------------------------------------------------------------------


def changed(value):
    """Another value of the same kind, or None where it is a whole with parts."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    return 1 if value is None else None


def places(value, path=()):
    """The paths of all values that are no wholes."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from places(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from places(member, (*path, index))
    else:
        yield path


def tampered(record, path):
    other = copy.deepcopy(record)
    parent = other
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = changed(parent[path[-1]])
    return other


def test_no_member_can_be_changed(server, connect):
    record = record_of(server, taken_back(connect))
    # Who looked on when the record was asked for, and the first turns, for which no clock ran.
    paths = [path for path in places(record) if path[0] != "presence"
             and not (path[-1] == "spent_ms" and path[1] < 2)]
    assert len(paths) > 150
    lines = [json.dumps(tampered(record, path)) for path in paths]
    found = verdicts(server, "\n".join(lines), status=1)
    assert len(found) == len(paths)
    let_pass = [path for path, one in zip(paths, found) if one["outcome"] != "wrong"]
    assert let_pass == []


def test_what_is_wrong_is_told_with_its_place(server, connect):
    record = record_of(server, taken_back(connect))
    record["stream"][3]["move"] = "C3xD4"
    printed, said = clamber(server.address, "verify", "-", typed=json.dumps(record).encode(),
                            status=1)
    assert printed == (f"standard input:1: {record['id']}: WRONG at v 4: C3xD4: "
                       "there is no stack to capture\n")
    assert "1 wrong" in said


def test_events_left_out_or_put_in_another_order(server, connect):
    record = record_of(server, taken_back(connect))
    for index in range(len(record["stream"])):
        shorter = copy.deepcopy(record)
        del shorter["stream"][index]
        [found] = verdicts(server, json.dumps(shorter), status=1)
        # What is missing at the end shows in what must agree with the stream.
        assert found["v"] == (index + 1 if index + 1 < len(record["stream"]) else None) or (
            "breaks off" in found["what"] or "missing" in found["what"]), found
    record["stream"][1:3] = reversed(record["stream"][1:3])
    [found] = verdicts(server, json.dumps(record), status=1)
    assert found["v"] == 2


# -- keys ---------------------------------------------------------------------------------------


def test_the_key_stays_through_restarts_and_crashes(new_server, connect, tmp_path):
    server, other = new_server(), new_server()
    key = key_of(server)
    game = taken_back(connect, server)
    before = record_of(server, game)
    server.restart()
    assert key_of(server) == key
    server.kill_and_restart()
    assert key_of(server) == key
    assert record_of(server, game)["proof"] == before["proof"]
    assert connect(server).ok("key") == {"key": key} and before["proof"]["key"] == key
    assert key_of(other) != key
    # By another server's key it is not that server's record, whatever else is right.
    file = tmp_path / "record.json"
    file.write_text(json.dumps(before))
    printed, _ = clamber(server.address, "verify", "--key", key_of(other), file, status=1)
    assert "another key" in printed
    key_file = tmp_path / "server.key"
    key_file.write_text(key + "\n")
    printed, said = clamber(server.address, "verify", "--key-file", key_file, file)
    assert "signed with the key given" in printed and "No key" not in said


def test_without_a_key_that_is_said(server, connect):
    record = record_of(server, taken_back(connect))
    printed, said = clamber(server.address, "verify", "-", typed=json.dumps(record).encode())
    assert "OK" in printed and "the key it names itself" in printed
    assert "No key was given" in said and record["proof"]["key"] in said


def test_mistakes_on_the_command_line(server, tmp_path):
    _, said = clamber(server.address, "verify", "--key", "nonsense", "-", status=2)
    assert "no key" in said
    _, said = clamber(server.address, "verify", "--key-file", tmp_path / "nowhere", "-", status=2)
    assert "nowhere" in said
    clamber(server.address, "verify", status=2)
    _, said = clamber(server.address, "verify", tmp_path / "nowhere", status=1)
    assert "nowhere" in said


# -- how records are written --------------------------------------------------------------------


def test_however_a_record_is_written(server, connect):
    record = record_of(server, taken_back(connect))
    reply = {"re": 1, "ok": {"record": record}}
    spread, line = json.dumps(record, indent=2), json.dumps(reply)
    for text in (
        json.dumps(record, indent=4, sort_keys=True),
        json.dumps(record, indent=0),
        json.dumps({"record": record}, separators=(" , ", " : ")),
        '{"ev":"hello","protocol":1}\r\n' + line + "\r\n",
        "\n".join([spread, line, "", spread, line]),
    ):
        found = verdicts(server, text)
        assert {one["outcome"] for one in found} == {"ok"}, text[:80]


def test_rubbish_and_what_was_cut_off_are_found_among_good_records(server, connect):
    good = json.dumps(record_of(server, taken_back(connect)))
    text = "\n".join([good, good[:500], good, "rubbish", '{"re":1,"error":{"message":"no \x1b"}}',
                      good, good[:-1]])
    found = verdicts(server, text, status=1)
    assert [one["outcome"] for one in found] == ["ok", "wrong", "ok", "wrong", "wrong", "ok",
                                                 "wrong"]
    assert [one["line"] for one in found] == [1, 2, 3, 4, 5, 6, 7]
    clamber(server.address, "verify", "-", typed=b"", status=1)
    clamber(server.address, "verify", "-", typed=b'{"ev":"hello"}\n', status=1)


# -- export -------------------------------------------------------------------------------------

GAMES = 230


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A server with more games than two pages hold, and the names of its two players."""
    server = Server(tmp_path_factory.mktemp("many"))
    blue, red = server.client(), server.client()
    names = [fresh_name(), fresh_name()]
    blue.register(names[0])
    red.register(names[1])
    for number in range(GAMES):
        Match(blue, red, rated=number % 3 == 0, time=BLITZ).finish()
    yield server, names
    blue.close()
    red.close()
    server.stop()


def ids(export):
    return [json.loads(line)["id"] for line in export.splitlines()]


def test_an_export_is_verified_as_a_stream(many, tmp_path):
    server, names = many
    exported, said = clamber(server.address, "export")
    assert said == "" and exported.endswith("\n")
    assert len(set(ids(exported))) == len(ids(exported)) == GAMES
    listed, _ = clamber(server.address, "history", "--all", "--json")
    in_order = [game["id"] for line in listed.splitlines() for game in json.loads(line)["games"]]
    assert ids(exported) == in_order
    found = verdicts(server, exported)
    assert [one["outcome"] for one in found] == ["ok"] * GAMES
    # To a file it is the same, and filters are those of history.
    file = tmp_path / "games.ndjson"
    clamber(server.address, "export", "--output", file)
    assert file.read_text() == exported and list(tmp_path.iterdir()) == [file]
    rated, _ = clamber(server.address, "export", names[0], "--rated", "--result", "win",
                       "--versus", names[1])
    assert len(ids(rated)) == len(range(0, GAMES, 3))
    none, _ = clamber(server.address, "export", names[0], "--result", "loss")
    assert none == ""
    _, said = clamber(server.address, "export", "nobody-here", status=1)
    assert "breaks off after 0 games" in said


def test_an_export_survives_cuts(many):
    server, _ = many
    whole, _ = clamber(server.address, "export")
    with CuttingProxy(server.address, [100, 60000, 100000, 100001, 150000]) as proxy:
        exported, _ = clamber(proxy.address, "export")
        assert proxy.connections == 6
    assert exported == whole


def test_an_export_that_breaks_off_says_so(many, tmp_path):
    server, _ = many
    file = tmp_path / "games.ndjson"
    with CuttingProxy(server.address, [150000], then_away=True) as proxy:
        _, said = clamber(proxy.address, "export", "--output", file, status=1)
    part = pathlib.Path(f"{file}.part")
    assert "breaks off" in said and str(part) in said
    assert not file.exists()
    # Whole records only, so that what there is can be used.
    assert part.read_text().endswith("\n")
    assert {one["outcome"] for one in verdicts(server, part.read_text())} == {"ok"}


def test_an_export_that_cannot_be_written_says_so(many, tmp_path):
    server, _ = many
    _, said = clamber(server.address, "export", "--output", tmp_path / "no" / "where", status=1)
    assert "where" in said
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CLAMBER, "export", "--server", "%s:%d" % server.address],
                              stdout=full, stderr=subprocess.PIPE, check=False,
                              timeout=DEADLINE_S)
    assert done.returncode == 1 and b"No space left" in done.stderr


# -- openings -----------------------------------------------------------------------------------


def test_openings_as_a_table_and_as_json(many):
    server, _ = many
    rated = len(range(0, GAMES, 3))
    printed, _ = clamber(server.address, "openings", "C3", "c4")
    lines = printed.splitlines()
    assert lines[0].split() == ["so", "far", str(rated), "games", "100.0%", "Blue", "won",
                                "100.0%", "Red", "won", "0.0%"]
    assert lines[1].split()[:4] == ["C3xC4", str(rated), "games", "100.0%"]
    answer = json.loads(clamber(server.address, "openings", "C3 C4", "--json")[0])
    assert answer == {"games": rated, "blue": rated, "red": 0,
                      "next": [{"move": "C3xC4", "games": rated, "blue": rated, "red": 0}]}
    assert "No finished rated game" in clamber(server.address, "openings", "--size", "4")[0]
    _, said = clamber(server.address, "openings", "C3", "C3", status=1)
    assert "first turns of a game" in said
