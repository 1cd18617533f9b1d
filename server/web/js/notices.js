// What concerns the reader wherever on the site: a game that began, a challenge that came.

import { el, button, link, replace } from "./dom.js";
import { t } from "./i18n.js";
import { errorText } from "./errors.js";
import { gamePath, opponentOf } from "./people.js";
import { termsText } from "./terms.js";

// Begins to listen; called once.
export function watchNotices(app) {
  const { connection, session } = app;
  const open = new Map(); // challenge id -> its notice

  connection.on("game_started", ({ game }) => {
    const user = session.user?.name;
    if (game.blue.name !== user && game.red.name !== user) return;
    if (document.querySelector(".game.is-playing") === null) app.navigate(`/game/${game.id}`);
    else gameNotice(game, opponentOf(game, user));
  });
  connection.on("challenge", ({ challenge }) => {
    if (challenge.to.name !== session.user?.name || open.has(challenge.id)) return;
    open.set(challenge.id, challengeNotice(app, challenge));
    app.announce(open.get(challenge.id).textContent);
  });
  connection.on("challenge_closed", ({ id }) => {
    open.get(id)?.remove();
    open.delete(id);
  });
}

function show(...children) {
  const notice = el("div", { class: "notice" }, children);
  const close = button("×", () => notice.remove(), { class: "button-quiet notice-close",
    "aria-label": t("notice.dismiss") });
  notice.append(close);
  const region = document.getElementById("notices");
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", t("notice.region"));
  region.append(notice);
  return notice;
}

function gameNotice(game, opponent) {
  const notice = show(el("p", {}, t("notice.game_started", { name: opponent.name })),
    link(gamePath(game.id), t("notice.open_game")));
  notice.querySelector("a").addEventListener("click", () => notice.remove());
}

function challengeNotice(app, challenge) {
  const text = t("waiting.in", { name: challenge.user.name, terms: termsText(challenge) });
  const problem = el("p", { class: "problem", role: "alert" });
  const answer = (accept) => async () => {
    try {
      await app.connection.ask("challenge_answer", { challenge: challenge.id, accept });
      notice.remove();
    } catch (error) {
      replace(problem, errorText(error));
    }
  };
  const notice = show(
    el("p", {}, text),
    el("div", { class: "form-buttons" },
      button(t("waiting.accept"), answer(true), { class: "button-main" }),
      button(t("waiting.decline"), answer(false))),
    problem);
  return notice;
}
