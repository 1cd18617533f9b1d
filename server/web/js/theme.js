// Before the first paint: the theme that was chosen, so that no page flashes in the other one.
// A classic script on purpose: modules run after the first paint.
try {
  const theme = JSON.parse(localStorage.getItem("clamber.theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme it is.
}
