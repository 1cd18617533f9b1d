// One stack, drawn. Blue's are round, Red's stand on a corner; both carry a letter and, from two
// pieces on, their height. The colours within a stack alternate, and its edge shows that.

import { svg } from "./dom.js";
import { t } from "./i18n.js";
import { otherColor } from "./cells.js";

const MOST_LAYERS = 5; // drawn; the number says how many there are
const LAYER = 5.5; // how much of each lower layer is seen
const FONT_SIZES = [0, 40, 36, 27, 20, 16]; // by the number of digits

// stack: {color, height}; `fresh` where it has just come or changed.
export function drawStack({ color, height }, fresh) {
  const layers = Math.min(height, MOST_LAYERS);
  const rise = ((layers - 1) * LAYER) / 2;
  const parts = [];
  for (let layer = layers - 1; layer >= 0; layer--)
    parts.push(drawLayer(color, layer % 2 === 0 ? color : otherColor(color), layer * LAYER - rise,
      layer === 0));
  return svg("g", { class: `stack stack-${color}${fresh ? " is-fresh" : ""}` }, parts,
    drawText(color, height, -rise));
}

function drawLayer(shape, color, y, top) {
  const class_ = `piece piece-${color}`;
  const outline = (size) =>
    shape === "blue"
      ? svg("circle", { r: size })
      : svg("rect", { x: -size * 0.86, y: -size * 0.86, width: size * 1.72, height: size * 1.72,
        rx: 9, transform: "rotate(45)" });
  const piece = outline(37);
  piece.setAttribute("class", class_);
  const parts = [piece];
  if (top) {
    const rim = outline(31);
    rim.setAttribute("class", "rim");
    parts.push(rim);
  }
  return svg("g", { transform: `translate(0 ${y.toFixed(2)})` }, parts);
}

function drawText(color, height, y) {
  const letter = t(`board.letter.${color}`);
  const at = (dy, size, class_, text) =>
    svg("text", { class: class_, y: (y + dy).toFixed(1), "font-size": size }, text);
  if (height === 1) return at(8, 23, "stack-letter", letter);
  const digits = String(height).length;
  const size = FONT_SIZES[digits];
  return [
    at(size * 0.36 - 6, size, "stack-height", height),
    at(26, 15, "stack-letter", letter),
  ];
}
