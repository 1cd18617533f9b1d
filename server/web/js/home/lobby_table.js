// The open seeks as a table, each with a button that takes it.

import { askingButton } from "../asking.js";
import { el } from "../dom.js";
import { complaint } from "../fields.js";
import { number, t, timeControl } from "../i18n.js";
import { gamePath, playerName } from "../people.js";
import { errorText } from "../errors.js";
import { Entries } from "../place.js";
import { speedText, termsText } from "../terms.js";

const COLUMNS = ["player", "time", "board", "kind", "color", "action"];

export class LobbyTable {
  #app;
  #lobby;
  #body = el("tbody");
  #rows = new Entries(this.#body);
  #table;
  #empty = el("p", { class: "empty" }, t("lobby.empty"));
  #complaint = complaint();
  #ends;

  constructor(app, lobby) {
    this.#app = app;
    this.#lobby = lobby;
    this.#table = el("div", { class: "table-frame" },
      el("table", { class: "table lobby-table", "aria-labelledby": "lobby-title" },
        el("thead", {}, el("tr", {}, COLUMNS.map((column) =>
          el("th", { scope: "col", class: `lobby-${column}` },
            column === "action"
              ? el("span", { class: "visually-hidden" }, t("lobby.action"))
              : t(`lobby.${column}`))))),
        this.#body));
    this.element = el("section", { class: "card lobby", "aria-labelledby": "lobby-title" },
      el("h2", { id: "lobby-title" }, t("lobby.title")), this.#table, this.#empty,
      this.#complaint.element);
    this.#ends = [
      lobby.on(() => this.#update()),
      app.session.on(() => {
        this.#rows.forget();
        this.#update();
      }),
    ];
    this.#update();
  }

  close() {
    for (const end of this.#ends) end();
  }

  #update() {
    const seeks = [...this.#lobby.entries.values()].reverse();
    this.#rows.show(seeks.map((seek) => [seek.id, () => this.#row(seek)]));
    this.#table.hidden = seeks.length === 0;
    this.#empty.hidden = seeks.length > 0;
  }

  #row(seek) {
    const range = rangeText(seek);
    const theirs = { blue: "red", red: "blue", random: "random" }[seek.color];
    return el("tr", {},
      el("td", { class: "lobby-player" }, playerName(seek.user)),
      el("td", { class: "lobby-time" }, el("strong", {}, timeControl(seek.time)), " ",
        el("span", { class: "muted" }, seek.time === null ? null : speedText(seek.time))),
      el("td", { class: "lobby-board" }, t(`size.short.${seek.size}`)),
      el("td", { class: "lobby-kind" }, t(seek.rated ? "terms.rated" : "terms.casual"),
        range ? el("span", { class: "muted" }, ` ${range}`) : null),
      el("td", { class: "lobby-color" }, t(`color.${theirs}`)),
      el("td", { class: "lobby-action" }, this.#action(seek)));
  }

  #action(seek) {
    const user = this.#app.session.user;
    if (seek.user.name === user?.name) return t("lobby.yours");
    const guest = user === null || user.kind === "guest";
    const blocked = seek.rated && guest;
    return askingButton(t("lobby.play"), () => this.#accept(seek), {
      class: "button-main",
      disabled: blocked,
      title: blocked ? t("home.rated.sign_in") : null,
      "aria-label": t("lobby.play.label", { name: seek.user.name, terms: termsText(seek) }),
    });
  }

  async #accept(seek) {
    this.#complaint.clear();
    try {
      await this.#app.session.ensure();
      const { game } = await this.#app.connection.ask("accept", { seek: seek.id });
      this.#app.navigate(gamePath(game));
    } catch (error) {
      this.#complaint.say(errorText(error));
    }
  }
}

function rangeText({ rating_min: low, rating_max: high }) {
  const plain = (value) => number(value, { useGrouping: false });
  if (low !== null && high !== null)
    return t("lobby.range", { low: plain(low), high: plain(high) });
  if (low !== null) return t("lobby.range.from", { low: plain(low) });
  return high === null ? "" : t("lobby.range.to", { high: plain(high) });
}
