// The start page: begin a game, see who waits, go on with one's own games, watch others.

import { el } from "../dom.js";
import { Challenges, Lobby } from "../feeds.js";
import { t } from "../i18n.js";
import { patience } from "../patience.js";
import { needStyle } from "../styles.js";
import { LiveGames } from "../home/live.js";
import { LobbyTable } from "../home/lobby_table.js";
import { MyGames } from "../home/my_games.js";
import { NewGame } from "../home/new_game.js";
import { Waiting } from "../home/waiting.js";

const styled = needStyle("home");

export function title() {
  return t("home.title");
}

export async function show(root, { query }, app) {
  const lobby = new Lobby(app.connection);
  const challenges = new Challenges(app.connection, app.session);
  const newGame = new NewGame(app, query.get("challenge"));
  const waiting = new Waiting(app, lobby, challenges);
  const mine = new MyGames(app, (count) =>
    app.retitle(count > 0 ? `(${count}) ${title()}` : title()));
  const live = new LiveGames(app);
  const table = new LobbyTable(app, lobby);
  const ends = [app.session.on(() => newGame.updateUser())];

  const parts = [lobby.open(), challenges.open(), mine.open(), live.open(), newGame.findHouse()];
  // What cannot be had now comes with the next link: each part asks again then.
  await Promise.all([styled, patience(parts)]);
  root.append(
    el("div", { class: "hero" },
      el("h1", {}, t("home.title")),
      el("p", { class: "lead" }, t("home.lead"), " ",
        el("a", { href: "/rules" }, t("home.learn")))),
    el("div", { class: "home" },
      el("div", { class: "home-main" }, mine.element, newGame.element, waiting.element,
        table.element),
      el("div", { class: "home-side" }, live.tv, live.element)),
  );
  return () => {
    for (const part of [lobby, challenges, waiting, mine, live, table]) part.close();
    for (const end of ends) end();
  };
}
