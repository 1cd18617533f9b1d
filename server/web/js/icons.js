// Small pictures for buttons, drawn rather than taken from a font that may not have them. They say
// nothing to those who hear the page: the button has a label.

import { svg } from "./dom.js";

const PATHS = {
  first: "M5 4v16M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  auto: "M7 4.5 19 12 7 19.5z",
  pause: "M8 5v14M16 5v14",
  next: "M7 5l10 7-10 7z",
  last: "M19 4v16M5 5l10 7-10 7z",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  menu: "M4 7h16M4 12h16M4 17h16",
};
const FILLED = new Set(["first", "back", "auto", "next", "last"]);

export function icon(name) {
  return svg("svg", { class: FILLED.has(name) ? "icon icon-filled" : "icon", viewBox: "0 0 24 24",
    width: 22, height: 22, "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
