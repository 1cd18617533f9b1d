// Short tones made by the browser: no files. Silent where the reader has turned sound off, and
// until the page has been touched once, which browsers ask for.

import { settings } from "./settings.js";

// [frequency in Hz, when and how long in s], one after the other or together.
const SOUNDS = {
  place: [[520, 0, 0.07]],
  capture: [[392, 0, 0.07], [587, 0.06, 0.1]],
  skip: [[300, 0, 0.12]],
  notice: [[660, 0, 0.08], [880, 0.09, 0.12]],
  low: [[880, 0, 0.06], [880, 0.12, 0.06]],
  won: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.25]],
  lost: [[392, 0, 0.15], [330, 0.15, 0.3]],
};
const LOUDNESS = 0.12;

let context = null;

addEventListener("pointerdown", wake, { once: true, capture: true });
addEventListener("keydown", wake, { once: true, capture: true });

function wake() {
  context ??= new AudioContext();
}

export function play(name) {
  if (!settings.get("sound") || context === null) return;
  for (const [frequency, begin, length] of SOUNDS[name]) tone(frequency, begin, length);
}

function tone(frequency, begin, length) {
  const start = context.currentTime + begin;
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}
