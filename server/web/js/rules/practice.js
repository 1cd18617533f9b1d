// A board to play on by hand, for both sides: the referee says what is possible.

import { button, el, replace } from "../dom.js";
import { createBoard } from "../board.js";
import { cellsOfTurn } from "../cells.js";
import { Chain } from "../chain.js";
import { choice } from "../fields.js";
import { t } from "../i18n.js";
import { Line } from "../line.js";
import { SIZES } from "../terms.js";

export class Practice {
  #app;
  #referee;
  #size = 3;
  #line;
  #chain;
  #place = el("div", { class: "practice-board" });
  #status = el("p", { class: "practice-status", role: "status" });
  #moves = el("p", { class: "practice-moves" });
  #commit = button("", () => this.#chain.confirm(), { class: "button-main" });
  #undo = button(t("rules.play.undo"), () => this.#takeBack());

  constructor(app, referee) {
    this.#app = app;
    this.#referee = referee;
    this.element = el("section", { class: "card practice", "aria-labelledby": "practice-title" },
      el("h2", { id: "practice-title" }, t("rules.try")),
      choice("practice-size", t("rules.play.size"),
        SIZES.map((size) => [size, t(`size.${size}`)]), this.#size, (size) => this.#begin(size)),
      this.#place,
      this.#status,
      el("div", { class: "step-buttons" }, this.#commit, this.#undo,
        button(t("rules.play.restart"), () => this.#begin(this.#size))),
      el("h3", {}, t("rules.play.moves")),
      this.#moves);
    this.#begin(3);
  }

  #begin(size) {
    this.#size = size;
    const board = createBoard({ size, playable: true, label: t("rules.play.board") });
    replace(this.#place, board.element);
    this.#line = new Line(this.#referee, this.#referee.start(size));
    this.#chain = new Chain(this.#referee, board);
    this.#chain.onTurn = (turn) => this.#play(turn);
    this.#chain.onChange = () => this.#showChain();
    this.#show();
  }

  #play(turn) {
    this.#line.play(turn);
    this.#show();
    this.#app.announce(turn);
  }

  // First of all a capture that was begun.
  #takeBack() {
    if (this.#chain.state.path.length > 0) return this.#chain.undo();
    this.#line.undo();
    this.#show();
  }

  #show() {
    const line = this.#line;
    const lit = line.last === null ? [] : cellsOfTurn(line.last);
    this.#chain.begin(line.position, line.winner === null, lit);
    replace(this.#moves, line.turns.length === 0
      ? "–"
      : line.turns.map((turn, index) => el("span", { class: "practice-move" },
        index % 2 === 0 ? el("span", { class: "muted" }, `${index / 2 + 1}. `) : null, turn, " ")));
  }

  #showChain() {
    const { path, turn, complete } = this.#chain.state;
    const building = complete && path.length > 0;
    this.#commit.hidden = !building;
    this.#commit.textContent = building ? t("rules.play.commit", { turn }) : "";
    this.#undo.disabled = path.length === 0 && this.#line.turns.length === 0;
    this.#status.textContent = this.#statusText(path, turn, building);
  }

  #statusText(path, turn, building) {
    const { winner, toMove, last } = this.#line;
    if (winner !== null) return t("rules.play.won", { color: t(`color.${winner}`) });
    if (building) return t("rules.play.chain", { turn });
    if (path.length === 1) return t("rules.play.choose", { cell: path[0] });
    const whose = t("rules.play.turn", { color: t(`color.${toMove}`) });
    if (last !== "skip") return whose;
    const skipped = toMove === "blue" ? "red" : "blue";
    return `${t("rules.play.skipped", { color: t(`color.${skipped}`) })} ${whose}`;
  }
}
