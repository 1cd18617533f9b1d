// Pages that are left while they are still coming, presses that come twice, and two tabs of one
// reader: what is late or double does no harm.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, seat, server, setStage } from "./support/stage.js";
import { Peer, playTurns } from "./support/peer.js";
import { cell, expectText, expectTurns, openPage } from "./support/browser.js";

setStage();

// The answers to `op` are held back from the page until release().
async function holdBack(page, op) {
  const gate = { held: [], asked: 0, release: null };
  let holding = true;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const behind = socket.connectToServer();
    const ids = new Set();
    socket.onMessage((message) => {
      const request = JSON.parse(message);
      if (request.op === op) {
        ids.add(request.id);
        gate.asked++;
      }
      behind.send(message);
    });
    behind.onMessage((message) => {
      if (holding && ids.has(JSON.parse(message).re)) gate.held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  gate.release = () => {
    holding = false;
    for (const deliver of gate.held.splice(0)) deliver();
  };
  return gate;
}

const until = async (condition) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};

// As a link of the site is followed, without waiting for what it leads to.
const go = (page, path) => page.evaluate((href) => {
  const link = document.createElement("a");
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}, path);

test("a game left while it was coming leaves the next page alone", async () => {
  const { game } = await seat(["C3"]);
  const page = await openPage(browser, server, "/openings");
  const gate = await holdBack(page, "watch");
  await page.goto("/rules");
  await page.locator(".rules").waitFor();
  await go(page, `/game/${game}`);
  await until(() => gate.held.length > 0);
  await go(page, "/leaderboard");
  await page.locator(".leaderboard").waitFor();
  gate.release();
  await go(page, "/rules");
  await page.locator(".rules").waitFor();
  assert.equal(await page.title(), "Rules · Clamber");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a game asked for twice, at once, is followed", async () => {
  const { game, peers } = await seat(["C3"]);
  const page = await openPage(browser, server, "/openings");
  const gate = await holdBack(page, "watch");
  await page.goto("/rules");
  await page.locator(".rules").waitFor();
  await go(page, `/game/${game}`);
  await until(() => gate.held.length === 1);
  await go(page, `/game/${game}`);
  await until(() => gate.held.length === 2);
  gate.release();
  await expectTurns(page, ["C3"]);
  await playTurns(...peers, game, ["C1", "A1"], 1);
  await expectTurns(page, ["C3", "C1", "A1"]);
  await page.goBack();
  await page.locator(".rules").waitFor();
  await page.context().close();
});

test("the lobby goes on after two presses on the way home", async () => {
  const page = await openPage(browser, server, "/openings");
  const gate = await holdBack(page, "lobby");
  await page.goto("/rules");
  await page.locator(".rules").waitFor();
  await go(page, "/");
  await until(() => gate.held.length === 1);
  await go(page, "/");
  await until(() => gate.held.length === 2);
  gate.release();
  await page.locator(".lobby").waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  const peer = await Peer.join(server);
  const { seek } = await peer.ask("seek", { time: null });
  await expectText(page, ".lobby-table tr", peer.user.name);
  await peer.ask("unseek", { seek });
  await page.context().close();
  peer.close();
});

test("a double click asks once", async () => {
  const [ann, bob] = [await Peer.join(server, "ann"), await Peer.join(server, "bob")];
  const page = await openPage(browser, server, "/?challenge=bob", { token: ann.token });
  const fast = page.locator(".time-button").filter({ hasText: "5+3" });
  await fast.dblclick();
  await page.locator(".waiting-out").waitFor();
  await page.getByRole("radio", { name: "Anyone" }).check({ force: true });
  await fast.dblclick();
  await page.locator(".waiting-seek").waitFor();
  assert.equal((await bob.ask("challenges")).in.length, 1);
  assert.equal((await bob.ask("lobby")).seeks.length, 1);
  assert.equal(await page.locator(".waiting-entry").count(), 2);
  await page.locator(".waiting-seek button").click();
  await page.locator(".waiting-seek").waitFor({ state: "detached" });
  await page.context().close();
  ann.close();
  bob.close();
});

test("a double click on a seek takes it, and complains of nothing", async () => {
  const peer = await Peer.join(server);
  await peer.ask("seek", { time: null, color: "red" });
  const page = await openPage(browser, server);
  const gate = await holdBack(page, "guest");
  await page.goto("/");
  await page.locator(".lobby-table tr").filter({ hasText: peer.user.name }).getByRole("button")
    .dblclick();
  await until(() => gate.held.length > 0);
  assert.equal(gate.asked, 1);
  gate.release();
  await page.locator(".game.is-playing").waitFor();
  await cell(page, "C3").click();
  await expectTurns(page, ["C3"]);
  await page.context().close();
  peer.close();
});

test("a line of chat sent twice while the first is under way is said once", async () => {
  const { game } = await seat();
  const page = await openPage(browser, server);
  const gate = await holdBack(page, "say");
  await page.goto(`/game/${game}`);
  await page.locator(".chat-input").fill("good game");
  await page.locator(".chat-input").press("Enter");
  await until(() => gate.held.length === 1);
  await page.locator(".chat-input").press("Enter");
  gate.release();
  await page.waitForFunction(() => document.querySelector(".chat-input").value === "");
  assert.equal(gate.asked, 1);
  await page.context().close();
});

test("a page that cannot be loaded says so, and comes when it is asked for again", async () => {
  const page = await openPage(browser, server, "/rules");
  await page.route("**/pages/leaderboard.js", (route) => route.abort());
  await page.locator(".nav a[href='/leaderboard']").click();
  await expectText(page, "[role=alert]", "The page could not be loaded.");
  await page.unroute("**/pages/leaderboard.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".leaderboard").waitFor();
  await page.context().close();
});

test("a game that began while the link was broken is come to with the next one", async () => {
  const [carl, dora] = [await Peer.join(server, "carl"), await Peer.join(server, "dora")];
  const { seek } = await carl.ask("seek", { time: { per_move_ms: 86400000 } });
  const page = await openPage(browser, server, "/leaderboard", { token: carl.token });
  let down = false;
  const sockets = new Set();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (down) return socket.close();
    sockets.add(socket.connectToServer() && socket);
    return undefined;
  });
  await page.goto("/rules");
  await expectText(page, ".menu-name", "carl");
  down = true;
  for (const socket of sockets) await socket.close();
  await expectText(page, ".link-state", "connection is lost");
  const { game } = await dora.ask("accept", { seek });
  down = false;
  await page.waitForURL(`**/game/${game}`);
  await page.context().close();
  carl.close();
  dora.close();
});
