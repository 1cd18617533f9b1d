// Texts as readers get them: plural forms, numbers, dates, time controls.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { date, poolName, t, timeControl, useLanguage } from "../../server/web/js/i18n.js";
import { resultText, speedText, termsText, TIMES } from "../../server/web/js/terms.js";

// What the browser's settings ask for; node 18 has no navigator, later ones have their own.
function asksFor(...languages) {
  Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
}

before(() => {
  globalThis.document = { documentElement: {} }; // whose language is set
  asksFor("en-GB");
});

test("Russian counts as Russian does", async () => {
  await useLanguage("ru");
  const turns = (count) => t("games.turns", { count });
  assert.deepEqual([1, 2, 5, 11, 21, 24, 112].map(turns),
    ["1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход", "24 хода", "112 ходов"]);
  assert.equal(turns(1.5), "1,5 хода");
});

test("numbers within texts are written as the language writes them", async () => {
  for (const [language, text] of [["en", "12,345 games"], ["es", "12.345 partidas"],
    ["nl", "12.345 partijen"], ["ru", "12\u00a0345 партий"]]) {
    await useLanguage(language);
    assert.equal(t("openings.games", { count: 12345 }), text);
  }
});

test("dates are written as where the reader is", async () => {
  const moment = new Date(2026, 10, 30).getTime();
  for (const [asked, language, text] of [["en-GB", "en", "30/11/2026"], ["en-US", "en", "11/30/2026"],
    ["nl", "en", "30/11/2026"], ["nl-BE", "nl", "30/11/2026"], ["nl", "nl", "30-11-2026"]]) {
    asksFor(asked);
    await useLanguage(language);
    assert.equal(date(moment, { year: "numeric", month: "2-digit", day: "2-digit" }), text);
  }
  asksFor("en-GB");
});

test("time controls, pools and results are put into words", async () => {
  await useLanguage("en");
  assert.deepEqual(TIMES.map(timeControl), ["1+0", "2+1", "3+0", "3+2", "5+3", "10+0", "10+5",
    "15+10", "30+20", "1 day a turn", "3 days a turn", "No clock"]);
  assert.deepEqual([...new Set(TIMES.map(speedText))],
    ["Bullet", "Blitz", "Rapid", "Classical", "Correspondence", "Without a clock"]);
  assert.equal(timeControl({ initial_ms: 30000, increment_ms: 500 }), "0.5+0.5");
  assert.equal(timeControl({ per_move_ms: 5400000 }), "90 minutes a turn");
  assert.equal(poolName("4-rapid"), "Rapid, 37 cells");
  assert.equal(termsText({ time: null, size: 3, rated: false }), "No clock, 19 cells, casual");
  assert.equal(resultText({ result: { winner: "red", reason: "time" } }), "Red won on time");
  assert.equal(resultText({ result: { winner: null, reason: "aborted" } }),
    "No winner, called off");
});

test("a key that is not there shows itself, and is never mistaken for markup", async () => {
  await useLanguage("en");
  assert.equal(t("no.such.key"), "no.such.key");
  assert.equal(t("user.unknown", { name: "<b>{name}</b>" }),
    "Nobody here is called <b>{name}</b>.");
});
