// An address that is nobody's.

import { el, link } from "../dom.js";
import { t } from "../i18n.js";

export function title() {
  return t("app.not_found.title");
}

export async function show(root) {
  root.append(el("h1", {}, t("app.not_found.title")), el("p", {}, t("app.not_found.text")),
    el("p", {}, link("/", t("app.back_home"))));
}
