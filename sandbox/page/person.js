// Two small popups: the menu of a person or a message with the app's entries, and the form that makes a group.
import { avatar, el, icon, place, refill } from "./dom.js";

let count = 0;

function popupAt(anchor, props) {
  const popup = el("div", { popover: "auto", tabindex: "-1", ...props, on: {
    toggle: (event) => event.newState === "closed" && close(),
    keydown: (event) => event.key === "Escape" && event.stopPropagation(), // closes only this popup, not what is below it
  } });

  function close() {
    const inside = popup.contains(document.activeElement) || document.activeElement === document.body;
    popup.remove();
    if (inside && anchor.isConnected) anchor.focus();
  }

  anchor.after(popup);
  popup.showPopover();
  return popup;
}

/**
 * Opens the menu of a person, or of a message by this person (`ofMessage`), at `anchor`. `entries`: promise of [{name, shown}], the
 * entries of apps; `run(entry)` uses one. Arrow keys move through it as in any menu.
 */
export async function openMenu(anchor, { person, ofMessage, t, entries, run }) {
  const popup = popupAt(anchor, { class: "popup person-menu" });
  const title = ofMessage ? t("message.menu", { name: person.name }) : person.name;
  const head = el("p", { class: "person-menu-head" }, avatar(person), el("strong", {}, title));
  refill(popup, head);
  place(popup, anchor);
  const found = await entries;
  if (!popup.isConnected) return;
  const items = found.map((entry) => el("button", { type: "button", role: "menuitem", tabindex: "-1", class: "menu-item",
    data: { menu: entry.name }, on: { click: () => choose(entry) } }, icon("castle"), entry.shown));
  refill(popup, head, items.length
    ? el("div", { role: "menu", "aria-label": ofMessage ? title : t("person.menu", { name: person.name }), on: { keydown: walk } },
      el("p", { class: "muted menu-group", "aria-hidden": "true" }, t("person.app")), items)
    : el("p", { class: "muted menu-none", role: "status" }, t(ofMessage ? "message.none" : "person.none")));
  place(popup, anchor);
  (items[0] ?? popup).focus();

  function choose(entry) {
    popup.hidePopover();
    run(entry);
  }

  function walk(event) {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[to % items.length].focus();
  }
}

/** Opens the form for a group at `anchor`: `people` to choose from; `make(ids, name)` makes it or rejects with a text to show. */
export function openGroupForm(anchor, { people, t, make }) {
  const id = `group-${++count}`;
  const popup = popupAt(anchor, { class: "popup settings", role: "dialog", "aria-labelledby": `${id}-head` });
  const boxes = people.map((person) => {
    const box = el("input", { type: "checkbox", value: person.id, on: { change: () => { submit.disabled = !chosen().length; } } });
    return el("label", { class: "check" }, box, avatar(person, "tiny"), el("span", {}, person.name));
  });
  const name = el("input", { type: "text", id: `${id}-name`, maxlength: "100", autocomplete: "off", class: "group-name" });
  const problem = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary", disabled: true }, t("group.make"));
  const form = el("form", { class: "group-form", on: { submit: send } }, el("h2", { id: `${id}-head` }, t("group.with")), boxes,
    el("label", { class: "field-label", for: name.id }, t("group.name")), name, problem, submit);

  function chosen() {
    return [...popup.querySelectorAll("input:checked")].map((box) => box.value);
  }

  async function send(event) {
    event.preventDefault();
    if (!chosen().length) return;
    submit.disabled = true;
    try {
      await make(chosen(), name.value);
      popup.hidePopover();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      submit.disabled = false;
    }
  }

  refill(popup, form);
  place(popup, anchor);
  popup.querySelector("input").focus();
}
