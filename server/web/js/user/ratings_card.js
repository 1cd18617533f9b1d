// A player's ratings by pool, and the course of one of them as a chart and as a table.

import { el, replace } from "../dom.js";
import { errorText } from "../errors.js";
import { select } from "../fields.js";
import { date, number, poolName, t } from "../i18n.js";
import { gamePath } from "../people.js";
import { ratingChart } from "../chart.js";
import { POOLS } from "../terms.js";

const PAGE = 100;
const PAGES = 5; // of the course that are asked for

const plain = (value) => number(value, { useGrouping: false });

const poolsOf = (user) => POOLS.filter((pool) => user.ratings[pool]);

export function ratingsCard(user) {
  const pools = poolsOf(user);
  return el("section", { class: "card ratings-card", "aria-labelledby": "ratings-title" },
    el("h2", { id: "ratings-title" }, t("user.ratings")),
    pools.length === 0
      ? el("p", { class: "empty" }, t("user.ratings.none"))
      : ratingTable(user.ratings, pools));
}

// The course of the rating in one of the pools, the one most played in first: {element, drawn: a
// promise}; null where there is none. `at`: up to when, or undefined.
export function courseCard(user, at, app) {
  const pools = poolsOf(user);
  if (pools.length === 0) return null;
  const most = [...pools].sort((a, b) => user.ratings[b].games - user.ratings[a].games)[0];
  const course = el("div", { class: "course" });
  const draw = (pool) => showCourse(course, user.name, pool, at, app);
  const options = pools.map((pool) => [pool, poolName(pool)]);
  const drawn = draw(most);
  const element = el("section", { class: "card course-card", "aria-labelledby": "course-title" },
    el("div", { class: "course-head" },
      el("h2", { id: "course-title" }, t("user.chart")),
      select("chart", options, most, { "aria-label": t("user.pool"),
        onchange: (event) => draw(event.target.value) })),
    course);
  return { element, drawn };
}

function ratingTable(ratings, pools) {
  return el("div", { class: "table-frame" },
    el("table", { class: "table" },
      el("thead", {}, el("tr", {},
        el("th", { scope: "col" }, t("user.pool")),
        el("th", { scope: "col", class: "number" }, t("user.rating")))),
      el("tbody", {}, pools.map((pool) => ratingRow(pool, ratings[pool])))));
}

function ratingRow(pool, { rating, rd, games, provisional }) {
  const notes = [t("openings.games", { count: games })];
  if (provisional) notes.push(t("rating.provisional"));
  return el("tr", {},
    el("th", { scope: "row" }, poolName(pool),
      el("small", { class: "row-note" }, notes.join(", "))),
    el("td", { class: "number" }, el("strong", {}, plain(rating)), " ",
      el("span", { class: "muted" }, t("user.deviation.value", { deviation: rd }))));
}

async function showCourse(place, name, pool, at, app) {
  place.setAttribute("aria-busy", "true");
  place.dataset.pool = pool;
  const parts = await loadCourse(name, pool, at, app).then(
    (course) => courseParts(name, pool, course),
    (error) => el("p", { role: "alert" }, errorText(error)));
  if (place.dataset.pool !== pool) return; // another has been chosen meanwhile
  place.removeAttribute("aria-busy");
  replace(place, parts);
}

// The last points, the oldest first, and whether there are more before them.
async function loadCourse(name, pool, at, app) {
  const points = [];
  const fields = { user: name, pool, limit: PAGE };
  if (at !== undefined) fields.until = at;
  let cursor = null;
  for (let page = 0; page < PAGES; page++) {
    const ok = await app.connection.ask("rating_history", cursor ? { ...fields, cursor } : fields);
    points.push(...ok.points);
    cursor = ok.cursor;
    if (cursor === null) break;
  }
  return { points: points.reverse(), partial: cursor !== null };
}

function courseParts(name, pool, { points, partial }) {
  if (points.length === 0) return el("p", { class: "empty" }, t("user.chart.none"));
  const ratings = points.map(({ rating }) => rating);
  const label = t("user.chart.label", {
    name,
    pool: poolName(pool),
    first: plain(ratings[0]),
    last: plain(ratings.at(-1)),
    low: plain(Math.min(...ratings)),
    high: plain(Math.max(...ratings)),
  });
  return [
    el("div", { class: "chart-frame" }, ratingChart(points, label)),
    partial ? el("p", { class: "hint" }, t("user.chart.partial", { count: points.length })) : null,
    el("details", {}, el("summary", {}, t("user.chart.table")), pointTable(points)),
  ];
}

function pointTable(points) {
  return el("div", { class: "table-frame" },
    el("table", { class: "table" },
      el("thead", {}, el("tr", {},
        el("th", { scope: "col" }, t("user.chart.date")),
        el("th", { scope: "col", class: "number" }, t("user.rating")),
        el("th", { scope: "col" }, t("user.chart.game")))),
      el("tbody", {}, [...points].reverse().map(({ at, rating, rd, game }) =>
        el("tr", {},
          el("td", {}, date(at)),
          el("td", { class: "number" }, plain(rating), " ",
            el("span", { class: "muted" }, t("user.deviation.value", { deviation: rd }))),
          el("td", {}, el("a", { href: gamePath(game), "aria-label": t("user.chart.open_at",
            { date: date(at) }) }, t("user.chart.open"))))))));
}
