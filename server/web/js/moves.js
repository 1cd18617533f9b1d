// The list of turns: two columns, Blue's and Red's, each a way to the position after it.

import { el } from "./dom.js";
import { t } from "./i18n.js";

// Gives {element, show(turns, current)}: `current` is the ply looked at; `onPly(ply)` hears of
// presses.
export function createMoves({ onPly }) {
  const list = el("ol", { class: "moves-list" });
  const empty = el("p", { class: "muted moves-empty" }, t("game.moves.none"));
  const element = el("div", { class: "moves", role: "region", "aria-label": t("game.moves"),
    tabindex: 0 }, empty, list);
  let shown = []; // the buttons, by ply - 1

  list.addEventListener("click", (event) => {
    const ply = event.target.closest("button")?.dataset.ply;
    if (ply !== undefined) onPly(Number(ply));
  });

  function button(turn, index) {
    const color = t(`color.${turn.by}`);
    const label = turn.move === "skip" ? t("game.moves.skip") : turn.move;
    const dataset = { ply: index + 1, move: turn.move };
    // Tab reaches the turn looked at alone, not hundreds; arrow keys go from there.
    return el("button", { type: "button", class: `move move-${turn.by}`, dataset, tabindex: -1,
      "aria-label": `${color}: ${label}` }, breakable(label));
  }

  // Only what differs is made anew: lists can be thousands of turns long.
  function show(turns, current) {
    let same = 0;
    while (same < shown.length && shown[same].dataset.move === turns[same]?.move) same++;
    const rows = Math.floor(same / 2);
    while (list.children.length > rows) list.lastChild.remove();
    shown.length = Math.min(shown.length, rows * 2);
    for (let index = rows * 2; index < turns.length; index += 2) {
      const pair = turns.slice(index, index + 2).map((turn, by) => button(turn, index + by));
      shown.push(...pair);
      list.append(el("li", {}, pair));
    }
    empty.hidden = turns.length > 0;
    setCurrent(current);
  }

  function setCurrent(ply) {
    const before = list.querySelector("[aria-current]");
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", -1);
    const here = shown[ply - 1];
    here?.setAttribute("aria-current", "step");
    here?.setAttribute("tabindex", 0);
    // Within the list alone: the page must not move under the reader.
    const row = here?.parentElement;
    if (row) element.scrollTop = row.offsetTop - element.clientHeight / 2;
    else element.scrollTop = 0;
  }
  return { element, show };
}

// A long chain may be broken before any of its captures, never within a cell.
function breakable(turn) {
  return turn.split(/(?=x)/).map((part, index) => [index > 0 ? el("wbr") : null, part]);
}

// A turn in words, for announcing: "Red captures D4 and E5 with C3".
export function turnInWords({ move, by }) {
  const color = t(`color.${by}`);
  if (move === "skip") return t("game.said.skip", { color });
  const [first, ...captured] = move.split("x");
  if (captured.length === 0) return t("game.said.place", { color, cell: first });
  return t("game.said.capture", { color, cell: first, captured: captured.join(", ") });
}
