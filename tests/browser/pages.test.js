// Every page, by day and by night, on a desk and on a phone: what axe finds, whether anything is
// too wide, what it costs to load; and a picture of each for whoever looks at the build.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { CHAIN_GAME, FIVE_MINUTES, Peer, SKIP_GAME, playTurns, startGame }
  from "./support/peer.js";
import { playLongGame } from "./support/long_game.js";
import { DESKTOP, PHONE, action, expectNoFindings, expectNoSidewaysScroll, openPage,
  screenshot } from "./support/browser.js";

const BUDGET = 100 * 1024;
const SHORT_GAME = ["C3", "C4", "C3xC4"];

let ann, bob;
const pages = []; // [name, path, token]

setStage(async () => {
  ann = await Peer.join(server, "ann");
  bob = await Peer.join(server, "bob");
  for (let round = 0; round < 6; round++) {
    const [blue, red] = round % 2 === 0 ? [ann, bob] : [bob, ann];
    await playTurns(blue, red, await startGame(blue, red, { rated: true }), SHORT_GAME);
  }
  const done = await startGame(ann, bob, { rated: true });
  await playTurns(ann, bob, done, CHAIN_GAME);
  const live = await startGame(ann, bob);
  await playTurns(ann, bob, live, SKIP_GAME);
  const large = await startGame(ann, bob, { size: 4 });
  await playTurns(ann, bob, large, ["D4", "D5", "C3", "A1"]);
  const guest = await Peer.join(server);
  await guest.ask("seek", { time: FIVE_MINUTES });
  await ann.ask("say", { game: live, room: "players", text: "Good luck!" });
  pages.push(["home", "/"], ["home-signed-in", "/", ann.token],
    ["play", `/game/${live}`, bob.token], ["play-large", `/game/${large}`, ann.token],
    ["replay", `/game/${done}`], ["user", "/user/ann"], ["leaderboard", "/leaderboard"],
    ["rules", "/rules"], ["openings", "/openings"], ["api", "/api"], ["embed", `/embed/${done}`],
    ["missing-game", "/game/nonesuch0000"], ["missing", "/nowhere"]);
});

async function open(path, options) {
  const page = await openPage(browser, server, path, options);
  await page.locator("main h1, main [role=alert]").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  return page;
}

test("axe finds nothing by day or by night, and nothing is too wide for a phone", async (suite) => {
  for (const [name, path, token] of pages)
    await suite.test(name, async () => {
      const page = await open(path, { theme: "light", token });
      await screenshot(page, `${name}-light`);
      await expectNoFindings(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await screenshot(page, `${name}-dark`);
      await expectNoFindings(page, { colorsOnly: true });
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize(PHONE);
      await screenshot(page, `${name}-phone`);
      await expectNoSidewaysScroll(page);
      await page.context().close();
    });
});

test("menus and dialogs pass axe too", async () => {
  const page = await open("/leaderboard", { viewport: DESKTOP });
  await page.locator(".header .menu summary").last().click();
  await expectNoFindings(page);
  await screenshot(page, "menu");
  await page.keyboard.press("Escape");
  await page.locator(".header-account button").click();
  await page.locator("dialog").waitFor();
  await expectNoFindings(page);
  await screenshot(page, "sign-in");
  await page.context().close();
});

test("a turn in the making passes axe", async () => {
  const game = await startGame(ann, bob, { rated: true });
  await playTurns(ann, bob, game, CHAIN_GAME.slice(0, -1));
  const page = await open(`/game/${game}`, { token: ann.token });
  await page.locator('[data-cell="D4"]').click();
  await page.locator('[data-cell="D5"]').click();
  await action(page, "play").waitFor();
  await expectNoFindings(page);
  await screenshot(page, "chain");
  await page.context().close();
});

test("the game page is there within 100 KiB, and nothing moves while it comes", async () => {
  const [cleo, dora] = await Promise.all([Peer.join(server), Peer.join(server)]);
  const long = await playLongGame(server, cleo, dora, 1000);
  const judged = pages.filter(([name]) => name === "play" || name === "replay");
  for (const [, path, token] of [...judged, ["long", `/game/${long}`, cleo.token]]) {
    const page = await openPage(browser, server, "/healthz", { token });
    const session = await page.context().newCDPSession(page);
    let bytes = 0;
    await session.send("Network.enable");
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    session.on("Network.webSocketFrameReceived", ({ response }) =>
      (bytes += response.payloadData.length));
    await page.addInitScript(watchShifts);
    await page.goto(path);
    await page.locator(".game").waitFor();
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(() => window.shifts);
    assert.ok(bytes < BUDGET, `${bytes} bytes`);
    assert.equal(shift, 0);
    await page.context().close();
  }
});

// In the page, before anything else: adds up what moved without being asked to.
function watchShifts() {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
