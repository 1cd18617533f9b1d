// A newcomer's first minute: from the start page, as a guest, against the house bot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { openPage, playTurn } from "./support/browser.js";

setStage(async () => {
  await server.startHouse();
});

// The first turn that the referee offers, a capture where there is one: games end sooner so.
async function chooseTurn(page) {
  return page.evaluate(async () => {
    const { loadReferee } = await import("/web/js/referee.js");
    const referee = await loadReferee();
    const turns = [...document.querySelectorAll(".move")].map(({ dataset }) => dataset.move);
    const { positions } = referee.replay(3, turns);
    const { place, capture } = referee.legal(positions.at(-1));
    for (const [from, targets] of capture) return `${from}x${[...targets][0]}`;
    return [...place][0];
  });
}

test("a guest plays a game against the house bot", async () => {
  const page = await openPage(browser, server, "/");
  await page.getByRole("radio", { name: "The computer" }).check();
  await page.getByRole("button", { name: /^10\+0/ }).click();
  await page.locator(".game.is-playing").waitFor();
  for (;;) {
    await page.waitForFunction(() => document.querySelector(".status.is-ours") !== null ||
      document.querySelector(".game.is-playing") === null);
    if ((await page.locator(".game.is-playing").count()) === 0) break;
    const before = await page.locator(".move").count();
    await playTurn(page, await chooseTurn(page));
    await page.waitForFunction((count) => document.querySelectorAll(".move").length > count ||
      document.querySelector(".game.is-playing") === null, before);
  }
  assert.match(await page.locator(".status-text").textContent(), /won/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
