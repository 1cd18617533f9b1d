// The one WebSocket of a page: requests and their replies, events, and coming back after a break.
// Knows the shapes of the protocol and nothing of games. Who is who is the session's business: it
// gives `greet`, which is run on every new link before anything else is asked.

import { ServerTime } from "./server_time.js";

// What a request came to. `code` is the protocol's, or "connection_lost": the link broke before the
// reply, so that nobody here knows whether it was carried out.
export class ServerError extends Error {
  constructor(error) {
    super(error.message ?? error.code);
    Object.assign(this, error);
  }
}

const here = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

// One request on a link of its own, by whom nobody here is changed. The reply's `ok`, or a thrown
// ServerError.
export function askAside(op, fields) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(here());
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, op, ...fields }));
    socket.onclose = () => reject(new ServerError({ code: "connection_lost" }));
    socket.onmessage = ({ data }) => {
      const { re, ok, error } = JSON.parse(data);
      if (re === undefined) return;
      if (error) reject(new ServerError(error));
      else resolve(ok);
      socket.close();
    };
  });
}

// Requests that change nothing are asked again on the next link; others fail and say so.
const SAFE = new Set(["chat", "games", "help", "history", "key", "leaderboard", "legal", "lobby",
  "openings", "ping", "rating_history", "record", "tv", "unlobby", "untv", "unwatch", "user",
  "watch", "whoami", "challenges"]);

const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 20000;
const STEADY_MS = 5000; // a link that lasted so long was a good one
const OPEN_PATIENCE_MS = 15000; // a network that swallows everything says no word by itself
const PING_EVERY_MS = 25000;
const PING_PATIENCE_MS = 10000;
const DOUBT_PATIENCE_MS = 4000; // after a sleep the link is more likely dead than slow
const LOOK_EVERY_MS = 1000; // for signs of a sleep

export class Connection {
  #socket = null;
  #waiting = new Map(); // id -> {op, fields, resolve, reject} sent and not answered
  #queue = []; // the same, not sent yet
  #listeners = new Map(); // event -> Set of functions
  #nextId = 1;
  #failures = 0;
  #retryTimer = null;
  #retryAfter = null; // what a server that stops asked for
  #time = new ServerTime();
  #held = new Map(); // what is to be asked in the end -> how many hold it back

  // "connecting", "open" (greeted and usable), "lost" (waiting to try again)
  status = "connecting";
  // async (ask) => …: says who we are on a new link, by means of `ask`.
  greet = async () => {};

  start() {
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => this.#doubt());
    document.addEventListener("resume", () => this.#doubt());
    addEventListener("pageshow", (event) => event.persisted && this.#doubt());
    setInterval(() => this.#ping(PING_PATIENCE_MS), PING_EVERY_MS);
    setInterval(() => this.#time.jumped() && this.#doubt(), LOOK_EVERY_MS);
    this.#open();
  }

  // The reply's `ok`, or a thrown ServerError. Waits for the link where there is none; a request
  // that changes something and cannot be known to have failed throws "connection_lost".
  ask(op, fields = {}) {
    return new Promise((resolve, reject) => {
      const request = { op, fields, resolve, reject };
      if (this.status === "open") this.#send(request);
      else this.#queue.push(request);
    });
  }

  // For what is begun by one request and ended by another, as `watch` is by `unwatch`: gives a
  // function that asks `op`, unless somebody else still holds the same.
  hold(op, fields = {}) {
    const key = JSON.stringify([op, fields]);
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    let holding = true;
    return () => {
      if (!holding) return;
      holding = false;
      const others = this.#held.get(key) - 1;
      this.#held.set(key, others);
      if (others > 0) return;
      this.#held.delete(key);
      this.ask(op, fields).catch(() => {}); // a lost link has ended it already
    };
  }

  // Calls listener(event) for every event of that name; gives a function that ends that. Besides
  // the protocol's there are "status" (a status) and "ready" (a new link has been greeted).
  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(listener);
    return () => this.#listeners.get(name).delete(listener);
  }

  // The server's wall time now, as well as we know it.
  serverNow() {
    return this.#time.now();
  }

  #open() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#setStatus("connecting");
    const socket = new WebSocket(here());
    this.#socket = socket;
    let openedAt = null;
    setTimeout(() => {
      if (socket === this.#socket && this.status !== "open") this.#abandon();
    }, OPEN_PATIENCE_MS);
    socket.onopen = () => {
      openedAt = performance.now();
      this.#greetOn(socket);
    };
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#receive(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost(openedAt);
    };
  }

  async #greetOn(socket) {
    const ask = (op, fields = {}) =>
      new Promise((resolve, reject) => this.#send({ op, fields, resolve, reject, greeting: true }));
    try {
      await this.greet(ask);
    } catch (error) {
      // A server that cannot greet now may do so later; a broken link is told by onclose.
      if (socket === this.#socket) socket.close();
      if (!(error instanceof ServerError)) throw error;
      return;
    }
    if (socket !== this.#socket) return;
    this.#setStatus("open");
    this.#emit("ready", null);
    for (const request of this.#queue.splice(0)) this.#send(request);
    this.#ping(PING_PATIENCE_MS); // for the time
  }

  #send(request) {
    const id = this.#nextId++;
    this.#waiting.set(id, request);
    this.#socket.send(JSON.stringify({ id, op: request.op, ...request.fields }));
  }

  #receive(message) {
    if (typeof message.at === "number") this.#time.heard(message.at);
    if (message.ev !== undefined) {
      if (message.ev === "shutdown") this.#retryAfter = message.retry_after_ms;
      this.#emit(message.ev, message);
      return;
    }
    const request = this.#waiting.get(message.re);
    if (request === undefined) return;
    this.#waiting.delete(message.re);
    if (message.error) request.reject(new ServerError(message.error));
    else request.resolve(message.ok);
  }

  #lost(openedAt) {
    this.#socket = null;
    this.#failures =
      openedAt !== null && performance.now() - openedAt > STEADY_MS ? 0 : this.#failures + 1;
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#setStatus("lost");
    for (const request of unanswered)
      if (SAFE.has(request.op) && !request.greeting) this.#queue.push(request);
      else request.reject(new ServerError({ code: "connection_lost" }));
    this.#retryTimer = setTimeout(() => this.#open(), this.#retryDelay());
  }

  // Doubling, with jitter over half of it, so that a thousand clients do not come back as one.
  #retryDelay() {
    const least = this.#retryAfter ?? 0;
    this.#retryAfter = null;
    const most = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** this.#failures);
    return least + most * (0.5 + Math.random() / 2);
  }

  #retryNow() {
    if (this.#retryTimer !== null) this.#open();
  }

  // A page that was hidden, a machine that slept, a clock that was set: link and time are doubted.
  #doubt() {
    if (document.visibilityState !== "visible") return;
    this.#retryNow();
    this.#ping(DOUBT_PATIENCE_MS);
  }

  // A link that does not answer is a lost one, whatever the browser believes.
  #ping(patience) {
    const socket = this.#socket;
    if (this.status !== "open") return;
    const timer = setTimeout(() => {
      if (socket === this.#socket) this.#abandon();
    }, patience);
    const asked = this.#time.here();
    this.ask("ping").then(({ at }) => this.#time.answered(at, asked), () => {})
      .finally(() => clearTimeout(timer));
  }

  #abandon() {
    const socket = this.#socket;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    this.#lost(null);
  }

  #setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.#emit("status", status);
  }

  #emit(name, event) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(event);
  }
}
