// Links that break: what a player sees, and that nothing is lost or done twice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, restartServer, seat, server, setStage } from "./support/stage.js";
import { action, cell, expectText, expectTurns, openPage } from "./support/browser.js";
import { expectServersClocks } from "./support/clocks.js";

setStage();

// What the page sends and hears passes through here; `gate` can cut links, let requests through
// whose replies are lost, and count moves.
async function openGated(game, token) {
  const gate = { down: false, swallow: false, moves: 0, sockets: new Set() };
  const page = await openPage(browser, server, "/rules", { token });
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (gate.down) {
      socket.close();
      return;
    }
    const behind = socket.connectToServer();
    gate.sockets.add(socket);
    socket.onMessage((message) => {
      if (JSON.parse(message).op === "move") gate.moves++;
      behind.send(message);
    });
    behind.onMessage((message) => {
      if (!gate.swallow) socket.send(message);
    });
  });
  await page.goto(`/game/${game}`);
  await page.locator(".game").waitFor();
  gate.cut = async () => {
    gate.down = true;
    for (const socket of gate.sockets) await socket.close();
    gate.sockets.clear();
  };
  return { page, gate };
}

test("a lost connection is said, and what was missed comes with the next one", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, gate } = await openGated(game, peers[0].token);
  await gate.cut();
  await expectText(page, ".link-state", "connection is lost");
  await peers[0].ask("move", { game, move: "A1" });
  await peers[1].ask("move", { game, move: "A2" });
  gate.down = false;
  await expectTurns(page, ["C3", "C1", "A1", "A2"]);
  await expectText(page, ".status-text", "It is your turn.");
  await page.waitForFunction(() => document.querySelector(".link-state").textContent === "");
  await page.context().close();
});

test("a turn made without a connection is queued, and sent once it is back", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, gate } = await openGated(game, peers[0].token);
  await gate.cut();
  await expectText(page, ".link-state", "connection is lost");
  await cell(page, "A1").click();
  await expectText(page, ".status-text", "A1 will be sent");
  gate.down = false;
  await expectTurns(page, ["C3", "C1", "A1"]);
  assert.equal(gate.moves, 1);
  await page.context().close();
});

test("a turn whose answer was lost counts once", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const { page, gate } = await openGated(game, peers[0].token);
  gate.swallow = true;
  await cell(page, "A1").click();
  // The server has it; the page does not know.
  await waitForPly(peers[1], game, 3);
  await gate.cut();
  gate.swallow = false;
  await peers[1].ask("move", { game, move: "A2" });
  gate.down = false;
  await expectTurns(page, ["C3", "C1", "A1", "A2"]);
  assert.equal(gate.moves, 1);
  await page.context().close();
});

test("a queued turn is dropped, and that is said, where the game has moved on", async () => {
  const { game, peers } = await seat(["C3", "C1", "B1", "B4"]);
  const { page, gate } = await openGated(game, peers[0].token);
  await gate.cut();
  await expectText(page, ".link-state", "connection is lost");
  await cell(page, "A1").click();
  // Elsewhere the same player takes the turn before back.
  await peers[0].ask("offer", { game, kind: "takeback" });
  await peers[1].ask("answer", { game, kind: "takeback", accept: true });
  gate.down = false;
  await expectTurns(page, ["C3", "C1"]);
  await expectText(page, ".status .problem", "moved on");
  assert.equal(await cell(page, "A1").getAttribute("aria-label"), "A1, empty");
  await page.context().close();
});

test("clocks are the server's, also where the page's own clock is wrong", async () => {
  const { game, peers } = await seat(["C3", "C1", "A1"]);
  const page = await openPage(browser, server, "/rules", { token: peers[0].token });
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3600000;
  });
  await page.goto(`/game/${game}`);
  await page.locator(".game").waitFor();
  await expectServersClocks(page, peers[1], game);
  await page.context().close();
});

test("the server goes and comes back in the middle of a game", async () => {
  const { game, peers } = await seat(["C3", "C1"]);
  const page = await openPage(browser, server, `/game/${game}`, { token: peers[0].token });
  await page.locator(".game").waitFor();
  await restartServer();
  await cell(page, "A1").click();
  await expectTurns(page, ["C3", "C1", "A1"]);
  await action(page, "takeback").waitFor();
  await page.context().close();
});

async function waitForPly(peer, game, ply) {
  for (;;) {
    const { record } = await peer.ask("record", { game });
    if (record.ply >= ply) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
