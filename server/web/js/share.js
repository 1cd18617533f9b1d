// Taking a game elsewhere: its link, its text, its record, code to embed it; and verifying it here.

import { button, el, replace } from "./dom.js";
import { t } from "./i18n.js";
import { errorText } from "./errors.js";

// Gives {element, update()}; update when the game may have ended.
export function createShare(app, follow) {
  const said = el("p", { class: "share-said", role: "status" });
  const verdict = el("div", { class: "verdict", role: "status" });
  const verify = button(t("game.verify"), check, { dataset: { action: "verify" } });
  const path = `/api/games/${follow.id}`;
  const downloads = el("p", { class: "share-links" },
    el("a", { href: path, download: `${follow.id}.json` }, t("game.download")),
    el("a", { href: `${path}.txt`, download: `${follow.id}.txt` }, t("game.download_text")));
  const element = el("section", { class: "share", "aria-label": t("game.share") },
    el("div", { class: "form-buttons" },
      button(t("game.copy_link"), () => copy(`${location.origin}/game/${follow.id}`),
        { dataset: { action: "copy-link" } }),
      button(t("game.copy_moves"), () => copy(movesText(follow)),
        { dataset: { action: "copy-moves" } }),
      button(t("game.copy_embed"), () => copy(embedCode(follow)),
        { dataset: { action: "copy-embed" } }),
      verify),
    said, downloads, verdict);

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = t("game.copied");
    } catch {
      // No permission, or no secure origin: shown, so that it can be copied by hand.
      said.textContent = text;
    }
  }

  async function check() {
    verify.disabled = true;
    try {
      const [{ record }, { key }, referee, { verifyRecord }] = await Promise.all([
        app.connection.ask("record", { game: follow.id }),
        app.connection.ask("key"),
        app.referee(),
        import("./proof.js"),
      ]);
      showVerdict(verdict, await verifyRecord(record, referee, key));
    } catch (error) {
      replace(verdict, el("p", { class: "problem" }, errorText(error)));
    } finally {
      verify.disabled = false;
    }
  }

  function update() {
    verify.hidden = follow.status === "playing";
  }
  update();
  return { element, update };
}

function showVerdict(verdict, checks) {
  const good = checks.every(({ ok }) => ok !== false);
  const sign = (ok) => (ok === null ? "?" : ok ? "✓" : "✗");
  const state = (ok) => (ok === null ? "unknown" : ok ? "good" : "bad");
  replace(verdict,
    el("p", { class: good ? "verdict-good" : "verdict-bad", dataset: { verdict: good } },
      t(good ? "game.verify.good" : "game.verify.bad")),
    el("ul", {}, checks.map(({ check, ok, detail }) =>
      el("li", { class: `check-${state(ok)}`, dataset: { check, ok: String(ok) } },
        el("span", { "aria-hidden": "true" }, `${sign(ok)} `),
        t(`game.verify.${check}`), ": ", t(`game.verify.is_${state(ok)}`),
        detail === undefined ? "" : ` (${t("game.verify.event", { v: detail })})`))));
}

function movesText(follow) {
  return follow.turns.map(({ move }) => move).join(" ");
}

function embedCode(follow) {
  const url = `${location.origin}/embed/${follow.id}`;
  return `<iframe src="${url}" width="480" height="600" title="Clamber"></iframe>`;
}
