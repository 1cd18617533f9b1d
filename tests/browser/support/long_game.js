// A game of a great many turns, the same in every run.

import { loadReferee } from "../../../server/web/js/referee.js";
import { startGame } from "./peer.js";

// Plays at least `count` turns between two peers, none of which wins; gives the game's id.
export async function playLongGame(server, blue, red, count) {
  const referee = await loadReferee(`${server.origin}/web/referee.wasm`);
  const game = await startGame(blue, red, { size: 4 });
  const choose = chooser(1);
  let position = referee.start(4);
  for (let played = 0; played < count; played++) {
    const { turn, after } = anyTurn(referee, position, choose);
    await (position.endsWith("b") ? blue : red).ask("move", { game, move: turn });
    position = after.outcome === "skip" ? referee.skip(after.position) : after.position;
  }
  return game;
}

function anyTurn(referee, position, choose) {
  const { place, capture } = referee.legal(position);
  const turns = [...place];
  for (const [from, targets] of capture) for (const to of targets) turns.push(`${from}x${to}`);
  for (;;) {
    const turn = turns[choose(turns.length)];
    const after = referee.apply(position, turn);
    if (after.outcome !== "won") return { turn, after };
  }
}

// A linear congruential generator: gives a number below its argument.
function chooser(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}
