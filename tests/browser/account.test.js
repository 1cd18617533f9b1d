// Who one is: guest, account, nobody; on every page, in every tab, after every break.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { Peer, startGame } from "./support/peer.js";
import { cell, expectText, expectTurns, openPage } from "./support/browser.js";

setStage();

async function fillIn(page, name, password) {
  await page.locator("dialog input[name=name]").fill(name);
  await page.locator("dialog input[name=password]").fill(password);
  await page.locator("dialog button[type=submit]").click();
}

test("an account is made, left, and entered again; a wrong password is told", async () => {
  const page = await openPage(browser, server, "/rules");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("dialog .button-link").click();
  await fillIn(page, "Carol", "correct horse");
  await expectText(page, ".header-account summary", "Carol");
  assert.equal(await page.locator("dialog").count(), 0);

  await page.locator(".header-account summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await fillIn(page, "carol", "wrong horse");
  await expectText(page, "dialog .problem", "wrong");
  await fillIn(page, "carol", "correct horse");
  await expectText(page, ".header-account summary", "Carol");
  await page.reload();
  await expectText(page, ".header-account summary", "Carol");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a name that is taken is told, and the dialog closes by Escape", async () => {
  await (await Peer.join(server, "dave")).close();
  const page = await openPage(browser, server, "/rules");
  await page.getByRole("button", { name: "Sign in" }).press("Enter");
  await page.locator("dialog .button-link").click();
  await fillIn(page, "Dave", "correct horse");
  await expectText(page, "dialog .problem", "taken");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.context().close();
});

test("a guest becomes somebody", async () => {
  const guest = await Peer.join(server);
  const page = await openPage(browser, server, "/rules", { token: guest.token });
  await page.locator(".header-account summary").click();
  await page.locator(".header-account .menu-box button").first().click();
  await fillIn(page, "erin", "correct horse");
  await expectText(page, ".header-account summary", "erin");
  await page.context().close();
});

test("a token that is dead is forgotten, in every tab", async () => {
  const frank = await Peer.join(server, "frank");
  const page = await openPage(browser, server, "/rules", { token: frank.token });
  await expectText(page, ".header-account summary", "frank");
  await frank.ask("logout");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("clamber.token")), null);
  await page.context().close();
});

test("a challenge is shown wherever one is, and accepted there", async () => {
  const [gina, hugo] = [await Peer.join(server, "gina"), await Peer.join(server, "hugo")];
  const page = await openPage(browser, server, "/rules", { token: gina.token });
  await expectText(page, ".header-account summary", "gina");
  await hugo.ask("challenge", { user: "gina", color: "red" });
  await expectText(page, ".notice", "hugo");
  await page.locator(".notice .button-main").click();
  await page.locator(".game.is-playing").waitFor();
  await expectText(page, ".status-text", "It is your turn. The first turn is due within");
  await page.context().close();
});

test("a guest whose wish for an account fails is a guest still, with the game", async () => {
  const [guest, other] = [await Peer.join(server), await Peer.join(server)];
  await Peer.join(server, "irma");
  const game = await startGame(guest, other);
  const page = await openPage(browser, server, `/game/${game}`, { token: guest.token });
  await page.locator(".header-account summary").click();
  await page.locator(".header-account .menu-box button").first().click();
  await fillIn(page, "irma", "correct horse");
  await expectText(page, "dialog .problem", "taken");
  await page.keyboard.press("Escape");
  await cell(page, "C3").click();
  await expectTurns(page, ["C3"]);
  await expectText(page, ".header-account summary", guest.user.name);
  await page.context().close();
});

test("two tabs: who signs out in one is signed out in both, and signs in for both", async () => {
  const jens = await Peer.join(server, "jens");
  const one = await openPage(browser, server, "/rules");
  await one.evaluate((token) => localStorage.setItem("clamber.token", token), jens.token);
  await one.reload();
  await expectText(one, ".header-account summary", "jens");
  const other = await one.context().newPage();
  await other.goto("/user/jens");
  await other.locator(".account-card").waitFor();
  await one.locator(".header-account summary").click();
  await one.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign in" }).waitFor();
  await other.locator(".account-card").waitFor({ state: "detached" });
  await one.locator(".new-game").waitFor();
  await one.getByRole("button", { name: "Sign in" }).press("Enter");
  await fillIn(one, "jens", "correct horse");
  await expectText(other, ".header-account summary", "jens");
  // The keyboard is where the dialog was opened.
  await one.waitForFunction(() => document.activeElement.textContent === "jens");
  await one.context().close();
});

test("a tab that hears late of its end leaves the token of another tab alone", async () => {
  const [kurt, lena] = [await Peer.join(server, "kurt"), await Peer.join(server, "lena")];
  const page = await openPage(browser, server, "/rules");
  await page.evaluate((token) => localStorage.setItem("clamber.token", token), kurt.token);
  await page.reload();
  await expectText(page, ".header-account summary", "kurt");
  await page.evaluate((token) => localStorage.setItem("clamber.token", token), lena.token);
  await kurt.ask("logout");
  await expectText(page, ".header-account summary", "lena");
  assert.equal(await page.evaluate(() => localStorage.getItem("clamber.token")), lena.token);
  await page.context().close();
});

test("a challenge has one place at a time: its notice, then the list of what waits", async () => {
  const [mona, nils] = [await Peer.join(server, "mona"), await Peer.join(server, "nils")];
  const page = await openPage(browser, server, "/", { token: mona.token });
  await expectText(page, ".header-account summary", "mona");
  await page.locator(".new-game").waitFor();
  await nils.ask("challenge", { user: "mona" });
  await expectText(page, ".notice", "nils challenges you");
  assert.equal(await page.locator(".waiting-in").count(), 0);
  await page.locator(".notice-close").press("Enter");
  await expectText(page, ".waiting-in", "nils challenges you");
  assert.equal(await page.locator(".notice").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.locator(".waiting-in").getByRole("button", { name: "Decline" }).press("Enter");
  await page.locator(".waiting-in").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.context().close();
});
