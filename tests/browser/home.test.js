// The start page: finding a game in every way there is, and what waits meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, setStage } from "./support/stage.js";
import { FIVE_MINUTES, Peer, playTurns, startGame } from "./support/peer.js";
import { cell, expectNoFindings, expectText, openPage } from "./support/browser.js";

setStage();

const time = (page, name) => page.locator(".time-button").filter({ hasText: name });
const choose = (page, name) => page.getByRole("radio", { name }).check({ force: true });
const atGame = (page) => page.waitForURL(/\/game\/\w{12}$/);

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

test("two strangers find each other with one click each", async () => {
  const [one, other] = await Promise.all([openPage(browser, server), openPage(browser, server)]);
  await time(one, "3+2").click();
  await expectText(one, ".waiting-seek", "3+2, 19 cells, casual");
  await time(other, "3+2").click();
  await Promise.all([atGame(one), atGame(other)]);
  assert.equal(one.url(), other.url());
  await expectText(one, ".menu-name", "guest-");
  await close(one, other);
});

test("a seek waits, is seen by others, and can be called off", async () => {
  const [one, other] = await Promise.all([openPage(browser, server), openPage(browser, server)]);
  await choose(one, "Large, 37 cells");
  await time(one, "10+0").click();
  await expectText(one, ".lobby-table tr", "Yours");
  await expectText(other, ".lobby-table tr", "37 cells");
  await expectNoFindings(one);
  await one.getByRole("button", { name: "Cancel" }).click();
  await one.locator(".waiting").waitFor({ state: "hidden" });
  await expectText(other, ".lobby", "Nobody is waiting");
  await close(one, other);
});

test("a seek of the lobby is taken", async () => {
  const peer = await Peer.join(server);
  await peer.ask("seek", { time: null, color: "red" });
  const page = await openPage(browser, server);
  const row = page.locator(".lobby-table tbody tr").filter({ hasText: "No clock" });
  assert.equal(await row.locator(".lobby-color").textContent(), "Blue");
  await row.getByRole("button").click();
  await atGame(page);
  await close(page);
  peer.close();
});

test("a rated seek is for those who have an account", async () => {
  const peer = await Peer.join(server, "rita");
  const { seek } = await peer.ask("seek", { time: FIVE_MINUTES, rated: true, rating_min: 1200 });
  const page = await openPage(browser, server);
  const row = page.locator(".lobby-table tbody tr").filter({ hasText: "1200 and above" });
  assert.ok(await row.getByRole("button").isDisabled());
  await expectText(page, ".new-game-options", "Sign in to play rated games.");
  await peer.ask("unseek", { seek });
  await close(page);
  peer.close();
});

test("a rated game with bounds is asked for, and the keyboard stays where it was", async () => {
  const peer = await Peer.join(server, "olga");
  const page = await openPage(browser, server, "/", { token: peer.token });
  const box = page.getByLabel("Rated", { exact: true });
  await box.press("Space");
  assert.ok(await box.evaluate((element) => element === document.activeElement));
  assert.ok(await time(page, "No clock").isDisabled());
  await page.getByLabel("from", { exact: true }).fill("1700");
  await page.getByLabel("to", { exact: true }).fill("1600");
  await time(page, "15+10").click();
  await expectText(page, ".problem", "The lower bound is above the upper one.");
  await page.getByLabel("to", { exact: true }).fill("1800");
  await time(page, "15+10").click();
  await expectText(page, ".waiting-seek", "15+10, 19 cells, rated");
  await expectText(page, ".lobby-table tr", "1700–1800");
  await expectNoFindings(page);
  await close(page);
  peer.close();
});

test("a friend is challenged by name, anywhere on the site, and accepts", async () => {
  const [ann, bob] = [await Peer.join(server, "ann"), await Peer.join(server, "bob")];
  const one = await openPage(browser, server, "/", { token: ann.token });
  const other = await openPage(browser, server, "/rules", { token: bob.token });
  await choose(one, "A friend");
  await one.getByLabel("Your friend’s name").fill("nobody-of-this-name");
  await time(one, "5+3").click();
  await expectText(one, ".problem", "Nobody here is called nobody-of-this-name.");
  await one.getByLabel("Your friend’s name").fill("BOB");
  await time(one, "5+3").click();
  await expectText(one, ".waiting-out", "bob has been challenged");
  await expectText(other, ".notice", "ann challenges you: 5+3, 19 cells, casual");
  await expectNoFindings(other);
  await other.locator(".notice").getByRole("button", { name: "Accept" }).click();
  await Promise.all([atGame(one), atGame(other)]);
  await close(one, other);
  ann.close();
  bob.close();
});

test("who declines is heard of", async () => {
  const [carla, dirk] = [await Peer.join(server, "carla"), await Peer.join(server, "dirk")];
  const page = await openPage(browser, server, "/?challenge=dirk", { token: carla.token });
  assert.equal(await page.getByLabel("Your friend’s name").inputValue(), "dirk");
  await time(page, "1+0").click();
  await page.locator(".waiting-out").waitFor();
  const { in: [challenge] } = await dirk.ask("challenges");
  await dirk.ask("challenge_answer", { challenge: challenge.id, accept: false });
  await expectText(page, ".waiting", "dirk has declined.");
  await close(page);
  carla.close();
  dirk.close();
});

test("a challenge that came earlier waits to be answered", async () => {
  const [elsa, fritz] = [await Peer.join(server, "elsa"), await Peer.join(server, "fritz")];
  await elsa.ask("challenge", { user: "fritz", time: { per_move_ms: 86400000 }, rated: true });
  const page = await openPage(browser, server, "/", { token: fritz.token });
  await expectText(page, ".waiting-in", "elsa challenges you: 1 day a turn, 19 cells, rated");
  await page.locator(".waiting-in").getByRole("button", { name: "Accept" }).click();
  await atGame(page);
  await close(page);
  elsa.close();
  fritz.close();
});

test("one's own games are there, with whose turn it is, also in the title", async () => {
  const [gerda, hans] = [await Peer.join(server, "gerda"), await Peer.join(server, "hans")];
  const game = await startGame(gerda, hans, { time: null });
  const page = await openPage(browser, server, "/", { token: gerda.token });
  await expectText(page, ".mine", "Your turn");
  await page.waitForFunction(() => document.title.startsWith("(1) "));
  await playTurns(gerda, hans, game, ["C3"]);
  await expectText(page, ".mine", "Their turn");
  await page.waitForFunction(() => !document.title.startsWith("("));
  // It is shown once, not among those of others as well.
  assert.equal(await page.locator(".live .mini").filter({ hasText: "gerda" }).count(), 0);
  await page.locator(".mine .mini-link").click();
  await atGame(page);
  assert.match(await cell(page, "C3").getAttribute("aria-label"), /Blue, height 1/);
  await close(page);
  gerda.close();
  hans.close();
});

// Remembers in `seen` whether a card of that player has said this: another game soon takes its
// place.
const lookOutFor = (page, name, text) => page.evaluate((wanted) => {
  window.seen = false;
  new MutationObserver(() => {
    const cards = [...document.querySelectorAll(".home-side .mini")];
    window.seen ||= cards.some((card) => wanted.every((part) => card.textContent.includes(part)));
  }).observe(document.querySelector(".home-side"), { subtree: true, childList: true });
}, [name, text]);

test("what is being played is shown, and followed", async () => {
  const [ina, jan] = [await Peer.join(server, "ina"), await Peer.join(server, "jan")];
  const game = await startGame(ina, jan, { time: null });
  const page = await openPage(browser, server);
  await page.locator(".home-side .mini").filter({ hasText: "ina" }).filter({ hasText: "Turn 1" })
    .first().waitFor();
  await lookOutFor(page, "ina", "Blue won by capture");
  await playTurns(ina, jan, game, ["C3", "C4", "C3xC4"]);
  await page.waitForFunction(() => window.seen);
  await close(page);
  ina.close();
  jan.close();
});

test("an account is made, signed out of, signed into, and its password changed", async () => {
  const page = await openPage(browser, server);
  const dialog = page.locator("dialog");
  const fill = async (name, password) => {
    await dialog.getByLabel("Name").fill(name);
    await dialog.locator("input[type=password]").fill(password);
    await dialog.locator("button[type=submit]").click();
  };
  const signIn = () => page.locator(".header-account").getByRole("button", { name: "Sign in" });
  await signIn().click();
  await dialog.getByRole("button", { name: "New account" }).click();
  await fill("klara", "correct horse");
  await expectText(page, ".menu-name", "klara");
  await page.locator(".menu-name").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn().click();
  await fill("klara", "wrong horse");
  await expectText(page, "dialog .problem", "The name or the password is wrong.");
  await fill("klara", "correct horse");
  await expectText(page, ".menu-name", "klara");
  await page.goto("/user/klara");
  await page.getByText("Change password").first().click();
  await page.getByLabel("Password so far").fill("wrong horse");
  await page.getByLabel("New password").fill("battery staple");
  const change = page.locator(".account-card button[type=submit]");
  await change.click();
  await expectText(page, ".account-card .problem", "The password so far is wrong.");
  await page.getByLabel("Password so far").fill("correct horse");
  await change.click();
  await expectText(page, ".account-card", "Your password is changed.");
  await expectNoFindings(page);
  await page.getByRole("button", { name: "Sign out on all devices" }).click();
  await signIn().waitFor();
  await close(page);
});

test("what one is about to press stays, whatever comes and goes around it", async () => {
  const [peer, ...others] = await Promise.all([1, 2, 3].map(() => Peer.join(server)));
  await peer.ask("seek", { time: null });
  const page = await openPage(browser, server);
  const play = page.locator(".lobby-table tr").filter({ hasText: peer.user.name })
    .getByRole("button");
  await play.focus();
  for (const other of others) {
    const { seek } = await other.ask("seek", { size: 4 });
    await expectText(page, ".lobby-table tr", other.user.name);
    await other.ask("unseek", { seek });
    await page.locator(".lobby-table tr").filter({ hasText: other.user.name })
      .waitFor({ state: "detached" });
  }
  assert.ok(await play.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await atGame(page);
  await close(page);
  for (const each of [peer, ...others]) each.close();
});
