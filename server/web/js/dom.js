// Making elements. Text is always text: nothing in this client sets markup from a string.

const SVG = "http://www.w3.org/2000/svg";

// el("a", {href: "/", class: "logo", onclick: f}, "text", child, [more], null)
// Attributes: functions become listeners, true an empty attribute, null, undefined and false none;
// `dataset` is an object; `value`, `checked` and `disabled` are set as properties.
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const PROPERTIES = new Set(["value", "checked", "disabled", "selected"]);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) setAttribute(element, name, value);
  append(element, children);
  return element;
}

function setAttribute(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (PROPERTIES.has(name)) element[name] = value;
  else if (value !== null && value !== undefined && value !== false)
    element.setAttribute(name, value === true ? "" : value);
}

function append(element, children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) element.append(child);
}

// Puts these in place of whatever is in the element.
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

// A button that says what it does; `attributes.class` adds to "button".
export function button(label, onclick, attributes = {}) {
  const classes = ["button", attributes.class].filter(Boolean).join(" ");
  return el("button", { type: "button", ...attributes, class: classes, onclick }, label);
}

// A link within the site, followed without loading the page anew (see router.js).
export function link(href, ...children) {
  return el("a", { href }, ...children);
}
