// A turn being put together, press by press: a placement, or a capture that grows step by step.
// What may follow is asked of the referee; what would be removed is shown before it is.

import { readPosition } from "./cells.js";

export class Chain {
  #referee;
  #board;
  #position = null; // where the turn begins
  #legal = null; // what may be played there; null where it is not our turn
  #path = [];
  #next = new Set();
  #last = new Set(); // cells of the turn before, for marking

  // Set this: called with a turn's text when it has been decided on.
  onTurn = () => {};
  // Set this: called whenever `state` has changed.
  onChange = () => {};
  // Set this: says whether a placement waits for a second press too.
  confirmPlacements = () => false;

  constructor(referee, board) {
    this.#referee = referee;
    this.#board = board;
    board.onCell = (name) => this.press(name);
    board.onUndo = () => this.undo();
    board.onPoint = (name) => this.#point(name);
  }

  // Begins anew from a position; `active` where it is ours to play, `last` the cells of the turn
  // before.
  begin(position, active, last) {
    this.#position = position;
    this.#legal = active ? this.#referee.legal(position) : null;
    this.#last = new Set(last);
    this.#setPath([]);
  }

  // {path, turn: its text so far, complete: whether that is a turn, more: whether it may go on}
  get state() {
    const capture = this.#path.length > 1;
    const placing = this.#path.length === 1 && this.#legal.place.has(this.#path[0]);
    return {
      path: [...this.#path],
      turn: this.#path.join("x"),
      complete: capture || placing,
      more: this.#next.size > 0,
    };
  }

  press(cell) {
    if (this.#legal === null) return;
    if (this.#next.has(cell)) this.#setPath([...this.#path, cell]);
    else if (this.state.complete && cell === this.#path.at(-1)) this.confirm();
    else if (this.#path.length <= 1) this.#pressFirst(cell);
  }

  // Takes the last step back.
  undo() {
    if (this.#path.length > 0) this.#setPath(this.#path.slice(0, -1));
  }

  // Plays what there is.
  confirm() {
    const { turn, complete } = this.state;
    if (!complete) return;
    const position = this.#referee.apply(this.#position, turn).position;
    this.#legal = null;
    this.#next = new Set();
    const last = this.#path;
    this.#path = [];
    // As if it were played already: the server's word follows in a moment.
    this.#board.show(position);
    this.#board.mark({ last: new Set(last) });
    this.onChange();
    this.onTurn(turn);
  }

  #pressFirst(cell) {
    if (cell === this.#path[0]) this.#setPath([]);
    else if (this.#legal.capture.has(cell)) this.#setPath([cell]);
    else if (this.#legal.place.has(cell)) {
      this.#setPath([cell]);
      if (!this.confirmPlacements()) this.confirm();
    } else this.#setPath([]);
  }

  #setPath(path) {
    this.#path = path;
    const capturing = path.length > 0 && !this.#legal.place.has(path[0]);
    this.#next = capturing ? this.#referee.next(this.#position, path) : new Set();
    this.#show(path);
    this.onChange();
  }

  // What pressing the cell pointed at would remove is shown as if it were chosen.
  #point(cell) {
    if (this.#legal === null || this.#path.length === 0) return;
    this.#mark(this.#next.has(cell) ? [...this.#path, cell] : this.#path);
  }

  #show(path) {
    const played = this.state.complete
      ? this.#referee.apply(this.#position, path.join("x")).position
      : this.#position;
    this.#board.show(played);
    this.#mark(path);
  }

  #mark(doomedBy) {
    const idle = this.#path.length === 0 && this.#legal !== null;
    this.#board.mark({
      last: this.#last,
      legal: idle ? this.#legal.place : new Set(),
      can: idle ? new Set(this.#legal.capture.keys()) : new Set(),
      target: this.#next,
      path: this.#path,
      doomed: this.#doomed(doomedBy),
    });
  }

  // Everything that the captures of `path` remove, with the stacks that stand there.
  #doomed(path) {
    const { stacks } = readPosition(this.#position);
    const doomed = new Map();
    for (let length = 2; length <= path.length; length++)
      for (const cell of this.#referee.doomed(this.#position, path.slice(0, length)))
        doomed.set(cell, stacks.get(cell));
    return doomed;
  }
}
