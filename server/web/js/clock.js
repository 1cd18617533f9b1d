// A player's clock: what is left by the server's time, warning when it is little.

import { el } from "./dom.js";
import { t } from "./i18n.js";

const HOUR_MS = 3600000;
const DAY_MS = 24 * HOUR_MS;
const TENTHS_BELOW_MS = 20000;

// Gives {element, update(left, running)}: `left` in ms, or null without a clock.
export function createClock(time, { onLow = () => {} } = {}) {
  const element = el("div", { class: "clock", role: "timer" });
  const warnBelow = lowTime(time);
  let warned = false;

  function update(left, running) {
    element.hidden = left === null;
    if (left === null) return;
    const low = left < warnBelow;
    const text = clockText(left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("is-running", running);
    element.classList.toggle("is-low", low);
    element.title = low ? t("game.clock.low") : "";
    if (low && running && !warned) onLow();
    warned = low;
  }
  return { element, update };
}

// An eighth of the time at the start, at least 10 s and at most a minute; of a day a turn, an hour.
function lowTime(time) {
  if (time === null) return 0;
  if (time.per_move_ms !== undefined) return Math.min(HOUR_MS, time.per_move_ms / 8);
  return Math.min(60000, Math.max(10000, time.initial_ms / 8));
}

// "2 d 03:15", "1:02:03", "4:05", "0:09.3"
function clockText(ms) {
  const two = (value) => String(value).padStart(2, "0");
  const tenths = ms < TENTHS_BELOW_MS;
  // Rounded up, so that 0 is shown when nothing is left and not before.
  const whole = tenths ? Math.ceil(ms / 100) * 100 : Math.ceil(ms / 1000) * 1000;
  const seconds = Math.floor(whole / 1000) % 60;
  const minutes = Math.floor(whole / 60000) % 60;
  const hours = Math.floor(whole / HOUR_MS);
  if (whole >= DAY_MS)
    return t("game.clock.days", {
      days: Math.floor(whole / DAY_MS),
      time: `${two(hours % 24)}:${two(minutes)}`,
    });
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`;
  const text = `${minutes}:${two(seconds)}`;
  return tenths ? `${text}.${Math.floor(whole / 100) % 10}` : text;
}
