// Finished games: looked through, taken away, verified; and games on other people's pages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { CHAIN_GAME, Peer, playTurns, startGame } from "./support/peer.js";
import { action, cell, expectText, expectTurns, openPage } from "./support/browser.js";

let blue, red, finished;

setStage(async () => {
  blue = await Peer.join(server, "ann");
  red = await Peer.join(server, "bob");
  finished = await startGame(blue, red, { rated: true });
  await playTurns(blue, red, finished, CHAIN_GAME.slice(0, 3));
  await red.ask("offer", { game: finished, kind: "takeback" });
  await blue.ask("answer", { game: finished, kind: "takeback", accept: true });
  await playTurns(blue, red, finished, CHAIN_GAME.slice(1), 1);
});

async function openFinished() {
  const page = await openPage(browser, server, `/game/${finished}`,
    { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".game").waitFor();
  await expectTurns(page, CHAIN_GAME);
  return page;
}

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test("a replay steps, jumps by the list of turns, and plays by itself", async () => {
  const page = await openFinished();
  await expectText(page, ".status-text", "Blue won");
  await page.locator('[data-review="back"]').click();
  await expectText(page, ".status-text", "After turn 4 of 5");
  await page.locator('.move[data-ply="2"]').click();
  await expectText(page, ".status-text", "After turn 2 of 5");
  assert.match(await page.locator(".board").getAttribute("aria-label"), /Blue: C5\. Red: D5\./);
  await page.locator('[data-review="first"]').click();
  await page.locator('[data-review="auto"]').click();
  await expectText(page, ".status-text", "Blue won");
  assert.match(await page.locator(".board").getAttribute("aria-label"), /C5 \(3\), D4, D5 \(2\)/);
  await close(page);
});

test("a record is verified in the browser, and one that was changed does not pass", async () => {
  const page = await openFinished();
  await action(page, "verify").click();
  await page.locator('[data-verdict="true"]').waitFor();
  const checks = await page.locator("[data-check]").evaluateAll((items) =>
    items.map((item) => [item.dataset.check, item.dataset.ok]));
  for (const [check, ok] of checks) assert.equal(ok, "true", check);
  assert.equal(checks.length, 6);

  const verdicts = await page.evaluate(judgeChanged, finished);
  assert.deepEqual(verdicts, {
    "another time": ["chain", "signature"],
    "another name": ["chain", "signature"],
    "another result": ["result"],
    "an event left out": ["stream", "turns", "chain", "signature"],
    "an illegal turn": ["turns", "chain", "signature"],
    "another key": ["signature", "key"],
  });
  await close(page);
});

// In the page: what each change of the record breaks.
async function judgeChanged(game) {
  const { loadReferee } = await import("/web/js/referee.js");
  const { verifyRecord } = await import("/web/js/proof.js");
  const original = await (await fetch(`/api/games/${game}`)).json();
  const record = original.record ?? original;
  const changes = {
    "another time": (copy) => copy.stream[1].at++,
    "another name": (copy) => (copy.blue.name = "eve"),
    "another result": (copy) => (copy.result.winner = "red"),
    "an event left out": (copy) => copy.stream.splice(2, 1),
    "an illegal turn": (copy) => (copy.stream.findLast(({ ev }) => ev === "move").move = "A1xC5"),
    "another key": (copy) => (copy.proof.key = btoa("x".repeat(32))),
  };
  const broken = {};
  for (const [name, change] of Object.entries(changes)) {
    const copy = structuredClone(record);
    change(copy);
    const checks = await verifyRecord(copy, await loadReferee(), record.proof.key);
    broken[name] = checks.filter(({ ok }) => ok !== true).map(({ check }) => check);
  }
  return broken;
}

test("link and turns are copied, records downloaded", async () => {
  const page = await openFinished();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await action(page, "copy-link").click();
  await expectText(page, ".share-said", "Copied");
  assert.equal(await clipboard(), `${server.origin}/game/${finished}`);
  await action(page, "copy-moves").click();
  await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text,
    CHAIN_GAME.join(" "));
  const [download] = await Promise.all([page.waitForEvent("download"),
    page.locator(".share-links a").first().click()]);
  assert.equal(download.suggestedFilename(), `${finished}.json`);
  const text = await page.evaluate(async (id) => (await fetch(`/api/games/${id}.txt`)).text(),
    finished);
  assert.match(text, /D4xD5xC5/);
  await close(page);
});

test("an embedded game follows live and links to its page", async () => {
  const game = await startGame(blue, red);
  const page = await openPage(browser, server, `/embed/${game}?theme=dark&lang=nl`);
  await page.locator(".board").waitFor();
  await playTurns(blue, red, game, ["C3", "C4", "C3xC4"]);
  await page.waitForFunction(() =>
    /C3, C4 \(2\)/.test(document.querySelector(".board").getAttribute("aria-label")));
  assert.equal(await page.locator(".embed-line a").getAttribute("href"), `/game/${game}`);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "nl");
  await close(page);
});

test("what is not there is said to be so, in the reader's language, with a way home", async () => {
  const languages = [["en-GB", "There is nothing here"], ["nl-NL", "Hier is niets"]];
  for (const path of ["/game/nonesuch0000", "/user/nonesuch", "/nowhere"])
    for (const [locale, words] of languages) {
      const page = await openPage(browser, server, path, { locale });
      await page.locator("main h1", { hasText: words }).waitFor();
      assert.equal(await page.title(), `${words} · Clamber`);
      assert.equal(await page.locator("nav.nav").count(), 1);
      assert.equal(await cell(page, "C3").count(), 0);
      await page.locator("main a[href='/']").click();
      await page.waitForURL(`${server.origin}/`);
      await page.context().close();
    }
  const page = await openPage(browser, server, "/embed/nonesuch0000");
  await page.locator("[role=alert]").waitFor();
  assert.equal(await cell(page, "C3").count(), 0);
  await page.context().close();
});

test("where no program runs a sentence says that there is nothing", async () => {
  const page = await openPage(browser, server, "/nowhere", { javaScriptEnabled: false });
  const sentence = page.locator("noscript p", { hasText: "There is nothing at this address." });
  await sentence.waitFor();
  await page.locator("noscript a").click();
  await page.waitForURL(`${server.origin}/`);
  await page.locator("noscript p").first().waitFor();
  assert.equal(await sentence.count(), 0);
  await page.context().close();
});
