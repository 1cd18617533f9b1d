// A player's profile: who it is, ratings with their course, and the games, with filters.

import { el, replace } from "../dom.js";
import { ServerError } from "../connection.js";
import { NotThere } from "../errors.js";
import { date, number, t } from "../i18n.js";
import { dayOf, pathWith, startOfDay } from "../filters.js";
import { field } from "../fields.js";
import { patience } from "../patience.js";
import { kindBadge, profilePath } from "../people.js";
import { accountCard } from "../user/account_card.js";
import { GamesCard } from "../user/games_card.js";
import { courseCard, ratingsCard } from "../user/ratings_card.js";
import { needStyle } from "../styles.js";

const styled = needStyle("history");

export function title({ name }) {
  return t("user.title", { name });
}

export async function show(root, { name, query }, app) {
  const day = query.get("at") ?? "";
  const at = startOfDay(day, 1);
  let found;
  await styled;
  try {
    found = await app.connection.ask("user", at === undefined ? { name } : { name, at });
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== "not_found") throw error;
    if (day === "") throw new NotThere(t("user.unknown", { name }));
    root.append(notYet(name));
    return undefined;
  }
  const own = app.session.user?.name === found.user.name && found.user.kind !== "guest";
  const card = own ? accountCard(app) : null;
  const games = new GamesCard(found.user.name, query, app);
  const course = courseCard(found.user, at, app);
  await patience([games.open(), course?.drawn]);
  replace(
    root,
    heading(found, app, dayForm(found.user.name, day, query, app)),
    at === undefined ? null : el("p", { class: "hint as-of" },
      t("filter.at.note", { date: date(at - 1, { dateStyle: "long" }) })),
    el("div", { class: "profile" },
      el("div", { class: "profile-side" },
        counts(found),
        ratingsCard(found.user),
        card),
      el("div", { class: "profile-main" },
        course?.element,
        games.element)),
  );
  // Somebody else, on this device, has no business with the password.
  return app.session.on((user) => user?.name !== found.user.name && card?.remove());
}

function notYet(name) {
  return el("div", {},
    el("h1", {}, t("app.not_found.title")),
    el("p", {}, t("user.unknown.at", { name })),
    el("a", { class: "button", href: profilePath(name) }, t("filter.at.now")));
}

function heading({ user, since_at: since }, app, form) {
  const other = app.session.user?.name !== user.name;
  return el("div", { class: "profile-head" },
    el("div", { class: "profile-name" },
      el("h1", {}, user.name, " ", kindBadge(user.kind)),
      el("p", { class: "muted" }, t("user.since", { date: date(since, { dateStyle: "long" }) }))),
    form,
    other && user.kind !== "guest"
      ? el("a", { class: "button button-main", href: pathWith("/", { challenge: user.name }) },
        t("user.challenge", { name: user.name }))
      : null);
}

// A look at the past: the day at whose end things are shown.
function dayForm(name, day, query, app) {
  const input = el("input", { type: "date", value: day, max: dayOf(Date.now()),
    onchange: (event) => {
      const values = { ...Object.fromEntries(query), at: event.target.value, cursor: "" };
      app.navigate(pathWith(profilePath(name), values));
    } });
  return field(t("filter.at"), input);
}

function counts({ won, lost, none }) {
  const tiles = [["won", won], ["lost", lost], ["none", none]];
  return el("dl", { class: "card counts" }, tiles.map(([name, count]) =>
    el("div", { class: `count count-${name}` }, el("dt", {}, t(`user.${name}`)),
      el("dd", {}, number(count)))));
}
