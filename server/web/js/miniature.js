// Games as cards with a small board that follows what is played. One shelf of cards has one set of
// listeners and watches just the games it shows.

import { createBoard } from "./board.js";
import { cellsOfTurn } from "./cells.js";
import { el, replace } from "./dom.js";
import { t } from "./i18n.js";
import { gamePath, kindBadge } from "./people.js";
import { place } from "./place.js";
import { resultText, termsText } from "./terms.js";

const STREAM = ["start", "move", "skip", "takeback"];

// A card for one game. `game` is a summary or a snapshot; the position may come later.
export class Miniature {
  #board;
  #state = el("p", { class: "mini-state" });
  #game;
  #describe;

  // describe(game): what the card says below its names; facing: whose side is at the bottom
  constructor(game, { facing = "blue", describe = describeGame } = {}) {
    this.#game = { ...game };
    this.#describe = describe;
    const label = t("live.versus", { blue: game.blue.name, red: game.red.name });
    this.#board = createBoard({ size: game.size, facing, names: false, label });
    this.element = el(
      "article",
      { class: "mini" },
      this.#board.element,
      el("a", { class: "mini-link", href: gamePath(game.id) },
        ["blue", "red"].map((color) => playerLine(color, game[color]))),
      this.#state,
    );
    if (game.position) this.#board.show(game.position);
    this.#showState();
  }

  get game() {
    return this.#game;
  }

  // Takes a snapshot, or an event of the stream.
  take(news) {
    if (news.result) Object.assign(this.#game, { result: news.result });
    if (news.position) {
      Object.assign(this.#game, { position: news.position, ply: news.ply, to_move: news.to_move });
      this.#board.show(news.position);
      this.#board.mark({ last: new Set(news.move ? cellsOfTurn(news.move).slice(-1) : []) });
    }
    this.#showState();
  }

  #showState() {
    this.element.classList.toggle("is-over", this.#game.result !== null);
    replace(this.#state, this.#describe(this.#game));
  }
}

function playerLine(color, player) {
  return el(
    "span",
    { class: `mini-player mini-${color}` },
    el("span", { class: `swatch swatch-${color}`, "aria-hidden": "true" }),
    el("span", { class: "mini-name" }, player.name),
    kindBadge(player.kind),
    typeof player.rating === "number"
      ? el("span", { class: "player-rating" }, String(player.rating))
      : null,
  );
}

function describeGame(game) {
  if (game.result !== null) return resultText(game);
  return `${termsText(game)} · ${t("live.turn", { ply: game.ply + 1 })}`;
}

// The cards of several games, kept up to date. With `keep` the games stay watched on leaving: a
// player goes on hearing of the own games.
export class Shelf {
  #connection;
  #cards = new Map();
  #held = new Map(); // game -> ends watching it
  #closed = false;
  #ends;
  #keep;
  #onNews;

  constructor(connection, { keep = false, onNews = () => {} } = {}) {
    this.#connection = connection;
    this.#keep = keep;
    this.#onNews = onNews;
    this.#ends = [...STREAM, "end"].map((name) =>
      connection.on(name, (event) => this.#take(event)));
    this.#ends.push(connection.on("ready", () => this.#watchAll()));
    this.element = el("div", { class: "shelf" });
  }

  get games() {
    return [...this.#cards.values()].map((card) => card.game);
  }

  // Shows these games, in this order; those already shown keep their cards.
  show(games, options = () => ({})) {
    if (this.#closed) return; // an answer that came late
    const wanted = new Set(games.map(({ id }) => id));
    for (const id of [...this.#cards.keys()]) if (!wanted.has(id)) this.#drop(id);
    for (const game of games) {
      if (this.#cards.has(game.id)) continue;
      this.#cards.set(game.id, new Miniature(game, options(game)));
      this.#held.set(game.id, this.#connection.hold("unwatch", { game: game.id }));
      this.#watch(game.id);
    }
    place(this.element, games.map(({ id }) => this.#cards.get(id).element));
  }

  close() {
    this.#closed = true;
    for (const end of this.#ends) end();
    for (const id of [...this.#cards.keys()]) this.#drop(id);
  }

  #watchAll() {
    for (const id of this.#cards.keys()) this.#watch(id);
  }

  // A game that cannot be watched any more stays as it was last seen.
  async #watch(id) {
    const ok = await this.#connection.ask("watch", { game: id }).catch(() => null);
    if (ok) this.#take({ ...ok.game, game: id });
  }

  #take(event) {
    const card = this.#cards.get(event.game);
    if (!card) return;
    card.take(event);
    this.#onNews(card.game, event);
  }

  #drop(id) {
    this.#cards.delete(id);
    if (!this.#keep) this.#held.get(id)();
    this.#held.delete(id);
  }
}
