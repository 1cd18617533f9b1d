// The dialog in which one signs in or makes an account. A guest who does gives up the guest's name.

import { el, button, replace } from "./dom.js";
import { t } from "./i18n.js";
import { errorText } from "./errors.js";

// Opens the dialog; it closes itself when the reader is somebody. onClosed() is called in the end.
export function openAccount(app, onClosed) {
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "account-title" });
  const close = () => dialog.close();
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClosed();
  });
  let registering = app.session.user?.kind === "guest";

  const show = () => replace(dialog, form(app, registering, close, () => {
    registering = !registering;
    show();
    dialog.querySelector("input").focus();
  }));
  show();
  document.body.append(dialog);
  dialog.showModal();
}

function form(app, registering, close, change) {
  const name = el("input", { name: "name", required: true, autocomplete: "username", maxlength: 20,
    pattern: registering ? "[A-Za-z][A-Za-z0-9_\\-]{1,19}" : null, autocapitalize: "none",
    spellcheck: "false", "aria-describedby": registering ? "account-name-hint" : null });
  const password = el("input", { name: "password", type: "password", required: true,
    minlength: registering ? 8 : null, maxlength: 128,
    autocomplete: registering ? "new-password" : "current-password",
    "aria-describedby": registering ? "account-password-hint" : null });
  const problem = el("p", { class: "problem", role: "alert" });
  const send = el("button", { type: "submit", class: "button button-main" },
    t(registering ? "account.register" : "account.sign_in"));

  async function submit(event) {
    event.preventDefault();
    send.disabled = true;
    problem.textContent = "";
    try {
      await app.session[registering ? "register" : "login"](name.value, password.value);
      close();
    } catch (error) {
      problem.textContent = errorText(error);
      send.disabled = false;
    }
  }

  const hint = (id, key) => (registering ? el("p", { class: "hint", id }, t(key)) : null);
  return el("form", { class: "form", onsubmit: submit },
    el("h2", { id: "account-title" }, t(registering ? "account.register" : "account.sign_in")),
    el("label", {}, el("span", {}, t("account.name")), name),
    hint("account-name-hint", "account.name.hint"),
    el("label", {}, el("span", {}, t("account.password")), password),
    hint("account-password-hint", "account.password.hint"),
    problem,
    el("div", { class: "form-buttons" }, send, button(t("waiting.cancel"), close)),
    el("p", { class: "form-other" }, t(registering ? "account.have_one" : "account.new_here"),
      button(t(registering ? "account.sign_in" : "account.register"), change,
        { class: "button-link" })));
}
