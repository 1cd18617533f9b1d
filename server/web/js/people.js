// Players where they are named: a link to the profile, what kind of player it is, the rating.

import { el } from "./dom.js";
import { number, t } from "./i18n.js";

// A PLAYER or a user of the protocol. Names are text that people chose. A guest has no profile that
// lasts, so there is none to go to.
export function playerName(player, { rating = true } = {}) {
  const name =
    player.kind === "guest"
      ? el("span", { class: "player-name" }, player.name)
      : el("a", { class: "player-name", href: profilePath(player.name) }, player.name);
  return el(
    "span",
    { class: "player" },
    name,
    kindBadge(player.kind),
    rating && typeof player.rating === "number"
      ? el("span", { class: "player-rating" }, number(player.rating, { useGrouping: false }))
      : null,
  );
}

export function kindBadge(kind) {
  if (kind !== "bot") return null;
  return el("span", { class: "badge", title: t("kind.bot.long") }, t("kind.bot"));
}

export function profilePath(name) {
  return `/user/${encodeURIComponent(name)}`;
}

export function gamePath(id) {
  return `/game/${encodeURIComponent(id)}`;
}

// The one of a game's two players that is not `name`.
export function opponentOf(game, name) {
  return game.blue.name === name ? game.red : game.blue;
}
