// A worked example: a board, and its steps with what there is to see.

import { button, el, replace } from "../dom.js";
import { createBoard } from "../board.js";
import { cellsOfTurn } from "../cells.js";
import { t } from "../i18n.js";
import { Line } from "../line.js";
import { prose } from "../prose.js";

// `example` is one of js/examples.js; `texts` has one text for each of its steps.
export function stepper(referee, { position, steps }, texts, title) {
  const board = createBoard({ size: (position.split("/").length + 1) / 2, label: title });
  const text = el("p", { class: "step-text", "aria-live": "polite" });
  const count = el("span", { class: "step-count muted" });
  let now = 0;
  const go = (step) => {
    now = Math.max(0, Math.min(steps.length - 1, step));
    const line = Line.read(referee, position, steps[now].turns);
    board.show(line.position);
    board.mark({ last: new Set(steps[now].mark ?? lit(line)) });
    replace(text, prose(texts[now]));
    count.textContent = t("rules.step.count", { step: now + 1, count: steps.length });
    back.setAttribute("aria-disabled", String(now === 0));
    next.setAttribute("aria-disabled", String(now === steps.length - 1));
  };
  // Disabled for the eye alone: a button that is really disabled loses the keyboard.
  const back = button(t("rules.step.back"), () => go(now - 1));
  const next = button(t("rules.step.next"), () => go(now + 1), { class: "button-main" });
  go(0);
  return el("figure", { class: "example" },
    el("div", { class: "example-board" }, board.element),
    el("figcaption", { class: "example-side" },
      text,
      el("div", { class: "step-buttons" }, back, next, count)));
}

// The cells of the last turn; of a skip there are none.
function lit(line) {
  return line.last === null ? [] : cellsOfTurn(line.last);
}
