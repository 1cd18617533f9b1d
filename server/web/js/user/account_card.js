// What only the owner of a profile sees: the password, and signing out everywhere.

import { askingButton } from "../asking.js";
import { el } from "../dom.js";
import { errorText } from "../errors.js";
import { complaint, field } from "../fields.js";
import { t } from "../i18n.js";

const LEAST = 8;
const MOST = 128;

export function accountCard(app) {
  return el("section", { class: "card account-card", "aria-labelledby": "account-card-title" },
    el("h2", { id: "account-card-title" }, t("account.menu")),
    el("details", { class: "account-password" },
      el("summary", {}, t("account.change_password")),
      passwordForm(app)),
    signOutEverywhere(app));
}

function passwordForm(app) {
  const input = (name, autocomplete) =>
    el("input", { type: "password", name, required: true, autocomplete, maxlength: MOST });
  const old = input("old", "current-password");
  const fresh = input("new", "new-password");
  const problem = complaint();
  const done = el("p", { class: "hint", role: "status" });
  const form = el("form", { class: "form" },
    // Password managers want to know whose password it is.
    el("input", { type: "text", name: "username", autocomplete: "username", hidden: true,
      value: app.session.user.name, readonly: true, "aria-label": t("account.name") }),
    field(t("account.password.old"), old),
    field(t("account.password.new"), fresh, { hint: t("account.password.hint") }),
    el("div", { class: "form-buttons" },
      el("button", { type: "submit", class: "button button-main" }, t("account.change_password"))),
    problem.element, done);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.clear();
    done.textContent = "";
    const length = new TextEncoder().encode(fresh.value).length;
    if (length < LEAST || length > MOST) return problem.say(t("account.password.bad"));
    try {
      await app.connection.ask("set_password", { old: old.value, new: fresh.value });
      form.reset();
      done.textContent = t("account.password.changed");
    } catch (error) {
      const wrong = error.code === "bad_credentials";
      problem.say(wrong ? t("account.password.wrong") : errorText(error));
    }
  });
  return form;
}

function signOutEverywhere(app) {
  const problem = complaint();
  const leave = async () => {
    try {
      await app.connection.ask("logout", { everywhere: true });
    } catch (error) {
      problem.say(errorText(error));
    }
  };
  return [askingButton(t("account.sign_out_everywhere"), leave), problem.element];
}
