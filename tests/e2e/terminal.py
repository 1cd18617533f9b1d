"""A program in a terminal of its own: a pty, and as much of a screen as the program uses."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time
import unicodedata
from pathlib import Path

from clamber_client import DEADLINE_S

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")


def columns_of(character):
    """As terminals have it: 2 for a wide one, 0 for a mark on the one before it."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """What stands on the screen; sequences it does not know are an error. A column holds a
    character with its marks; the second of a wide character holds "".
    """

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.alternate = False
        self.colored = False  # whether any style was ever set
        self.marks_pastes = False
        self.pending = ""
        self.clear()

    def clear(self):
        self.lines = [[" "] * self.columns for _ in range(self.rows)]
        self.x = self.y = 0

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.clear()

    def feed(self, text):
        text = self.pending + text
        self.pending = ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at < 16:
                        self.pending = text[at:]
                        return
                    raise AssertionError(f"an odd sequence: {text[at:at + 16]!r}")
                self._sequence(*found.groups())
                at = found.end()
            else:
                self._character(text[at])
                at += 1

    def _character(self, character):
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.y += 1
        elif character == "\b":
            self.x = max(0, self.x - 1)
        elif character >= " ":
            self._put(character, columns_of(character))
        self._scroll()

    def _put(self, character, columns):
        if columns == 0:
            assert self.x > 0, f"{character!r} has nothing to stand on"
            at = self.x - 1 if self.lines[self.y][self.x - 1] else self.x - 2
            self.lines[self.y][at] += character
            return
        if self.x + columns > self.columns:
            self.x, self.y = 0, self.y + 1
        self._scroll()
        line = self.lines[self.y]
        for x in range(self.x, self.x + columns):
            if line[x] == "":  # of a wide character that is cut in two nothing is left
                line[x - 1] = " "
            if x + 1 < self.columns and line[x + 1] == "":
                line[x + 1] = " "
        line[self.x:self.x + columns] = [character] + [""] * (columns - 1)
        self.x += columns

    def _scroll(self):
        while self.y >= self.rows:
            self.lines = self.lines[1:] + [[" "] * self.columns]
            self.y -= 1

    def _sequence(self, parameters, kind):
        if kind == "H":
            row, column = (int(p) for p in (parameters or "1;1").split(";"))
            self.y, self.x = min(row, self.rows) - 1, min(column, self.columns) - 1
        elif kind == "K":
            self.lines[self.y][self.x:] = [" "] * (self.columns - self.x)
        elif kind == "J":
            self.lines = [[" "] * self.columns for _ in range(self.rows)]
        elif kind == "m":
            self.colored = self.colored or parameters not in ("", "0")
        elif kind in "hl" and parameters == "?1049":
            self.alternate = kind == "h"
            self.clear()
        elif kind in "hl" and parameters == "?2004":
            self.marks_pastes = kind == "h"
        elif not (kind in "hl" and parameters == "?25"):
            raise AssertionError(f"an unknown sequence: {parameters}{kind}")

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)


class Terminal:
    """Runs a command in a pty; `screen` follows what it writes. A thread reads all the time, as a
    terminal does: a program that nobody reads from would stop."""

    def __init__(self, command, environment, columns=80, rows=24):
        self.screen = Screen(columns, rows)
        self.raw = b""
        self.changed = threading.Condition()
        self.trouble = None
        self.master, slave = pty.openpty()
        self._set_size(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.slave = slave  # kept open, to look at its settings when the program has gone
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.ended, self.end_pipe = os.pipe()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        decoder = codecs.getincrementaldecoder("utf-8")()
        while True:
            ready = select.select([self.master, self.ended], [], [])[0]
            if self.master not in ready:
                return
            data = os.read(self.master, 65536)
            with self.changed:
                self.raw += data
                try:
                    self.screen.feed(decoder.decode(data))
                except AssertionError as error:
                    self.trouble = error
                self.changed.notify_all()

    def _set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        with self.changed:
            self.screen.resize(columns, rows)
            self._set_size(columns, rows)

    def type(self, text):
        self.type_bytes(text.encode())

    def type_bytes(self, data):
        os.write(self.master, data)

    def paste(self, text):
        """As a terminal does: between marks where the program has asked for them."""
        assert self.screen.marks_pastes
        self.type(f"\x1b[200~{text}\x1b[201~")

    def enter(self, text):
        self.type(text + "\r")

    def wait_until(self, seen, what):
        with self.changed:
            found = self.changed.wait_for(
                lambda: self.trouble or seen(self.screen.text()), DEADLINE_S)
            if self.trouble:
                raise self.trouble
            assert found, f"{what} is not on the screen:\n{self.screen.text()}"

    def wait_for(self, *texts):
        """Waits until all texts are on the screen, whatever lines they are broken into, also right
        of a board."""
        def seen(screen):
            whole = " ".join(screen.split())
            right = " ".join(re.split(r" {2,}", line)[-1] for line in screen.splitlines())
            return all(text in screen or text in whole or text in right for text in texts)

        self.wait_until(seen, " and ".join(map(repr, texts)))

    def is_as_before(self):
        """Whether the settings of the terminal are those that the program found."""
        return termios.tcgetattr(self.slave) == self.before

    def unread(self):
        """Bytes of lines that were typed and that whoever reads next will find."""
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]

    def wait_for_hush(self):
        """Waits until nothing typed is shown. The settings tell nobody that they change."""
        deadline = time.monotonic() + DEADLINE_S
        while termios.tcgetattr(self.slave)[3] & termios.ECHO:
            assert time.monotonic() < deadline, "what is typed is still shown"
            time.sleep(0.01)

    def stop_job(self):
        """Stops what the shell runs as nobody can expect, and takes the terminal as shells do."""
        shell = self.process.pid
        for job in Path(f"/proc/{shell}/task/{shell}/children").read_text().split():
            os.kill(int(job), signal.SIGSTOP)
        self.wait_for("stopped 147")
        termios.tcsetattr(self.slave, termios.TCSADRAIN, self.before)

    def wait_end(self):
        """The exit status; the terminal must be as it was before."""
        status = self.process.wait(timeout=DEADLINE_S)
        self._stop_reading()
        assert self.is_as_before()
        assert not self.screen.alternate and not self.screen.marks_pastes
        assert self.raw.count(b"\x1b[?25h") >= self.raw.count(b"\x1b[?25l")
        return status

    def _stop_reading(self):
        """Once all that was written is read."""
        os.close(self.end_pipe)
        self.end_pipe = None
        self.reader.join()

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if self.end_pipe is not None:
            self._stop_reading()
        for descriptor in (self.master, self.slave, self.ended):
            os.close(descriptor)
