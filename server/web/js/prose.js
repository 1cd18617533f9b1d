// Texts with the little markup of lang/rules/ and lang/api/: *stars* emphasize, `backquotes` set
// notation apart. Everything else is plain text.

import { el } from "./dom.js";

const MARKED = /(\*[^*]+\*|`[^`]+`)/;

// The nodes of a text.
export function prose(text) {
  return text.split(MARKED).map((part) => {
    if (part.startsWith("*")) return el("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
    return part;
  });
}
