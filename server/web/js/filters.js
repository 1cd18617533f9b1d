// The filters of a list of games: from the address to the fields of `history`, and as a form. The
// address always says what is shown, so that a list can be kept and passed on.

import { button, el } from "./dom.js";
import { complaint, field, select } from "./fields.js";
import { poolName, t } from "./i18n.js";
import { POOLS, SIZES } from "./terms.js";

const REASONS = ["capture", "resign", "time", "abandoned", "aborted", "turn_limit"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const oneOf = (values) => (text) => (values.includes(text) ? text : undefined);

// By name in the address: what its text means, undefined where it means nothing.
const READERS = {
  versus: (text) => text.trim() || undefined,
  size: (text) => SIZES.find((size) => String(size) === text),
  pool: oneOf(POOLS),
  rated: (text) => ({ true: true, false: false })[text],
  result: oneOf(["win", "loss", "none"]),
  reason: oneOf(REASONS),
  since: (text) => startOfDay(text, 0),
  until: (text) => startOfDay(text, 1),
};

// The beginning of a day "2026-11-30" where the reader is, or of one `later` by so many days.
export function startOfDay(text, later) {
  if (!DAY.test(text)) return undefined;
  const [year, month, day] = text.split("-").map(Number);
  const at = new Date(year, month - 1, day + later).getTime();
  return Number.isNaN(at) || at < 0 ? undefined : at;
}

// The other way: the day of a wall time as an input of type date writes it.
export function dayOf(at) {
  const day = new Date(at);
  const two = (value) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

// The fields of `history` for an address's query.
export function readFilters(query) {
  const fields = {};
  for (const [name, read] of Object.entries(READERS)) {
    const value = query.has(name) ? read(query.get(name)) : undefined;
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

// The query of the public history API for the same games.
export function apiQuery(fields) {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

// A path with a query; parameters without a value are left out.
export function pathWith(path, values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

// The form for all filters, as the query has them. onApply(values) is given the new ones by name.
export function filterForm(query, onApply) {
  const value = (name) => query.get(name) ?? "";
  const any = ["", t("filter.any")];
  const list = (name, options) =>
    field(t(`filter.${name}`), select(name, [any, ...options], value(name)));
  const day = (name) =>
    field(t(`filter.${name}`), el("input", { type: "date", name, value: value(name) }));
  const problem = complaint();
  const form = el(
    "form",
    { class: "filters", "aria-label": t("filter.title") },
    field(t("filter.versus"), el("input", { type: "text", name: "versus", value: value("versus"),
      maxlength: 20, autocapitalize: "none", spellcheck: "false", autocomplete: "off" })),
    list("result", ["win", "loss", "none"].map((one) => [one, t(`games.outcome.${one}`)])),
    list("size", SIZES.map((size) => [String(size), t(`size.${size}`)])),
    list("pool", POOLS.map((pool) => [pool, poolName(pool)])),
    list("rated", [["true", t("terms.rated")], ["false", t("terms.casual")]]),
    list("reason", REASONS.map((reason) => [reason, t(`ending.${reason}`)])),
    day("since"),
    day("until"),
    el("div", { class: "filter-buttons" },
      el("button", { type: "submit", class: "button button-main" }, t("filter.apply")),
      button(t("filter.clear"), () => onApply({}))),
    problem.element,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    if (values.since !== "" && values.until !== "" && values.since > values.until)
      problem.say(t("filter.bad"));
    else onApply(values);
  });
  return form;
}
