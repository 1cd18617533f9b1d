// All five languages in the browser: from its own settings, from the menu, and nothing left over.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { Peer, playTurns, startGame } from "./support/peer.js";
import { expectNoSidewaysScroll, expectText, openPage, PHONE } from "./support/browser.js";
import { LANGUAGES, load } from "../web/sources.mjs";

const english = await load("lang/en.js");

setStage(async () => {
  const [ann, bob] = [await Peer.join(server, "ann"), await Peer.join(server, "bob")];
  const game = await startGame(ann, bob, { rated: true });
  await playTurns(ann, bob, game, ["C3", "C4", "C3xC4"]);
  await startGame(ann, bob, { time: null });
});

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

for (const language of LANGUAGES)
  test(`${language}: as the browser asks for it, on every page, no key showing`, async () => {
    const texts = await load(`lang/${language}.js`);
    const page = await openPage(browser, server, "/",
      { locale: language, viewport: PHONE, hasTouch: true });
    for (const [path, key] of [["/", "home.new_game"], ["/user/ann", "user.ratings"],
      ["/leaderboard", "leaderboard.title"], ["/rules", "rules.try"],
      ["/openings", "openings.title"], ["/api", "api.title"]]) {
      await page.goto(path);
      await expectText(page, "main", texts[key]);
      await page.waitForLoadState("networkidle");
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      const shown = await page.locator("body").innerText();
      const leftOver = Object.keys(english).filter((one) => shown.split(/\s/).includes(one));
      assert.deepEqual(leftOver, [], path);
      await expectNoSidewaysScroll(page);
    }
    await close(page);
  });

test("the menu changes the language at once, and it stays", async () => {
  const page = await openPage(browser, server, "/leaderboard");
  for (const language of LANGUAGES) {
    const { "leaderboard.title": title } = await load(`lang/${language}.js`);
    if (!(await page.locator("select[name=language]").isVisible()))
      await page.locator(".header .menu summary").last().click();
    await page.locator("select[name=language]").selectOption(language);
    await expectText(page, "h1", title);
  }
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("lang"), LANGUAGES.at(-1));
  await close(page);
});
