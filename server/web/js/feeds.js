// What the server keeps telling beside games, as lists that are up to date: the seeks of the lobby,
// and the reader's challenges. They are asked anew on every new link.

// Common to both: entries by id, and who wants to hear of changes.
class Feed {
  #listeners = new Set();
  entries = new Map();

  // Calls listener() after every change; gives a function that ends that.
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed() {
    for (const listener of [...this.#listeners]) listener();
  }

  fill(entries) {
    this.entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.changed();
  }

  put(entry) {
    this.entries.set(entry.id, entry);
    this.changed();
  }

  drop(id) {
    if (this.entries.delete(id)) this.changed();
  }
}

// The open seeks, the oldest first, from open() to close().
export class Lobby extends Feed {
  #connection;
  #ends = [];

  constructor(connection) {
    super();
    this.#connection = connection;
  }

  async open() {
    const connection = this.#connection;
    this.#ends = [
      connection.hold("unlobby"),
      connection.on("seek_added", ({ seek }) => this.put(seek)),
      connection.on("seek_removed", ({ id }) => this.drop(id)),
      connection.on("ready", () => this.#ask().catch(() => {})), // the next link will do
    ];
    await this.#ask();
  }

  close() {
    for (const end of this.#ends.splice(0)) end();
  }

  async #ask() {
    const { seeks } = await this.#connection.ask("lobby");
    this.fill(seeks);
  }
}

// The challenges to the reader and by it, from open() to close(). onClosed hears how each ended.
export class Challenges extends Feed {
  #connection;
  #session;
  #closedListeners = new Set();
  #ends = [];

  constructor(connection, session) {
    super();
    this.#connection = connection;
    this.#session = session;
  }

  async open() {
    const connection = this.#connection;
    this.#ends = [
      connection.on("challenge", ({ challenge }) => this.put(challenge)),
      connection.on("challenge_closed", ({ id, how }) => this.#closed(id, how)),
      connection.on("ready", () => this.#ask()),
      this.#session.on(() => this.#ask()),
    ];
    await this.#ask();
  }

  close() {
    for (const end of this.#ends.splice(0)) end();
  }

  get incoming() {
    return [...this.entries.values()].filter(({ to }) => this.#isReader(to));
  }

  get outgoing() {
    return [...this.entries.values()].filter(({ user }) => this.#isReader(user));
  }

  onClosed(listener) {
    this.#closedListeners.add(listener);
    return () => this.#closedListeners.delete(listener);
  }

  #isReader(player) {
    return player.name === this.#session.user?.name;
  }

  #closed(id, how) {
    const challenge = this.entries.get(id);
    this.drop(id);
    if (challenge) for (const listener of [...this.#closedListeners]) listener(challenge, how);
  }

  // Signed out, or the link broken again, there is nothing to tell.
  async #ask() {
    const asked = this.#session.user ? this.#connection.ask("challenges") : null;
    const open = await asked?.catch(() => null);
    this.fill(open ? [...open.in, ...open.out] : []);
  }
}
