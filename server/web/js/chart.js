// The course of a rating as SVG: a line with the band of its uncertainty. A table beside it tells
// the same to those who cannot see it; the page makes that.

import { svg } from "./dom.js";
import { date, number } from "./i18n.js";

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 62;
const RIGHT = 14;
const TOP = 20;
const BOTTOM = 30;
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];
const MOST_LINES = 6;
const MOST_DATES = 5;
const MOST_DOTS = 60; // beyond that only the last point has one
const DAY_MS = 86400000;

// points: [{at, rating, rd}], the oldest first, at least one; `label`: what the picture is called.
export function ratingChart(points, label) {
  const across = acrossScale(points);
  const up = upScale(points);
  const dotted = points.length <= MOST_DOTS ? points : points.slice(-1);
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    up.ticks.map((value) => gridLine(value, up.place(value))),
    across.ticks.map((at) => dateMark(at, across.place(at), across.style)),
    svg("polygon", { class: "chart-band", points: band(points, across, up) }),
    svg("polyline", { class: "chart-line", points: line(points, across, up) }),
    dotted.map((point) => dot(point, across, up)),
  );
}

// Time from left to right; a single point stands in the middle.
function acrossScale(points) {
  const first = points[0].at;
  const span = points.at(-1).at - first;
  const room = WIDTH - LEFT - RIGHT;
  const place = (at) => LEFT + (span === 0 ? room / 2 : ((at - first) / span) * room);
  const count = span === 0 ? 1 : MOST_DATES;
  const ticks = Array.from({ length: count }, (_, index) =>
    first + (count === 1 ? 0 : (span * index) / (count - 1)));
  // Within two days the hour tells more than the date.
  const style = span < 2 * DAY_MS
    ? { hour: "numeric", minute: "2-digit" }
    : { month: "short", day: "numeric" };
  // What reads the same as the mark before it is not said again.
  const fresh = (at, index) => index === 0 || date(at, style) !== date(ticks[index - 1], style);
  return { place, ticks: ticks.filter(fresh), style };
}

// Ratings from below to above, with round values for the lines across.
function upScale(points) {
  const low = Math.min(...points.map(({ rating, rd }) => rating - rd));
  const high = Math.max(...points.map(({ rating, rd }) => rating + rd));
  const step = STEPS.find((size) => (high - low) / size <= MOST_LINES) ?? STEPS.at(-1);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const place = (value) => TOP + (1 - (value - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const ticks = [];
  for (let value = bottom; value <= top; value += step) ticks.push(value);
  return { place, ticks };
}

function gridLine(value, y) {
  return svg("g", { class: "chart-grid" },
    svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
    svg("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" },
      number(value, { useGrouping: false })));
}

function dateMark(at, x, style) {
  const anchor = x < LEFT + 30 ? "start" : x > WIDTH - RIGHT - 30 ? "end" : "middle";
  return svg("text", { class: "chart-date", x: x.toFixed(1), y: HEIGHT - 8, "text-anchor": anchor },
    date(at, style));
}

const pair = (x, y) => `${x.toFixed(1)},${y.toFixed(1)}`;

function line(points, across, up) {
  return points.map(({ at, rating }) => pair(across.place(at), up.place(rating))).join(" ");
}

function band(points, across, up) {
  const above = points.map(({ at, rating, rd }) => pair(across.place(at), up.place(rating + rd)));
  const below = points.map(({ at, rating, rd }) => pair(across.place(at), up.place(rating - rd)));
  return [...above, ...below.reverse()].join(" ");
}

function dot({ at, rating }, across, up) {
  return svg("circle", { class: "chart-dot", cx: across.place(at).toFixed(1),
    cy: up.place(rating).toFixed(1), r: 3.5 });
}
