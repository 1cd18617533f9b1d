// Who one is: guest, account, nobody; on every page, in every tab, after every break.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "./support/server.js";
import { Peer } from "./support/peer.js";
import { expectText, launch, openPage } from "./support/browser.js";

let server, browser;

before(async () => {
  server = await Server.start();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

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
