// Finished games as a table, a page at a time.

import { el } from "./dom.js";
import { date, t } from "./i18n.js";
import { gamePath, playerName } from "./people.js";
import { resultText, termsText } from "./terms.js";

// `of` is the name from whose side results are told, or null.
export function gameTable(games, of = null) {
  const head = ["players", "result", "terms", "ended"];
  return el(
    "div",
    { class: "table-frame" },
    el("table", { class: "table game-table" },
      el("caption", {}, t("games.caption")),
      el("thead", {}, el("tr", {}, head.map((name) =>
        el("th", { scope: "col", class: `game-${name}` }, t(`games.${name}`))))),
      el("tbody", {}, games.map((game) => row(game, of)))),
  );
}

function row(game, of) {
  const names = { blue: game.blue.name, red: game.red.name };
  return el("tr", {},
    el("td", { class: "game-players" }, ["blue", "red"].map((color) => side(game, color))),
    el("td", { class: "game-result" }, outcome(game, of)),
    el("td", { class: "game-terms" }, termsText(game), el("br"),
      el("span", { class: "muted" }, t("games.turns", { count: game.ply }))),
    el("td", { class: "game-ended" },
      el("a", { href: gamePath(game.id) },
        el("span", { class: "visually-hidden" }, t("games.open", names), " "),
        el("time", { datetime: new Date(game.ended_at).toISOString() },
          date(game.ended_at, dayStyle(game.ended_at)),
          el("span", { class: "game-hour" }, " ", date(game.ended_at, { timeStyle: "short" }))))));
}

function side(game, color) {
  const won = game.result?.winner === color;
  return el("div", { class: won ? "game-side is-winner" : "game-side" },
    el("span", { class: `swatch swatch-${color}`, role: "img", "aria-label": t(`color.${color}`) }),
    playerName(game[color]));
}

function outcome(game, of) {
  const text = el("span", { class: "muted" }, resultText(game));
  if (of === null) return text;
  const kind = outcomeFor(game, of);
  return [
    el("span", { class: `outcome outcome-${kind}` }, t(`games.outcome.${kind}`)),
    el("span", { class: "muted game-how" }, t(`ending.${game.result.reason}`)),
  ];
}

function outcomeFor(game, name) {
  if (game.result.winner === null) return "none";
  const own = game.blue.name.toLowerCase() === name.toLowerCase() ? "blue" : "red";
  return game.result.winner === own ? "win" : "loss";
}

// The year is said where it is not this one.
function dayStyle(at) {
  const thisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return { day: "numeric", month: "short", year: thisYear ? undefined : "numeric" };
}
