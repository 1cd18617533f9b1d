// The terms of a game: the time controls offered, and terms in words.

import { t, timeControl } from "./i18n.js";

const MINUTE_MS = 60000;
const DAY_MS = 86400000;

const clock = (minutes, seconds) => ({
  initial_ms: minutes * MINUTE_MS,
  increment_ms: seconds * 1000,
});

// What the start page offers, the fastest first.
export const TIMES = [
  clock(1, 0),
  clock(2, 1),
  clock(3, 0),
  clock(3, 2),
  clock(5, 3),
  clock(10, 0),
  clock(10, 5),
  clock(15, 10),
  clock(30, 20),
  { per_move_ms: DAY_MS },
  { per_move_ms: 3 * DAY_MS },
  null,
];

export const SIZES = [3, 4];
export const SPEEDS = ["bullet", "blitz", "rapid", "classical", "correspondence"];
export const POOLS = SIZES.flatMap((size) => SPEEDS.map((speed) => `${size}-${speed}`));

// The speed of a time control, null without a clock: initial time + 40 increments decide.
function speedOf(time) {
  if (time === null) return null;
  if (time.per_move_ms !== undefined) return "correspondence";
  const expected = (time.initial_ms + 40 * time.increment_ms) / MINUTE_MS;
  if (expected < 3) return "bullet";
  if (expected < 8) return "blitz";
  return expected < 25 ? "rapid" : "classical";
}

// "5+3, 19 cells, casual"
export function termsText({ time, size, rated }) {
  const kind = t(rated ? "terms.rated.inline" : "terms.casual.inline");
  return [timeControl(time), t(`size.short.${size}`), kind].join(", ");
}

export function speedText(time) {
  return t(`speed.${speedOf(time) ?? "none"}`);
}

// How a game ended or that it goes on: "Blue won on time".
export function resultText(game) {
  if (game.result === null) return t("result.playing");
  const { winner, reason } = game.result;
  const how = t(`reason.${reason}`);
  if (winner === null) return t("result.none.how", { how });
  return t("result.won.how", { color: t(`color.${winner}`), how });
}
