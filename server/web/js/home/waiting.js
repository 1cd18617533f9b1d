// What the reader waits for: the own seeks and challenges, and the challenges of others to answer.

import { askingButton } from "../asking.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { gamePath } from "../people.js";
import { errorText } from "../errors.js";
import { complaint } from "../fields.js";
import { Entries } from "../place.js";
import { termsText } from "../terms.js";

const HOUSE = /^house-\d$/;
const HOUSE_ANSWERS_WITHIN_MS = 8000;

export class Waiting {
  #app;
  #lobby;
  #challenges;
  #complaint = complaint();
  #list = el("ul", { class: "waiting-list" });
  #entries = new Entries(this.#list);
  #said = el("p", { class: "hint", role: "status" });
  #timers = new Map(); // outgoing challenge to the house -> timer
  #silent = new Set(); // challenges that the house has not answered
  #ends;

  constructor(app, lobby, challenges) {
    this.#app = app;
    this.#lobby = lobby;
    this.#challenges = challenges;
    this.element = el("section", { class: "card waiting", "aria-labelledby": "waiting-title" },
      el("h2", { id: "waiting-title" }, t("waiting.title")), this.#list, this.#said,
      this.#complaint.element);
    const update = () => this.#update();
    this.#ends = [lobby.on(update), challenges.on(update), app.session.on(update),
      app.notices.on(update),
      challenges.onClosed((challenge, how) => this.#closed(challenge, how))];
    this.#update();
  }

  close() {
    for (const end of this.#ends) end();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #update() {
    const name = this.#app.session.user?.name;
    const seeks = [...this.#lobby.entries.values()].filter(({ user }) => user.name === name);
    const { outgoing } = this.#challenges;
    // One that has just come is answered in its notice; put aside there, it waits here.
    const incoming = this.#challenges.incoming.filter(({ id }) => !this.#app.notices.has(id));
    for (const challenge of outgoing) this.#expectHouse(challenge);
    this.#entries.show([
      ...incoming.map((challenge) => [challenge.id, () => this.#incoming(challenge)]),
      ...seeks.map((seek) => [seek.id, () => this.#seek(seek)]),
      ...outgoing.map((challenge) =>
        [challenge.id + this.#silent.has(challenge.id), () => this.#outgoing(challenge)]),
    ]);
    this.element.hidden = this.#list.childElementCount === 0 && this.#said.textContent === "";
  }

  #seek(seek) {
    return entry("waiting-seek", t("waiting.seek", { terms: termsText(seek) }),
      t("waiting.seek.note"), true,
      askingButton(t("waiting.cancel"), () => this.#do("unseek", { seek: seek.id })));
  }

  #outgoing(challenge) {
    const { id, to } = challenge;
    let note = t("waiting.out.note");
    if (HOUSE.test(to.name)) note = this.#silent.has(id) ? t("waiting.house_silent") : null;
    return entry("waiting-out", t("waiting.out", { name: to.name, terms: termsText(challenge) }),
      note, true,
      askingButton(t("waiting.cancel"), () => this.#do("challenge_cancel", { challenge: id })));
  }

  #incoming(challenge) {
    const { id, user } = challenge;
    const answer = (accept) => () => this.#do("challenge_answer", { challenge: id, accept });
    return entry("waiting-in", t("waiting.in", { name: user.name, terms: termsText(challenge) }),
      null, false,
      askingButton(t("waiting.accept"), answer(true), { class: "button-main" }),
      askingButton(t("waiting.decline"), answer(false)));
  }

  // The house answers at once where it is there at all.
  #expectHouse({ id, to }) {
    if (!HOUSE.test(to.name) || this.#timers.has(id)) return;
    this.#timers.set(id, setTimeout(() => {
      this.#silent.add(id);
      this.#update();
    }, HOUSE_ANSWERS_WITHIN_MS));
  }

  #closed({ user, to }, how) {
    const own = user.name === this.#app.session.user?.name;
    const texts = own
      ? { declined: "waiting.declined", expired: "waiting.expired" }
      : { cancelled: "waiting.withdrawn" };
    if (!texts[how]) return;
    this.#said.textContent = t(texts[how], { name: own ? to.name : user.name });
    this.#update();
  }

  async #do(op, fields) {
    this.#complaint.clear();
    try {
      const ok = await this.#app.connection.ask(op, fields);
      if (ok.game) this.#app.navigate(gamePath(ok.game));
    } catch (error) {
      this.#complaint.say(errorText(error));
    }
  }
}

function entry(kind, text, note, pending, ...buttons) {
  return el("li", { class: `waiting-entry ${kind}` },
    pending ? el("span", { class: "pulse", "aria-hidden": "true" }) : null,
    el("div", { class: "waiting-text" }, el("p", {}, text),
      note ? el("p", { class: "hint" }, note) : null),
    el("div", { class: "waiting-buttons" }, buttons));
}
