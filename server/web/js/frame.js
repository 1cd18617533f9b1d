// What is around every page: the header with its menus, the state of the link, the footer.

import { el, link, replace, button } from "./dom.js";
import { askingButton } from "./asking.js";
import { LANGUAGES, currentLanguage, t } from "./i18n.js";
import { errorText } from "./errors.js";
import { icon } from "./icons.js";

const PAGES = [
  ["/", "nav.home"],
  ["/leaderboard", "nav.leaderboard"],
  ["/rules", "nav.rules"],
  ["/openings", "nav.openings"],
  ["/api", "nav.api"],
];
const THEMES = ["auto", "light", "dark"];

export class Frame {
  #app;
  #header = document.getElementById("header");
  #footer = document.getElementById("footer");
  #links = new Map();
  #account = el("div", { class: "header-account" });
  #link = el("div", { class: "link-state", role: "status" });

  constructor(app) {
    this.#app = app;
    app.session.on(() => this.#showAccount());
    app.connection.on("status", () => this.#showLink());
  }

  show() {
    this.#links.clear();
    const navigation = PAGES.map(([path, key]) => {
      const anchor = link(path, t(key));
      this.#links.set(path, anchor);
      return anchor;
    });
    replace(
      this.#header,
      el("a", { class: "logo", href: "/" }, el("img", { src: "/web/icon.svg", alt: "", width: 28,
        height: 28 }), el("span", {}, "Clamber")),
      el("nav", { class: "nav", "aria-label": t("nav.label") }, navigation),
      this.#account,
      this.#menu(),
    );
    replace(this.#footer, el("p", {}, t("footer.text")), this.#link);
    document.querySelector(".skip-link").textContent = t("app.skip");
    this.#showAccount();
    this.#showLink();
    this.showPath(location.pathname);
  }

  // Gives the keyboard to the menu: who changed the language there has it no more.
  focusMenu() {
    this.#header.querySelector(".menu-own summary").focus();
  }

  showPath(path) {
    for (const [to, anchor] of this.#links)
      if (to === path) anchor.setAttribute("aria-current", "page");
      else anchor.removeAttribute("aria-current");
  }

  // Language, theme, sound: what concerns the reader and not the game.
  #menu() {
    const { settings } = this.#app;
    const languages = Object.entries(LANGUAGES).map(([code, name]) =>
      el("option", { value: code, lang: code, selected: code === currentLanguage() }, name));
    const themes = THEMES.map((theme) =>
      el("option", { value: theme, selected: theme === settings.get("theme") },
        t(`theme.${theme}`)));
    const choice = (key, name, options) =>
      el("label", { class: "menu-line" }, el("span", {}, t(key)),
        el("select", { name, onchange: (event) => settings.set(name, event.target.value) },
          options));
    const flag = (key, name) =>
      el("label", { class: "menu-line" },
        el("span", {}, t(key)),
        el("input", { type: "checkbox", name, checked: settings.get(name),
          onchange: (event) => settings.set(name, event.target.checked) }));
    const details = el("details", { class: "menu menu-own" },
      el("summary", { "aria-label": t("menu.label"), title: t("menu.label") }, icon("menu")),
      el("div", { class: "menu-box" },
        choice("menu.language", "language", languages),
        choice("menu.theme", "theme", themes),
        flag("menu.sound", "sound"),
        flag("menu.confirm", "confirm")));
    closeOutside(details);
    return details;
  }

  #showAccount() {
    const had = this.#account.contains(document.activeElement);
    this.#drawAccount();
    if (had) this.#focusAccount();
  }

  #focusAccount() {
    this.#account.querySelector("summary, button")?.focus();
  }

  #drawAccount() {
    const { session, navigate } = this.#app;
    const user = session.user;
    if (user === null) {
      replace(this.#account, session.known && button(t("account.sign_in"), () => this.#signIn(),
        { class: "button-quiet" }));
      return;
    }
    const guest = user.kind === "guest";
    const details = el("details", { class: "menu" },
      el("summary", { class: "menu-name" }, el("span", { class: "name" }, user.name)),
      el("div", { class: "menu-box" },
        guest ? el("p", { class: "muted" }, t("account.guest.note")) : null,
        guest
          ? button(t("account.register"), () => this.#signIn())
          : link(`/user/${user.name}`, t("account.profile")),
        askingButton(t("account.sign_out"), async () => {
          try {
            await session.logout();
            navigate("/");
          } catch (error) {
            this.#link.textContent = errorText(error);
          }
        })));
    closeOutside(details);
    replace(this.#account, details);
  }

  async #signIn() {
    const { openAccount } = await import("./account.js");
    openAccount(this.#app, () => {
      if (document.activeElement === document.body) this.#focusAccount();
    });
  }

  #showLink() {
    const status = this.#app.connection.status;
    const lost = status === "lost" || (status === "connecting" && this.#wasOpen);
    if (status === "open") this.#wasOpen = true;
    this.#link.textContent = lost ? t("connection.lost") : "";
    document.body.classList.toggle("is-lost", lost);
  }

  #wasOpen = false;
}

// A menu goes when the reader presses elsewhere or Escape, or follows one of its links.
function closeOutside(details) {
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    const close = (event) => {
      if (event.type === "keydown" && event.key !== "Escape") return;
      const inside = details.contains(event.target);
      if (event.type === "click" && inside && !event.target.closest("a, button")) return;
      details.open = false;
      if (event.type === "keydown") details.querySelector("summary").focus();
    };
    const ends = new AbortController();
    for (const kind of ["click", "keydown"])
      document.addEventListener(kind, close, { signal: ends.signal });
    details.addEventListener("toggle", () => ends.abort(), { once: true });
  });
}
