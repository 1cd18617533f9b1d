// How games went on from a position: one row a continuation, with who won as a bar and in words.

import { el, svg } from "../dom.js";
import { number, t } from "../i18n.js";

const percent = (part, whole) => number(whole === 0 ? 0 : part / whole, {
  style: "percent",
  maximumFractionDigits: 0,
});

// opening: the answer to `openings`; `hrefOf(move)` leads on, `onPoint(move or null)` hears what is
// pointed at.
export function continuations(opening, hrefOf, onPoint) {
  return el("div", { class: "table-frame" },
    el("table", { class: "table continuations" },
      el("caption", {}, t("openings.caption")),
      el("thead", {}, el("tr", {},
        el("th", { scope: "col" }, t("openings.turn")),
        el("th", { scope: "col", class: "number" }, t("openings.count")),
        el("th", { scope: "col", class: "share-head" }, t("openings.share")))),
      el("tbody", {}, opening.next.map((next) => row(next, opening.games, hrefOf, onPoint)))));
}

function row(next, all, hrefOf, onPoint) {
  return el("tr", { onpointerenter: () => onPoint(next.move), onpointerleave: () => onPoint(null) },
    el("th", { scope: "row" },
      el("a", { class: "turn-link", href: hrefOf(next.move), onfocus: () => onPoint(next.move),
        onblur: () => onPoint(null) }, next.move)),
    el("td", { class: "number" }, number(next.games), " ",
      el("span", { class: "muted share-of" }, percent(next.games, all))),
    el("td", {}, shares(next)));
}

// Of these games: won by Blue, by Red, and the rest.
export function shares({ games, blue, red }) {
  const none = games - blue - red;
  const label = t("openings.share.label", {
    blue: percent(blue, games),
    red: percent(red, games),
    none: percent(none, games),
  });
  const width = (part) => (games === 0 ? 0 : (100 * part) / games);
  return el("div", { class: "shares" },
    svg("svg",
      { class: "share-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img",
        "aria-label": label },
      svg("rect", { class: "share-none", width: 100, height: 10 }),
      svg("rect", { class: "share-blue", width: width(blue), height: 10 }),
      svg("rect", { class: "share-red", x: 100 - width(red), width: width(red), height: 10 })),
    el("span", { class: "share-text", "aria-hidden": "true" },
      el("span", {}, `${t("color.blue")} ${percent(blue, games)}`),
      el("span", {}, `${t("color.red")} ${percent(red, games)}`)));
}
