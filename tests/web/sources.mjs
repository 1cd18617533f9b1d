// The web client's sources as the tests of its texts see them: which keys are asked for.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const WEB = new URL("../../server/web/", import.meta.url);
export const LANGUAGES = ["en", "es", "nl", "pt", "ru"];

export async function load(path) {
  return (await import(new URL(path, WEB))).default;
}

// Every module of the client: {name, source}.
export function modules() {
  const root = new URL("js/", WEB).pathname;
  return readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, source: readFileSync(join(root, name), "utf8") }));
}

const KEY = /^[a-z]\w*(\.\w+)+$/;
const LITERAL = /"([^"\\\n]*)"/g;
const TEMPLATE = /`([^`\n]*\$\{[^`\n]*)`/g;

// Strings that may be keys, wherever they stand: tables of keys are read later.
export function literalsOf(source) {
  return [...source.matchAll(LITERAL)].map((match) => match[1]).filter((text) => KEY.test(text));
}

// Templates such as `color.${color}` as expressions that the keys they make fit.
export function patternsOf(source) {
  return [...source.matchAll(TEMPLATE)]
    .map((match) => match[1].split(/\$\{[^}]*\}/))
    .filter(([first]) => /^[a-z]\w*\.[\w.]*$/.test(first))
    .map((parts) => parts.map((part) => part.replaceAll(".", "\\.")).join("\\w+"))
    .map((pattern) => new RegExp(`^${pattern}$`));
}

// The keys that calls of t() name outright, in the first argument.
export function askedFor(source) {
  return firstArguments(source).flatMap(literalsOf);
}

function firstArguments(source) {
  return [...source.matchAll(/\bt\(/g)].map(({ index }) => {
    let depth = 0;
    let at = index + 2;
    for (; at < source.length; at++) {
      if ("([{".includes(source[at])) depth++;
      else if (")]}".includes(source[at]) && depth-- === 0) break;
      else if (source[at] === "," && depth === 0) break;
    }
    return source.slice(index + 2, at);
  });
}

// The names in braces of a text, or of all forms of a plural.
export function placeholders(text) {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const names = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  return [...new Set(names)].sort();
}
