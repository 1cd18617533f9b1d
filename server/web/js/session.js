// Who the reader is: guest, account or nobody. Keeps the token in this browser and takes it up
// again on every new link.

import { ServerError } from "./connection.js";

const TOKEN = "clamber.token";

export class Session {
  #connection;
  #listeners = new Set();
  #token = null; // where storage is closed to us

  user = null; // as the protocol has it, or null
  known = false; // whether we have been told who we are, be it nobody
  playing = []; // ids of unfinished games, as known when the link was made

  constructor(connection) {
    this.#connection = connection;
    connection.greet = (ask) => this.#resume(ask);
    connection.on("signed_out", () => this.#become(null, null));
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
    this.#signedIn(await this.#connection.ask("register", { name, password }));
  }

  async login(name, password) {
    this.#signedIn(await this.#connection.ask("login", { name, password }));
  }

  async guest() {
    this.#signedIn(await this.#connection.ask("guest"));
  }

  // The user, a guest where there is none yet: what any button that needs an identity does first.
  async ensure() {
    if (!this.user) await this.guest();
    return this.user;
  }

  async logout() {
    await this.#connection.ask("logout");
    this.#become(null, null);
  }

  // The user as the server has it now: ratings change with every rated game.
  async refresh() {
    const { user } = await this.#connection.ask("whoami");
    this.#become(user, this.#readToken());
  }

  #signedIn(ok) {
    this.playing = ok.playing ?? [];
    this.#become(ok.user, ok.token);
  }

  #become(user, token) {
    this.#writeToken(token);
    const changed = !this.known || JSON.stringify(user) !== JSON.stringify(this.user);
    this.known = true;
    this.user = user;
    if (changed) for (const listener of [...this.#listeners]) listener(user);
  }

  async #resume(ask) {
    const token = this.#readToken();
    if (token === null) {
      this.#become(null, null);
      return;
    }
    try {
      this.#signedIn(await ask("resume", { token }));
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== "bad_credentials") throw error;
      this.#become(null, null);
    }
  }

  // Another tab signed in: so does this one.
  async #resumeLater() {
    await this.#resume((op, fields) => this.#connection.ask(op, fields)).catch(() => {});
  }

  #readToken() {
    try {
      return localStorage.getItem(TOKEN) ?? this.#token;
    } catch {
      return this.#token;
    }
  }

  #writeToken(token) {
    this.#token = token;
    try {
      if (token === null) localStorage.removeItem(TOKEN);
      else localStorage.setItem(TOKEN, token);
    } catch {
      // Kept in memory alone.
    }
  }
}
