// Lists that change while they are being used. What stays in a list stays where it is in the
// document: the keyboard is not taken away from it, and a press that has begun on it is finished.

// Makes `elements` the children of `parent`, in this order, moving as few as possible.
export function place(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, index) => {
    const there = parent.children[index] ?? null;
    if (there !== element) parent.insertBefore(element, there);
  });
}

const hasKeyboard = (element) => element.contains(document.activeElement);

// Moves the keyboard to an element; where there is none, to the beginning of the page.
export function giveKeyboard(element) {
  (element ?? document.getElementById("main")).focus({ preventScroll: true });
}

// Elements made from entries that have a key, each made once for as long as it is shown.
export class Entries {
  #parent;
  #shown = new Map();

  constructor(parent) {
    this.#parent = parent;
  }

  // Shows [key, make] pairs in this order; make() gives the element of one that is new.
  show(pairs) {
    const at = [...this.#parent.children].findIndex(hasKeyboard);
    this.#shown = new Map(pairs.map(([key, make]) => [key, this.#shown.get(key) ?? make()]));
    place(this.#parent, [...this.#shown.values()]);
    if (at < 0 || [...this.#parent.children].some(hasKeyboard)) return;
    // The one with the keyboard has gone: the one that took its place has it, or the last.
    const next = this.#parent.children[at] ?? this.#parent.lastElementChild;
    giveKeyboard(next?.querySelector("button"));
  }

  // Has everything made anew the next time.
  forget() {
    this.#shown.clear();
  }
}
