// A game on somebody else's page: board, names and clocks, following live, and a way to the game.
// Asks nothing of who looks: no session, no storage.

import { announce } from "./announce.js";
import { cellsOfTurn } from "./cells.js";
import { Connection } from "./connection.js";
import { createBoard } from "./board.js";
import { createPlayers } from "./players.js";
import { el, replace } from "./dom.js";
import { errorText } from "./errors.js";
import { Follow } from "./follow.js";
import { gamePath } from "./people.js";
import { preferredLanguage, t, useLanguage } from "./i18n.js";
import { loadReferee } from "./referee.js";
import { resultText } from "./terms.js";
import { turnInWords } from "./moves.js";

const NOBODY = { user: null };
const query = new URLSearchParams(location.search);
const root = document.getElementById("main");

async function start() {
  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  await useLanguage(preferredLanguage(query.get("lang")));
  const connection = new Connection();
  const follow = new Follow(connection, location.pathname.split("/").at(-1));
  connection.start();
  try {
    await follow.start(loadReferee());
  } catch (error) {
    replace(root, el("p", { role: "alert" }, errorText(error)));
    return;
  }
  show(connection, follow);
}

function show(connection, follow) {
  const { game } = follow;
  const players = createPlayers({ connection, session: NOBODY }, follow);
  const versus = t("live.versus", { blue: game.blue.name, red: game.red.name });
  const board = createBoard({ size: game.size, label: versus });
  const text = el("span", {});
  // Its own window: the page around is not ours to leave.
  const link = el("a", { href: gamePath(game.id), target: "_blank", rel: "noopener" },
    t("notice.open_game"));
  document.title = versus;
  replace(root, el("h1", { class: "visually-hidden" }, versus), players.top, board.element,
    players.bottom, el("p", { class: "embed-line" }, text, link));

  function update() {
    const last = follow.turns.at(-1);
    board.show(follow.position);
    board.mark({ last: new Set(last ? cellsOfTurn(last.move) : []) });
    players.update();
    text.textContent = follow.status === "playing"
      ? t("game.turn_of", { color: t(`color.${follow.toMove}`) })
      : resultText({ result: follow.result });
  }
  players.face("blue");
  follow.on((event) => {
    update();
    if (event.ev === "move" || event.ev === "skip") announce(turnInWords(follow.turns.at(-1)));
    if (event.ev === "end") announce(text.textContent);
  });
  update();
}

start();
