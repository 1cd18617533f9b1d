// Games played in browsers: two who play, a third who watches, and all that may happen on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, seat, server, setStage } from "./support/stage.js";
import { CHAIN_GAME, SKIP_GAME } from "./support/peer.js";
import { action, cell, expectText, expectTurns, openPage, playTurn }
  from "./support/browser.js";

setStage();

// A game of two guests that has come as far as `turns`, each of them at a page of it.
async function table(turns = [], terms = {}) {
  const { game, peers } = await seat(turns, terms);
  const [blue, red] = await Promise.all(peers.map(({ token }) =>
    openPage(browser, server, `/game/${game}`, { token })));
  await Promise.all([blue, red].map((page) => page.locator(".game").waitFor()));
  return { game, blue, red, peers };
}

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

test("two play a whole game with a chain capture, and a third watches", async () => {
  const { game, blue, red } = await table();
  const third = await openPage(browser, server, `/game/${game}`);
  await third.locator(".game").waitFor();
  for (const [index, turn] of CHAIN_GAME.entries()) {
    await playTurn(index % 2 === 0 ? blue : red, turn);
    for (const page of [blue, red, third])
      await expectTurns(page, CHAIN_GAME.slice(0, index + 1));
  }
  for (const page of [blue, red, third]) await expectText(page, ".status-text", "Blue won");
  assert.equal(await cell(third, "C5").count(), 1);
  await expectText(third, "#live", "Blue won");
  await close(blue, red, third);
});

test("a chain is lit step by step, may be undone, and shows what it removes", async () => {
  // Red's E4 and E5 are one subgroup, and a capture of one removes the other.
  const { blue, red } = await table(["D3", "E4", "A1", "E5", "D4", "A3"]);
  await cell(blue, "D4").click();
  assert.match(await cell(blue, "E4").getAttribute("aria-label"), /can be captured/);
  await cell(blue, "E5").hover();
  assert.match(await cell(blue, "E4").getAttribute("aria-label"), /will be removed/);
  await cell(blue, "E5").click();
  assert.match(await cell(blue, "E4").getAttribute("aria-label"), /will be removed/);
  assert.match(await cell(blue, "E5").getAttribute("aria-label"), /Blue, height 2, chosen/);
  await action(blue, "undo").click();
  assert.match(await cell(blue, "E5").getAttribute("aria-label"), /Red, height 1/);
  await cell(blue, "E5").click();
  await action(blue, "play").click();
  await expectText(red, "#live", "Blue captures E5 with D4.");
  assert.match(await cell(red, "E4").getAttribute("aria-label"), /E4, empty/);
  await close(blue, red);
});

test("who has no turn is skipped, and both are told", async () => {
  const { blue, red } = await table(SKIP_GAME.slice(0, -1));
  await playTurn(red, SKIP_GAME.at(-1));
  await expectTurns(blue, [...SKIP_GAME, "skip"]);
  await expectText(blue, ".status-text", "Blue has no turn and is skipped. Red is to move.");
  await expectText(red, ".status-text", "Blue has no turn and is skipped. It is your turn.");
  await expectText(blue, "#live", "Blue has no turn and is skipped.");
  await close(blue, red);
});

test("a turn is taken back once the opponent agrees", async () => {
  const { blue, red } = await table(["C3", "C1"]);
  await cell(blue, "A1").click();
  await expectTurns(red, ["C3", "C1", "A1"]);
  await action(blue, "takeback").click();
  // Until its page has heard of the offer the button for another is still there.
  await action(blue, "withdraw-takeback").waitFor();
  await action(red, "decline-takeback").click();
  await action(blue, "takeback").click();
  await action(red, "accept-takeback").click();
  for (const page of [blue, red]) await expectTurns(page, ["C3", "C1"]);
  await cell(blue, "A2").click();
  await expectTurns(red, ["C3", "C1", "A2"]);
  await close(blue, red);
});

test("who wants to confirms every turn, with a second press or by the button", async () => {
  const { blue, red } = await table(["C3", "C1"]);
  await blue.locator(".header .menu summary").last().click();
  await blue.locator("input[name=confirm]").check();
  await blue.keyboard.press("Escape");
  await cell(blue, "A1").click();
  await expectText(blue, ".status-text", "A1: play it, or take it back.");
  await cell(blue, "A2").click();
  await action(blue, "undo").click();
  await cell(blue, "A3").click();
  await cell(blue, "A3").click();
  await expectTurns(red, ["C3", "C1", "A3"]);
  await close(blue, red);
});

test("players resign only when they are sure, and may play again", async () => {
  const { blue, red } = await table(["C3", "C1"]);
  await action(red, "resign").click();
  await action(red, "stay").click();
  await action(red, "resign").click();
  await action(red, "resign").click();
  await expectText(blue, ".status-text", "Blue won");
  await action(blue, "rematch").click();
  await expectText(red, ".offer", "another game");
  const before = red.url();
  await action(red, "rematch").click();
  for (const page of [blue, red]) {
    await page.waitForFunction((url) => location.href !== url, before);
    await page.locator(".game.is-playing").waitFor();
  }
  assert.equal(blue.url(), red.url());
  assert.equal(await blue.locator(".player-place").last().locator("[data-color]")
    .getAttribute("data-color"), "red");
  await close(blue, red);
});

test("players and spectators talk in rooms of their own, and markup is text", async () => {
  const { game, blue, red } = await table(["C3", "C1"]);
  const third = await openPage(browser, server, `/game/${game}`);
  const say = async (page, text) => {
    await page.locator(".chat-input").fill(text);
    await page.locator(".chat-form button").click();
  };
  await say(blue, "<img src=x onerror=alert(1)> hello");
  await expectText(red, ".chat-lines", "<img src=x onerror=alert(1)> hello");
  await say(third, "well played");
  await expectText(third, ".chat-lines", "well played");
  assert.equal(await blue.locator(".chat-lines").filter({ hasText: "well played" }).count(), 0);
  assert.equal(await third.locator(".chat-lines").filter({ hasText: "hello" }).count(), 0);
  await action(blue, "resign").click();
  await action(blue, "resign").click();
  await red.locator('.chat-tab[data-room="spectators"]').click();
  await expectText(red, ".chat-lines", "well played");
  await close(blue, red, third);
});

// A pause of the server is charged to nobody, so that by its clock the first claim may be early.
test("the win may be claimed of one who stays away, and again where it was too early", async () => {
  const short = { initial_ms: 100000, increment_ms: 0 }; // the longest of those of 20 s away
  const { blue, red, peers } = await table(["C3", "C1"], { time: short });
  await blue.routeWebSocket("**/ws", (page) => {
    page.connectToServer().onMessage((text) => page.send(text.startsWith('{"ev":"away"')
      ? text.replace(/"claim_in_ms":\d+/, '"claim_in_ms":500') : text));
  });
  await blue.reload();
  peers[1].close();
  await red.context().close();
  await expectText(blue, ".offer", /Your opponent (is away|has been away too long)/);
  const claim = action(blue, "claim");
  const won = blue.locator(".status-text", { hasText: "Blue won" });
  const tooEarly = claim.and(blue.locator(":disabled"));
  do {
    await claim.and(blue.locator(":enabled")).click();
    await tooEarly.or(won).waitFor();
  } while (!(await won.isVisible()));
  await close(blue);
});
