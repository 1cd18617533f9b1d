// The filters of a list of games: what an address means, and addresses made from filters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { apiQuery, dayOf, pathWith, readFilters, startOfDay }
  from "../../server/web/js/filters.js";

const read = (text) => readFilters(new URLSearchParams(text));

test("every filter is read as the protocol has it", () => {
  assert.deepEqual(
    read("versus=bob&size=4&pool=4-rapid&rated=false&result=none&reason=turn_limit"),
    { versus: "bob", size: 4, pool: "4-rapid", rated: false, result: "none",
      reason: "turn_limit" });
});

test("what means nothing is no filter", () => {
  assert.deepEqual(read("versus=&size=5&pool=3-fast&rated=yes&result=draw&reason=x"), {});
  assert.deepEqual(read("since=today&until=1-2-3"), {});
  assert.deepEqual(read("cursor=abc&at=2026-01-01&chart=3-blitz"), {});
});

test("days are whole, the last one included, where the reader is", () => {
  const { since, until } = read("since=2026-03-28&until=2026-03-30");
  assert.equal(since, new Date(2026, 2, 28).getTime());
  assert.equal(until, new Date(2026, 2, 31).getTime());
  assert.equal(startOfDay("1900-01-01", 0), undefined);
});

test("a day is written as it is read", () => {
  for (const day of ["2026-01-01", "2026-12-31", "2028-02-29"])
    assert.equal(dayOf(startOfDay(day, 0)), day);
});

test("a path has only the parameters with a value, and they come back", () => {
  assert.equal(pathWith("/leaderboard", { pool: "", at: null, rank: undefined }), "/leaderboard");
  const path = pathWith("/user/ann", { versus: "bob", size: 3, cursor: "a+b/c=" });
  const { searchParams } = new URL(path, "http://localhost");
  assert.deepEqual(Object.fromEntries(searchParams),
    { versus: "bob", size: "3", cursor: "a+b/c=" });
});

test("the public API is asked for the same games", () => {
  const filters = read("size=3&rated=true&result=win");
  assert.equal(apiQuery({ user: "ann", ...filters }).toString(),
    "user=ann&size=3&rated=true&result=win");
});
