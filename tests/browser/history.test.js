// Looking back in the browser: profiles with their filters and pages, and the leaderboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { Peer, playTurns, startGame } from "./support/peer.js";
import { expectNoFindings, expectText, openPage, PHONE } from "./support/browser.js";

const SHORT_GAME = ["C3", "C4", "C3xC4"];
// Of ann and bob, more than a page of 20: every third is bob's to win, every fourth is casual.
const GAMES = 24;

let ann, bob;

setStage(async () => {
  ann = await Peer.join(server, "ann");
  bob = await Peer.join(server, "bob");
  for (let number = 0; number < GAMES; number++) {
    const [blue, red] = number % 3 === 0 ? [bob, ann] : [ann, bob];
    const game = await startGame(blue, red, { rated: number % 4 !== 0 });
    await playTurns(blue, red, game, SHORT_GAME);
  }
  const given = await startGame(ann, bob, { size: 4 });
  await playTurns(ann, bob, given, ["D4", "D5"]);
  await bob.ask("resign", { game: given });
});

const rows = (page) => page.locator(".game-table tbody tr");

async function expectRows(page, count) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".game-table tbody tr").length === wanted, count);
}

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test("a profile has counts, ratings, their course as chart and table, and games", async () => {
  const page = await openPage(browser, server, "/user/ANN");
  await expectText(page, "h1", "ann");
  await expectText(page, ".count-won", "17");
  await expectText(page, ".count-lost", "8");
  await expectText(page, ".ratings-card", "Blitz, 19 cells");
  await page.getByRole("img", { name: /^Rating of ann in Blitz, 19 cells: from \d+ to \d+/ })
    .waitFor();
  await page.getByText("The same as a table").click();
  assert.equal(await page.locator(".course tbody tr").count(), 18);
  await expectRows(page, 20);
  await expectNoFindings(page);
  await close(page);
});

test("games come page by page, each once", async () => {
  const page = await openPage(browser, server, "/user/ann");
  await expectRows(page, 20);
  const links = () => rows(page).locator("td:last-child a").evaluateAll((all) =>
    all.map((link) => link.getAttribute("href")));
  const first = await links();
  await page.getByRole("link", { name: "Older games" }).click();
  await expectRows(page, 5);
  assert.equal(new Set([...first, ...(await links())]).size, 25);
  assert.match(page.url(), /cursor=/);
  await page.goBack();
  await expectRows(page, 20);
  await close(page);
});

test("filters are in the address, and hold when it is opened anew", async () => {
  const page = await openPage(browser, server, "/user/ann");
  await page.locator(".filter-box summary").click();
  await expectNoFindings(page);
  await page.getByLabel("Result").selectOption("loss");
  await page.getByLabel("Kind").selectOption("true");
  await page.getByLabel("Against").fill("bob");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expectRows(page, 6);
  const url = new URL(page.url());
  assert.deepEqual(Object.fromEntries(url.searchParams),
    { result: "loss", rated: "true", versus: "bob" });
  await page.reload();
  await expectRows(page, 6);
  assert.equal(await page.getByLabel("Result").inputValue(), "loss");
  for (const [query, count] of [["reason=resign", 1], ["size=4", 1], ["pool=4-blitz", 1],
    ["pool=3-blitz&rated=true", 18], ["pool=3-blitz&rated=true&result=win", 12]]) {
    await page.goto(`/user/ann?${query}`);
    await expectRows(page, count);
  }
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expectRows(page, 20);
  await close(page);
});

test("filters that nothing fits, that nobody has, or that cannot be, say so", async () => {
  const page = await openPage(browser, server, "/user/ann?since=2010-01-01&until=2011-01-01");
  await expectText(page, ".games-list", "No game fits these filters.");
  await page.goto("/user/ann?versus=nobody-here");
  await expectText(page, ".games-list", "Nobody here is called nobody-here.");
  await page.getByLabel("From", { exact: true }).fill("2026-02-01");
  await page.getByLabel("Until", { exact: true }).fill("2026-01-01");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expectText(page, ".filters .problem", "The first day is after the last.");
  await page.goto("/user/ann?cursor=nonsense");
  await expectText(page, ".games-list", "cannot be right");
  await close(page);
});

test("the past is asked for by a day", async () => {
  const page = await openPage(browser, server, "/user/ann?at=2020-01-01");
  await expectText(page, "main", "ann had no account yet on that day.");
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, "0")).join("-");
  await page.goto(`/user/ann?at=${day}`);
  await expectText(page, ".as-of", "As things stood at the end of");
  await expectText(page, ".count-won", "17");
  await close(page);
});

test("an unknown user and an unknown page are told kindly", async () => {
  const page = await openPage(browser, server, "/user/nobody");
  await expectText(page, "main", "Nobody here is called nobody.");
  await expectNoFindings(page);
  await page.context().close(); // with the complaint that the page is 404
});

test("the leaderboard goes by pool, leaves bots out, and says when it is empty", async () => {
  const page = await openPage(browser, server, "/leaderboard");
  await expectText(page, ".leaderboard", /Nobody has a settled rating|ann/);
  await page.getByLabel("Speed").selectOption("correspondence");
  await expectText(page, ".leaderboard", "Nobody has a settled rating here yet.");
  assert.match(page.url(), /pool=3-correspondence/);
  await page.getByRole("radio", { name: "Large, 37 cells" }).check({ force: true });
  await page.getByLabel("Show bots too").check();
  await page.waitForURL(/pool=4-correspondence&bots=true/);
  await page.reload();
  assert.equal(await page.getByLabel("Speed").inputValue(), "correspondence");
  assert.ok(await page.getByLabel("Show bots too").isChecked());
  await close(page);
});

test("on a phone the way to each game is in sight, also with long names and words", async () => {
  const [one, other] = [await Peer.join(server, "Maximiliaan-van-Zuid"),
    await Peer.join(server, "Wilhelmina-van-Noord")];
  await playTurns(one, other, await startGame(one, other), SHORT_GAME);
  const page = await openPage(browser, server, "/user/Maximiliaan-van-Zuid",
    { viewport: PHONE, locale: "ru" });
  await expectRows(page, 1);
  const inside = await page.locator(".table-frame:has(.game-table)").evaluate(
    (frame) => frame.scrollWidth <= frame.clientWidth);
  assert.ok(inside, "the table of games is wider than its frame");
  await close(page);
});

test("dates are written as where the reader is, and the chart says no time twice", async () => {
  for (const [locale, shape] of [["en-GB", /^\d/], ["en-US", /^[A-Z]/], ["xx", /^\d/]]) {
    const page = await openPage(browser, server, "/user/ann", { locale });
    await expectRows(page, 20);
    assert.match(await page.locator(".game-ended time").first().textContent(), shape, locale);
    const times = await page.locator(".chart-date").allTextContents();
    assert.equal(new Set(times).size, times.length);
    await close(page);
  }
});
