// The board of the game page: shows what is looked at, and takes the turns of the player whose
// turn it is.

import { button, el } from "./dom.js";
import { createBoard } from "./board.js";
import { Chain } from "./chain.js";
import { cellsOfTurn } from "./cells.js";
import { icon } from "./icons.js";
import { settings } from "./settings.js";
import { t } from "./i18n.js";

export class GameBoard {
  #app;
  #follow;
  #referee;
  #review;
  #me = null; // the colour we play
  #flipped = false;
  #board = null;
  #chain = null;
  #begun = ""; // what the turn in the making began from: it is not disturbed by anything else
  #flip;

  // Set these: a turn's making has changed; a turn was refused.
  onChain = () => {};
  onProblem = () => {};

  element;

  constructor(app, follow, referee, review) {
    this.#app = app;
    this.#follow = follow;
    this.#referee = referee;
    this.#review = review;
    this.#flip = button(icon("flip"), () => this.#turnRound(), { class: "button-quiet board-flip",
      "aria-label": t("game.flip"), title: t("game.flip"), dataset: { action: "flip" } });
    this.element = el("div", { class: "game-board" });
    this.#create();
  }

  get facing() {
    const own = this.#me ?? "blue";
    return (own === "red") !== this.#flipped ? "red" : "blue";
  }

  // The turn in the making, or null where it is not ours to make one.
  get chain() {
    return this.#chain?.state ?? null;
  }

  setPlayer(color) {
    if (color === this.#me) return;
    this.#me = color;
    this.#create();
  }

  undo() {
    this.#chain.undo();
  }

  confirm() {
    this.#chain.confirm();
  }

  // Where a button that was pressed has gone with what it was for, its keyboard is ours.
  keepKeyboard() {
    const at = document.activeElement;
    if (at === document.body || at.hidden) this.#board.focus();
  }

  update() {
    const { ply } = this.#review;
    const playable = this.#me !== null && this.#follow.status === "playing";
    if (playable !== (this.#chain !== null)) this.#create();
    const last = this.#follow.turns[ply - 1];
    const cells = last ? cellsOfTurn(last.move) : [];
    const position = this.#follow.positions[ply];
    if (this.#chain === null) {
      this.#board.show(position);
      this.#board.mark({ last: new Set(cells) });
      return;
    }
    const ours = this.#review.atPresent && this.#follow.toMove === this.#me &&
      this.#follow.pending === null;
    const begun = `${ply} ${this.#follow.standingV} ${ours} ${this.#follow.pending?.ply}`;
    if (begun === this.#begun) return;
    this.#begun = begun;
    // What we have just played stands on the board already.
    if (this.#follow.pending !== null && this.#review.atPresent) return;
    this.#chain.begin(position, ours, cells);
  }

  #create() {
    const { game } = this.#follow;
    const playable = this.#me !== null && this.#follow.status === "playing";
    this.#board = createBoard({
      size: game.size,
      playable,
      facing: this.facing,
      label: t("game.board", { blue: game.blue.name, red: game.red.name }),
    });
    this.#chain = playable ? new Chain(this.#referee, this.#board) : null;
    this.#begun = "";
    if (playable) {
      this.#chain.confirmPlacements = () => settings.get("confirm");
      this.#chain.onChange = () => this.onChain();
      this.#chain.onTurn = (turn) => this.#send(turn);
    }
    this.element.replaceChildren(this.#board.element, this.#flip);
  }

  async #send(turn) {
    const played = this.#follow.play(turn);
    this.update();
    this.onChain();
    try {
      await played;
    } catch (error) {
      this.onProblem(error);
    }
    this.update();
    this.onChain();
  }

  #turnRound() {
    this.#flipped = !this.#flipped;
    this.#board.face(this.facing);
    this.#app.announce(t("game.flipped", { color: t(`color.${this.facing}`) }));
    this.onFlip();
  }

  // Set this: the board was turned round.
  onFlip = () => {};
}
