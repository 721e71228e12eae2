// Turns Discord's subset of Markdown into DOM nodes. Text becomes only text nodes; addresses are checked before they become links.
import { el, fill, safeUrl } from "./dom.js";
import { emoji } from "./emoji.js";

// Tried in this order at every position. `rich` content is parsed again, `plain` content is not.
const INLINE = [
  { name: "escape", pattern: /\\([^\w\s])/y },
  { name: "code", pattern: /(`+)([\s\S]*?[^`])\1(?!`)/y },
  { name: "user", pattern: /<@!?(\d+)>/y },
  { name: "role", pattern: /<@&(\d+)>/y },
  { name: "channel", pattern: /<#(\d+)>/y },
  { name: "time", pattern: /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y },
  { name: "command", pattern: /<\/([^<>:]{1,100}):(\d+)>/y },
  { name: "emoji", pattern: /<a?:(\w{1,32}):(\d+)>/y },
  { name: "link", pattern: /\[((?:\\.|[^[\]\\])+)\]\(\s*<?(https?:\/\/[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?\s*\)/y },
  { name: "address", pattern: /<(https?:\/\/[^\s<>]+)>/y },
  { name: "address", pattern: /(https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?])/y },
  { name: "strong", pattern: /\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y },
  { name: "underline", pattern: /__((?:\\[\s\S]|[^\\])+?)__(?!_)/y },
  { name: "em", pattern: /\*(?=\S)((?:\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/y },
  { name: "em", pattern: /_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y },
  { name: "strike", pattern: /~~(?=\S)([\s\S]+?)~~/y },
  { name: "spoiler", pattern: /\|\|([\s\S]+?)\|\|/y },
];

const SPECIAL = /[\\`<[*_~|]|https?:\/\//g;
const TAGS = { strong: "strong", underline: "u", em: "em", strike: "s" };

/**
 * Block and inline Markdown as an array of nodes.
 * `env`: {user(id) → {id, name, own}|null, channel(id) → name|null, go(cid, mid?), command(name), locale, t}.
 */
export function markdown(text, env) {
  const nodes = [];
  const fence = /```(?:([\w+#.-]*)\n)?([\s\S]*?)\n?```/g;
  let from = 0;
  for (const found of text.matchAll(fence)) {
    nodes.push(...blocks(trimBreaks(text.slice(from, found.index)), env));
    nodes.push(el("pre", { tabindex: "0" }, el("code", {}, found[2])));
    from = found.index + found[0].length;
  }
  nodes.push(...blocks(trimBreaks(text.slice(from)), env));
  return nodes;
}

/** Inline Markdown only (labels of fields and the like). */
export function inline(text, env) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  while (at < text.length) {
    const found = match(text, at);
    if (found?.node === "escape") {
      plain += found.groups[1];
      at = found.end;
    } else if (found) {
      flush();
      nodes.push(build(found, env));
      at = found.end;
    } else {
      const next = nextSpecial(text, at + 1);
      plain += text.slice(at, next);
      at = next;
    }
  }
  flush();
  return nodes;
}

function trimBreaks(text) {
  return text.replace(/^\n/, "").replace(/\n$/, "");
}

function nextSpecial(text, from) {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}

function match(text, at) {
  for (const { name, pattern } of INLINE) {
    // An underscore inside a word (snake_case) does not start emphasis.
    if (name === "em" && text[at] === "_" && at > 0 && /\w/.test(text[at - 1])) continue;
    pattern.lastIndex = at;
    const groups = pattern.exec(text);
    if (groups) return { node: name, groups, end: pattern.lastIndex };
  }
  return null;
}

function build({ node, groups }, env) {
  switch (node) {
    case "code":
      return el("code", {}, groups[2].replace(/^ (.+) $/s, "$1"));
    case "user": {
      const user = env.user(groups[1]);
      return el("span", { class: user?.own ? "mention mention-own" : "mention" }, `@${user?.name ?? env.t("someone")}`);
    }
    case "role":
      return el("span", { class: "mention" }, `@${env.guildRoles().find((role) => role.id === groups[1])?.name.replace(/^@/, "") ?? groups[1]}`);
    case "channel": {
      const name = env.channel(groups[1]);
      if (name === null) return el("span", { class: "mention" }, "#…");
      return el("button", { type: "button", class: "mention", on: { click: () => env.go(groups[1]) } }, `#${name}`);
    }
    case "command":
      return el("button", { type: "button", class: "mention", on: { click: () => env.command(groups[1]) } }, `/${groups[1]}`);
    case "time":
      return timestamp(Number(groups[1]), groups[2] ?? "f", env.locale);
    case "emoji":
      return emoji({ name: groups[1], id: groups[2] });
    case "link":
      return link(groups[2], inline(groups[1], env), env);
    case "address":
      return link(groups[1], [groups[1]], env);
    case "spoiler":
      return spoiler(inline(groups[1], env), env.t);
    default:
      return el(TAGS[node], {}, inline(groups[1], env));
  }
}

const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** The target of a Discord message link: {cid, mid|undefined}; null for any other address. */
export function jumpTarget(address) {
  const found = JUMP.exec(address);
  return found && { cid: found[1], mid: found[2] };
}

/** A link. A link to a Discord message leads to that message inside the sandbox; an unsafe address stays text. */
export function link(address, children, env, props = {}) {
  const href = safeUrl(address);
  if (!href) return el("span", props, children);
  const jump = jumpTarget(href);
  if (!jump) return el("a", { href, target: "_blank", rel: "noopener noreferrer", ...props }, children);
  const go = (event) => {
    event.preventDefault();
    env.go(jump.cid, jump.mid);
  };
  return el("a", { href: "#", on: { click: go }, ...props }, children);
}

/** Content hidden until pressed. */
export function spoiler(children, t, props = {}) {
  const { class: extra = "", tag = "span" } = props;
  const inside = el(tag, { class: "spoiler-inside", inert: true }, children);
  const cover = el(tag, { class: `spoiler ${extra}`.trim(), role: "button", tabindex: "0", "aria-label": t("spoiler"), title: t("spoiler") }, inside);
  const show = (event) => {
    if (cover.classList.contains("shown") || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    cover.classList.add("shown");
    inside.inert = false;
    for (const name of ["role", "tabindex", "aria-label", "title"]) cover.removeAttribute(name);
  };
  cover.addEventListener("click", show);
  cover.addEventListener("keydown", show);
  return cover;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** A <time> for seconds since 1970 in one of Discord's styles; style R is kept up to date by `tickTimes`. */
export function timestamp(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(String(seconds));
  const full = new Intl.DateTimeFormat(locale, STYLES.F).format(date);
  const time = el("time", { datetime: date.toISOString(), title: full, class: "stamp" });
  if (style === "R") Object.assign(time.dataset, { relative: seconds, locale });
  time.textContent = style === "R" ? relative(seconds, locale) : new Intl.DateTimeFormat(locale, STYLES[style]).format(date);
  return time;
}

const UNITS = [["year", 31536000], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 5 minutes", "3 days ago" … by the wall clock. */
export function relative(seconds, locale, now = Date.now()) {
  const away = Math.round(seconds - now / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** Updates every relative time on the page. */
export function tickTimes() {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(time.dataset.relative), time.dataset.locale);
    if (time.textContent !== text) time.textContent = text;
  }
}

// ---- blocks -------------------------------------------------------------------------------------------------------------

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SMALL = /^-#\s+(\S.*)$/;
const QUOTE = /^>\s(.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}[.)])\s+(\S.*)$/;

function blocks(text, env) {
  if (!text) return [];
  const nodes = [];
  const lines = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) nodes.push(el("p", {}, inline(paragraph.join("\n"), env)));
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const small = SMALL.exec(line);
    if (line.startsWith(">>> ")) {
      flush();
      nodes.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"), env)));
      return nodes;
    }
    if (QUOTE.test(line)) {
      flush();
      const end = endOf(lines, at, (one) => QUOTE.test(one));
      nodes.push(el("blockquote", {}, blocks(lines.slice(at, end).map((one) => QUOTE.exec(one)[1]).join("\n"), env)));
      at = end;
    } else if (ITEM.test(line)) {
      flush();
      const end = endOf(lines, at, (one) => continuesList(line, one));
      nodes.push(list(lines.slice(at, end), env));
      at = end;
    } else {
      if (heading || small) flush();
      if (heading) nodes.push(title(heading[1].length, heading[2], env));
      else if (small) nodes.push(el("p", { class: "small" }, inline(small[1], env)));
      else paragraph.push(line);
      at += 1;
    }
  }
  flush();
  return nodes;
}

/** A heading of level 1–3; the page itself uses the first two levels. */
function title(level, text, env) {
  return el("p", { class: `heading heading-${level}`, role: "heading", "aria-level": String(level + 2) }, inline(text, env));
}

function endOf(lines, from, goesOn) {
  let end = from + 1;
  while (end < lines.length && goesOn(lines[end])) end += 1;
  return end;
}

/** Whether a line continues a list: indented lines do, and items on the first one's level that are numbered (or not) like it. */
function continuesList(first, line) {
  const [, indent, mark] = ITEM.exec(first);
  const item = ITEM.exec(line);
  if (!item) return /^\s{2,}\S/.test(line);
  return item[1].length > indent.length || /\d/.test(item[2]) === /\d/.test(mark);
}

function list(lines, env) {
  const [, indent, mark] = ITEM.exec(lines[0]);
  const ordered = /\d/.test(mark);
  const node = el(ordered ? "ol" : "ul", ordered ? { start: String(Number.parseInt(mark, 10)) } : {});
  let at = 0;
  while (at < lines.length) {
    const found = ITEM.exec(lines[at]);
    const end = endOf(lines, at, (one) => (ITEM.exec(one)?.[1].length ?? indent.length + 1) > indent.length);
    const rest = lines.slice(at + 1, end);
    const firstItem = rest.findIndex((one) => ITEM.test(one));
    const more = firstItem < 0 ? rest : rest.slice(0, firstItem);
    const content = [found[3], ...more.map((one) => one.trim())].join("\n");
    const item = el("li", {}, inline(content, env));
    if (firstItem >= 0) fill(item, list(rest.slice(firstItem), env));
    node.append(item);
    at = end;
  }
  return node;
}
