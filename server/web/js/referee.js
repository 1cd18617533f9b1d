// The rules, as core/ has them: referee.wasm is that code compiled for the browser. Positions and
// turns go in and out as texts. See referee/referee.c for the other side of this.

import { cellsOf } from "./cells.js";

const OUTCOMES = ["goes_on", "skip", "won"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

let loading = null;

// The referee; loaded once a page.
export function loadReferee(url = "/web/referee.wasm") {
  loading ??= fetchModule(url).then((module) => new Referee(module.instance.exports));
  return loading;
}

async function fetchModule(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the referee could not be loaded: ${response.status}`);
  return WebAssembly.instantiate(await response.arrayBuffer());
}

class Referee {
  #wasm;

  constructor(exports) {
    this.#wasm = exports;
  }

  // The empty board, Blue to move.
  start(size) {
    this.#wasm.web_start(size);
    return this.#position();
  }

  // Whether the text is a position at all; everything below wants one that is.
  isPosition(position) {
    return this.#wasm.web_load(this.#write(position)) === 1;
  }

  // What the side to move may do: {place: Set of cells, capture: Map of cell to Set of the cells
  // it may capture first}.
  legal(position) {
    this.#load(position);
    const cells = namesOf(position);
    const capture = new Map();
    cells.forEach((name, index) => {
      const targets = setOf(cells, this.#wasm.web_first_captures(index));
      if (targets.size > 0) capture.set(name, targets);
    });
    return { place: setOf(cells, this.#wasm.web_placements()), capture };
  }

  // Cells by which the capture begun with `path` (["B2"], ["B2", "C4"]) may go on.
  next(position, path) {
    this.#load(position);
    if (this.#wasm.web_next(this.#write(path.join("x"))) !== 0) return new Set();
    return setOf(namesOf(position), this.#wasm.web_found());
  }

  // Plays a turn: {refusal, position, outcome}. `refusal` is 0 where it was legal, else its number
  // in core/referee.h; `outcome` is "goes_on", "skip" (the other side has no turn) or "won".
  apply(position, turn) {
    this.#load(position);
    const refusal = this.#wasm.web_apply(this.#write(turn));
    if (refusal !== 0) return { refusal, position, outcome: null };
    return { refusal, position: this.#position(), outcome: OUTCOMES[this.#wasm.web_outcome()] };
  }

  // Whether the side to move has any turn.
  canMove(position) {
    this.#load(position);
    return this.#wasm.web_can_move() === 1;
  }

  // The position with the move passed on; its side to move must have no turn.
  skip(position) {
    this.#load(position);
    this.#wasm.web_skip();
    return this.#position();
  }

  // What the last capture of `path` takes off the board.
  doomed(position, path) {
    if (path.length < 2) return new Set();
    const before = path.length === 2 ? position : this.apply(position, turnOf(path, -1)).position;
    const after = this.apply(position, turnOf(path)).position;
    const left = occupied(after);
    return new Set([...occupied(before)].filter((name) => !left.has(name)));
  }

  // Plays a game through: {positions: one more than turns, outcome, failed: index of the first turn
  // that cannot be, or -1}. `turns` may have "skip"s, as the server writes them.
  replay(size, turns) {
    const positions = [this.start(size)];
    let outcome = "goes_on";
    for (const [index, turn] of turns.entries()) {
      const step = outcome === "won" ? null : this.#step(positions[index], turn, outcome);
      if (step === null) return { positions, outcome, failed: index };
      positions.push(step.position);
      outcome = step.outcome;
    }
    return { positions, outcome, failed: -1 };
  }

  #step(position, turn, outcome) {
    if ((turn === "skip") !== (outcome === "skip")) return null;
    if (turn === "skip") return { position: this.skip(position), outcome: "goes_on" };
    const played = this.apply(position, turn);
    return played.refusal === 0 ? played : null;
  }

  // The proof's hash chain: begin with the header, add each event, read the hash as bytes.
  chainBegin(header) {
    this.#wasm.web_chain_begin(this.#write(header));
  }

  chainAdd(event) {
    this.#wasm.web_chain_add(this.#write(event));
  }

  chainHash() {
    const memory = new Uint8Array(this.#wasm.memory.buffer);
    const at = this.#wasm.web_chain_hash();
    return memory.slice(at, at + 32);
  }

  #load(position) {
    if (!this.isPosition(position)) throw new Error(`not a position: ${position}`);
  }

  #write(text) {
    const room = new Uint8Array(this.#wasm.memory.buffer, this.#wasm.web_text(),
      this.#wasm.web_text_size());
    const { read, written } = encoder.encodeInto(text, room);
    if (read < text.length) throw new Error("a text too long for the referee");
    return written;
  }

  #position() {
    const length = this.#wasm.web_position();
    return decoder.decode(new Uint8Array(this.#wasm.memory.buffer, this.#wasm.web_text(), length));
  }
}

const turnOf = (path, end) => path.slice(0, end).join("x");

const names = new Map();

// Cell names of the position's board in the order of the bits of a set.
function namesOf(position) {
  const size = (position.split("/").length + 1) / 2;
  if (!names.has(size)) names.set(size, cellsOf(size).map((cell) => cell.name));
  return names.get(size);
}

function setOf(cells, bits) {
  const wide = BigInt.asUintN(64, bits);
  return new Set(cells.filter((_, index) => (wide >> BigInt(index)) & 1n));
}

function occupied(position) {
  const marks = position.match(/\.|[br]\d+/g);
  return new Set(namesOf(position).filter((_, index) => marks[index] !== "."));
}
