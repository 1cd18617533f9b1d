// The line below the board: whose turn it is or how the game ended, the turn in the making with
// undo and play, and what went wrong.

import { button, el } from "./dom.js";
import { errorText } from "./errors.js";
import { turnInWords } from "./moves.js";
import { resultText } from "./terms.js";
import { duration, t } from "./i18n.js";

// Within this a player makes the first turn of a game with a clock, or it is called off.
const FIRST_TURN_MS = 60000;

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
  #timer = null; // counts down to the first turn

  element;

  constructor(app, follow, board, review) {
    this.#app = app;
    this.#follow = follow;
    this.#board = board;
    this.#review = review;
    const press = (act) => () => {
      act();
      board.keepKeyboard();
    };
    this.#undo = button(t("game.undo"), press(() => board.undo()),
      { dataset: { action: "undo" } });
    this.#play = button("", press(() => board.confirm()), { class: "button-main",
      dataset: { action: "play" } });
    this.#present = button(t("game.to_present"), () => review.goTo(Infinity),
      { dataset: { action: "present" } });
    this.element = el("div", { class: "status" }, this.#text, this.#problem,
      el("div", { class: "status-buttons" }, this.#undo, this.#play, this.#present));
    board.onChain = () => this.#chainChanged();
    board.onProblem = (error) => (this.#problem.textContent = errorText(error));
    this.#timer = setInterval(() => this.#countDown(), 1000);
  }

  stop() {
    clearInterval(this.#timer);
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
    if (this.#firstTurnLeft() !== null)
      return `${whose} ${t("game.first_turn", { duration: duration(this.#firstTurnLeft()) })}`;
    return last?.move === "skip" ? `${turnInWords(last)} ${whose}` : whose;
  }

  // How long the player to move has for a first turn; null where nothing counts down.
  #firstTurnLeft() {
    const { ply, game, status, turns } = this.#follow;
    if (status !== "playing" || ply > 1 || game.time?.initial_ms === undefined) return null;
    const since = ply === 0 ? game.started_at : turns[0].at;
    return Math.max(0, since + FIRST_TURN_MS - this.#app.connection.serverNow());
  }

  #countDown() {
    if (this.#firstTurnLeft() !== null) this.look();
    else if (this.#follow.ply > 1) this.stop();
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
