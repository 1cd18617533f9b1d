// The board as SVG: big and playable, small on cards, or following a game on other sites. Draws
// what it is told and says which cell was pressed; knows nothing of turns or rules.

import { el, svg, replace } from "./dom.js";
import { cellsOf, readPosition } from "./cells.js";
import { drawStack } from "./stack.js";
import { t } from "./i18n.js";

const UNIT = 100; // between neighbours, in the units of the drawing
const RADIUS = UNIT / Math.sqrt(3); // of a hexagon, from the middle to a point
const MARGIN = 6;
const MARKS = ["legal", "can", "target", "path", "doomed", "last"];

const HEXAGON = hexagon(RADIUS - 1.5);

function hexagon(radius) {
  const points = [];
  for (let corner = 0; corner < 6; corner++) {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    points.push([Math.cos(angle), Math.sin(angle)].map((x) => (x * radius).toFixed(2)).join(","));
  }
  return points.join(" ");
}

// options: {size, playable = false, facing = "blue", label = "", names = true}.
// Gives {element, show, mark, face, focus, onCell, onUndo, onPoint}:
//   show(position)      a position text of the same size
//   mark({legal, can, target, last: Sets of cells, path: [cells], doomed: Map of cell to stack})
//                       what is left out is taken away
//   face(color)         whose side is at the bottom
//   focus()             moves the keyboard to the cell it was last at
//   onCell(name), onUndo(), onPoint(name or null)   set these to hear of presses, Escape, hovering
export function createBoard(options) {
  return new Board({ playable: false, facing: "blue", label: "", names: true, ...options });
}

class Board {
  #options;
  #cells = new Map(); // name -> {name, x, y, and its elements: group, press, body; drawn}
  #position = null; // as readPosition gives it
  #marks = {};
  #current; // the cell that Tab reaches
  #column = null; // where up and down try to stay

  onCell = () => {};
  onUndo = () => {};
  onPoint = () => {};

  constructor(options) {
    this.#options = options;
    const rows = 2 * options.size - 1;
    const width = rows * UNIT + 2 * MARGIN;
    const height = (rows - 1) * UNIT * (Math.sqrt(3) / 2) + 2 * RADIUS + 2 * MARGIN;
    this.svg = svg("svg", {
      viewBox: [-width / 2, -height / 2, width, height].map((x) => x.toFixed(1)).join(" "),
      class: `board board-${options.size}${options.playable ? " is-playable" : ""}`,
      role: options.playable ? "group" : "img",
      "aria-label": options.label || t("board.label"),
    });
    this.element = el("div", { class: `board-frame board-frame-${options.size}` }, this.svg);
    this.#current = options.size === 3 ? "C3" : "D4";
    this.face(options.facing);
    if (options.playable) this.#listen();
  }

  face(color) {
    this.#options.facing = color;
    const turned = color === "red" ? -1 : 1;
    this.#cells.clear();
    // Far rows first: a high stack may reach over the row behind it.
    const cells = cellsOf(this.#options.size).sort((a, b) => (b.y - a.y) * turned);
    replace(this.svg, cells.map((cell) => this.#createCell(cell, turned)));
    if (this.#position !== null) this.#draw();
  }

  show(position) {
    this.#position = readPosition(position);
    this.#draw();
  }

  mark(marks) {
    this.#marks = marks;
    if (this.#position !== null) this.#draw();
  }

  focus() {
    this.#moveTo(this.#current);
  }

  #createCell(cell, turned) {
    const x = cell.x * turned;
    const y = cell.y * turned;
    const name = this.#options.names && svg("text", { class: "cell-name", y: 6 }, cell.name);
    const playable = this.#options.playable;
    const press = svg("g", {
      class: "cell-press",
      dataset: { cell: cell.name },
      role: playable ? "button" : null,
      tabindex: playable ? (cell.name === this.#current ? 0 : -1) : null,
    }, svg("polygon", { class: "hex", points: HEXAGON }));
    // For the eye alone: what is pressed has its name in words.
    const body = svg("g", {});
    const group = svg("g", { class: "cell",
      transform: `translate(${(x * UNIT).toFixed(2)} ${(-y * UNIT).toFixed(2)})` },
      press, svg("g", { class: "cell-body", "aria-hidden": "true" }, name, body));
    this.#cells.set(cell.name, { name: cell.name, x, y, group, press, body, drawn: "" });
    return group;
  }

  #draw() {
    for (const cell of this.#cells.values()) this.#drawCell(cell);
    if (!this.#options.playable) this.svg.setAttribute("aria-label", this.#summary());
  }

  #drawCell(cell) {
    const doomed = this.#marks.doomed?.get(cell.name);
    const stack = doomed ?? this.#position.stacks.get(cell.name) ?? null;
    const step = this.#marks.path?.indexOf(cell.name) ?? -1;
    const has = (kind) => kind !== "path" && Boolean(this.#marks[kind]?.has(cell.name));
    const states = MARKS.filter((kind) => (kind === "path" ? step >= 0 : has(kind)));
    const key = `${stack?.color} ${stack?.height} ${step} ${states}`;
    if (key === cell.drawn) return;
    const before = cell.drawn.split(" ", 2).join(" ");
    cell.drawn = key;
    cell.group.setAttribute("class", ["cell", stack ? "has-stack" : "is-empty",
      ...states.map((kind) => `is-${kind}`)].join(" "));
    const fresh = before !== "" && before !== `${stack?.color} ${stack?.height}`;
    replace(cell.body, stack && drawStack(stack, fresh), this.#drawMarks(states, step));
    if (this.#options.playable) this.#describe(cell, stack, states);
  }

  #drawMarks(states, step) {
    const marks = [];
    if (states.includes("can"))
      marks.push(svg("polygon", { class: "mark-can", points: hexagon(RADIUS - 7) }));
    if (states.includes("target"))
      marks.push(svg("polygon", { class: "mark-target", points: hexagon(RADIUS - 7) }));
    if (states.includes("doomed"))
      marks.push(svg("path", { class: "mark-doomed", d: "M-26-26 26 26M26-26-26 26" }));
    if (step > 0)
      marks.push(
        svg("g", { class: "mark-step", transform: "translate(36 -37)" },
          svg("circle", { r: 12 }), svg("text", { y: 6 }, step)),
      );
    return marks;
  }

  #describe(cell, stack, states) {
    const values = { cell: cell.name, color: t(`color.${stack?.color}`), height: stack?.height };
    const what = t(stack ? "board.stack" : "board.empty", values);
    const more = states
      .filter((kind) => kind !== "legal" && kind !== "can")
      .map((kind) => t(`board.is_${kind}`));
    cell.press.setAttribute("aria-label", [what, ...more].join(", "));
    cell.press.setAttribute("aria-pressed", String(states.includes("path")));
  }

  // What a picture of the position is called.
  #summary() {
    const stacks = { blue: [], red: [] };
    for (const [name, { color, height }] of this.#position.stacks)
      stacks[color].push(height === 1 ? name : `${name} (${height})`);
    const list = (color) => stacks[color].join(", ") || "–";
    const label = this.#options.label || t("board.label");
    return `${label}. ${t("board.summary", { blue: list("blue"), red: list("red") })}`;
  }

  #listen() {
    const cellOf = (event) => event.target.closest("[data-cell]")?.dataset.cell ?? null;
    this.svg.addEventListener("click", (event) => {
      const name = cellOf(event);
      if (name === null) return;
      this.#settle(name);
      this.onCell(name);
    });
    this.svg.addEventListener("pointerover", (event) => this.onPoint(cellOf(event)));
    this.svg.addEventListener("pointerleave", () => this.onPoint(null));
    this.svg.addEventListener("focusin", (event) => this.onPoint(cellOf(event)));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.onCell(this.#current);
    else if (event.key === "Escape") this.onUndo();
    else if (!this.#arrow(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #arrow(key) {
    const here = this.#cells.get(this.#current);
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const step = key === "ArrowLeft" ? -1 : 1;
      this.#column = null;
      this.#moveTo(this.#nearest(here.x + step, here.y)?.name);
      return true;
    }
    if (key === "ArrowUp" || key === "ArrowDown") {
      const step = (key === "ArrowUp" ? 1 : -1) * (Math.sqrt(3) / 2);
      this.#column ??= here.x;
      this.#moveTo(this.#nearest(this.#column + 0.01, here.y + step)?.name);
      return true;
    }
    return false;
  }

  // The cell nearest to x in the row at y.
  #nearest(x, y) {
    const row = [...this.#cells.values()].filter((cell) => Math.abs(cell.y - y) < 0.1);
    return row.sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
  }

  #moveTo(name) {
    if (name === undefined) return;
    this.#settle(name);
    this.#cells.get(name).press.focus({ preventScroll: true });
  }

  // Makes `name` the cell that Tab reaches.
  #settle(name) {
    this.#cells.get(this.#current)?.press.setAttribute("tabindex", -1);
    this.#current = name;
    this.#cells.get(name).press.setAttribute("tabindex", 0);
  }
}
