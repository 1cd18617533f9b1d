// What each file of these tests plays on: a server and a browser of its own.

import { after, before } from "node:test";
import { launch } from "./browser.js";
import { Peer, playTurns, startGame } from "./peer.js";
import { Server } from "./server.js";

// There from before the first test to behind the last.
export let server, browser;

// To be called once, on top of a file; `prepare` brings about what its tests look at.
export function setStage(prepare = () => {}) {
  before(async () => {
    server = await Server.start();
    browser = await launch();
    await prepare();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

export async function restartServer() {
  server = await server.restart();
}

// A game between two guests, so far played by peers.
export async function seat(turns = [], terms = {}) {
  const peers = await Promise.all([Peer.join(server), Peer.join(server)]);
  const game = await startGame(...peers, terms);
  await playTurns(...peers, game, turns);
  return { game, peers };
}
