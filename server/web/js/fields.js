// Parts of forms: a control with its label and hint, a choice among few, a list to select from. The
// controls are the browser's own.

import { el } from "./dom.js";

let count = 0;

function freshId(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}

// A control under its label. `control` is an input or select; the hint describes it.
export function field(label, control, { hint = null } = {}) {
  control.id ||= freshId("field");
  const note = hint === null ? null : el("span", { class: "hint", id: `${control.id}-hint` }, hint);
  if (note) control.setAttribute("aria-describedby", note.id);
  return el(
    "div",
    { class: "field" },
    el("label", { for: control.id }, label),
    control,
    note,
  );
}

// A list to select from: options are [value, text] pairs.
export function select(name, options, value, attributes = {}) {
  return el(
    "select",
    { name, ...attributes },
    options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)),
  );
}

// One of few, all of them seen: radio buttons as a row. Options are [value, text, hint?] triples;
// onchange is given the value chosen.
export function choice(name, legend, options, value, onchange = () => {}) {
  const group = freshId(name);
  return el(
    "fieldset",
    { class: "choice" },
    el("legend", {}, legend),
    el(
      "div",
      { class: "choice-row" },
      options.map(([key, text, hint]) =>
        el(
          "label",
          { class: "choice-one" },
          el("input", {
            type: "radio",
            name: group,
            value: key,
            checked: String(key) === String(value),
            onchange: () => onchange(key),
          }),
          el("span", { class: "choice-text" }, text, hint ? el("small", {}, hint) : null),
        ),
      ),
    ),
  );
}

// A box to tick, with its label beside it and a hint below.
export function tick(label, checked, onchange, { hint = null } = {}) {
  const id = freshId("tick");
  const box = el("input", {
    type: "checkbox",
    id,
    checked,
    "aria-describedby": hint ? `${id}-hint` : null,
    onchange: (event) => onchange(event.target.checked),
  });
  return el(
    "div",
    { class: "tick" },
    box,
    el("label", { for: id }, label),
    hint ? el("span", { class: "hint", id: `${id}-hint` }, hint) : null,
  );
}

// A place for the complaints of a form: empty and without height until something is said.
export function complaint() {
  const element = el("p", { class: "problem", role: "alert" });
  return {
    element,
    say: (text) => (element.textContent = text),
    clear: () => (element.textContent = ""),
  };
}
