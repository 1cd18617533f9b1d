// The start of every page of the site: language, connection, session, frame, router.

import { Connection } from "./connection.js";
import { Session } from "./session.js";
import { Router } from "./router.js";
import { settings } from "./settings.js";
import { preferredLanguage, t, useLanguage } from "./i18n.js";
import { loadReferee } from "./referee.js";
import { Frame } from "./frame.js";
import { announce } from "./announce.js";
import { Notices } from "./notices.js";

const connection = new Connection();
const session = new Session(connection);

// What pages are given: everything they need of the rest.
//   connection, session, settings; t(key, values); navigate(path)
//   referee(): a promise of the referee; announce(text): said by screen readers
//   notices: what is being said of games and challenges beside the page
const app = {
  connection,
  session,
  settings,
  t,
  announce,
  referee: () => loadReferee(),
  navigate: (path, options) => router.navigate(path, options),
};

app.notices = new Notices(app);
const frame = new Frame(app);
const router = new Router(document.getElementById("main"), app, (path) => frame.showPath(path));

async function start() {
  // What has to be fetched is fetched side by side: the link, the page, the texts.
  connection.start();
  router.prefetch();
  await useLanguage(preferredLanguage(settings.get("language")));
  frame.show();
  settings.on(async (name, value) => {
    if (name !== "language") return;
    await useLanguage(preferredLanguage(value));
    frame.show();
    frame.focusMenu();
    router.show();
  });
  await router.start();
}

start();
