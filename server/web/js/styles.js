// Style sheets that only some pages need, loaded with them.

const loading = new Map();

// Resolves when style/NAME.css is there, or cannot be had: a page without it is better than none.
export function needStyle(name) {
  if (!loading.has(name)) loading.set(name, load(`/web/style/${name}.css`));
  return loading.get(name);
}

function load(href) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  return new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.onerror = resolve;
    document.head.append(sheet);
  });
}
