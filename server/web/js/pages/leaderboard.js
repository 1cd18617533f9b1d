// The players of a pool, the highest rating first; today's, or as it stood on a day.

import { el, replace } from "../dom.js";
import { errorText } from "../errors.js";
import { choice, field, select, tick } from "../fields.js";
import { pathWith, startOfDay, dayOf } from "../filters.js";
import { date, number, poolName, t } from "../i18n.js";
import { playerName } from "../people.js";
import { needStyle } from "../styles.js";
import { SIZES, SPEEDS } from "../terms.js";

const PAGE = 50;

const styled = needStyle("history");

export function title() {
  return t("leaderboard.title");
}

export async function show(root, { query }, app) {
  await styled;
  let view = readView(query);
  const place = el("div", { class: "card leaderboard" });
  const change = (changes) => {
    view = { ...view, cursor: "", rank: 1, ...changes };
    history.replaceState(null, "", pathOf(view));
    refresh();
  };
  let asked = 0;
  async function refresh() {
    const number = ++asked;
    place.setAttribute("aria-busy", "true");
    const parts = await list(view, app).catch((error) =>
      el("p", { role: "alert" }, errorText(error)));
    if (number !== asked) return; // something else has been chosen meanwhile
    place.removeAttribute("aria-busy");
    replace(place, parts);
  }
  root.append(el("h1", {}, t("leaderboard.title")), controls(view, change), place);
  await refresh();
}

async function list(view, app) {
  const fields = { pool: `${view.size}-${view.speed}`, limit: PAGE, bots: view.bots };
  const at = startOfDay(view.at, 1);
  if (at !== undefined) fields.at = at;
  if (view.cursor !== "") fields.cursor = view.cursor;
  const { players, cursor } = await app.connection.ask("leaderboard", fields);
  return [
    at === undefined ? null : el("p", { class: "hint" },
      t("filter.at.note", { date: date(at - 1, { dateStyle: "long" }) })),
    players.length === 0 ? empty() : table(players, view, fields.pool),
    pager(view, cursor, players.length),
  ];
}

function readView(query) {
  const [size, speed] = (query.get("pool") ?? "").split("-");
  return {
    size: SIZES.find((one) => String(one) === size) ?? 3,
    speed: SPEEDS.includes(speed) ? speed : "blitz",
    bots: query.get("bots") === "true",
    at: query.get("at") ?? "",
    cursor: query.get("cursor") ?? "",
    rank: Math.max(1, Number.parseInt(query.get("rank") ?? "1", 10) || 1),
  };
}

function pathOf({ size, speed, bots, at, cursor, rank }) {
  return pathWith("/leaderboard", { pool: `${size}-${speed}`, bots: bots ? "true" : "", at, cursor,
    rank: rank > 1 ? rank : "" });
}

function controls(view, change) {
  const day = el("input", { type: "date", value: view.at, max: dayOf(Date.now()),
    onchange: (event) => change({ at: event.target.value }) });
  return el("div", { class: "toolbar" },
    choice("size", t("home.board"), SIZES.map((size) => [size, t(`size.${size}`)]), view.size,
      (size) => change({ size })),
    field(t("leaderboard.speed"),
      select("speed", SPEEDS.map((speed) => [speed, t(`speed.${speed}`)]), view.speed,
        { onchange: (event) => change({ speed: event.target.value }) })),
    field(t("filter.at"), day),
    tick(t("filter.bots"), view.bots, (bots) => change({ bots })));
}

function table(players, view, pool) {
  const columns = [["rank", true], ["player", false], ["rating", true], ["games", true]];
  return el("div", { class: "table-frame" },
    el("table", { class: "table" },
      el("caption", {}, t("leaderboard.caption", { pool: poolName(pool) })),
      el("thead", {}, el("tr", {}, columns.map(([name, isNumber]) =>
        el("th", { scope: "col", class: `leaderboard-${name} ${isNumber ? "number" : ""}` },
          t(`leaderboard.${name}`))))),
      el("tbody", {}, players.map((player, index) =>
        el("tr", {},
          el("td", { class: "number" }, number(view.rank + index)),
          el("td", {}, playerName(player, { rating: false })),
          el("td", { class: "number" },
            el("strong", {}, number(player.rating, { useGrouping: false })), " ",
            el("span", { class: "muted" },
              t("user.deviation.value", { deviation: player.rd }))),
          el("td", { class: "number leaderboard-games" }, number(player.games)))))));
}

function empty() {
  return el("div", { class: "empty" },
    el("p", {}, t("leaderboard.empty")), el("p", { class: "hint" }, t("leaderboard.empty.hint")));
}

function pager(view, cursor, count) {
  if (!cursor && view.cursor === "") return null;
  const top = pathOf({ ...view, cursor: "", rank: 1 });
  const further = cursor && pathOf({ ...view, cursor, rank: view.rank + count });
  return el("nav", { class: "pager", "aria-label": t("app.pages") },
    view.cursor === "" ? null : el("a", { class: "button", href: top }, t("leaderboard.first")),
    further
      ? el("a", { class: "button", href: further, rel: "next" }, t("leaderboard.next"))
      : null);
}
