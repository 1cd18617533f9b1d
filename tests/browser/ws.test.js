// The WebSocket of the server against that of npm's ws, whose code is neither ours nor Chromium's.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, afterEach, before, test } from "node:test";
import WebSocket from "ws";
import { Server } from "./support/server.js";

let server;
const opened = [];

before(async () => {
  server = await Server.start();
});

afterEach(() => {
  for (const peer of opened.splice(0)) peer.socket.terminate();
});

after(() => server.stop());

// Asks, one thing at a time, and keeps what it hears.
class Peer {
  constructor(options) {
    this.socket = new WebSocket(server.origin.replace("http", "ws") + "/ws", options);
    this.heard = [];
    this.waiting = [];
    this.socket.on("message", (data, binary) => {
      assert.equal(binary, false);
      this.heard.push(JSON.parse(data));
      for (const wake of this.waiting.splice(0)) wake();
    });
    opened.push(this);
  }

  static async join(options) {
    const peer = new Peer(options);
    await peer.next((message) => message.ev === "hello");
    return peer;
  }

  // The first message that fits, heard already or yet to come; it is taken out.
  async next(fits) {
    for (;;) {
      const at = this.heard.findIndex(fits);
      if (at >= 0) return this.heard.splice(at, 1)[0];
      await new Promise((resolve) => this.waiting.push(resolve));
    }
  }

  event(name, fields = {}) {
    const wanted = Object.entries({ ev: name, ...fields });
    return this.next((message) => wanted.every(([key, value]) => message[key] === value));
  }

  async ask(op, fields = {}) {
    const id = `${op} ${Math.random()}`;
    this.socket.send(JSON.stringify({ id, op, ...fields }));
    const { ok } = await this.next((message) => message.re === id);
    assert.ok(ok, `${op} was refused`);
    return ok;
  }

  async closed() {
    const [code] = await once(this.socket, "close");
    return code;
  }
}

// The status with which a handshake was refused.
async function refusal(options) {
  const { socket } = new Peer(options);
  const [, response] = await once(socket, "unexpected-response");
  socket.on("error", () => {}); // it says so as well when it is given up
  response.resume();
  return response.statusCode;
}

test("a whole game, with a third looking on", async () => {
  const [blue, red, spectator] = await Promise.all([Peer.join(), Peer.join(), Peer.join()]);
  await blue.ask("guest");
  await red.ask("guest");
  const { seek } = await blue.ask("seek", { size: 3, color: "blue" });
  const { game } = await red.ask("accept", { seek });
  await spectator.ask("watch", { game });
  for (const [ply, move] of ["C3", "C4", "C3xC4"].entries()) {
    await (ply % 2 === 0 ? blue : red).ask("move", { game, move, ply });
    const told = await Promise.all(
      [blue, red, spectator].map((peer) => peer.event("move", { game, ply: ply + 1 })),
    );
    assert.deepEqual(told[0], told[1]);
    assert.deepEqual(told[0], told[2]);
  }
  const end = await spectator.event("end", { game });
  assert.deepEqual(end.result, { winner: "blue", reason: "capture" });
});

test("compression is offered and not taken", async () => {
  const peer = await Peer.join({ perMessageDeflate: true });
  assert.equal(peer.socket.extensions, "");
  await peer.ask("help");
});

test("fragments, with pings between them", async () => {
  const peer = await Peer.join();
  const request = JSON.stringify({ id: "in pieces", op: "whoami" });
  for (const [at, character] of [...request].entries()) {
    peer.socket.send(character, { fin: at === request.length - 1 });
    if (at % 5 === 0) peer.socket.ping(`${at}`);
  }
  await once(peer.socket, "pong");
  await peer.next((message) => message.re === "in pieces");
});

test("a ping is answered with what it held", async () => {
  const peer = await Peer.join();
  for (const payload of ["", "x", "y".repeat(125)]) {
    peer.socket.ping(payload);
    const [got] = await once(peer.socket, "pong");
    assert.equal(got.toString(), payload);
  }
});

test("a binary message is refused with 1003", async () => {
  const peer = await Peer.join();
  peer.socket.send(Buffer.from('{"op":"ping"}'));
  assert.equal(await peer.closed(), 1003);
});

test("what is too long is told, or refused with 1009", async () => {
  const peer = await Peer.join();
  peer.socket.send(" ".repeat(5000));
  await peer.next((message) => message.error?.code === "too_long");
  peer.socket.send(" ".repeat(70000));
  assert.equal(await peer.closed(), 1009);
});

test("a close is answered with its code", async () => {
  const peer = await Peer.join();
  peer.socket.close(4000, "enough");
  assert.equal(await peer.closed(), 4000);
});

test("pages of other sites, names of other servers and other versions are refused", async () => {
  assert.equal(await refusal({ origin: "https://elsewhere.example" }), 403);
  assert.equal(await refusal({ headers: { host: "elsewhere.example" } }), 421);
  assert.equal(await refusal({ protocolVersion: 8 }), 426);
  await Peer.join({ origin: server.origin });
});
