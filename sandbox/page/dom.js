// The only place that creates elements. Strings always become text nodes; nothing here (or elsewhere on the page) parses HTML,
// so a name such as "<img onerror=…>" stays text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * One element. `props`: `class`, `on` ({event: listener}), `data` (dataset), `style` (custom properties and declarations);
 * any other key is an attribute (`true` sets it to the empty string; `false`, `null` and `undefined` omit it).
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "style") for (const [name, to] of Object.entries(value)) node.style.setProperty(name, to);
    else node.setAttribute(key, value === true ? "" : value);
  }
  fill(node, children);
  return node;
}

/** Appends children: nodes, strings (as text), numbers, nested arrays; null, undefined and false are skipped. */
export function fill(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** Replaces the content of a node. */
export function refill(node, ...children) {
  node.replaceChildren();
  return fill(node, ...children);
}

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
  moon: "M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z",
  columns: "M4 5h16v14H4zM12 5v14",
  send: "M4 12l16-8-6 16-2.5-6.5z",
  hash: "M9 4L7 20M17 4l-2 16M4 9h16M4 15h16",
  thread: "M5 4v8a4 4 0 0 0 4 4h10M15 12l4 4-4 4",
  at: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  group: "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5.5a3 3 0 0 1 0 5M18 14.5c2 .8 3 2.7 3 5.5",
  plus: "M12 5v14M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  down: "M6 9l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 4l9 16H3zM12 10v4M12 17v.5",
  eye: "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  castle: "M5 20V7h2.5v2H10V5h4v4h2.5V7H19v13h-5v-4a2 2 0 0 0-4 0v4z",
  reply: "M20 18c0-5-3-8-8-8H5M9 6l-4 4 4 4",
};

/** A line drawing, hidden from screen readers: the element around it needs a label of its own. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A square button that shows only an icon; `label` is its accessible name and tooltip. */
export function iconButton(name, label, click, props = {}) {
  const { class: extra = "", ...rest } = props;
  return el("button", { type: "button", class: `icon-button ${extra}`.trim(), "aria-label": label, title: label, on: { click }, ...rest }, icon(name));
}

/** The round mark of a person: first letter on their colour; the bot has the castle. */
export function avatar(user, size = "") {
  const shape = `avatar ${size}`.trim();
  if (user.bot) return el("span", { class: `${shape} avatar-bot`, "aria-hidden": "true" }, icon("castle"));
  const colour = cssColour(user.colour) ?? "#6b7280";
  return el("span", { class: shape, "aria-hidden": "true", style: { "--own": colour, "--on-own": readableOn(colour) } },
    [...(user.name ?? user.username ?? "?")][0]?.toUpperCase());
}

/** Converts "#rrggbb" or Discord's integer to a colour "#rrggbb"; null for anything else. */
export function cssColour(value) {
  if (typeof value === "number") return `#${(value & 0xffffff).toString(16).padStart(6, "0")}`;
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
}

function readableOn(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? "#14161a" : "#ffffff";
}

/** The address if it is safe to follow (http or https), else null. */
export function safeUrl(text) {
  try {
    const url = new URL(text);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Puts a fixed popup below its anchor (or above, if there is no room), inside the window. */
export function place(popup, anchor, { matchWidth = false } = {}) {
  const at = anchor.getBoundingClientRect();
  const margin = 8;
  if (matchWidth) popup.style.width = `${Math.min(Math.max(at.width, 240), innerWidth - 2 * margin)}px`;
  const below = innerHeight - at.bottom - margin;
  const above = at.top - margin;
  const under = below >= Math.min(popup.scrollHeight, 320) || below >= above;
  popup.style.maxHeight = `${Math.max(120, Math.min(420, under ? below : above))}px`;
  const left = Math.min(Math.max(margin, at.left), innerWidth - popup.offsetWidth - margin);
  popup.style.left = `${Math.max(margin, left)}px`;
  popup.style.top = under ? `${at.bottom + 4}px` : `${Math.max(margin, at.top - popup.offsetHeight - 4)}px`;
}

/** Reads or writes a setting stored in this browser; does nothing if storage is forbidden. */
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(`zamki-sandbox-${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`zamki-sandbox-${key}`, value);
    } catch {
      // Nothing depends on it.
    }
  },
};
