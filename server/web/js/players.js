// The two players of a game: name, rating, whether they are there, clock; and how many watch.

import { createClock } from "./clock.js";
import { el, replace } from "./dom.js";
import { number, t } from "./i18n.js";
import { otherColor } from "./cells.js";
import { playerName } from "./people.js";
import { play } from "./sound.js";

const TICK_MS = 100;

// Gives {top, bottom, spectators, face(color), lookAt(ply), update(), stop()}; lookAt shows the
// clocks as they were after that many turns, or as they are now where it is null.
export function createPlayers(app, follow) {
  const bars = { blue: createBar(app, follow, "blue"), red: createBar(app, follow, "red") };
  const top = el("div", { class: "player-place" });
  const bottom = el("div", { class: "player-place" });
  const spectators = el("p", { class: "muted spectators" });
  const tick = () => {
    bars.blue.tick();
    bars.red.tick();
  };
  const timer = setInterval(tick, TICK_MS);
  // A hidden tab's timers sleep: what is shown on waking is right at once.
  document.addEventListener("visibilitychange", tick);
  let facing = null;

  return {
    top,
    bottom,
    spectators,
    face(color) {
      if (color === facing) return;
      facing = color;
      replace(top, bars[otherColor(color)].element);
      replace(bottom, bars[color].element);
    },
    lookAt(ply) {
      const clock = ply === null ? null : clockAfter(follow, ply);
      bars.blue.lookAt(clock);
      bars.red.lookAt(clock);
    },
    update() {
      bars.blue.update();
      bars.red.update();
      tick();
      const count = follow.presence?.spectators ?? 0;
      spectators.textContent = t("live.spectators", { count });
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    },
  };
}

// Before the first turn the clocks are what they are after it: it costs nothing.
function clockAfter(follow, ply) {
  return follow.turns[Math.max(0, ply - 1)]?.clock ?? null;
}

function createBar(app, follow, color) {
  const clock = createClock(follow.game.time, {
    onLow: () => {
      if (follow.colorOf(app.session.user?.name) === color) play("low");
    },
  });
  const presence = el("span", { class: "presence" });
  const change = el("span", { class: "rating-change" });
  const element = el("div", { class: `player-bar player-${color}`, dataset: { color } },
    el("span", { class: `piece-sign piece-sign-${color}`, title: t(`color.${color}`) },
      el("span", { "aria-hidden": "true" }, t(`board.letter.${color}`)),
      el("span", { class: "visually-hidden" }, t(`color.${color}`))),
    presence,
    el("span", { class: "player-who" }, playerName(follow.game[color]), change),
    clock.element);

  function update() {
    const here = follow.presence?.[color] ?? null;
    const playing = follow.status === "playing";
    presence.className = `presence ${here ? "is-here" : "is-away"}`;
    presence.hidden = here === null || !playing;
    presence.title = t(here ? "game.here" : "game.not_here");
    replace(presence, el("span", { class: "visually-hidden" }, presence.title));
    element.classList.toggle("is-to-move", follow.toMove === color);
    element.classList.toggle("is-winner", follow.result?.winner === color);
    const ratings = follow.ratings?.[color];
    if (ratings)
      change.textContent = number(ratings.after.rating - ratings.before.rating,
        { signDisplay: "exceptZero" }).replace("-", "−");
  }

  let past = null; // the clocks of the turn looked at

  function tick() {
    if (past !== null) clock.update(past[`${color}_ms`], false);
    else clock.update(follow.left(color), follow.clock?.running === color);
  }

  function lookAt(clocks) {
    past = clocks;
    tick();
  }
  return { element, update, lookAt, tick };
}
