"""Counts what a test runner wrote down: prints PASSED FAILED SKIPPED.

usage: tally.py meson testlog.json | tally.py pytest junit.xml | tally.py node log.tap

A meson test that is a cmocka group or speaks TAP counts as many as it names; any other counts one.
"""

import json
import re
import sys
import xml.etree.ElementTree

CMOCKA_OK = re.compile(r"^\[       OK \]", re.MULTILINE)
CMOCKA_FAILED = re.compile(r"^\[  FAILED  \] \D", re.MULTILINE)
TAP_OK = re.compile(r"^ok \d+", re.MULTILINE)
TAP_FAILED = re.compile(r"^not ok \d+", re.MULTILINE)


def of_meson(path):
    passed = failed = skipped = 0
    with open(path, encoding="utf-8") as log:
        for line in log:
            test = json.loads(line)
            said = test.get("stdout", "") + test.get("stderr", "")
            good = len(CMOCKA_OK.findall(said)) + len(TAP_OK.findall(said))
            bad = len(CMOCKA_FAILED.findall(said)) + len(TAP_FAILED.findall(said))
            if test["result"] in ("OK", "EXPECTEDFAIL"):
                passed += max(1, good)
            elif test["result"] == "SKIP":
                skipped += 1
            else:
                passed += good
                failed += max(1, bad)
    return passed, failed, skipped


def of_pytest(path):
    passed = failed = skipped = 0
    for suite in xml.etree.ElementTree.parse(path).getroot().iter("testsuite"):
        bad = int(suite.get("failures")) + int(suite.get("errors"))
        passed += int(suite.get("tests")) - bad - int(suite.get("skipped"))
        failed += bad
        skipped += int(suite.get("skipped"))
    return passed, failed, skipped


def of_node(path):
    """By the sums at the end of the TAP that node's test runner writes."""
    with open(path, encoding="utf-8") as log:
        sums = dict(re.findall(r"^# (\w+) (\d+)$", log.read(), re.MULTILINE))
    number = {name: int(sums.get(name, 0)) for name in ("pass", "fail", "cancelled", "skipped")}
    return number["pass"], number["fail"] + number["cancelled"], number["skipped"]


if __name__ == "__main__":
    runner, log_path = sys.argv[1:]
    print(*{"meson": of_meson, "pytest": of_pytest, "node": of_node}[runner](log_path))
