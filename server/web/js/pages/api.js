// The documentation of the history API, for those who write scripts.

import { el } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { PARAMETERS, REQUIRED, ROUTES, STATUSES } from "../api/reference.js";
import { prose } from "../prose.js";
import { needStyle } from "../styles.js";

const LINE_LENGTH = 72;

const styled = needStyle("reading");

export function title() {
  return t("api.title");
}

export async function show(root) {
  const [{ default: texts }] = await Promise.all([
    import(`../../lang/api/${currentLanguage()}.js`),
    styled,
  ]);
  root.append(
    el("h1", {}, t("api.title")),
    el("p", { class: "lead" }, prose(texts.lead)),
    el("div", { class: "api" },
      contents(),
      el("div", { class: "api-text" },
        general(texts),
        ROUTES.map((route) => describe(route, texts)))),
  );
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target) target.scrollIntoView();
}

function contents() {
  return el("nav", { class: "contents", "aria-labelledby": "contents-title" },
    el("h2", { id: "contents-title" }, t("rules.contents")),
    el("ul", {},
      el("li", {}, el("a", { href: "#general" }, t("api.general"))),
      ROUTES.map(({ id, path }) => el("li", {},
        el("a", { href: `#${id}` }, el("code", {}, path.replace("/api", "")))))));
}

function general(texts) {
  return el("section", { class: "card", "aria-labelledby": "general" },
    el("h2", { id: "general" }, t("api.general")),
    el("ul", { class: "api-notes" }, texts.general.map((text) => el("li", {}, prose(text)))),
    el("h3", {}, t("api.errors")),
    code('{"error":{"code":"bad_request","message":"…","field":"limit"}}'),
    el("div", { class: "table-frame" },
      el("table", { class: "table" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("api.status")),
          el("th", { scope: "col" }, t("api.meaning")))),
        el("tbody", {}, STATUSES.map((status) => el("tr", {},
          el("th", { scope: "row" }, el("code", {}, status)),
          el("td", {}, prose(texts.statuses[status]))))))));
}

function describe({ id, path, parameters, example, answer, type }, texts) {
  return el("section", { class: "card", "aria-labelledby": id },
    el("h2", { id, class: "api-path" }, el("code", {}, path)),
    el("p", {}, prose(texts.routes[id])),
    parameters.length > 0 ? parameterTable(id, parameters, texts) : null,
    el("h3", {}, t("api.example")),
    code(`curl '${location.origin}${example}'`),
    answer
      ? code(layOut(answer))
      : el("p", { class: "muted" }, t("api.type"), " ", el("code", {}, type)));
}

function parameterTable(route, names, texts) {
  const required = REQUIRED[route] ?? [];
  return el("div", { class: "table-frame" },
    el("table", { class: "table" },
      el("caption", {}, t("api.parameters")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("api.name")),
        el("th", { scope: "col" }, t("api.meaning")),
        el("th", { scope: "col", class: "api-value" }, t("api.value")))),
      el("tbody", {}, names.map((name) => el("tr", {},
        el("th", { scope: "row" }, el("code", {}, name),
          required.includes(name) ? el("span", { class: "badge" }, t("api.required")) : null),
        el("td", {}, prose(texts.parameters[name])),
        el("td", { class: "api-value" }, el("code", {}, PARAMETERS[name])))))));
}

// Long lines scroll, by keyboard too.
function code(text) {
  return el("pre", { class: "code", tabindex: 0 }, el("code", {}, text));
}

// JSON for people: what fits on a line stays on one.
function layOut(value, indent = "") {
  const short = JSON.stringify(value);
  if (indent.length + short.length <= LINE_LENGTH || typeof value !== "object") return short;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const inner = Object.entries(value).map(([name, member]) =>
    deeper + (open === "[" ? "" : `${JSON.stringify(name)}: `) + layOut(member, deeper));
  return `${open}\n${inner.join(",\n")}\n${indent}${close}`;
}
