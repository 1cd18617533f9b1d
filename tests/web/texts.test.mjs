// The texts of the web client: none missing and none unused, in any of its languages; placeholders
// and plural forms as they must be. Run by: node --test tests/web

import assert from "node:assert/strict";
import { test } from "node:test";
import { askedFor, LANGUAGES, literalsOf, load, modules, patternsOf, placeholders }
  from "./sources.mjs";

const english = await load("lang/en.js");
const others = LANGUAGES.filter((language) => language !== "en");

test("every key that the code names is there", () => {
  for (const { name, source } of modules())
    for (const key of askedFor(source)) assert.ok(key in english, `${name} asks for ${key}`);
});

test("every template of keys fits some", () => {
  for (const { name, source } of modules())
    for (const pattern of patternsOf(source).filter((one) => isOfTexts(one)))
      assert.ok(Object.keys(english).some((key) => pattern.test(key)), `${name}: ${pattern}`);
});

// Templates whose first word is that of some key.
function isOfTexts(pattern) {
  const first = pattern.source.slice(1).split("\\.")[0];
  return Object.keys(english).some((key) => key.startsWith(`${first}.`));
}

test("every key is used", () => {
  const sources = modules().map(({ source }) => source);
  const literals = new Set(sources.flatMap(literalsOf));
  const patterns = sources.flatMap(patternsOf);
  const unused = Object.keys(english).filter((key) =>
    !literals.has(key) && !patterns.some((pattern) => pattern.test(key)));
  assert.deepEqual(unused, []);
});

for (const language of others)
  test(`${language} has the keys of en, in the same order`, async () => {
    assert.deepEqual(Object.keys(await load(`lang/${language}.js`)), Object.keys(english));
  });

for (const language of LANGUAGES)
  test(`${language}: placeholders and plural forms`, async () => {
    const texts = await load(`lang/${language}.js`);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(typeof text, typeof english[key], `${key} is a plural in both or in neither`);
      assert.deepEqual(placeholders(text), placeholders(english[key]), `placeholders of ${key}`);
      if (typeof text === "object")
        assert.deepEqual(Object.keys(text).sort(), [...categories].sort(), `forms of ${key}`);
      for (const form of typeof text === "object" ? Object.values(text) : [text])
        assert.equal(form, form.trim(), `blanks around ${key}`);
    }
  });

// The pages of prose have the same parts in every language; only their words differ.
const shape = (value, path = "") => {
  if (typeof value === "string") return [path];
  return Object.entries(value).flatMap(([name, member]) => shape(member, `${path}/${name}`));
};
const marks = (value) => JSON.stringify(value).match(/`[^`]+`/g);

for (const language of others)
  for (const page of ["rules", "api"])
    test(`${language}: the parts of ${page} are those of en`, async () => {
      const [theirs, ours] = await Promise.all(
        [`lang/${page}/${language}.js`, `lang/${page}/en.js`].map(load));
      assert.deepEqual(shape(theirs), shape(ours));
      assert.deepEqual(theirs.sections?.map(({ id, example }) => [id, example]),
        ours.sections?.map(({ id, example }) => [id, example]));
      assert.deepEqual([...new Set(marks(theirs))].sort(), [...new Set(marks(ours))].sort());
    });
