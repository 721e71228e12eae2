// The list of messages: keeps them in order, groups them by author and day, and stays at the bottom while the person is there.
import { el, icon } from "./dom.js";
import { byId } from "./hub.js";

const GROUP_MILLISECONDS = 7 * 60 * 1000;
const NEAR_BOTTOM = 90;
const KEPT = 400;

export class Feed {
  #make;
  #messages = new Map();
  #items = new Map();
  #stick = true;
  #top = 0;
  #pressed;
  #waiting;

  /** `make(message)` returns the <li> of a message; `older()` shows earlier messages. */
  constructor(make, older) {
    this.#make = make;
    this.older = el("button", { type: "button", class: "button secondary older", hidden: true, on: { click: older } });
    this.head = el("div", { class: "welcome" });
    this.list = el("ol", { class: "messages" });
    this.scroller = el("div", { class: "scroller", role: "log", tabindex: "-1", on: { scroll: () => this.#scrolled() } }, this.head, this.older, this.list);
    this.newest = el("button", { type: "button", class: "newest", hidden: true, on: { click: () => this.toBottom() } });
    this.node = el("div", { class: "feed" }, this.scroller, this.newest);
    // Loading pictures and a growing composer must not push the last line out of sight.
    new ResizeObserver(() => this.#stick && this.#toEnd()).observe(this.list);
    new ResizeObserver(() => this.#stick && this.#toEnd()).observe(this.scroller);
    this.list.addEventListener("pointerdown", (event) => this.#press(event.target.closest("[data-mid]")?.dataset.mid));
  }

  /** A message replaced between press and release would lose the click, so it is not replaced until then. */
  #press(mid) {
    this.#pressed = mid;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => { // after the click
        const waiting = this.#waiting;
        this.#pressed = this.#waiting = undefined;
        if (waiting) this.put(waiting);
      });
    };
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, end, { signal: over.signal });
  }

  texts(t, channelName) {
    this.scroller.setAttribute("aria-label", t("messages", { channel: channelName }));
    this.older.textContent = t("older");
    this.newest.replaceChildren(icon("down"), t("newest"));
  }

  get(mid) {
    return this.#messages.get(mid);
  }

  all() {
    return [...this.#messages.values()];
  }

  /** Shows exactly these messages, scrolled to the bottom; `more`: there are earlier ones. */
  reset(messages, more) {
    this.older.hidden = !more;
    this.#messages = new Map(messages.map((message) => [message.id, message]));
    this.#items = new Map();
    this.#stick = true;
    this.#arrange();
    this.toBottom();
  }

  get firstId() {
    return this.list.firstElementChild?.dataset.mid;
  }

  /** Adds a message or replaces the one with the same id; the keyboard focus inside it is kept. */
  put(message) {
    if (message.id === this.#pressed && this.#items.has(message.id)) {
      this.#waiting = message;
      return;
    }
    const old = this.#items.get(message.id);
    const held = old?.contains(document.activeElement) ? document.activeElement.dataset.custom : undefined;
    const hadFocus = old?.contains(document.activeElement) ?? false;
    this.#messages.set(message.id, message);
    this.#items.delete(message.id);
    if (this.#stick) this.#forgetOldest();
    this.#arrange();
    if (!old && !this.#stick) this.newest.hidden = false;
    if (!hadFocus) return;
    const item = this.#items.get(message.id);
    const twin = held && item.querySelector(`[data-custom="${CSS.escape(held)}"]:not(:disabled)`);
    (twin || item).focus({ preventScroll: true });
  }

  /** Draws a known message again. */
  redraw(mid) {
    const message = this.#messages.get(mid);
    if (message) this.put(message);
  }

  remove(mid) {
    if (mid === this.#waiting?.id) this.#waiting = undefined;
    this.#messages.delete(mid);
    this.#items.delete(mid);
    this.#arrange();
  }

  /** Scrolls to a message and marks it for a moment; false if it is not in the list. */
  jump(mid) {
    const item = this.#items.get(mid);
    if (!item) return false;
    this.#stick = false;
    item.scrollIntoView({ block: "center" });
    item.classList.remove("found");
    requestAnimationFrame(() => item.classList.add("found"));
    item.focus({ preventScroll: true });
    return true;
  }

  toBottom() {
    this.#stick = true;
    this.newest.hidden = true;
    this.#toEnd();
  }

  /** Drops the oldest messages: a page left open for days must not keep every picture. */
  #forgetOldest() {
    const extra = this.#messages.size - KEPT;
    if (extra <= 0) return;
    for (const mid of [...this.#messages.keys()].sort(byId).slice(0, extra)) {
      this.#messages.delete(mid);
      this.#items.delete(mid);
    }
    this.older.hidden = false;
  }

  #toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    // Growing content also moves the bottom away; only scrolling up means that the person wants to read there.
    if (scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM) this.#stick = true;
    else if (scrollTop < this.#top) this.#stick = false;
    this.#top = scrollTop;
    if (this.#stick) this.newest.hidden = true;
  }

  #arrange() {
    const sorted = this.all().sort((a, b) => byId(a.id, b.id));
    let before = null;
    const items = sorted.map((message) => {
      const item = this.#items.get(message.id) ?? this.#make(message);
      this.#items.set(message.id, item);
      item.classList.toggle("continued", continues(before, message));
      item.classList.toggle("new-day", before !== null && this.#items.get(before.id).dataset.day !== item.dataset.day);
      before = message;
      return item;
    });
    const stay = new Set(items);
    for (const child of [...this.list.children]) if (!stay.has(child)) child.remove();
    items.forEach((item, index) => {
      if (this.list.children[index] !== item) this.list.insertBefore(item, this.list.children[index] ?? null);
    });
    if (this.#stick) this.#toEnd();
  }
}

function continues(before, message) {
  return before !== null && before.author.id === message.author.id && !message.sandbox?.used && !message.message_reference
    && Boolean(before.sandbox?.ephemeral) === Boolean(message.sandbox?.ephemeral)
    && new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MILLISECONDS;
}
