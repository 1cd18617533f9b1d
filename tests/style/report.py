"""TAP output for the checks of this folder: each is one test; findings go to standard error."""

import sys


def run(checks):
    """Runs (name, function) pairs; a function gives the list of its findings."""
    print(f"1..{len(checks)}")
    failed = False
    for number, (name, check) in enumerate(checks, 1):
        findings = check()
        failed = failed or bool(findings)
        print(f"{'not ok' if findings else 'ok'} {number} - {name}")
        for finding in findings:
            # Of a failed TAP test meson shows standard error alone.
            print(f"# {finding}", file=sys.stderr)
    sys.exit(1 if failed else 0)
