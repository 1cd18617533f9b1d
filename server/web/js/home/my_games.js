// The reader's unfinished games, those in which it is the reader's turn first.

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { Shelf } from "../miniature.js";
import { termsText } from "../terms.js";

const MOST = 100;

export class MyGames {
  #app;
  #shelf;
  #onTurns;
  #ends = [];

  // onTurns(count): in how many games it is the reader's turn
  constructor(app, onTurns) {
    this.#app = app;
    this.#onTurns = onTurns;
    this.#shelf = new Shelf(app.connection, { keep: true, onNews: () => this.#count() });
    this.element = el("section",
      { class: "card mine", hidden: true, "aria-labelledby": "mine-title" },
      el("h2", { id: "mine-title" }, t("mine.title")), this.#shelf.element);
  }

  async open() {
    const { connection, session } = this.#app;
    const look = () => this.#look().catch(() => {});
    this.#ends = [connection.on("game_started", look), connection.on("ready", look),
      connection.on("end", look), session.on(look)];
    await this.#look();
  }

  close() {
    for (const end of this.#ends) end();
    this.#shelf.close();
  }

  async #look() {
    const name = this.#app.session.user?.name;
    const games = name
      ? (await this.#app.connection.ask("games", { user: name, limit: MOST })).games
      : [];
    games.sort((one, other) => isTurnOf(name, other) - isTurnOf(name, one));
    this.#shelf.show(games, (game) => ({
      facing: colorOf(name, game),
      describe: (now) => describeMine(name, now),
    }));
    this.element.hidden = games.length === 0;
    this.#count();
  }

  #count() {
    const name = this.#app.session.user?.name;
    this.#onTurns(this.#shelf.games.filter((game) => isTurnOf(name, game)).length);
  }
}

const colorOf = (name, game) => (game.blue.name === name ? "blue" : "red");

// Blue makes the even turns, skips counted.
const sideOf = (game) => (game.ply % 2 === 0 ? "blue" : "red");

function isTurnOf(name, game) {
  return game.result === null && sideOf(game) === colorOf(name, game);
}

function describeMine(name, game) {
  const own = isTurnOf(name, game);
  return [
    el("strong", { class: own ? "turn-own" : "turn-theirs" },
      t(own ? "mine.your_turn" : "mine.their_turn")),
    el("br"),
    termsText(game),
  ];
}
