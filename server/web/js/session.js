// Who the reader is: guest, account or nobody. Keeps the token in this browser and takes it up
// again on every new link.

import { askAside, ServerError } from "./connection.js";

const TOKEN = "clamber.token";

export class Session {
  #connection;
  #listeners = new Set();
  #token = null; // of who we are here; that of another tab may stand in the storage by now
  #ensuring = null; // the promise of becoming a guest

  user = null; // as the protocol has it, or null
  known = false; // whether we have been told who we are, be it nobody
  playing = []; // ids of unfinished games, as known when the link was made

  constructor(connection) {
    this.#connection = connection;
    connection.greet = (ask) => this.#resume(ask);
    connection.on("signed_out", () => this.#signedOut());
    addEventListener("storage", (event) => {
      if (event.key === TOKEN && event.newValue && !this.user) this.#resumeLater();
    });
  }

  // Calls listener(user) whenever the user changes; gives a function that ends that.
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async register(name, password) {
    await this.#change("register", { name, password });
  }

  async login(name, password) {
    await this.#change("login", { name, password });
  }

  // A link has one identity at a time. Who is somebody already, a guest, gives that up only when
  // the other is certain: a name that is taken, a wrong password, cost nothing.
  async #change(op, fields) {
    if (this.user === null) return this.#signedIn(await this.#connection.ask(op, fields));
    const { token } = await askAside(op, fields);
    await this.logout();
    this.#signedIn(await this.#connection.ask("resume", { token }));
  }

  async guest() {
    this.#signedIn(await this.#connection.ask("guest"));
  }

  // The user, a guest where there is none yet: what any button that needs an identity does first.
  async ensure() {
    if (!this.user) await (this.#ensuring ??= this.guest().finally(() => (this.#ensuring = null)));
    return this.user;
  }

  async logout() {
    await this.#connection.ask("logout");
    this.#forget(this.#token);
    this.#become(null);
  }

  // Our token died: by a word of ours, or of another tab or device.
  #signedOut() {
    if (this.user === null) return; // we said so ourselves
    this.#forget(this.#token);
    this.#become(null);
    if (this.#readToken() !== null) this.#resumeLater();
  }

  // The user as the server has it now: ratings change with every rated game.
  async refresh() {
    const { user } = await this.#connection.ask("whoami");
    this.#become(user);
  }

  #signedIn(ok) {
    this.playing = ok.playing ?? [];
    this.#writeToken(ok.token);
    this.#become(ok.user);
  }

  #become(user) {
    if (user === null) this.playing = [];
    const changed = !this.known || JSON.stringify(user) !== JSON.stringify(this.user);
    this.known = true;
    this.user = user;
    if (changed) for (const listener of [...this.#listeners]) listener(user);
  }

  // As who we were here; where that is over, as whom another tab has signed in.
  async #resume(ask) {
    for (const token of new Set([this.#token, this.#readToken()])) {
      if (token === null) continue;
      try {
        return this.#signedIn(await ask("resume", { token }));
      } catch (error) {
        if (!(error instanceof ServerError) || error.code !== "bad_credentials") throw error;
        this.#forget(token);
      }
    }
    this.#become(null);
  }

  // Another tab signed in: so does this one.
  async #resumeLater() {
    await this.#resume((op, fields) => this.#connection.ask(op, fields)).catch(() => {});
  }

  #readToken() {
    try {
      return localStorage.getItem(TOKEN);
    } catch {
      return null;
    }
  }

  #writeToken(token) {
    this.#token = token;
    try {
      localStorage.setItem(TOKEN, token);
    } catch {
      // Kept in memory alone.
    }
  }

  // Only this one: what another tab has put in its place meanwhile stays.
  #forget(token) {
    if (this.#token === token) this.#token = null;
    try {
      if (localStorage.getItem(TOKEN) === token) localStorage.removeItem(TOKEN);
    } catch {
      // It was in memory alone.
    }
  }
}
