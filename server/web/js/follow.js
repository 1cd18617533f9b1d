// A game as its stream tells it: the line of turns with its positions, clocks, offers, who is
// there. Begins with a snapshot, goes on with the events, fills gaps, and after a break takes up
// where it was. What only looking back wants, the clocks of long ago, is fetched when it is wanted.

import { ServerError } from "./connection.js";
import { otherColor } from "./cells.js";

const STREAM = ["start", "move", "skip", "takeback", "offer", "offer_closed", "end"];
const BESIDE = ["presence", "away", "rematch"];
// How many of the last events are read to begin with: nearly always one of them moved the game.
const RECENT = 4;

export class Follow {
  #connection;
  #pastOf = -1; // the standingV for which the clocks of long ago were asked for
  #listeners = new Set();
  #offs = [];
  #refilling = null; // the promise of a watch that is under way
  #whenReached = []; // {v, resolve}
  #whenCaughtUp = []; // resolved at the next moment when nothing is missing

  id;
  game = null; // what never changes: id, size, rated, pool, time, blue, red, started_at
  status = "playing"; // "playing", "finished", "aborted"
  result = null;
  ratings = null; // {blue, red}: {before, after} once a rated game has ended
  v = 0; // of the last event
  standingV = 0; // of the last one that changed the position
  turns = []; // {move, by, at?, clock?}; `move` is "skip" for a skip, the rest comes with its event
  positions = []; // before the first turn, and after each
  clock = null;
  offers = []; // {by, kind}
  presence = null;
  away = null; // {color, until: server time from which the win may be claimed}
  rematch = null; // {by, how}
  pending = null; // the turn sent and not yet seen in the stream: {move, ply, v}

  constructor(connection, id) {
    this.#connection = connection;
    this.id = id;
  }

  get ply() {
    return this.turns.length;
  }

  get position() {
    return this.positions.at(-1);
  }

  // Whose turn it is; null after the end.
  get toMove() {
    if (this.status !== "playing") return null;
    return this.position.endsWith("b") ? "blue" : "red";
  }

  // The colour of a user of that name; null for whoever only watches.
  colorOf(name) {
    if (name === undefined || name === null) return null;
    if (this.game.blue.name === name) return "blue";
    return this.game.red.name === name ? "red" : null;
  }

  // What is left to a colour now, in ms; null without a clock.
  left(color) {
    if (this.clock === null) return null;
    const left = this.clock[`${color}_ms`];
    if (this.clock.running !== color) return left;
    return Math.max(0, left - Math.max(0, this.#connection.serverNow() - this.clock.at));
  }

  // Calls listener(event) after each change: the event as it came, or {ev: "reset"} where much may
  // have changed at once. Gives a function that ends that.
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Resolves once the game is here; throws a ServerError where there is none. `referee`, a promise
  // of it, says what the positions of the line were.
  async start(referee) {
    this.#offs.push(this.#connection.hold("unwatch", { game: this.id }));
    try {
      const [{ game }, rules] = await Promise.all([
        this.#connection.ask("watch", { game: this.id }), referee]);
      this.#begin(game, rules);
      await this.#listenOn();
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  async #listenOn() {
    for (const name of STREAM) this.#listen(name, (event) => this.#receive(event));
    for (const name of BESIDE) this.#listen(name, (event) => this.#beside(event));
    this.#offs.push(this.#connection.on("ready", () => this.#refill()));
    await this.#readRecent(RECENT);
  }

  #begin(snapshot, referee) {
    const { id, size, rated, pool, time, blue, red, started_at } = snapshot;
    this.game = { id, size, rated, pool, time, blue, red, started_at };
    const moves = snapshot.moves === "" ? [] : snapshot.moves.split(" ");
    this.positions = referee.replay(size, moves).positions;
    // Skips count as turns: Blue's are the even ones.
    this.turns = moves.map((move, index) => ({ move, by: index % 2 === 0 ? "blue" : "red" }));
    const { v, status, result, clock, offers, presence } = snapshot;
    Object.assign(this, { v, status, result, clock, offers: [...offers], presence });
  }

  // The last events before the snapshot say what it does not: which of them moved the game, and
  // what an end did to the ratings.
  async #readRecent(count) {
    const from = Math.max(0, this.v - count);
    const { events, presence } = await this.#connection.ask("watch", { game: this.id, from });
    this.presence = presence ?? this.presence;
    for (const event of events)
      if (event.v > this.v) this.#take(event);
      else this.#note(event);
    if (this.standingV === 0 && from > 0) await this.#readRecent(count * 8);
  }

  #note(event) {
    if (event.position !== undefined) this.standingV = event.v;
    if (event.ev === "end") this.ratings = event.ratings ?? null;
    if (event.ev !== "move" && event.ev !== "skip") return;
    const turn = this.turns[event.ply - 1];
    if (turn?.move === (event.move ?? "skip"))
      Object.assign(turn, { at: event.at, clock: event.clock });
  }

  // Sees to it that all turns have their clocks; tells {ev: "past"} when they have.
  wantPast() {
    if (this.clock === null || this.#pastOf === this.standingV) return;
    if (this.turns.every((turn) => turn.clock !== undefined)) return;
    this.#pastOf = this.standingV;
    this.#readPast().catch(() => {}); // the clocks of long ago are not shown, that is all
  }

  async #readPast() {
    const { record } = await this.#connection.ask("record", { game: this.id });
    for (const [index, { move, at, blue_ms, red_ms }] of record.turns.entries())
      if (this.turns[index]?.move === move)
        Object.assign(this.turns[index], { at, clock: { blue_ms, red_ms } });
    this.#tell({ ev: "past" });
  }

  stop() {
    for (const off of this.#offs.splice(0)) off();
  }

  // Plays a turn. Resolves when the stream has it, throws a ServerError where it will not. What was
  // sent over a link that broke is looked for in the stream before it is sent again, with the same
  // `ply` and `v`, so that it counts once at most.
  async play(move) {
    const turn = { move, ply: this.ply, v: this.standingV };
    this.pending = turn;
    try {
      for (;;) {
        const ok = await this.#send(turn);
        if (ok !== null) return await this.#reached(ok.v);
        await new Promise((resolve) => this.#whenCaughtUp.push(resolve));
        if (this.turns[turn.ply]?.move === move) return;
        if (this.standingV !== turn.v) throw new ServerError({ code: "stale_ply" });
      }
    } finally {
      this.pending = null;
    }
  }

  // The server's answer; null where the link broke before it.
  async #send(turn) {
    try {
      return await this.#connection.ask("move", { game: this.id, ...turn });
    } catch (error) {
      if (error.code !== "connection_lost") throw error;
      return null;
    }
  }

  // Resolves when the stream has come to event `v`.
  #reached(v) {
    if (this.v >= v) return Promise.resolve();
    return new Promise((resolve) => this.#whenReached.push({ v, resolve }));
  }

  #listen(name, take) {
    this.#offs.push(
      this.#connection.on(name, (event) => {
        if (event.game === this.id) take(event);
      }),
    );
  }

  #receive(event) {
    if (event.v <= this.v) return;
    if (event.v > this.v + 1) this.#refill();
    else {
      this.#take(event);
      this.#tell(event);
    }
  }

  // Asks for what came after the last event we have, and for all that follows.
  #refill() {
    this.#refilling ??= this.#watchOn().finally(() => (this.#refilling = null));
    return this.#refilling;
  }

  async #watchOn() {
    let more = true;
    while (more) {
      const ok = await this.#connection.ask("watch", { game: this.id, from: this.v });
      // Events that came of themselves meanwhile are in the reply too: each is taken once.
      for (const event of ok.events) if (event.v === this.v + 1) this.#take(event);
      if (this.status === "playing" || this.clock === null) this.clock = ok.clock;
      this.#arrived(ok.presence ?? this.presence);
      more = ok.more === true;
    }
    this.#tell({ ev: "reset" });
    for (const resolve of this.#whenCaughtUp.splice(0)) resolve();
  }

  #take(event) {
    this.v = event.v;
    if (event.position !== undefined) this.#stand(event);
    else if (event.ev === "offer") this.offers.push({ by: event.by, kind: event.kind });
    else if (event.ev === "offer_closed") this.#closeOffer(event);
    else if (event.ev === "end") this.#end(event);
    const waiting = this.#whenReached.splice(0);
    for (const { v, resolve } of waiting)
      if (v <= this.v) resolve();
      else this.#whenReached.push({ v, resolve });
  }

  // start, move, skip, takeback: where the game stands now.
  #stand(event) {
    this.standingV = event.v;
    if (event.ev === "move" || event.ev === "skip") {
      const { by, at, clock } = event;
      this.turns.push({ move: event.move ?? "skip", by, at, clock });
      this.positions.push(event.position);
    } else {
      this.turns.length = event.ply;
      this.positions.length = event.ply;
      this.positions.push(event.position);
    }
    this.clock = event.clock;
  }

  #closeOffer({ by, kind }) {
    this.offers = this.offers.filter((offer) => offer.by !== by || offer.kind !== kind);
  }

  #end(event) {
    this.status = event.result.winner === null ? "aborted" : "finished";
    this.result = event.result;
    this.ratings = event.ratings ?? null;
    this.away = null;
    if (this.clock === null) return;
    const clock = { ...this.clock, running: null };
    const running = this.clock.running;
    if (running !== null)
      clock[`${running}_ms`] = Math.max(0, clock[`${running}_ms`] - (event.at - clock.at));
    if (event.result.reason === "time") clock[`${otherColor(event.result.winner)}_ms`] = 0;
    this.clock = clock;
  }

  #beside(event) {
    if (event.ev === "presence") {
      this.#arrived(event);
    } else if (event.ev === "away") {
      this.away = { color: event.color, until: this.#connection.serverNow() + event.claim_in_ms };
    } else {
      this.rematch = { by: event.by, how: event.how };
    }
    this.#tell(event);
  }

  #arrived(presence) {
    this.presence = presence;
    if (this.away !== null && presence?.[this.away.color]) this.away = null;
  }

  #tell(event) {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
