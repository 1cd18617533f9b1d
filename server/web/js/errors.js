// What went wrong, in the reader's language.

import { t } from "./i18n.js";
import { ServerError } from "./connection.js";

// What the address of a page names is not there; the message is for the reader.
export class NotThere extends Error {}

// A ServerError as a sentence: our own text by its code, else the server's. Anything else is a bug
// and goes on its way.
export function errorText(error) {
  if (!(error instanceof ServerError)) throw error;
  const key = `error.${error.code}`;
  const text = t(key);
  return text === key ? t("error.unknown", { message: error.message }) : text;
}
