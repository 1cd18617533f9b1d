// Says something to those who hear the page rather than see it.

const region = () => document.getElementById("live");
let pending = [];
let timer = null;

// What is said within a moment is said as one: a region that changes twice at once is read once.
export function announce(text) {
  pending.push(text);
  timer ??= setTimeout(() => {
    region().textContent = pending.join(" ");
    pending = [];
    timer = null;
  }, 60);
}
