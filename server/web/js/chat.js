// The two rooms of a game. Which of them one may see follows from who one is: players have theirs,
// and the spectators' after the end; everybody else has the spectators'.

import { button, el, replace } from "./dom.js";
import { date, t } from "./i18n.js";
import { errorText } from "./errors.js";

const MOST_CHARACTERS = 400;

// The chat of a followed game. Gives {element, update(), stop()}; update when one's part or the
// game's status may have changed.
export function createChat(app, follow) {
  const rooms = new Map();
  for (const name of ["players", "spectators"]) rooms.set(name, createRoom(app, follow, name));
  const tabs = el("div", { class: "chat-tabs", role: "group", "aria-label": t("game.chat") });
  const body = el("div", { class: "chat-body" });
  const element = el("section", { class: "chat", "aria-label": t("game.chat") }, tabs, body);
  let current = null;
  let open = "";

  function update() {
    const names = roomsOpen(app, follow);
    if (names.join() === open) return;
    open = names.join();
    if (!names.includes(current)) current = names[0];
    replace(tabs, names.map((name) => button(t(`game.chat.${name}`), () => choose(name),
      { class: "chat-tab", "aria-pressed": String(name === current), dataset: { room: name } })));
    choose(current);
  }

  function choose(name) {
    current = name;
    for (const tab of tabs.children)
      tab.setAttribute("aria-pressed", String(tab.dataset.room === name));
    replace(body, rooms.get(name).element);
    rooms.get(name).load();
  }

  const offs = [
    app.connection.on("chat", (line) => {
      if (line.game === follow.id) rooms.get(line.room).add(line);
    }),
    app.connection.on("ready", () => {
      for (const name of roomsOpen(app, follow)) rooms.get(name).load();
    }),
    app.session.on(update),
  ];
  update();
  return { element, update, stop: () => offs.forEach((off) => off()) };
}

function roomsOpen(app, follow) {
  if (follow.colorOf(app.session.user?.name) === null) return ["spectators"];
  return follow.status === "playing" ? ["players"] : ["players", "spectators"];
}

function createRoom(app, follow, room) {
  const list = el("ol", {});
  const lines = el("div", { class: "chat-lines", role: "log", tabindex: 0,
    "aria-label": t(`game.chat.${room}`) }, list);
  const input = el("input", { class: "chat-input", maxlength: MOST_CHARACTERS, required: true,
    autocomplete: "off", "aria-label": t("game.chat.say"), placeholder: t("game.chat.say") });
  const problem = el("p", { class: "problem", role: "alert" });
  const form = el("form", { class: "chat-form", onsubmit: send }, input,
    el("button", { type: "submit", class: "button" }, t("game.chat.send")));
  const element = el("div", { class: "chat-room" }, lines, problem, form);
  let last = 0;
  let saying = false;

  function add(line) {
    if (line.seq <= last) return;
    last = line.seq;
    const atEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 8;
    list.append(el("li", { title: date(line.at) }, el("b", { class: "chat-name" }, line.by), " ",
      line.text));
    if (atEnd) lines.scrollTop = lines.scrollHeight;
  }

  async function load() {
    try {
      let more = true;
      while (more) {
        const ok = await app.connection.ask("chat", { game: follow.id, room, from: last });
        ok.lines.forEach(add);
        more = ok.more === true;
      }
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  async function send(event) {
    event.preventDefault();
    // Control characters are refused by the server; a line has no use for them.
    const text = input.value.replace(/\p{Cc}/gu, " ").trim();
    if (text === "" || saying) return;
    saying = true;
    problem.textContent = "";
    try {
      await app.session.ensure();
      await app.connection.ask("say", { game: follow.id, room, text });
      input.value = "";
    } catch (error) {
      problem.textContent = errorText(error);
    } finally {
      saying = false;
    }
  }
  return { element, add, load };
}
