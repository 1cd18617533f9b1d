// Waiting, but not for long: a page whose parts come at once is shown whole, so that nothing moves;
// where the link is slow it is shown as far as it is there.

const PATIENCE_MS = 700;

// Resolves when all have come or failed, or patience is at its end.
export function patience(promises) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([Promise.allSettled(promises), late]);
}
