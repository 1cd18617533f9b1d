// What the reader has chosen, kept in this browser: theme, language, sound, how turns are
// confirmed. Where storage is closed to us, choices last as long as the page.

const DEFAULTS = {
  theme: "auto", // "auto" (as the system), "light", "dark"
  language: null, // null: what the browser asks for
  sound: true,
  confirm: false, // whether a placement waits for a second press
};

const listeners = new Set();
const memory = new Map();

export const settings = {
  get(name) {
    if (memory.has(name)) return memory.get(name);
    return read(name) ?? DEFAULTS[name];
  },

  set(name, value) {
    memory.set(name, value);
    try {
      localStorage.setItem(`clamber.${name}`, JSON.stringify(value));
    } catch {
      // Kept in memory alone.
    }
    if (name === "theme") applyTheme();
    for (const listener of listeners) listener(name, value);
  },

  // Calls listener(name, value) on every change; gives a function that ends that.
  on(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(`clamber.${name}`));
  } catch {
    return null;
  }
}

function applyTheme() {
  const theme = settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
