// What concerns the reader wherever on the site: a game that began, a challenge that came.

import { askingButton } from "./asking.js";
import { button, el, link, replace } from "./dom.js";
import { t } from "./i18n.js";
import { errorText } from "./errors.js";
import { gamePath, opponentOf } from "./people.js";
import { giveKeyboard } from "./place.js";
import { termsText } from "./terms.js";

export class Notices {
  #app;
  #challenges = new Map(); // id -> its notice, while that is shown
  #listeners = new Set();
  #user = null; // whose the notices are
  #known = new Set(); // unfinished games of the user that have been told of

  // Begins to listen; made once.
  constructor(app) {
    this.#app = app;
    const { connection, session } = app;
    connection.on("game_started", ({ game }) => this.#gameStarted(game));
    connection.on("challenge", ({ challenge }) => this.#challenged(challenge));
    connection.on("challenge_closed", ({ id }) => this.#close(id));
    connection.on("ready", () => {
      this.#lookForGames();
      this.#lookForChallenges();
    });
    session.on((user) => this.#userChanged(user));
  }

  // Whether the challenge is being shown here.
  has(id) {
    return this.#challenges.has(id);
  }

  // Calls listener() when the notice of a challenge has come or gone; gives a function that ends
  // that.
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #gameStarted(game) {
    const user = this.#app.session.user?.name;
    if (game.blue.name !== user && game.red.name !== user) return;
    this.#known.add(game.id);
    if (location.pathname === gamePath(game.id)) return; // whoever asked for it went there at once
    if (document.querySelector(".game.is-playing") === null) this.#app.navigate(gamePath(game.id));
    else gameNotice(game, opponentOf(game, user));
  }

  #challenged(challenge) {
    if (challenge.to.name !== this.#app.session.user?.name || this.has(challenge.id)) return;
    const notice = challengeNotice(this.#app, challenge, () => this.#close(challenge.id));
    this.#challenges.set(challenge.id, notice);
    this.#app.announce(notice.textContent);
    this.#tell();
  }

  #close(id) {
    const notice = this.#challenges.get(id);
    if (!this.#challenges.delete(id)) return;
    remove(notice);
    this.#tell();
  }

  // Games that began while the link was broken.
  async #lookForGames() {
    const fresh = this.#app.session.playing.filter((id) => !this.#known.has(id));
    for (const game of fresh) {
      const ok = await this.#app.connection.ask("record", { game }).catch(() => null);
      if (ok) this.#gameStarted(ok.record);
    }
  }

  // Challenges that were answered or withdrawn meanwhile are not there any more.
  async #lookForChallenges() {
    if (this.#challenges.size === 0) return;
    const open = await this.#app.connection.ask("challenges").catch(() => null);
    const ids = new Set(open?.in.map(({ id }) => id));
    for (const id of [...this.#challenges.keys()]) if (!ids.has(id)) this.#close(id);
  }

  #userChanged(user) {
    if (user?.name === this.#user) return;
    this.#user = user?.name;
    this.#known = new Set(this.#app.session.playing);
    for (const id of [...this.#challenges.keys()]) this.#close(id);
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

function show(onClose, ...children) {
  const notice = el("div", { class: "notice" }, children);
  const close = button("×", onClose ?? (() => remove(notice)), {
    class: "button-quiet notice-close", "aria-label": t("notice.dismiss") });
  notice.append(close);
  const region = document.getElementById("notices");
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", t("notice.region"));
  region.append(notice);
  return notice;
}

function remove(notice) {
  const had = notice.contains(document.activeElement);
  notice.remove();
  if (had) giveKeyboard(null);
}

function gameNotice(game, opponent) {
  const notice = show(null, el("p", {}, t("notice.game_started", { name: opponent.name })),
    link(gamePath(game.id), t("notice.open_game")));
  notice.querySelector("a").addEventListener("click", () => notice.remove());
}

function challengeNotice(app, challenge, onClose) {
  const text = t("waiting.in", { name: challenge.user.name, terms: termsText(challenge) });
  const problem = el("p", { class: "problem", role: "alert" });
  const answer = (accept) => async () => {
    try {
      await app.connection.ask("challenge_answer", { challenge: challenge.id, accept });
      onClose();
    } catch (error) {
      replace(problem, errorText(error));
    }
  };
  return show(onClose,
    el("p", {}, text),
    el("div", { class: "form-buttons" },
      askingButton(t("waiting.accept"), answer(true), { class: "button-main" }),
      askingButton(t("waiting.decline"), answer(false))),
    problem);
}
