// Pages that nobody looked at for a while, machines that slept, clocks that were set: what is seen
// afterwards is what the server says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, seat, server, setStage } from "./support/stage.js";
import { playTurns } from "./support/peer.js";
import { cell, expectText, expectTurns, openPage } from "./support/browser.js";
import { expectServersClocks } from "./support/clocks.js";

const HOURS_MS = 3 * 3600000;

setStage();

// A page of the game as Blue, whose own clock is `wrong` by so much. What goes to the server and
// comes from it passes through `link`: where that is dead both are swallowed, and nobody is told;
// what is held comes later; `moves` counts the turns that reached the server.
async function open(game, token, wrong = 0) {
  const page = await openPage(browser, server, "/rules", { token });
  const link = { dead: false, held: null, moves: 0 };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const behind = socket.connectToServer();
    let dead = false; // for ever: it is a later one that is alive again
    const alive = () => !(dead ||= link.dead);
    socket.onMessage((message) => {
      if (!alive()) return;
      if (JSON.parse(message).op === "move") link.moves++;
      behind.send(message);
    });
    behind.onMessage((message) => {
      if (alive() && link.held === null) socket.send(message);
      else link.held?.push(() => socket.send(message));
    });
  });
  await page.addInitScript(mayFreeze, wrong);
  await page.goto(`/game/${game}`);
  await page.locator(".game").waitFor();
  return { page, link };
}

// Gives the page a clock that can be set, and lets it be hidden and frozen as browsers do with tabs
// that nobody looks at, which DevTools cannot do to one without a screen: no timer runs.
function mayFreeze(wrong) {
  const now = Date.now;
  window.clockWrong = wrong;
  window.frozen = false;
  Date.now = () => now() + window.clockWrong;
  const { setTimeout, setInterval } = window;
  const thawed = (act) => () => {
    if (window.frozen) setTimeout(thawed(act), 20);
    else act();
  };
  window.setTimeout = (act, ms) => setTimeout(thawed(act), ms);
  window.setInterval = (act, ms) => setInterval(() => window.frozen || act(), ms);
  Object.defineProperty(document, "visibilityState",
    { get: () => (window.frozen ? "hidden" : "visible") });
}

async function freeze(page, link) {
  link.held ??= [];
  await page.evaluate(() => {
    window.frozen = true;
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

// What came meanwhile is there only after the page has woken.
async function thaw(page, link) {
  await page.evaluate(() => {
    window.frozen = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  for (const deliver of link.held) deliver();
  link.held = null;
}

const setClock = (page, wrong) => page.evaluate((by) => (window.clockWrong = by), wrong);

// Remembers every text that a clock of the page shows, as seconds.
const watchClocks = (page) => page.evaluate(() => {
  window.clocksSeen = [];
  const look = () => {
    for (const clock of document.querySelectorAll(".clock")) {
      const [minutes, seconds] = clock.textContent.split(":").map(Number);
      window.clocksSeen.push(minutes * 60 + seconds);
    }
  };
  new MutationObserver(look).observe(document.querySelector(".game-middle"),
    { subtree: true, childList: true, characterData: true });
});

async function expectSaneClocks(page) {
  const seen = await page.evaluate(() => window.clocksSeen);
  assert.ok(Math.min(...seen) > 60 && Math.max(...seen) <= 306, `clocks showed ${seen} seconds`);
}

test("a tab that was frozen shows the server's clocks and the turns that it missed", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, link } = await open(game, peers[0].token, HOURS_MS);
  await watchClocks(page);
  await freeze(page, link);
  await playTurns(...peers, game, ["A1", "A2", "B1"], 2);
  await thaw(page, link);
  await expectTurns(page, ["C3", "C1", "A1", "A2", "B1"]);
  await expectServersClocks(page, peers[1], game);
  await expectSaneClocks(page);
  await page.context().close();
});

test("a turn sent before the freeze counts once, and the answer to it is seen", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, link } = await open(game, peers[0].token, -HOURS_MS);
  link.held = [];
  await cell(page, "A1").click();
  await freeze(page, link);
  await waitForPly(peers[1], game, 3);
  await peers[1].ask("move", { game, move: "A2" });
  await thaw(page, link);
  await expectTurns(page, ["C3", "C1", "A1", "A2"]);
  await expectText(page, ".status-text", "It is your turn.");
  await expectServersClocks(page, peers[1], game);
  assert.equal(link.moves, 1);
  await page.context().close();
});

test("the machine's clock is set by hours, forward and back, under an open page", async () => {
  const { game, peers } = await seat(["C3", "C1", "A1"]);
  const { page } = await open(game, peers[0].token);
  for (const wrong of [HOURS_MS, -HOURS_MS]) {
    await setClock(page, wrong);
    await expectServersClocks(page, peers[1], game);
  }
  await page.context().close();
});

test("a link that died in the machine's sleep is given up, and nothing is lost", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, link } = await open(game, peers[0].token);
  link.dead = true;
  await cell(page, "A1").click();
  // The same player, at another screen.
  await peers[0].ask("move", { game, move: "A1" });
  await peers[1].ask("move", { game, move: "A2" });
  await setClock(page, HOURS_MS);
  await expectText(page, ".link-state", "connection is lost");
  link.dead = false;
  await expectTurns(page, ["C3", "C1", "A1", "A2"]);
  await expectText(page, ".status-text", "It is your turn.");
  await expectServersClocks(page, peers[1], game);
  assert.equal(link.moves, 0);
  await page.context().close();
});

test("a server that takes the link and then says nothing is not waited for", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, link } = await open(game, peers[0].token);
  link.dead = true;
  await page.reload();
  await expectText(page, ".link-state", "connection is lost");
  link.dead = false;
  await expectTurns(page, ["C3", "C1"]);
  await page.context().close();
});

async function waitForPly(peer, game, ply) {
  for (;;) {
    const { record } = await peer.ask("record", { game });
    if (record.ply >= ply) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
