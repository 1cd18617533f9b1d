// Chromium, and what tests do with its pages.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SHOTS = process.env.SCREENSHOTS ?? join(ROOT, "build/screenshots");
const AXE = createRequire(import.meta.url)("axe-core").source;
const DEADLINE_MS = 60000; // to find a hang, not to measure

export const DESKTOP = { width: 1280, height: 820 };
export const PHONE = { width: 360, height: 740 };

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

// A page of a browser of its own, signed in by `token` where one is given. What goes wrong in it is
// collected in `page.complaints`, which tests expect to be empty.
export async function openPage(browser, server, path = "/", options = {}) {
  const { token = null, viewport = DESKTOP, theme = "light", locale = "en-GB", ...more } = options;
  const context = await browser.newContext({ viewport, colorScheme: theme, locale,
    baseURL: server.origin, ...more });
  if (token !== null)
    await context.addInitScript((value) => localStorage.setItem("clamber.token", value), token);
  const page = await context.newPage();
  page.setDefaultTimeout(DEADLINE_MS);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(error.stack));
  page.on("console", (message) => {
    if (message.type() === "error") page.complaints.push(message.text());
  });
  await page.goto(path);
  return page;
}

export const cell = (page, name) => page.locator(`.game-board [data-cell="${name}"]`);
export const action = (page, name) => page.locator(`[data-action="${name}"]`);

// Presses the cells of a turn; a capture is then played as it stands.
export async function playTurn(page, turn) {
  const cells = turn.split("x");
  for (const name of cells) await cell(page, name).click();
  if (cells.length > 1) await action(page, "play").click();
}

// Waits until the list of turns is exactly this.
export async function expectTurns(page, turns) {
  await page.waitForFunction(
    (wanted) => {
      const shown = [...document.querySelectorAll(".move")].map((move) => move.dataset.move);
      return JSON.stringify(shown) === JSON.stringify(wanted);
    },
    turns,
  );
}

export async function expectText(page, selector, text) {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}

const EVERYTHING = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
  "best-practice"] };
const COLORS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

// Runs axe over the page as it is; gives its findings as lines. Of a page that was judged in one
// theme only its colours are new in the other.
export async function findings(page, { colorsOnly = false } = {}) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (runOnly) => axe.run(document, { runOnly, resultTypes: ["violations"] }),
    colorsOnly ? COLORS : EVERYTHING,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target} ${node.failureSummary}`));
}

export async function expectNoFindings(page, options) {
  assert.deepEqual(await findings(page, options), []);
}

// Nothing may be wider than the window.
export async function expectNoSidewaysScroll(page) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth,
    innerWidth]);
  assert.ok(wide <= window, `${wide} px wide in a window of ${window}`);
}

export async function screenshot(page, name) {
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}
