"""The files of the web client as a table in C (see asset.h), made when the server is built.

usage: embed.py OUTPUT DEPFILE FOLDER [PATH=FILE]…

Takes what a browser may fetch of FOLDER, and FILEs that were built, under the path given. The same
files give the same output.
"""

import gzip
import hashlib
import pathlib
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".ogg": "audio/ogg",
    ".txt": "text/plain; charset=utf-8",
}
# Sources of what is built, how it is built, and what is for node alone are nobody's to fetch.
PRIVATE = {"referee", "package.json", "__pycache__"}
# Compressed it must be at least this much smaller, or a browser only has more to do.
WORTH_IT = 0.9
NUMBERS_A_LINE = 24


def files_of(folder):
    """Paths below the folder, by the name under which they are served."""
    return {
        str(path.relative_to(folder)): path
        for path in folder.rglob("*")
        if path.suffix in TYPES and path.is_file()
        and path.relative_to(folder).parts[0] not in PRIVATE
    }


def folders_of(folder):
    """A file that comes or goes changes its folder: then the table is made anew."""
    return [folder] + [path for path in folder.rglob("*") if path.is_dir()]


def compressed(content):
    small = gzip.compress(content, compresslevel=9, mtime=0)
    return small if len(small) < WORTH_IT * len(content) else None


def array(name, content):
    lines = [f"static const unsigned char {name}[] = {{"]
    for at in range(0, len(content), NUMBERS_A_LINE):
        lines.append("".join(f"{byte}," for byte in content[at:at + NUMBERS_A_LINE]))
    return lines + ["};"]


def table(files):
    arrays, rows = [], []
    for number, name in enumerate(sorted(files, key=str.encode)):
        content = files[name].read_bytes()
        if not content:
            raise SystemExit(f"{files[name]}: an empty file need not be served")
        tag = hashlib.sha256(content).hexdigest()[:16]
        arrays += array(f"plain_{number}", content)
        small = compressed(content)
        if small is not None:
            arrays += array(f"gzip_{number}", small)
        squeezed = f"gzip_{number}, sizeof gzip_{number}" if small is not None else "NULL, 0"
        rows.append(f'    {{"{name}", "{TYPES[pathlib.Path(name).suffix]}", plain_{number}, '
                    f'sizeof plain_{number}, {squeezed}, "\\"{tag}\\"", "\\"{tag}-gzip\\""}},')
    return ['#include "server/web/asset.h"', "", *arrays, "", "const struct asset assets[] = {",
            *rows, "};", f"const size_t asset_count = {len(rows)};", ""]


def main(output, depfile, folder, *built):
    folder = pathlib.Path(folder)
    files = files_of(folder)
    for entry in built:
        name, _, path = entry.partition("=")
        files[name] = pathlib.Path(path)
    pathlib.Path(output).write_text("\n".join(table(files)), encoding="ascii")
    needed = " ".join(str(path) for path in [*files.values(), *folders_of(folder)])
    pathlib.Path(depfile).write_text(f"{output}: {needed}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
