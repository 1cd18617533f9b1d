// Buttons that ask the server for something.

import { button } from "./dom.js";

// A button of which one press asks once: the second press of a double click counts for nothing,
// nor does any while the answer is awaited. ask() gives a promise of that.
export function askingButton(label, ask, attributes = {}) {
  let asking = false;
  async function press(event) {
    if (asking || event.detail > 1) return;
    asking = true;
    try {
      await ask();
    } finally {
      asking = false;
    }
  }
  return button(label, press, attributes);
}
