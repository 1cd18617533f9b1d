// The referee as the browser has it, without a browser: the games of the rules' test data, their
// positions, what may be played in them, and what must be refused.

import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { createReadStream } from "node:fs";
import { after, before, test } from "node:test";
import { Server } from "./support/server.js";
import { loadReferee } from "../../server/web/js/referee.js";

let server, referee;

before(async () => {
  server = await Server.start();
  referee = await loadReferee(`${server.origin}/web/referee.wasm`);
});

after(() => server?.stop());

async function* lines(name) {
  const file = new URL(`../data/rules/${name}.ndjson`, import.meta.url);
  const input = createReadStream(file);
  for await (const line of createInterface({ input })) yield JSON.parse(line);
}

test("games go as they did elsewhere", async () => {
  let count = 0;
  for await (const { size, turns, checks } of lines("games")) {
    const { positions, failed } = referee.replay(size, turns.split(" "));
    assert.equal(failed, -1, turns);
    for (const { ply, position } of checks) assert.equal(positions[ply], position);
    count++;
  }
  assert.ok(count > 0);
});

test("what must be refused is refused, and what may be played is found step by step", async () => {
  for await (const { position, refuse } of lines("illegal"))
    for (const { turn } of refuse)
      assert.notEqual(referee.apply(position, turn).refusal, 0, `${position} ${turn}`);
  const position = ".../.b2r1./...r2./..r2r1/.r3r3 b";
  const { place, capture } = referee.legal(position);
  assert.equal(place.size, 12);
  assert.deepEqual(capture, new Map([["B2", new Set(["B3", "C4", "D4"])]]));
  assert.deepEqual(referee.next(position, ["B2", "C4"]), new Set(["E4", "E5"]));
  assert.deepEqual(referee.next(position, ["B2", "B3"]), new Set());
  assert.deepEqual(referee.doomed(position, ["B2", "C4"]), new Set(["D4"]));
  assert.deepEqual(referee.doomed(position, ["B2", "C4", "E5"]), new Set(["E4"]));
});

test("what is no position is not taken for one", () => {
  assert.equal(referee.isPosition(".../..../...../..../... b"), true);
  const others = ["", ".../..../...../..../...", "b0../..../...../..../... b", "x".repeat(300)];
  for (const text of others)
    assert.equal(referee.isPosition(text), false);
  assert.throws(() => referee.legal("nonsense"));
});
