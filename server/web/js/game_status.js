// The line below the board: whose turn it is or how the game ended, the turn in the making with
// undo and play, and what went wrong.

import { button, el } from "./dom.js";
import { errorText } from "./errors.js";
import { turnInWords } from "./moves.js";
import { resultText } from "./terms.js";
import { t } from "./i18n.js";

export class GameStatus {
  #app;
  #follow;
  #board;
  #review;
  #text = el("p", { class: "status-text" });
  #problem = el("p", { class: "problem", role: "alert" });
  #undo;
  #play;
  #present;
  #said = "";

  element;

  constructor(app, follow, board, review) {
    this.#app = app;
    this.#follow = follow;
    this.#board = board;
    this.#review = review;
    this.#undo = button(t("game.undo"), () => board.undo(), { dataset: { action: "undo" } });
    this.#play = button("", () => board.confirm(), { class: "button-main",
      dataset: { action: "play" } });
    this.#present = button(t("game.to_present"), () => review.goTo(Infinity),
      { dataset: { action: "present" } });
    this.element = el("div", { class: "status" }, this.#text, this.#problem,
      el("div", { class: "status-buttons" }, this.#undo, this.#play, this.#present));
    board.onChain = () => this.#chainChanged();
    board.onProblem = (error) => (this.#problem.textContent = errorText(error));
  }

  update() {
    this.look();
  }

  look() {
    const chain = this.#board.chain;
    const making = chain !== null && chain.path.length > 0;
    this.#undo.hidden = !making;
    this.#play.hidden = !making || !chain.complete;
    if (making) this.#play.textContent = t("game.play", { turn: chain.turn });
    this.#present.hidden = this.#review.atPresent || this.#follow.status !== "playing";
    this.#text.textContent = this.#describe(chain, making);
    this.element.classList.toggle("is-ours", this.#ours());
  }

  #ours() {
    const me = this.#follow.colorOf(this.#app.session.user?.name);
    return me !== null && this.#follow.toMove === me;
  }

  #describe(chain, making) {
    const follow = this.#follow;
    if (!this.#review.atPresent)
      return t("game.looking_at", { ply: this.#review.ply, count: follow.ply });
    if (follow.status !== "playing") return resultText({ result: follow.result });
    if (follow.pending !== null)
      return t(this.#app.connection.status === "open" ? "game.sending" : "game.queued",
        { turn: follow.pending.move });
    if (making) return this.#describeChain(chain);
    const whose = this.#ours() ? t("game.your_turn")
      : t("game.turn_of", { color: t(`color.${follow.toMove}`) });
    const last = follow.turns.at(-1);
    return last?.move === "skip" ? `${turnInWords(last)} ${whose}` : whose;
  }

  #describeChain(chain) {
    if (chain.path.length === 1 && !chain.complete)
      return t("game.chain.begin", { cell: chain.path[0] });
    return t(chain.more ? "game.chain.more" : "game.chain.done", { turn: chain.turn });
  }

  #chainChanged() {
    this.look();
    const chain = this.#board.chain;
    const making = chain !== null && chain.path.length > 0;
    // What went wrong stays to be read until the next try.
    if (making) this.#problem.textContent = "";
    const text = making ? this.#describeChain(chain) : "";
    if (text !== "" && text !== this.#said) this.#app.announce(text);
    this.#said = text;
  }
}
