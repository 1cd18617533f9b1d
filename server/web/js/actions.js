// What players may do besides playing a turn: give up, call off, take back, claim, play again; and
// what the opponent offers them.

import { el, replace } from "./dom.js";
import { duration, t } from "./i18n.js";
import { askingButton } from "./asking.js";
import { errorText } from "./errors.js";
import { otherColor } from "./cells.js";

const KINDS = ["takeback", "abort"];

// Gives {element, update(), stop()}; update after each change of the game or of who one is.
export function createActions(app, follow) {
  const buttons = el("div", { class: "actions-buttons" });
  const offers = el("div", { class: "actions-offers" });
  const problem = el("p", { class: "problem", role: "alert" });
  const element = el("section", { class: "actions", "aria-label": t("game.actions") }, offers,
    buttons, problem);
  const claim = createClaim(app.connection, () => ask("claim"));
  let resigning = false;
  let shown = "";

  async function ask(op, fields = {}) {
    problem.textContent = "";
    try {
      const ok = await app.connection.ask(op, { game: follow.id, ...fields });
      if (op === "rematch" && ok.game) app.navigate(`/game/${ok.game}`);
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  function update() {
    const me = follow.colorOf(app.session.user?.name);
    const playing = follow.status === "playing";
    element.hidden = me === null;
    // Made anew only where something changed: a button under somebody's finger must stay.
    const key = JSON.stringify([me, playing, follow.ply >= 2, follow.offers, follow.away?.color,
      follow.rematch, resigning]);
    if (me === null || key === shown) return;
    shown = key;
    const had = element.contains(document.activeElement);
    const focused = had ? document.activeElement.dataset.action : null;
    replace(offers, playing ? openOffers(me) : openRematch(me));
    replace(buttons, playing ? whilePlaying(me) : []);
    claim.show(playing && follow.away?.color === otherColor(me) ? follow.away : null);
    if (claim.open) offers.append(claim.element);
    if (had) (element.querySelector(`[data-action="${focused}"]`) ??
      element.querySelector("button"))?.focus();
  }

  function action(name, key, onclick, classes = "") {
    return askingButton(t(key), onclick, { class: classes, dataset: { action: name } });
  }

  function whilePlaying(me) {
    if (follow.ply < 2) return [action("abort", "game.abort", () => ask("abort"))];
    if (resigning)
      return [
        action("resign", "game.resign.sure", () => ask("resign"), "button-danger"),
        action("stay", "game.resign.no", () => setResigning(false)),
      ];
    const offered = (kind) => follow.offers.some((offer) => offer.by === me && offer.kind === kind);
    return [
      ...KINDS.filter((kind) => !offered(kind)).map((kind) =>
        action(kind, `game.offer.${kind}`, () => ask("offer", { kind }))),
      action("resign", "game.resign", () => setResigning(true)),
    ];
  }

  function setResigning(value) {
    resigning = value;
    update();
    element.querySelector('[data-action="resign"]').focus();
  }

  function openOffers(me) {
    return follow.offers.map(({ by, kind }) => {
      const answer = (accept) => () => ask("answer", { kind, accept });
      if (by === me)
        return card(t(`game.offered.${kind}.own`),
          action(`withdraw-${kind}`, "game.withdraw", answer(false)));
      return card(t(`game.offered.${kind}`, { color: t(`color.${by}`) }),
        action(`accept-${kind}`, "waiting.accept", answer(true), "button-main"),
        action(`decline-${kind}`, "waiting.decline", answer(false)));
    });
  }

  function openRematch(me) {
    const { by, how } = follow.rematch ?? {};
    if (how !== "offered") {
      const note = how === undefined ? "" : t(`game.rematch.${how}`);
      return card(note, action("rematch", "game.rematch", () => ask("rematch"), "button-main"));
    }
    if (by === me)
      return card(t("game.rematch.own"),
        action("withdraw", "game.withdraw", () => ask("rematch", { accept: false })));
    return card(t("game.rematch.offered", { color: t(`color.${by}`) }),
      action("rematch", "waiting.accept", () => ask("rematch"), "button-main"),
      action("decline", "waiting.decline", () => ask("rematch", { accept: false })));
  }

  update();
  return { element, update, stop: claim.stop };
}

function card(text, ...buttons) {
  return el("div", { class: "offer" }, text === "" ? null : el("p", {}, text),
    el("div", { class: "form-buttons" }, buttons));
}

// The opponent is away: how long until the win may be claimed.
function createClaim(connection, onClaim) {
  const text = el("p", {});
  const press = askingButton(t("game.claim"), onClaim, { class: "button-main",
    dataset: { action: "claim" } });
  const element = el("div", { class: "offer" }, text, press);
  let away = null;
  let timer = null;

  function tick() {
    const left = away.until - connection.serverNow();
    press.disabled = left > 0;
    text.textContent = left > 0
      ? t("game.away.wait", { duration: duration(Math.ceil(left / 1000) * 1000) })
      : t("game.away.claim");
  }

  function stop() {
    clearInterval(timer);
    timer = null;
  }

  return {
    element,
    get open() {
      return away !== null;
    },
    show(value) {
      away = value;
      stop();
      if (away === null) return;
      tick();
      timer = setInterval(tick, 500);
    },
    stop,
  };
}
