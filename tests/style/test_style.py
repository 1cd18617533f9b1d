"""House style that no compiler checks: sizes, openings, words, links."""

import pathlib
import re
import sys

import report
from tree import FILES, ROOT, lines, of_kind, text

SOURCE_LINES, TEST_LINES = 500, 600
FUNCTION_LINES = 70
COLUMNS = 100
TOP_LEVEL = {"meson.build", "README.md", "LICENSE", "server", "core", "proto", "migrations",
             "tests", "deploy"}
C_FILES = of_kind(".c", ".h")
SCRIPTS = of_kind(".py", ".js", ".sh") + [name for name in FILES if name.endswith("/run")]
LEFT_TO_DO = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")


def file_lengths():
    findings = []
    for name in C_FILES + SCRIPTS:
        limit = TEST_LINES if name.startswith("tests/") else SOURCE_LINES
        if len(lines(name)) > limit:
            findings.append(f"{name}: {len(lines(name))} lines, {limit} are allowed")
    return findings


def function_lengths_in(name, source):
    """In this style a brace in the first column opens or closes a function and nothing else."""
    findings, opened = [], None
    for number, line in enumerate(source, 1):
        if line == "{":
            opened = number
        elif line == "}" and opened is not None:
            if number - opened + 1 > FUNCTION_LINES:
                findings.append(f"{name}:{opened}: a function of {number - opened + 1} lines")
            opened = None
    return findings


def function_lengths():
    return [finding for name in C_FILES for finding in function_lengths_in(name, lines(name))]


def columns():
    return [
        f"{name}:{number}: {len(line)} columns"
        for name in C_FILES + SCRIPTS + of_kind(".sql")
        if not name.startswith("tests/data/")
        for number, line in enumerate(lines(name), 1)
        if len(line) > COLUMNS
    ]


def nothing_left_to_do():
    return [
        f"{name}:{number}: {line.strip()}"
        for name in C_FILES + SCRIPTS + of_kind(".sql", ".build", ".md")
        for number, line in enumerate(lines(name), 1)
        if LEFT_TO_DO.search(line)
    ]


def header_openings():
    findings = []
    for name in of_kind(".h"):
        first = lines(name)[0] if lines(name) else ""
        if not first.startswith("/* "):
            findings.append(f"{name}: does not open with a comment")
        if "#pragma once" not in lines(name):
            findings.append(f"{name}: no #pragma once")
    return findings


def own_header_first():
    findings = []
    for name in of_kind(".c"):
        own = name[:-2] + ".h"
        first = next((line for line in lines(name) if line.startswith("#include")), None)
        if own in FILES and first != f'#include "{own}"':
            findings.append(f"{name}: includes {first!r} before its own header")
    return findings


def rooted_includes():
    findings = []
    for name in C_FILES:
        for found in re.findall(r'^#include "([^"]+)"', text(name), re.MULTILINE):
            if found.startswith(".") or "/" not in found and not _generated_or_beside(name, found):
                findings.append(f'{name}: "{found}" is not rooted at the repository')
    return findings


def _generated_or_beside(name, found):
    """Tests may include what lies beside them; a build may generate a header."""
    beside = str(pathlib.PurePath(name).parent / found)
    return (name.startswith("tests/") and beside in FILES) or not list(ROOT.rglob(found))


def no_default_over_an_enum():
    """-Wswitch-enum wants every constant named; a default would hide the next one added."""
    return [
        f"{name}:{number}: default:"
        for name in C_FILES
        if not name.startswith("tests/")
        for number, line in enumerate(lines(name), 1)
        if re.match(r"\s*default\s*:", line)
    ]


def top_level():
    found = {name.split("/")[0] for name in FILES}
    return [
        f"{name} does not belong at the top"
        for name in sorted(found - TOP_LEVEL)
        if not name.startswith(".")
    ]


def links():
    findings = []
    for name in of_kind(".md"):
        folder = (ROOT / name).parent
        prose = re.sub(r"```.*?```", "", text(name), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", prose):
            path = target.split("#")[0]
            if re.match(r"[a-z]+:", target) or not path:
                continue
            if not (folder / path).exists():
                findings.append(f"{name}: {target} leads nowhere")
    return findings


def machine_paths():
    """Nothing in the tree knows the machine it was written on."""
    known = re.compile(r"(?<!\.)/(home|root|Users|wo" + r"rk)/\w")
    return [
        f"{name}:{number}: {line.strip()}"
        for name in C_FILES + SCRIPTS + of_kind(".build", ".md", ".sql", ".service", ".conf")
        for number, line in enumerate(lines(name), 1)
        if known.search(line)
    ]


def self_test():
    """The least obvious of these checks can fail."""
    long = ["int f(void)", "{"] + ["    g();"] * FUNCTION_LINES + ["}"]
    short = ["int f(void)", "{"] + ["    g();"] * (FUNCTION_LINES - 2) + ["}"]
    findings = []
    if not function_lengths_in("long.c", long):
        findings.append("a function that is too long was not found")
    if function_lengths_in("short.c", short * 3):
        findings.append("a function that is not too long was found")
    if not LEFT_TO_DO.search("/* TO" + "DO: later */"):
        findings.append("something left to do was not found")
    return findings


if __name__ == "__main__":
    assert len(sys.argv) == 1
    report.run([
        (f"files of at most {SOURCE_LINES} lines, tests {TEST_LINES}", file_lengths),
        (f"functions of at most {FUNCTION_LINES} lines", function_lengths),
        (f"lines of at most {COLUMNS} columns", columns),
        ("nothing left to do", nothing_left_to_do),
        ("headers open with a comment and guard themselves", header_openings),
        ("a .c includes its own header first", own_header_first),
        ("includes are rooted at the repository", rooted_includes),
        ("no default in a switch", no_default_over_an_enum),
        ("the top level has only what belongs there", top_level),
        ("links in documents lead somewhere", links),
        ("no path of anybody's machine", machine_paths),
        ("the checks can fail", self_test),
    ])
