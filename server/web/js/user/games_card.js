// The finished games of a player, filtered as the address says, a page at a time.

import { el, replace } from "../dom.js";
import { errorText } from "../errors.js";
import { apiQuery, filterForm, pathWith, readFilters } from "../filters.js";
import { gameTable } from "../game_table.js";
import { t } from "../i18n.js";
import { profilePath } from "../people.js";

const PAGE = 20;

export class GamesCard {
  #name;
  #query;
  #app;
  #fields;
  #list = el("div", { class: "games-list", "aria-busy": "true" });

  constructor(name, query, app) {
    this.#name = name;
    this.#query = query;
    this.#app = app;
    this.#fields = readFilters(query);
    const apply = (values) => app.navigate(this.#path({ ...values, at: query.get("at") }));
    const filtered = Object.keys(this.#fields).length > 0;
    this.element = el("section", { class: "card games-card", "aria-labelledby": "games-title" },
      el("h2", { id: "games-title" }, t("user.games")),
      el("details", { class: "filter-box", open: filtered },
        el("summary", {}, t("filter.title")), filterForm(query, apply)),
      this.#list);
  }

  async open() {
    const fields = { ...this.#fields, user: this.#name, limit: PAGE };
    const cursor = this.#query.get("cursor");
    if (cursor) fields.cursor = cursor;
    try {
      const page = await this.#app.connection.ask("history", fields);
      replace(this.#list, this.#contents(page, cursor));
    } catch (error) {
      replace(this.#list, el("p", { class: "empty", role: "alert" }, this.#reason(error)));
    }
    this.#list.removeAttribute("aria-busy");
  }

  #path(values) {
    return pathWith(profilePath(this.#name), values);
  }

  // Only a name that nobody has can be what was not found.
  #reason(error) {
    return error.code === "not_found"
      ? t("user.unknown", { name: this.#fields.versus })
      : errorText(error);
  }

  #contents({ games, cursor }, before) {
    if (games.length === 0) return this.#empty();
    const values = Object.fromEntries(this.#query);
    const download = `/api/games/export?${apiQuery({ user: this.#name, ...this.#fields })}`;
    return [
      gameTable(games, this.#name),
      el("nav", { class: "pager", "aria-label": t("app.pages") },
        before
          ? el("a", { class: "button", href: this.#path({ ...values, cursor: "" }) },
            t("games.first"))
          : null,
        cursor
          ? el("a", { class: "button", href: this.#path({ ...values, cursor }), rel: "next" },
            t("games.next"))
          : null,
        el("a", { class: "button button-quiet", href: download, download: `${this.#name}.ndjson` },
          t("games.export"))),
    ];
  }

  #empty() {
    const filtered = Object.keys(this.#fields).length > 0;
    return el("div", { class: "empty" },
      el("p", {}, t(filtered ? "games.none" : "games.none_yet")),
      filtered ? el("p", { class: "hint" }, t("games.none.hint")) : null);
  }
}
