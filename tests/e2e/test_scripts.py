"""Conversations over real nc, checked line by line; see the head of each file in scripts/."""

import json
import os
import pathlib
import subprocess
import time

import pytest

SCRIPTS = sorted((pathlib.Path(__file__).parent / "scripts").glob("*.txt"))
# How long a person's nc may stay silent after the end before it is believed to have no more to say.
SILENCE_S = 0.3


class Person:
    """Somebody at a terminal with nc."""

    def __init__(self, address):
        self.nc = subprocess.Popen(["nc", address[0], str(address[1])], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, bufsize=0)
        self.buffer = b""

    def say(self, line):
        self.nc.stdin.write(line.encode() + b"\n")

    def hear(self):
        while b"\n" not in self.buffer:
            read = self.nc.stdout.read(65536)
            assert read, f"the server closed the connection; left over: {self.buffer!r}"
            self.buffer += read
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode()

    def unhear(self, line):
        """Puts a line back, to be heard next."""
        self.buffer = line.encode() + b"\n" + self.buffer

    def unheard(self):
        """What it has been told and not yet heard, without waiting."""
        os.set_blocking(self.nc.stdout.fileno(), False)
        return (self.buffer + (self.nc.stdout.read(1 << 20) or b"")).decode()

    def leave(self):
        rest = self.unheard()
        self.nc.kill()
        self.nc.wait()
        return rest


def fits(pattern, value, words):
    """Whether a message has all that the pattern names; binds the words that are new."""
    if pattern == "*":
        return True
    if isinstance(pattern, str) and pattern.startswith("$"):
        return words.setdefault(pattern, value) == value
    if isinstance(pattern, dict) and isinstance(value, dict):
        return all(key in value and fits(pattern[key], value[key], words) for key in pattern)
    if isinstance(pattern, list) and isinstance(value, list):
        return len(pattern) == len(value) and all(map(lambda p, v: fits(p, v, words), pattern,
                                                      value))
    return pattern == value


class Stage:
    def __init__(self, server):
        self.server = server
        self.people = {}
        self.words = {}

    def run(self, number, line):
        name, _, rest = line.partition(" ")
        if rest == "connects":
            self.people[name] = Person(self.server.address)
        elif rest == "leaves":
            assert self.people.pop(name).leave() == "", f"line {number}: more was said to {name}"
        elif rest.startswith("> "):
            self.people[name].say(self.spoken(rest[2:]))
        elif rest.startswith("< "):
            self.hear(number, name, rest[2:])
        elif rest.startswith("~ "):
            self.insist(self.people[name], *rest[2:].split(" ", 1))
        else:
            raise AssertionError(f"line {number} is not understood: {line}")

    def insist(self, person, code, request):
        """Leaves the first other answer to be heard."""
        while True:
            person.say(self.spoken(request))
            answer = person.hear()
            if json.loads(answer).get("error", {}).get("code") != code:
                return person.unhear(answer)
            time.sleep(0.2)

    def spoken(self, text):
        for word, value in self.words.items():
            text = text.replace(f'"{word}"', json.dumps(value))
        return text

    def hear(self, number, name, pattern):
        got = self.people[name].hear()
        words = dict(self.words)
        assert fits(json.loads(pattern), json.loads(got), words), (
            f"line {number}: {name} was to be told\n  {self.spoken(pattern)}\n"
            f"but was told\n  {got}")
        self.words = words

    def choose(self, branches):
        """The branch whose first line is what that person is told next."""
        for branch in branches:
            _, line = branch[0]
            name, _, pattern = line.partition(" < ")
            person = self.people[name]
            got = person.hear()
            person.unhear(got)
            if fits(json.loads(pattern), json.loads(got), dict(self.words)):
                return branch
        raise AssertionError(f"none of the branches begins with {got}")

    def end(self):
        time.sleep(SILENCE_S)
        for name, person in self.people.items():
            rest = person.unheard()
            assert rest == "", f"{name} was told more than the script has: {rest}"


def steps(path):
    """Numbered lines; a block of branches is one step, a list of lists."""
    branches = None
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line == "either":
            branches = [[]]
        elif line == "or":
            branches.append([])
        elif line == "end":
            yield branches
            branches = None
        elif branches is not None:
            branches[-1].append((number, line))
        else:
            yield number, line


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script(new_server, path):
    stage = Stage(new_server())
    try:
        for step in steps(path):
            lines = stage.choose(step) if isinstance(step, list) else [step]
            for number, line in lines:
                stage.run(number, line)
        stage.end()
    finally:
        for person in stage.people.values():
            person.nc.kill()
