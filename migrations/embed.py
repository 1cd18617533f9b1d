"""Writes migrations.c: the SQL files given, in the order of their numbers, as one C table.

Usage: embed.py OUTPUT 0001_name.sql 0002_name.sql …
"""

import pathlib
import sys


def array(data):
    """The bytes and a NUL as the inside of a C array: a string literal may hold only 4,095."""
    numbers = [str(byte) for byte in data] + ["0"]
    lines = (", ".join(numbers[i : i + 20]) for i in range(0, len(numbers), 20))
    return ",\n    ".join(lines)


def main(output, *names):
    arrays, rows = [], []
    for expected, path in enumerate(sorted(map(pathlib.Path, names)), start=1):
        if not path.name.startswith(f"{expected:04}_"):
            sys.exit(f"{path.name}: migration {expected:04} was expected here")
        data = path.read_text(encoding="ascii").encode()
        arrays.append(f"static const char sql_{expected}[] = {{\n    {array(data)}}};\n\n")
        rows.append(f'    {{{expected}, "{path.stem}", sql_{expected}}},\n')
    pathlib.Path(output).write_text(
        '#include "migrations/migrations.h"\n\n'
        + "".join(arrays)
        + "const struct migration migrations[] = {\n"
        + "".join(rows)
        + "};\nconst size_t migration_count = sizeof(migrations) / sizeof(migrations[0]);\n",
        encoding="ascii",
    )


main(*sys.argv[1:])
