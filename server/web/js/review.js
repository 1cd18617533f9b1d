// Where in the game one looks: at the present, or at a position of the past. Steps, jumps,
// autoplay, arrow keys.

import { button, el, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

const AUTOPLAY_MS = 900;
// Where arrow keys mean something else.
const OWN_KEYS = "input, select, textarea, dialog, .is-playable, .chat-lines";

export class Review {
  #follow;
  #onLook;
  #ply = null; // null: whatever is the last
  #timer = null;
  #buttons;

  element;

  // onLook() is called when something else is looked at.
  constructor(follow, onLook) {
    this.#follow = follow;
    this.#onLook = onLook;
    const step = (name, go) => button(icon(name), go, { class: "review-button",
      "aria-label": t(`game.review.${name}`), title: t(`game.review.${name}`),
      dataset: { review: name } });
    this.#buttons = {
      first: step("first", () => this.goTo(0)),
      back: step("back", () => this.goTo(this.ply - 1)),
      auto: step("auto", () => this.#toggleAuto()),
      next: step("next", () => this.goTo(this.ply + 1)),
      last: step("last", () => this.goTo(follow.ply)),
    };
    this.element = el("div", { class: "review", role: "group", "aria-label": t("game.review") },
      Object.values(this.#buttons));
    this.#showButtons();
  }

  // How many turns have been made in the position looked at.
  get ply() {
    return this.#ply ?? this.#follow.ply;
  }

  get atPresent() {
    return this.#ply === null;
  }

  get playing() {
    return this.#timer !== null;
  }

  goTo(ply) {
    const end = this.#follow.ply;
    const wanted = Math.max(0, Math.min(ply, end));
    this.#ply = wanted === end ? null : wanted;
    this.#showButtons();
    this.#onLook();
  }

  // The game went on: one who looks at the present goes with it, others stay where they are.
  follow() {
    if (this.#ply !== null && this.#ply >= this.#follow.ply) this.#ply = null;
    this.#showButtons();
  }

  // Listens to the keyboard; gives a function that ends that and the autoplay.
  listen() {
    const key = (event) => this.#key(event);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("keydown", key);
      this.#stopAuto();
    };
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(OWN_KEYS)) return;
    const go = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: Infinity };
    if (!Object.hasOwn(go, event.key)) return;
    event.preventDefault();
    this.#stopAuto();
    this.goTo(go[event.key]);
  }

  #toggleAuto() {
    if (this.#timer !== null) this.#stopAuto();
    else if (this.#follow.ply > 0) {
      if (this.atPresent) this.goTo(0);
      this.#timer = setInterval(() => {
        this.goTo(this.ply + 1);
        if (this.atPresent) this.#stopAuto();
      }, AUTOPLAY_MS);
    }
    this.#showButtons();
  }

  #stopAuto() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#showButtons();
  }

  #showButtons() {
    const { first, back, auto, next, last } = this.#buttons;
    // Disabled for the eye alone: a button that is really disabled loses the keyboard.
    const disable = (one, no) => one.setAttribute("aria-disabled", String(no));
    for (const one of [first, back]) disable(one, this.ply === 0);
    for (const one of [next, last]) disable(one, this.atPresent);
    disable(auto, this.#follow.ply === 0);
    replace(auto, icon(this.playing ? "pause" : "auto"));
    const label = t(this.playing ? "game.review.pause" : "game.review.auto");
    auto.setAttribute("aria-label", label);
    auto.title = label;
  }
}
