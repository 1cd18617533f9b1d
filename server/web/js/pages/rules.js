// The rules: text with worked examples, beside a board to try them on.

import { el } from "../dom.js";
import { EXAMPLES } from "../examples.js";
import { currentLanguage, t } from "../i18n.js";
import { prose } from "../prose.js";
import { Practice } from "../rules/practice.js";
import { stepper } from "../rules/stepper.js";
import { needStyle } from "../styles.js";

const styled = needStyle("reading");

export function title() {
  return t("rules.title");
}

export async function show(root, params, app) {
  const [referee, { default: texts }] = await Promise.all([
    app.referee(),
    import(`../../lang/rules/${currentLanguage()}.js`),
    styled,
  ]);
  root.append(
    el("h1", {}, t("rules.title")),
    el("p", { class: "lead" }, texts.lead),
    el("div", { class: "rules" },
      el("div", { class: "rules-text" },
        contents(texts.sections),
        texts.sections.map((section) => part(section, referee))),
      el("div", { class: "rules-side" }, new Practice(app, referee).element)),
  );
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target) target.scrollIntoView();
}

function contents(sections) {
  return el("nav", { class: "contents", "aria-labelledby": "contents-title" },
    el("h2", { id: "contents-title" }, t("rules.contents")),
    el("ol", {}, sections.map(({ id, title: name }) =>
      el("li", {}, el("a", { href: `#${id}` }, name)))));
}

function part({ id, title: name, text, example, steps }, referee) {
  return el("section", { class: "rule", "aria-labelledby": id },
    el("h2", { id }, name),
    text.map((paragraph) => el("p", {}, prose(paragraph))),
    example ? stepper(referee, EXAMPLES[example], steps, name) : null);
}
