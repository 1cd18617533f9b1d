"""The files that the checks look at: what git tracks, and what it would track."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def listed():
    """Paths relative to the root, sorted; of a tree without git, everything but build folders."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        names = done.stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
        names = [name for name in names if not name.startswith((".git/", "build", "data/"))]
    return sorted(name for name in names if name and (ROOT / name).is_file())


FILES = listed()


def of_kind(*suffixes):
    return [name for name in FILES if name.endswith(suffixes)]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def lines(name):
    return text(name).splitlines()
