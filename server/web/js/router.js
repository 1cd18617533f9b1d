// Which page an address shows. Pages are modules loaded when they are first wanted, each with
//   title(params)                    the document's title
//   async show(root, params, app)    fills root; gives a function to call on leaving, or nothing;
//                                    throws NotThere where there is nothing to show
// params: {id, name, query: URLSearchParams}, as the address has them. Beside what all have, `app`
// has retitle(title) here, which does nothing once the page has been left.

import { button, el, link, replace } from "./dom.js";
import { t } from "./i18n.js";
import { ServerError } from "./connection.js";
import { NotThere, errorText } from "./errors.js";

const ROUTES = [
  [/^\/$/, "home"],
  [/^\/game\/(?<id>\w+)$/, "game"],
  [/^\/user\/(?<name>[\w-]+)$/, "user"],
  [/^\/leaderboard$/, "leaderboard"],
  [/^\/rules$/, "rules"],
  [/^\/openings$/, "openings"],
  [/^\/api$/, "api"],
];

export class Router {
  #root;
  #app;
  #leave = null;
  #turn = 0; // counts pages asked for: one that was overtaken while loading is dropped
  #onShown;

  // onShown(path, title) is called when a page is there.
  constructor(root, app, onShown) {
    this.#root = root;
    this.#app = app;
    this.#onShown = onShown;
  }

  start() {
    addEventListener("popstate", () => this.show());
    document.addEventListener("click", (event) => this.#followLink(event));
    return this.show();
  }

  // Begins to load the page of the present address, to be shown by start.
  prefetch() {
    import(`./pages/${match(location).name}.js`).catch(() => {}); // show() says what went wrong
  }

  // Goes to another page of the site; `replaceEntry` where Back should not come here again.
  navigate(path, { replaceEntry = false } = {}) {
    const here = new URL(path, location.href).href === location.href;
    history[replaceEntry || here ? "replaceState" : "pushState"](null, "", path);
    return this.show({ moved: true });
  }

  // Shows the page of the present address; `moved` puts the keyboard at its beginning.
  async show({ moved = false } = {}) {
    const turn = ++this.#turn;
    const { name, params } = match(location);
    const page = await import(`./pages/${name}.js`).catch(unavailable);
    if (turn !== this.#turn) return;
    await this.#leaveNow();
    this.#root.replaceChildren();
    this.#root.className = `main page-${name}`;
    this.#retitle(page.title(params));
    this.#onShown(location.pathname, page.title(params));
    if (moved) {
      scrollTo(0, 0);
      this.#root.focus({ preventScroll: true });
    }
    await this.#showPage(page, params, turn);
  }

  async #showPage(page, params, turn) {
    // Its own element: a page that was left while it was still loading fills nobody's screen.
    const root = el("div", { class: "page" });
    this.#root.append(root);
    const retitle = (title) => turn === this.#turn && this.#retitle(title);
    try {
      const leave = await page.show(root, params, { ...this.#app, retitle });
      if (turn === this.#turn) this.#leave = leave ?? null;
      else leave?.();
    } catch (error) {
      if (turn !== this.#turn) return;
      if (error instanceof NotThere || error.code === "not_found")
        await this.#showMissing(root, error, turn);
      else
        this.#showFailure(root, error);
    }
  }

  async #showMissing(root, error, turn) {
    const page = await import("./pages/missing.js");
    if (turn !== this.#turn) return;
    const params = error instanceof NotThere ? { text: error.message } : {};
    this.#retitle(page.title(params));
    root.replaceChildren();
    await page.show(root, params);
  }

  // What the server said can be asked again; what could not be loaded, the browser may remember as
  // missing until the document is loaded anew.
  #showFailure(root, error) {
    const said = error instanceof ServerError;
    if (!said) console.error(error);
    this.#retitle(t("app.failed.title"));
    const again = () => (said ? this.show({ moved: true }) : location.reload());
    replace(root, el("h1", {}, t("app.failed.title")),
      el("p", { role: "alert" }, said ? errorText(error) : t("app.failed.text")),
      el("div", { class: "form-buttons" },
        button(t("app.failed.again"), again, { class: "button-main" }),
        link("/", t("app.back_home"))));
  }

  #retitle(title) {
    document.title = `${title} · Clamber`;
  }

  async #leaveNow() {
    const leave = this.#leave;
    this.#leave = null;
    await leave?.();
  }

  #followLink(event) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const anchor = event.target.closest("a[href]");
    if (anchor === null || anchor.target || anchor.hasAttribute("download")) return;
    const url = new URL(anchor.href, location.href);
    if (url.origin !== location.origin || !isPage(url.pathname)) return;
    if (url.pathname === location.pathname && url.hash !== "") return;
    event.preventDefault();
    this.navigate(url.pathname + url.search + url.hash);
  }
}

// A page whose own module cannot be had.
function unavailable(error) {
  return { title: () => t("app.failed.title"), show: () => Promise.reject(error) };
}

const isPage = (path) => ROUTES.some(([pattern]) => pattern.test(path));

function match(url) {
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(url.pathname);
    if (found) return { name, params: { ...found.groups, query: new URLSearchParams(url.search) } };
  }
  return { name: "missing", params: { query: new URLSearchParams(url.search) } };
}
