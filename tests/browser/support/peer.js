// A player without a browser: the protocol by lines, for whatever a test needs to be there before
// it begins.

import { connect } from "node:net";
import { createInterface } from "node:readline";

export class Peer {
  #socket;
  #waiting = new Map();
  #nextId = 1;
  user = null;
  token = null;

  // Connects; with a name it registers, without one it is a guest.
  static async join(server, name = null) {
    const peer = new Peer();
    peer.#socket = connect(server.lines);
    createInterface({ input: peer.#socket }).on("line", (line) => peer.#receive(JSON.parse(line)));
    const ok = name === null ? await peer.ask("guest")
      : await peer.ask("register", { name, password: "correct horse" });
    peer.user = ok.user;
    peer.token = ok.token;
    return peer;
  }

  ask(op, fields = {}) {
    const id = this.#nextId++;
    this.#socket.write(`${JSON.stringify({ id, op, ...fields })}\n`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(message) {
    const waiting = this.#waiting.get(message.re);
    if (waiting === undefined) return;
    this.#waiting.delete(message.re);
    if (message.error) waiting.reject(new Error(`${message.error.code}: ${message.error.message}`));
    else waiting.resolve(message.ok);
  }

  close() {
    this.#socket.destroy();
  }
}

export const FIVE_MINUTES = { initial_ms: 300000, increment_ms: 3000 };

// A game between two peers; gives its id. `terms` as in a seek; the first is Blue.
export async function startGame(blue, red, terms = {}) {
  const { seek } = await blue.ask("seek", { size: 3, time: FIVE_MINUTES, color: "blue", ...terms });
  return (await red.ask("accept", { seek })).game;
}

// Plays turns one after the other, Blue first; `from` where the game has begun already.
export async function playTurns(blue, red, game, turns, from = 0) {
  for (const [index, move] of turns.entries())
    if (move !== "skip") await ((from + index) % 2 === 0 ? blue : red).ask("move", { game, move });
}

// Games that the tests play, from RULES.md.
export const CHAIN_GAME = ["C5", "D5", "D4", "D5xC5", "D4xD5xC5"];
export const SKIP_GAME = (
  "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 D2xD3 C3 C5 " +
  "B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2"
).split(" ");
