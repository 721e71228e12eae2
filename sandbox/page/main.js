// The page: one or two seats side by side, the bar above them, and the address, which records who is looking where.
import { el, fill, icon, iconButton, memory, refill } from "./dom.js";
import { Hub } from "./hub.js";
import { tickTimes } from "./markdown.js";
import { Seat } from "./seat.js";
import { texts } from "./texts.js";

const RETRY_MILLISECONDS = 1500;
const dark = matchMedia("(prefers-color-scheme: dark)");
const hub = new Hub();
const page = document.getElementById("page");
const bar = el("header", { class: "bar" });
const floor = el("div", { class: "floor" });
const seats = [];

/** The existing places in the address: "#/{uid}/{cid}" or "#/{uid}/{cid}/{uid}/{cid}". */
function placesInAddress() {
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  const places = [];
  for (let at = 0; at + 1 < parts.length && places.length < 2; at += 2) places.push({ uid: parts[at], cid: parts[at + 1] });
  return places.filter(({ uid, cid }) => hub.channel(uid, cid));
}

function firstPlace(uid) {
  return { uid, cid: hub.channels(uid)[0].id };
}

function addressOf(places) {
  return `#/${places.map(({ uid, cid }) => `${uid}/${cid}`).join("/")}`;
}

function go(places, { at = -1, mid } = {}) {
  if (addressOf(places) !== location.hash) history.pushState(null, "", addressOf(places));
  show(places, { at, mid });
}

function show(places, { at = -1, mid } = {}) {
  while (seats.length > places.length) seats.pop().close();
  while (seats.length < places.length) {
    const index = seats.length;
    const seat = new Seat(hub, (uid, cid, to) => go(seats.map((one, nth) => (nth === index ? { uid, cid } : one.place)), { at: index, mid: to }));
    seats.push(seat);
    floor.append(seat.node);
  }
  places.forEach(({ uid, cid }, index) => seats[index].show(uid, cid, index === at ? mid : undefined));
  floor.classList.toggle("double", seats.length > 1);
  drawBar();
}

function fromAddress() {
  const asked = placesInAddress();
  const places = asked.length ? asked : [firstPlace(hub.people[0].id)];
  history.replaceState(null, "", addressOf(places));
  show(places);
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

function turnTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  memory.set("theme", theme);
  drawBar();
}

function toggleSecond() {
  const [first] = seats.map((seat) => seat.place);
  if (seats.length > 1) {
    go([first]);
    return;
  }
  const other = hub.people[(hub.people.findIndex((person) => person.id === first.uid) + 1) % hub.people.length];
  const same = hub.channel(other.id, first.cid);
  go([first, same ? { uid: other.id, cid: first.cid } : firstPlace(other.id)]);
}

function drawBar() {
  const held = bar.contains(document.activeElement) ? document.activeElement.dataset.does : null;
  const { locale } = seats[0].person;
  const t = texts(locale);
  document.documentElement.lang = locale;
  const second = t(seats.length > 1 ? "second.off" : "second.on");
  const theme = t(isDark() ? "theme.light" : "theme.dark");
  refill(bar, el("span", { class: "brand" }, icon("castle"), el("span", {}, t("brand"))),
    el("button", { type: "button", class: "button quiet second-button", "aria-pressed": String(seats.length > 1),
      data: { does: "second" }, on: { click: toggleSecond } }, icon("columns"), second),
    iconButton(isDark() ? "sun" : "moon", theme, turnTheme, { "data-does": "theme" }));
  if (held) bar.querySelector(`[data-does="${held}"]`)?.focus();
  drawTitle();
}

function drawTitle() {
  const waiting = new Set(seats.map((seat) => seat.place.uid));
  const count = [...waiting].reduce((sum, uid) => sum + hub.unread(uid), 0);
  document.title = `${count ? `(${count}) ` : ""}${seats.map((seat) => seat.title).join(" | ")} — Zamki`;
}

function slashKey(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, dialog, [popover], [role=listbox]")) return;
  event.preventDefault();
  (seats.find((seat) => seat.node.contains(event.target)) ?? seats[0]).slash();
}

async function start() {
  try {
    await hub.start();
  } catch {
    const locale = texts(navigator.language);
    refill(page, el("p", { class: "loading", role: "status" }, locale("start.failed")));
    setTimeout(start, RETRY_MILLISECONDS);
    return;
  }
  page.replaceChildren();
  fill(page, bar, floor);
  fromAddress();
  addEventListener("popstate", fromAddress);
  addEventListener("keydown", slashKey);
  dark.addEventListener("change", drawBar);
  hub.addEventListener("people", drawBar);
  hub.addEventListener("channels", drawTitle);
  setInterval(tickTimes, 1000);
}

start();
