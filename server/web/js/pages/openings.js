// The opening explorer: how finished rated games went on from a line. The address carries the line,
// so that every position can be gone back to and passed on.

import { button, el, replace } from "../dom.js";
import { createBoard } from "../board.js";
import { cellsOfTurn } from "../cells.js";
import { Chain } from "../chain.js";
import { errorText } from "../errors.js";
import { choice } from "../fields.js";
import { pathWith } from "../filters.js";
import { gameTable } from "../game_table.js";
import { t } from "../i18n.js";
import { Line } from "../line.js";
import { patience } from "../patience.js";
import { continuations, shares } from "../openings/table.js";
import { needStyle } from "../styles.js";
import { SIZES } from "../terms.js";

const MOST_TURNS = 20;
const EXAMPLES = 5;

const styled = needStyle("reading");

export function title() {
  return t("openings.title");
}

export async function show(root, { query }, app) {
  const [referee] = await Promise.all([app.referee(), styled]);
  root.append(el("h1", {}, t("openings.title")), el("p", { class: "lead" }, t("openings.lead")));
  const explorer = new Explorer(app, referee, query);
  await patience([explorer.open()]);
  root.append(explorer.element);
}

// "c3 C4_C3xC4" and the like: turns in an address are parted by blanks or low lines.
function readMoves(query) {
  return (query.get("moves") ?? "").replaceAll("_", " ").trim();
}

const pathOf = (size, turns) => pathWith("/openings", { size, moves: turns.join("_") });

class Explorer {
  #app;
  #referee;
  #size;
  #line;
  #problem;
  #board;
  #chain;
  #boardPlace = el("div", { class: "openings-board" });
  #crumbs = el("nav", { class: "crumbs", "aria-label": t("openings.line") });
  #list = el("div", { class: "openings-list" });
  #commit = button("", () => this.#chain.confirm(), { class: "button-main" });
  #undo = button(t("openings.chain.undo"), () => this.#chain.undo());
  #examples = el("section", { class: "card", "aria-labelledby": "openings-examples" });
  #asked = 0;

  constructor(app, referee, query) {
    this.#app = app;
    this.#referee = referee;
    this.#size = SIZES.find((size) => String(size) === query.get("size")) ?? 3;
    const start = referee.start(this.#size);
    const moves = readMoves(query);
    this.#line = Line.read(referee, start, moves) ?? new Line(referee, start);
    this.#problem = this.#line.turns.length === 0 && moves !== ""
      ? t("openings.illegal", { moves })
      : null;
    this.element = el("div", { class: "openings" },
      el("div", { class: "card openings-left" },
        choice("openings-size", t("openings.size"),
          SIZES.map((size) => [size, t(`size.${size}`)]), this.#size,
          (size) => this.#begin(size)),
        this.#boardPlace,
        el("div", { class: "step-buttons openings-buttons" }, this.#commit, this.#undo)),
      el("div", { class: "openings-right" },
        el("section", { class: "card" }, this.#crumbs, this.#list), this.#examples));
    this.#makeBoard();
  }

  async open() {
    this.#showBoard();
    await Promise.all([this.#showList(), this.#showExamples()]);
  }

  #begin(size) {
    this.#size = size;
    this.#line = new Line(this.#referee, this.#referee.start(size));
    this.#makeBoard();
    this.#moved();
    this.#showExamples();
  }

  #makeBoard() {
    this.#board = createBoard({ size: this.#size, playable: true, label: t("openings.board") });
    replace(this.#boardPlace, this.#board.element);
    this.#chain = new Chain(this.#referee, this.#board);
    this.#chain.onChange = () => this.#showChain();
    this.#chain.onTurn = (turn) => {
      this.#line.play(turn);
      this.#moved();
    };
  }

  // Back and forward show the page anew; going on does not, so that the keyboard stays where it is.
  #moved() {
    this.#problem = null;
    history.pushState(null, "", pathOf(this.#size, this.#line.turns));
    this.#showBoard();
    this.#showList().then(() => this.#say());
  }

  #say() {
    const count = this.#list.querySelector(".openings-count");
    const where = this.#line.last ?? t("openings.start");
    if (count) this.#app.announce(`${where}: ${count.textContent}`);
  }

  #showBoard() {
    const { position, winner, last, turns } = this.#line;
    const open = winner === null && turns.length < MOST_TURNS;
    this.#chain.begin(position, open, last === null ? [] : cellsOfTurn(last));
    replace(this.#crumbs, crumbs(this.#size, turns));
  }

  #showChain() {
    const { turn, complete, path } = this.#chain.state;
    this.#commit.hidden = !complete;
    this.#commit.textContent = complete ? t("openings.chain.stop", { turn }) : "";
    this.#undo.hidden = path.length === 0;
  }

  async #showList() {
    const number = ++this.#asked;
    const parts = await this.#ask().catch((error) => el("p", { role: "alert" }, errorText(error)));
    if (number === this.#asked) replace(this.#list, parts);
  }

  async #ask() {
    const { turns, winner } = this.#line;
    const opening = await this.#app.connection.ask("openings",
      { size: this.#size, moves: turns.join(" ") });
    return [
      this.#problem && el("p", { class: "problem", role: "alert" }, this.#problem),
      el("p", { class: "openings-count" },
        el("strong", {}, t("openings.games", { count: opening.games }))),
      opening.games > 0 ? shares(opening) : null,
      this.#rest(opening, turns, winner),
    ];
  }

  #rest(opening, turns, winner) {
    if (winner !== null) return el("p", { class: "empty" },
      t("openings.end", { color: t(`color.${winner}`) }));
    if (turns.length >= MOST_TURNS) return el("p", { class: "empty" },
      t("openings.limit", { count: MOST_TURNS }));
    if (opening.next.length > 0) return continuations(opening,
      (move) => pathOf(this.#size, [...turns, move]), (move) => this.#point(move));
    return el("div", { class: "empty" }, el("p", {}, t("openings.empty")),
      el("p", { class: "hint" }, t("openings.empty.hint")));
  }

  // A continuation that is pointed at shows on the board.
  #point(move) {
    if (this.#chain.state.path.length > 0) return;
    const shown = move === null ? [this.#line.last].filter(Boolean) : [move];
    this.#board.mark({ last: new Set(shown.flatMap(cellsOfTurn)) });
    if (move === null) this.#showBoard();
  }

  async #showExamples() {
    const size = this.#size;
    const parts = await this.#app.connection.ask("history", { size, rated: true, limit: EXAMPLES })
      .then(examples, (error) => el("p", { role: "alert" }, errorText(error)));
    if (size !== this.#size) return; // the other board has been chosen meanwhile
    replace(this.#examples, el("h2", { id: "openings-examples" }, t("openings.examples")), parts);
  }
}

function examples({ games }) {
  return games.length === 0 ? el("p", { class: "empty" }, t("games.none_yet")) : gameTable(games);
}

function crumbs(size, turns) {
  const step = (label, count) => el("li", {},
    el("a", { href: pathOf(size, turns.slice(0, count)),
      "aria-current": count === turns.length ? "step" : null }, label));
  return el("ol", {}, step(t("openings.start"), 0),
    turns.map((turn, index) => step(turn, index + 1)));
}
