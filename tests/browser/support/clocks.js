// The clocks of a page beside those of the server.

import assert from "node:assert/strict";

const APART_S = 4; // between two looks at the same clock

// Waits until both clocks are those of a snapshot that the server gives now.
export async function expectServersClocks(page, peer, game) {
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 400, "the page's clocks are not the server's");
    const { game: { clock } } = await peer.ask("watch", { game });
    const passed = Date.now() - clock.at;
    const wanted = ["blue", "red"].map((color) =>
      (clock[`${color}_ms`] - (clock.running === color ? passed : 0)) / 1000);
    const shown = await page.locator(".player-blue .clock, .player-red .clock").evaluateAll(
      (clocks) => Object.fromEntries(clocks.map((clock) => {
        const [minutes, seconds] = clock.textContent.split(":").map(Number);
        return [clock.closest(".player-blue") ? "blue" : "red", minutes * 60 + seconds];
      })));
    const apart = [shown.blue - wanted[0], shown.red - wanted[1]].map(Math.abs);
    if (Math.max(...apart) < APART_S) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
