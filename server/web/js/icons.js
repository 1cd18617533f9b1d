// Small pictures for buttons, drawn rather than taken from a font that may not have them. They say
// nothing to those who hear the page: the button has a label.

import { svg } from "./dom.js";

const PATHS = {
  first: "M6 5v14M18 5l-7 7 7 7",
  back: "M15 5 8 12l7 7",
  auto: "M7 4.5 19 12 7 19.5z",
  pause: "M8 5v14M16 5v14",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M6 5l7 7-7 7",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  menu: "M4 7h16M4 12h16M4 17h16",
};
const FILLED = new Set(["auto"]);

export function icon(name) {
  return svg("svg", { class: FILLED.has(name) ? "icon icon-filled" : "icon", viewBox: "0 0 24 24",
    width: 22, height: 22, "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
