// Games being played: the game of the moment on a larger board, others on small ones.

import { el, replace } from "../dom.js";
import { t } from "../i18n.js";
import { Miniature, Shelf } from "../miniature.js";

const SHOWN = 6;
const ASKED = 24; // of which some are not shown here: the reader's own, and the game of the moment
const RESULT_SHOWN_MS = 3000; // before the next game of the moment takes its place
const LOOK_EVERY_MS = 10000; // for games that began meanwhile; turns come by themselves

export class LiveGames {
  #app;
  #shelf;
  #tv = null; // the game of the moment, as a Miniature
  #tvPlace = el("div", { class: "tv-place" });
  #empty = el("p", { class: "empty" }, t("live.empty"));
  #ends = [];
  #timer;
  #tvTimer;

  constructor(app) {
    this.#app = app;
    this.#shelf = new Shelf(app.connection);
    this.tv = el("section", { class: "card tv", "aria-labelledby": "tv-title" },
      el("h2", { id: "tv-title" }, t("tv.title")), this.#tvPlace);
    this.element = el("section", { class: "card live", "aria-labelledby": "live-title" },
      el("h2", { id: "live-title" }, t("live.title")), this.#shelf.element, this.#empty);
    this.#showTv(null);
  }

  async open() {
    const { connection } = this.#app;
    this.#ends.push(connection.hold("untv"));
    for (const name of ["start", "move", "skip", "takeback", "end"])
      this.#ends.push(connection.on(name, (event) => {
        if (event.game === this.#tv?.game.id) this.#tv.take(event);
      }));
    this.#ends.push(connection.on("tv", ({ game }) => this.#nextTv(game)));
    this.#ends.push(connection.on("ready", () => this.#askTv().catch(() => {})));
    this.#timer = setInterval(() => {
      if (document.visibilityState === "visible") this.#look().catch(() => {});
    }, LOOK_EVERY_MS);
    await this.#askTv();
    await this.#look();
  }

  close() {
    clearInterval(this.#timer);
    clearTimeout(this.#tvTimer);
    for (const end of this.#ends) end();
    this.#shelf.close();
  }

  async #askTv() {
    const { game } = await this.#app.connection.ask("tv");
    this.#showTv(game);
  }

  async #look() {
    const { games } = await this.#app.connection.ask("games", { limit: ASKED });
    const own = this.#app.session.user?.name;
    const shown = games.filter(({ id, blue, red }) =>
      id !== this.#tv?.game.id && blue.name !== own && red.name !== own).slice(0, SHOWN);
    this.#shelf.show(shown);
    this.#empty.hidden = shown.length > 0;
    this.element.hidden = shown.length === 0 && this.#tv !== null;
  }

  // Where a game has just ended its result is seen for a moment; where none follows, for longer.
  #nextTv(game) {
    if (this.#tv === null) return this.#showTv(game);
    if (game === null) return;
    this.#tv = new Miniature(game);
    clearTimeout(this.#tvTimer);
    this.#tvTimer = setTimeout(() => replace(this.#tvPlace, this.#tv.element), RESULT_SHOWN_MS);
  }

  #showTv(game) {
    clearTimeout(this.#tvTimer);
    this.#tv = game && new Miniature(game);
    const empty = el("p", { class: "empty tv-empty" }, t("tv.empty"));
    replace(this.#tvPlace, this.#tv?.element ?? empty);
  }
}
