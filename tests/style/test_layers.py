"""Dependencies point one way: core <- proto <- machine, store <- io <- main.

Checked twice: by what each folder includes, and by the symbols that the pure archives want from
outside. usage: test_layers.py ARCHIVE...
"""

import re
import subprocess
import sys

import report
from tree import of_kind, text

STANDARD = set("""assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp
    signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath
    threads time uchar wchar wctype""".split())
# What a pure layer may take of the C standard: nothing that reads clocks or locales.
PURE = STANDARD - {"locale", "signal", "threads", "time"}
# strcasecmp: POSIX, and as pure as string.h.
CASELESS = "strings.h"
ANYTHING = None


class Layer:
    """What the files below `folder` may include: project headers by prefix, and system headers."""

    def __init__(self, folder, project, system, standard=STANDARD):
        self.folder, self.project, self.system = folder, project, system
        self.standard = standard

    def allows(self, quoted, target):
        if quoted:
            return any(target == prefix or (prefix.endswith("/") and target.startswith(prefix))
                       for prefix in self.project)
        if self.system is ANYTHING:
            return True
        return target in self.system or (
            target.endswith(".h") and target[:-2] in self.standard)


# The first layer whose folder fits is the one of a file.
LAYERS = [
    Layer("core/", ["core/"], [], PURE),
    # The bot's engine is told the time and owns no memory.
    Layer("proto/bot/", ["core/", "proto/bot/"], [], PURE),
    Layer("proto/client/", ["core/", "proto/"], ANYTHING),
    # What proves a record is shared by who signs and who checks; the key comes from outside.
    Layer("proto/proof.c", ["core/", "proto/"], ["sodium.h"], PURE),
    Layer("proto/", ["core/", "proto/"], ["jansson.h", CASELESS], PURE),
    Layer("server/machine/", ["core/", "proto/", "server/machine/"],
          ["jansson.h", "sodium.h", CASELESS], PURE),
    Layer("server/store/", ["core/", "proto/", "server/machine/storage.h", "server/store/",
                            "migrations/", "migrations.h"], ANYTHING),
    Layer("server/check/", ["core/", "proto/", "server/machine/", "server/store/",
                            "server/check/"], ANYTHING),
    # What the browser runs knows the rules and nothing of the server.
    Layer("server/web/referee/", ["core/", "server/web/referee/"], [], PURE),
    Layer("server/io/", ["core/", "proto/", "server/machine/", "server/store/", "server/web/",
                         "server/io/"], ANYTHING),
]
# The client is no part of the server, and SQL and the loop have one place each.
CONFINED = {"sqlite3.h": ["server/store/", "tests/"], "uv.h": ["server/io/", "server/main.c",
                                                             "tests/"]}
NOT_FOR_CODECS = re.compile(r'"proto/client/')

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)

# Symbols by which a program meets the world. The machine may allocate; core may not even that.
WORLD = re.compile(r"""^(
    socket|connect|accept4?|bind|listen|send(to|msg)?|recv(from|msg)?|poll|select|epoll_.*|
    getaddrinfo|read|write|pread.*|pwrite.*|open(at)?(64)?|close|fopen(64)?|fread|fwrite|fputs|
    puts|printf|vprintf|__printf_chk|fprintf|__fprintf_chk|fsync|unlink|rename|mkdir|stat|
    time|clock|clock_gettime|gettimeofday|localtime.*|gmtime.*|nanosleep|usleep|sleep|
    s?rand(om)?(_r)?|getrandom|getentropy|arc4random.*|randombytes_.*|getenv|secure_getenv|
    pthread_.*|thrd_.*|fork|exec.*|system|signal|sigaction|sqlite3_.*|uv_.*|config_.*
    )$""", re.VERBOSE)
ALLOCATION = re.compile(r"^(malloc|calloc|realloc|aligned_alloc|free|strdup|strndup|asprintf)$")


def wrong_includes(name, source):
    layer = next((layer for layer in LAYERS if name.startswith(layer.folder)), None)
    findings = []
    for quoted, angled in INCLUDE.findall(source):
        target = quoted or angled
        if layer and not layer.allows(bool(quoted), target):
            findings.append(f"{name}: includes {target}")
        if target in CONFINED and not name.startswith(tuple(CONFINED[target])):
            findings.append(f"{name}: {target} belongs to {CONFINED[target][0]} alone")
    if name.startswith("proto/") and not name.startswith("proto/client/"):
        if NOT_FOR_CODECS.search(source):
            findings.append(f"{name}: a codec includes the client")
    return findings


def includes():
    return [finding for name in of_kind(".c", ".h") for finding in wrong_includes(name, text(name))]


def wrong_symbols(archive, undefined):
    pure = "libcore" in archive or "libbot" in archive
    return [
        f"{archive}: wants {symbol}"
        for symbol in sorted(undefined)
        if WORLD.match(symbol) or (pure and ALLOCATION.match(symbol))
    ]


def undefined_in(archive):
    done = subprocess.run(["nm", "--undefined-only", "--format=posix", archive],
                          stdout=subprocess.PIPE, check=True)
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    return {row[0].split("@")[0] for row in rows if len(row) >= 2 and row[1] in "Uwv"}


def symbols_of(archive):
    def check():
        undefined = undefined_in(archive)
        if not undefined:
            return [f"{archive}: nm found no symbol at all"]
        return wrong_symbols(archive, undefined)

    return check


def self_test():
    """What these checks are for is found, and what is allowed is let pass."""
    bad_includes = [
        ("core/x.c", '#include "proto/json.h"'),
        ("core/x.c", "#include <time.h>"),
        ("core/x.c", "#include <unistd.h>"),
        ("proto/x.c", '#include "server/machine/event.h"'),
        ("proto/x.c", "#include <sys/socket.h>"),
        ("proto/x.c", '#include "proto/client/wire.h"'),
        ("proto/x.c", "#include <sodium.h>"),
        ("proto/verify/x.c", '#include "server/machine/log.h"'),
        ("proto/bot/x.c", '#include "proto/json.h"'),
        ("proto/bot/x.c", "#include <time.h>"),
        ("proto/client/x.c", '#include "server/io/log.h"'),
        ("server/machine/x.c", '#  include "server/store/store.h"'),
        ("server/machine/x.c", "#include <uv.h>"),
        ("server/store/x.c", '#include "server/machine/machine.h"'),
        ("server/store/x.c", '#include "server/io/log.h"'),
        ("server/check/x.c", '#include "server/io/log.h"'),
        ("server/machine/x.c", '#include "server/check/check.h"'),
        ("server/io/x.c", "#include <sqlite3.h>"),
    ]
    good_includes = [
        ("core/x.c", '#include "core/x.h"\n#include <string.h>'),
        ("proto/x.c", '#include "core/board.h"\n#include <jansson.h>'),
        ("proto/proof.c", "#include <sodium.h>"),
        ("proto/verify/x.c", '#include "proto/proof.h"\n#include <jansson.h>'),
        ("proto/client/x.c", "#include <sys/socket.h>"),
        ("server/machine/x.c", '#include "proto/view.h"\n#include <sodium.h>'),
        ("server/store/x.c", '#include "server/machine/storage.h"\n#include <sqlite3.h>'),
        ("server/io/x.c", '#include "server/store/store.h"\n#include <uv.h>'),
    ]
    findings = [f"let pass: {case}" for case in bad_includes if not wrong_includes(*case)]
    findings += [f"refused: {case}" for case in good_includes if wrong_includes(*case)]
    for symbol in ("socket", "clock_gettime", "sqlite3_open_v2", "uv_now", "randombytes_buf"):
        if not wrong_symbols("libmachine.a", {symbol}):
            findings.append(f"let pass: {symbol}")
    if not wrong_symbols("libcore.a", {"malloc"}) or wrong_symbols("libproto.a", {"malloc"}):
        findings.append("allocation is for all layers but core")
    if wrong_symbols("libmachine.a", {"memcpy", "crypto_generichash", "json_object_get"}):
        findings.append("refused: what a pure layer may use")
    return findings


if __name__ == "__main__":
    report.run(
        [("includes point one way", includes)]
        + [(f"{archive.rsplit('/', 1)[-1]} meets no world", symbols_of(archive))
           for archive in sys.argv[1:]]
        + [("the checks can fail", self_test)]
    )
