// A line of play on nobody's clock: the turns so far and the position they lead to, by the referee.
// Skips are put in where the rules have them.

import { readPosition } from "./cells.js";

export class Line {
  #referee;
  #entries; // {turn, position, outcome} after each turn; the first is the beginning

  constructor(referee, position) {
    this.#referee = referee;
    this.#entries = [{ turn: null, position, outcome: "goes_on" }];
  }

  // The same from turns as the protocol writes them, joined by blanks and with their skips; null
  // where they cannot be played.
  static read(referee, position, text) {
    const line = new Line(referee, position);
    for (const turn of text.split(" ").filter(Boolean))
      if (turn !== "skip" && !line.play(turn)) return null;
    return line;
  }

  get position() {
    return this.#entries.at(-1).position;
  }

  get turns() {
    return this.#entries.slice(1).map(({ turn }) => turn);
  }

  get last() {
    return this.#entries.at(-1).turn;
  }

  get toMove() {
    return readPosition(this.position).toMove;
  }

  // Who has won, or null.
  get winner() {
    return this.#entries.at(-1).outcome === "won" ? this.#mover(this.#entries.at(-2)) : null;
  }

  // Plays a turn and the skip that may follow; false where it is not legal.
  play(turn) {
    if (this.winner !== null) return false;
    const { refusal, position, outcome } = this.#referee.apply(this.position, turn);
    if (refusal !== 0) return false;
    this.#entries.push({ turn: canonical(turn), position, outcome });
    if (outcome === "skip")
      this.#entries.push({ turn: "skip", position: this.#referee.skip(position),
        outcome: "goes_on" });
    return true;
  }

  // Takes the last turn back, with the skip that followed it.
  undo() {
    if (this.last === "skip") this.#entries.pop();
    if (this.#entries.length > 1) this.#entries.pop();
  }

  #mover({ position }) {
    return readPosition(position).toMove;
  }
}

// The referee takes letters of either size.
function canonical(turn) {
  return turn.toUpperCase().replaceAll("X", "x");
}
