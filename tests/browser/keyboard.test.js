// The keyboard alone plays a game, and what happens is said.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { Peer, startGame } from "./support/peer.js";
import { expectText, expectTurns, openPage } from "./support/browser.js";

setStage();

const focused = (page) => page.evaluate(() => document.activeElement?.dataset.cell ?? null);

// Tabs until the board has the focus.
async function tabToBoard(page) {
  for (let presses = 0; presses < 40; presses++) {
    if ((await focused(page)) !== null) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("the board is not to be reached by Tab");
}

// Goes from the cell in focus to another by arrow keys: first its row, then its place in the row.
async function goTo(page, name) {
  for (let presses = 0; presses < 20; presses++) {
    const here = await focused(page);
    if (here === name) return;
    const rows = name.charCodeAt(0) - here.charCodeAt(0);
    const key = rows !== 0 ? (rows > 0 ? "ArrowUp" : "ArrowDown")
      : name[1] > here[1] ? "ArrowRight" : "ArrowLeft";
    await page.keyboard.press(key);
  }
  assert.fail(`${name} is not to be reached by arrow keys`);
}

test("a whole game is played by keys alone", async () => {
  const [me, other] = await Promise.all([Peer.join(server), Peer.join(server)]);
  const game = await startGame(me, other);
  const page = await openPage(browser, server, `/game/${game}`, { token: me.token });
  await page.locator(".game").waitFor();
  await tabToBoard(page);
  await goTo(page, "C5");
  await page.keyboard.press("Enter");
  await expectTurns(page, ["C5"]);
  assert.equal(await focused(page), "C5");

  await other.ask("move", { game, move: "D5" });
  await expectText(page, "#live", "Red places on D5. It is your turn.");
  await goTo(page, "D4");
  await page.keyboard.press(" ");
  await expectTurns(page, ["C5", "D5", "D4"]);

  await other.ask("move", { game, move: "D5xC5" });
  await expectText(page, "#live", "Red captures C5 with D5. It is your turn.");
  await page.keyboard.press("Enter");
  await expectText(page, "#live", "D4 captures");
  await goTo(page, "D5");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await goTo(page, "C5");
  await page.keyboard.press("Enter");
  await expectText(page, ".status-text", "D4xD5xC5: play it");
  await page.keyboard.press("Enter");
  await expectText(page, "#live", "Blue won");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a finished game is looked through by arrow keys", async () => {
  const [blue, red] = await Promise.all([Peer.join(server), Peer.join(server)]);
  const game = await startGame(blue, red);
  for (const [peer, move] of [[blue, "C3"], [red, "C4"], [blue, "C3xC4"]])
    await peer.ask("move", { game, move });
  const page = await openPage(browser, server, `/game/${game}`);
  await page.locator(".game").waitFor();
  await page.keyboard.press("Home");
  await expectText(page, ".status-text", "After turn 0 of 3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".status-text", "After turn 2 of 3");
  assert.equal(await page.locator(".move[aria-current]").getAttribute("data-move"), "C4");
  await page.keyboard.press("ArrowLeft");
  await expectText(page, ".status-text", "After turn 1 of 3");
  await page.keyboard.press("End");
  await expectText(page, ".status-text", "Blue won");
  await page.context().close();
});
