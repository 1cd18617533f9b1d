// The pages to read and try: rules, openings, and the history API's own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ROUTES, GAME } from "../../server/web/js/api/reference.js";
import { browser, server, setStage } from "./support/stage.js";
import { Peer, playTurns, startGame } from "./support/peer.js";
import { expectNoFindings, expectText, openPage } from "./support/browser.js";

let game;

setStage(async () => {
  const [ann, bob] = [await Peer.join(server, "ann"), await Peer.join(server, "bob")];
  game = await startGame(ann, bob, { rated: true });
  await playTurns(ann, bob, game, ["C3", "C4", "C3xC4"]);
});

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test("every example of the rules steps through to its end", async () => {
  const page = await openPage(browser, server, "/rules");
  const examples = page.locator(".example");
  await examples.first().waitFor();
  for (let index = 0; index < (await examples.count()); index++) {
    const example = examples.nth(index);
    const next = example.getByRole("button", { name: "Next" });
    const seen = new Set([await example.locator(".step-text").textContent()]);
    while ((await next.getAttribute("aria-disabled")) === "false") {
      await next.click();
      seen.add(await example.locator(".step-text").textContent());
    }
    const count = await example.locator(".step-count").textContent();
    assert.equal(count, `Step ${seen.size} of ${seen.size}`);
  }
  assert.ok((await examples.count()) >= 7);
  await close(page);
});

test("the rules can be tried: both sides by hand, a win, and back", async () => {
  const page = await openPage(browser, server, "/rules");
  const practice = page.locator(".practice");
  const press = (name) => practice.locator(`[data-cell="${name}"]`).click();
  const status = (text) => practice.locator(".practice-status").filter({ hasText: text }).waitFor();
  await press("C5");
  await status("Red to move");
  await press("D5");
  await press("D4");
  await press("D5");
  await status("Choose what D5 captures.");
  await press("C5");
  await practice.getByRole("button", { name: "Play D5xC5" }).click();
  await press("D4");
  await press("D5");
  await press("C5");
  await practice.getByRole("button", { name: "Play D4xD5xC5" }).click();
  await status("Blue has won.");
  await practice.getByRole("button", { name: "Take back" }).click();
  await status("Blue to move");
  await expectNoFindings(page);
  await practice.getByRole("button", { name: "Start again" }).click();
  assert.equal(await practice.locator(".practice-move").count(), 0);
  await close(page);
});

test("openings lead deeper and back, by link, by board and by address", async () => {
  const page = await openPage(browser, server, "/openings");
  await expectText(page, ".openings-count", "1 game");
  await page.locator(".turn-link").click();
  await expectText(page, ".crumbs", "C3");
  const [next] = await page.locator(".turn-link").allTextContents();
  await page.locator(`.openings-board [data-cell="${next}"]`).click();
  await page.waitForURL(new RegExp(`moves=C3_${next}$`));
  await expectText(page, ".openings-count", "1 game");
  await expectNoFindings(page);
  await page.goBack();
  await page.waitForURL(/moves=C3$/);
  await page.locator(".crumbs a").first().click();
  await page.waitForURL(/size=3$/);
  await page.goto("/openings?size=3&moves=C3_C4_C3xC4");
  await expectText(page, ".openings-list", "The game is over here: Blue has won.");
  await page.goto("/openings?size=3&moves=C3_C3");
  await expectText(page, ".problem", "This line cannot be played: C3 C3");
  await page.goto("/openings?size=4&moves=D4");
  await expectText(page, ".openings-list", "No finished rated game has come this way.");
  await close(page);
});

test("the page about the API shows every route, and axe finds nothing there", async () => {
  const page = await openPage(browser, server, "/api");
  for (const { path } of ROUTES) await expectText(page, ".api-path", path);
  await expectNoFindings(page);
  await close(page);
});

test("nothing moves while a page comes", async () => {
  for (const path of ["/", "/user/ann", "/leaderboard", "/rules", "/openings", "/api"]) {
    const page = await openPage(browser, server, "/rules");
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput) window.shifts.push(entry.value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(path);
    await page.locator("h1").waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await page.evaluate(() => window.shifts), [], path);
    await close(page);
  }
});

// Everything in the example is in the answer, of the same kind; lists by their first member.
function expectShape(example, answer, path) {
  if (example === null || typeof example !== "object")
    return assert.equal(answer === null ? null : typeof answer,
      example === null ? null : typeof example, path);
  assert.equal(Array.isArray(answer), Array.isArray(example), path);
  for (const [name, member] of Object.entries(example))
    expectShape(member, answer?.[name], `${path}.${name}`);
}

for (const { id, example, answer, type } of ROUTES)
  test(`the API answers the example of ${id}`, async () => {
    const response = await fetch(server.origin + example.replace(GAME, game));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type").split(";")[0], type ?? "application/json");
    const body = await response.text();
    assert.ok(body.length > 0);
    if (answer) expectShape(answer, JSON.parse(body), id);
  });
