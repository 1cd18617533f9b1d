// Languages: texts by key, plurals, numbers, dates, durations. One object of texts a language in
// lang/; which keys there are is told by lang/en.js, and a test compares the others.

export const LANGUAGES = {
  en: "English",
  es: "Español",
  nl: "Nederlands",
  pt: "Português",
  ru: "Русский",
};

let language = "en";
let locale = "en-GB"; // the reader's own kind of the language: dates and numbers go by it
let texts = {};
let plurals = new Intl.PluralRules("en");

// The language that fits best: the one chosen, else the first the browser asks for that is here.
export function preferredLanguage(chosen) {
  const wanted = [chosen, ...(navigator.languages ?? [navigator.language])];
  for (const tag of wanted) {
    const short = String(tag ?? "").slice(0, 2).toLowerCase();
    if (Object.hasOwn(LANGUAGES, short)) return short;
  }
  return "en";
}

// "en-AU" of one who asks for that, "en-GB" of one who asks for no English at all: the texts are.
function localeOf(code) {
  const own = (navigator.languages ?? []).find((tag) => tag.toLowerCase().startsWith(`${code}-`));
  return own ?? (code === "en" ? "en-GB" : code);
}

// Loads a language and makes it the one that everything below speaks.
export async function useLanguage(code) {
  const module = await import(`../lang/${code}.js`);
  language = code;
  locale = localeOf(code);
  texts = module.default;
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
}

export function currentLanguage() {
  return language;
}

// The text of a key, {name} replaced by values.name; a text with plural forms goes by values.count.
// Numbers among the values are written as the language writes them.
export function t(key, values = {}) {
  let text = texts[key];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[plurals.select(values.count)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    return typeof value === "number" ? number(value) : String(value);
  });
}

export function number(value, options) {
  return new Intl.NumberFormat(locale, options).format(value);
}

// A wall time (ms) as a date, or with {dateStyle, timeStyle} of Intl.
export function date(at, options = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(locale, options).format(new Date(at));
}

const UNITS = [
  ["day", 86400000],
  ["hour", 3600000],
  ["minute", 60000],
  ["second", 1000],
];

// A length of time in its largest fitting units: "2 days", "5 minutes", "1 minute 30 seconds".
export function duration(ms) {
  const parts = [];
  let rest = Math.max(0, Math.round(ms / 1000)) * 1000;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(number(count, { style: "unit", unit, unitDisplay: "long" }));
  }
  if (parts.length === 0) return number(0, { style: "unit", unit: "second", unitDisplay: "long" });
  return parts.slice(0, 2).join(" ");
}

// A game's time control in short: "5+3", "2 days a turn", "No clock".
export function timeControl(time) {
  if (time === null) return t("time.none");
  if (time.per_move_ms !== undefined) return perMove(time.per_move_ms);
  const minutes = number(time.initial_ms / 60000, { maximumFractionDigits: 2 });
  return `${minutes}+${number(time.increment_ms / 1000, { maximumFractionDigits: 1 })}`;
}

function perMove(ms) {
  if (ms % 86400000 === 0) return t("time.days", { count: ms / 86400000 });
  if (ms % 3600000 === 0) return t("time.hours", { count: ms / 3600000 });
  return t("time.minutes", { count: Math.round(ms / 60000) });
}

// The name of a pool, "3-blitz": speed and board in words; null is a game without a clock.
export function poolName(pool) {
  if (pool === null) return t("speed.none");
  const [size, speed] = pool.split("-");
  return t("pool.name", { speed: t(`speed.${speed}`), size: t(`size.short.${size}`) });
}
