// The form that begins a game: against whoever comes, the computer, or a friend. The buttons with
// times are what is pressed; all else has an answer already. Whoever is nobody yet becomes a guest.

import { askingButton } from "../asking.js";
import { el, replace } from "../dom.js";
import { choice, complaint, field, tick } from "../fields.js";
import { t, timeControl } from "../i18n.js";
import { gamePath } from "../people.js";
import { errorText } from "../errors.js";
import { SIZES, speedText, termsText, TIMES } from "../terms.js";

const HOUSE_LEVELS = [1, 2, 3, 4, 5];
const houseName = (level) => `house-${level}`;
const REMEMBERED = "new_game";

export class NewGame {
  #app;
  #wish; // what is chosen: {against, size, color, rated, level, friend, low, high}
  #levels = []; // of the house that are accounts here
  #complaint = complaint();
  #opponent = el("div", { class: "new-game-opponent" });
  #options = el("div", { class: "new-game-options" });
  #range = el("div", { class: "new-game-range" });
  #times = TIMES.map((time) => this.#timeButton(time));
  #kind; // of user that the form was drawn for

  // `friend`: who is to be challenged, from the link of a profile; null where nobody is
  constructor(app, friend) {
    this.#app = app;
    const remembered = app.settings.get(REMEMBERED) ?? {};
    this.#wish = {
      against: "anyone", size: 3, color: "random", level: null, ...remembered,
      rated: false, friend: friend ?? "", low: "", high: "",
    };
    if (friend !== null) this.#wish.against = "friend";
    this.element = this.#form();
    this.update();
  }

  // Which levels of the house there are is asked once a visit.
  async findHouse() {
    const { connection } = this.#app;
    const asked = HOUSE_LEVELS.map((level) =>
      connection.ask("user", { name: houseName(level) })
        .then(({ user }) => (user.kind === "bot" ? level : null), () => null));
    this.#levels = (await Promise.all(asked)).filter((level) => level !== null);
    if (!this.#levels.includes(this.#wish.level)) this.#wish.level = this.#levels[0] ?? null;
    this.update();
  }

  // The reader is somebody else, or has another rating.
  updateUser() {
    if (this.#kind !== this.#app.session.user?.kind) this.update();
  }

  // Draws anew what depends on the choices and on who the reader is.
  update() {
    this.#kind = this.#app.session.user?.kind;
    if (!this.#mayBeRated()) this.#wish.rated = false;
    replace(this.#opponent, this.#opponentParts());
    replace(this.#options, this.#optionParts());
    this.#updateRated();
  }

  // What goes by whether the game is to be rated; not the box itself, which has the keyboard.
  #updateRated() {
    replace(this.#range, this.#rangeParts());
    TIMES.forEach((time, index) => {
      const blocked = time === null && this.#wish.rated;
      this.#times[index].disabled = blocked;
      this.#times[index].title = blocked ? t("home.rated.clock") : "";
    });
  }

  #form() {
    const against = ["anyone", "house", "friend"];
    return el(
      "section",
      { class: "card new-game", "aria-labelledby": "new-game-title" },
      el("h2", { id: "new-game-title" }, t("home.new_game")),
      choice("against", t("home.against"), against.map((one) => [one, t(`home.against.${one}`)]),
        this.#wish.against, (value) => this.#choose("against", value)),
      this.#opponent,
      el("div", { class: "new-game-terms" },
        choice("size", t("home.board"), SIZES.map((size) => [size, t(`size.${size}`)]),
          this.#wish.size, (value) => this.#choose("size", value)),
        choice("color", t("home.color"),
          ["random", "blue", "red"].map((color) => [color, t(`color.${color}`)]),
          this.#wish.color, (value) => this.#choose("color", value))),
      this.#options,
      this.#range,
      el("h3", { class: "times-title", id: "times-title" }, t("home.time")),
      el("p", { class: "hint" }, t("home.time.hint")),
      el("div", { class: "times" }, this.#times),
      this.#complaint.element,
    );
  }

  #choose(name, value) {
    this.#wish[name] = value;
    this.#complaint.clear();
    const { against, size, color, level } = this.#wish;
    this.#app.settings.set(REMEMBERED, { against, size, color, level });
    if (name === "against") this.update();
    if (name === "rated") this.#updateRated();
  }

  #opponentParts() {
    if (this.#wish.against === "house") return this.#levelChoice();
    if (this.#wish.against !== "friend") return [];
    const input = el("input", {
      type: "text", name: "friend", value: this.#wish.friend, maxlength: 20, autocomplete: "off",
      autocapitalize: "none", spellcheck: "false",
      oninput: (event) => this.#choose("friend", event.target.value.trim()),
    });
    return [field(t("home.friend"), input)];
  }

  #levelChoice() {
    if (this.#levels.length === 0) return el("p", { class: "hint" }, t("home.level.none"));
    const names = this.#levels.map((level) =>
      [level, t("home.level.name", { level }), t(`home.level.hint.${level}`)]);
    return choice("level", t("home.level"), names, this.#wish.level,
      (value) => this.#choose("level", value));
  }

  #mayBeRated() {
    const kind = this.#app.session.user?.kind;
    return kind !== undefined && kind !== "guest";
  }

  #optionParts() {
    if (!this.#mayBeRated()) return el("p", { class: "hint" },
      this.#app.session.user ? null : `${t("account.guest.hint")} `, t("home.rated.sign_in"));
    return tick(t("home.rated"), this.#wish.rated,
      (checked) => this.#choose("rated", checked), { hint: t("home.rated.hint") });
  }

  #rangeParts() {
    if (!this.#wish.rated || this.#wish.against !== "anyone") return [];
    const bound = (name) => el("input", {
      type: "number", name, min: 0, max: 10000, step: 50, value: this.#wish[name],
      oninput: (event) => this.#choose(name, event.target.value),
    });
    return el("fieldset", { class: "range" },
      el("legend", {}, t("home.range")),
      field(t("home.range.from"), bound("low")),
      field(t("home.range.to"), bound("high")));
  }

  #timeButton(time) {
    const clocked = time !== null && time.per_move_ms === undefined;
    return askingButton(
      [
        el("span", { class: "time-main" }, timeControl(time)),
        clocked ? el("span", { class: "time-speed" }, speedText(time)) : null,
      ],
      () => this.#begin(time),
      { class: clocked ? "time-button" : "time-button time-button-long" },
    );
  }

  async #begin(time) {
    this.#complaint.clear();
    const wrong = this.#wrong();
    if (wrong) return this.#complaint.say(wrong);
    this.element.setAttribute("aria-busy", "true");
    try {
      await this.#app.session.ensure();
      await this.#ask(time);
    } catch (error) {
      this.#complaint.say(this.#reason(error));
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }

  // What is wrong with the choices, as a text; null where nothing is.
  #wrong() {
    const { against, friend, level, rated, low, high } = this.#wish;
    if (against === "friend" && friend === "") return t("home.friend.missing");
    if (against === "house" && level === null) return t("home.level.none");
    const bounded = against === "anyone" && rated && low !== "" && high !== "";
    if (bounded && Number(low) > Number(high)) return t("home.range.bad");
    return null;
  }

  async #ask(time) {
    const { against, size, color, rated, level, friend, low, high } = this.#wish;
    const terms = { size, time, rated, color };
    if (against !== "anyone") {
      const user = against === "house" ? houseName(level) : friend;
      await this.#app.connection.ask("challenge", { user, ...terms });
      this.#app.announce(t("waiting.out", { name: user, terms: termsText(terms) }));
      return;
    }
    if (rated && low !== "") terms.rating_min = Number(low);
    if (rated && high !== "") terms.rating_max = Number(high);
    const ok = await this.#app.connection.ask("seek", terms);
    if (ok.game) this.#app.navigate(gamePath(ok.game));
    else this.#app.announce(t("waiting.seek", { terms: termsText(terms) }));
  }

  #reason(error) {
    if (error.code === "not_found" && this.#wish.against === "friend")
      return t("home.friend.unknown", { name: this.#wish.friend });
    return errorText(error);
  }
}
