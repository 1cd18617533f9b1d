"""Fixtures shared by the end-to-end tests, those of the web, and the crash tests."""

import itertools
import random

import pytest

from server_process import Server

_numbers = itertools.count(1)


def fresh_name(prefix="player"):
    """A name that no other test has taken."""
    return f"{prefix}{next(_numbers)}"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all tests of a file, without limits; it must end cleanly."""
    started = Server(tmp_path_factory.mktemp("data"))
    yield started
    started.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """As `server`, with the web listener open too."""
    started = Server(tmp_path_factory.mktemp("data"), web="127.0.0.1:0")
    yield started
    started.stop()


@pytest.fixture
def new_server(tmp_path):
    """Starts servers for one test; those still running at its end must end cleanly."""
    started = []

    def start(*options, data=None, **keywords):
        folder = data or tmp_path / f"data{len(started)}"
        started.append(Server(folder, *options, **keywords))
        return started[-1]

    yield start
    for one in started:
        if one.running():
            one.stop()


@pytest.fixture
def connect(request):
    """Opens connections (to `server` unless told otherwise) that are closed after the test."""
    opened = []

    def open_client(to=None, name=None):
        target = to or request.getfixturevalue("server")
        client = target.client()
        opened.append(client)
        if name == "guest":
            client.guest()
        elif name:
            client.register(name)
        return client

    yield open_client
    for client in opened:
        client.close()


@pytest.fixture
def player(connect):
    """Opens a connection signed in as a new account."""

    def open_player(to=None, prefix="player"):
        return connect(to, fresh_name(prefix))

    return open_player


@pytest.fixture
def dice():
    """Random choices of a test, the same in every run."""
    return random.Random(20240229)


def pytest_make_parametrize_id(val):
    """Long values make unreadable names."""
    text = str(val)
    return ascii(text if len(text) <= 40 else f"{text[:30]}... ({len(text)})")[1:-1]
