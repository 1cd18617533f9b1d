// A game: played, watched, or looked back on; which of these follows from who looks and when.

import { createActions } from "../actions.js";
import { createChat } from "../chat.js";
import { errorText } from "../errors.js";
import { Follow } from "../follow.js";
import { GameBoard } from "../game_board.js";
import { GameStatus } from "../game_status.js";
import { createMoves, turnInWords } from "../moves.js";
import { createPlayers } from "../players.js";
import { el } from "../dom.js";
import { Review } from "../review.js";
import { createShare } from "../share.js";
import { play } from "../sound.js";
import { resultText, termsText } from "../terms.js";
import { date, t } from "../i18n.js";

export function title() {
  return t("game.title");
}

export async function show(root, params, app) {
  const follow = new Follow(app.connection, params.id);
  const loading = app.referee();
  await follow.start(loading);
  const page = new GamePage(root, app, follow, await loading);
  return () => page.leave();
}

class GamePage {
  #app;
  #follow;
  #board;
  #players;
  #parts; // what is updated after each change
  #review;
  #moves;
  #offs = [];
  #element;
  #seenPly;

  constructor(root, app, follow, referee) {
    this.#app = app;
    this.#follow = follow;
    this.#seenPly = follow.ply;
    this.#review = new Review(follow, () => this.#look());
    this.#moves = createMoves({ onPly: (ply) => this.#review.goTo(ply) });
    this.#board = new GameBoard(app, follow, referee, this.#review);
    this.#players = createPlayers(app, follow);
    const status = new GameStatus(app, follow, this.#board, this.#review);
    const actions = createActions(app, follow);
    const chat = createChat(app, follow);
    const share = createShare(app, follow);
    this.#board.onFlip = () => this.#players.face(this.#board.facing);
    this.#parts = [this.#players, status, actions, chat, share];
    this.#element = this.#layOut(status, actions, chat, share);
    root.append(this.#element);
    this.#offs = [
      follow.on((event) => this.#changed(event)),
      app.session.on(() => this.#whoChanged()),
      app.connection.on("status", () => status.look()),
      this.#review.listen(),
      () => this.#parts.forEach((part) => part.stop?.()),
    ];
    this.#whoChanged();
  }

  leave() {
    for (const off of this.#offs) off();
    this.#follow.stop();
  }

  #layOut(status, actions, chat, share) {
    const { game } = this.#follow;
    const heading = el("h1", { class: "visually-hidden" },
      t("live.versus", { blue: game.blue.name, red: game.red.name }));
    const about = el("section", { class: "about" },
      el("p", { class: "about-terms" }, termsText(game)),
      el("p", { class: "muted" }, date(game.started_at)),
      this.#players.spectators);
    return el("div", { class: `game game-${game.size}` }, heading,
      el("div", { class: "game-middle" },
        this.#players.top, this.#board.element, this.#players.bottom, status.element),
      el("div", { class: "game-right" },
        el("div", { class: "panel" }, this.#moves.element, this.#review.element),
        actions.element),
      el("div", { class: "game-left" }, about, chat.element, share.element));
  }

  #whoChanged() {
    const me = this.#follow.colorOf(this.#app.session.user?.name);
    this.#element.classList.toggle("is-playing", me !== null && this.#follow.status === "playing");
    this.#board.setPlayer(me);
    this.#players.face(this.#board.facing);
    this.#update();
  }

  #changed(event) {
    if (event.ev === "move" || event.ev === "skip") this.#hear();
    if (event.ev === "takeback") this.#say(t("game.said.takeback"));
    if (event.ev === "end") this.#ended();
    if (event.ev === "offer" && event.by !== this.#me()) {
      play("notice");
      this.#say(t(`game.offered.${event.kind}`, { color: t(`color.${event.by}`) }));
    }
    if (event.ev === "reset") this.#whoChanged();
    this.#review.follow();
    this.#update();
  }

  // The turns that came since we last listened, by ear.
  #hear() {
    const fresh = this.#follow.turns.slice(this.#seenPly);
    this.#seenPly = this.#follow.ply;
    for (const turn of fresh) {
      if (turn.by !== this.#me() || turn.move === "skip") this.#say(turnInWords(turn));
      play(turn.move === "skip" ? "skip" : turn.move.length > 2 ? "capture" : "place");
    }
    if (this.#follow.toMove === this.#me() && this.#me() !== null) this.#say(t("game.your_turn"));
  }

  #ended() {
    const { result } = this.#follow;
    const me = this.#me();
    this.#say(resultText({ result }));
    play(result.winner === null ? "notice" : me === null || result.winner === me ? "won" : "lost");
    this.#element.classList.remove("is-playing");
    if (me !== null) this.#app.session.refresh().catch((error) => errorText(error));
  }

  #me() {
    return this.#follow.colorOf(this.#app.session.user?.name);
  }

  #say(text) {
    this.#app.announce(text);
  }

  #update() {
    const { game, toMove, ply } = this.#follow;
    this.#seenPly = Math.min(this.#seenPly, ply);
    const ours = toMove !== null && toMove === this.#me() ? "● " : "";
    this.#app.retitle(`${ours}${game.blue.name} – ${game.red.name}`);
    this.#look();
    for (const part of this.#parts) part.update();
  }

  // What is looked at has changed: the present, or a turn of the past.
  #look() {
    this.#moves.show(this.#follow.turns, this.#review.ply);
    this.#board.update();
    this.#players.face(this.#board.facing);
    if (!this.#review.atPresent) this.#follow.wantPast();
    this.#players.lookAt(this.#review.atPresent ? null : this.#review.ply);
    for (const part of this.#parts) part.look?.();
  }
}
