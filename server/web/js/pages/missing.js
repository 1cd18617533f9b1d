// An address that is nobody's, or names what there is not: `text` says what, where that is known.

import { el, link } from "../dom.js";
import { t } from "../i18n.js";

export function title() {
  return t("app.not_found.title");
}

export async function show(root, { text = t("app.not_found.text") } = {}) {
  root.append(el("h1", {}, t("app.not_found.title")), el("p", {}, text),
    el("p", {}, link("/", t("app.back_home"))));
}
