// A select menu with descriptions and multiple choice: a button that opens a list box (used in messages and in forms).
import { el, fill, icon, place } from "./dom.js";
import { emoji } from "./emoji.js";

/** The options of a select of any kind (3 texts, 5 and 7 people, 6 roles, 8 channels): [{value, label, description, emoji, chosen}]. */
export function optionsOf(component, env) {
  const chosen = new Set((component.default_values ?? []).map((one) => one.id));
  if (component.type === 3) {
    return component.options.map((one) => ({ ...one, chosen: Boolean(one.default) }));
  }
  if (component.type === 8) {
    const kinds = component.channel_types ?? [];
    const fitting = env.guildChannels().filter((one) => kinds.length === 0 || kinds.includes(one.type));
    return fitting.map(({ id, name }) => ({ value: id, label: `#${name}`, chosen: chosen.has(id) }));
  }
  if (component.type === 6) return env.guildRoles().map(({ id, name }) => ({ value: id, label: name.replace(/^@?/, "@"), chosen: chosen.has(id) }));
  return env.people().map(({ id, name }) => ({ value: id, label: name, chosen: chosen.has(id) }));
}

/**
 * A select. `done(values)` is called when a choice is made: immediately for a single one, with "Done" or a press elsewhere for
 * several. Escape keeps the earlier choice. `.values()` on the returned object returns the current choice.
 */
export function select(component, env, done, props = {}) {
  const { t } = env;
  const options = optionsOf(component, env);
  const least = component.min_values ?? 1;
  const most = Math.min(component.max_values ?? 1, Math.max(options.length, 1));
  let chosen = options.filter((one) => one.chosen).map((one) => one.value);
  let draft = chosen;
  let active = 0;
  const face = el("span", { class: "select-face" });
  const button = el("button", {
    type: "button", class: "select", "aria-haspopup": "listbox", "aria-expanded": "false", disabled: component.disabled === true,
    data: { custom: component.custom_id }, on: { click: () => (popup.matches(":popover-open") ? close(true) : open()) }, ...props,
  }, face, icon("down"));
  const box = el("div", { class: "listbox", role: "listbox", tabindex: "-1", "aria-multiselectable": most > 1 ? "true" : undefined,
    "aria-label": component.placeholder ?? t("select.one"), on: { keydown: keys } });
  const doneButton = el("button", { type: "button", class: "button primary small-button", on: { click: () => close(true) } }, t("select.done"));
  const clearButton = el("button", { type: "button", class: "button secondary small-button", on: { click: clear } }, t("select.clear"));
  const range = el("span", { class: "muted" }, least === most ? t("select.exact", { min: least }) : t("select.range", { min: least, max: most }));
  const foot = most > 1 ? el("div", { class: "select-foot" }, range, doneButton) : least === 0 ? el("div", { class: "select-foot" }, clearButton) : null;
  const popup = el("div", { class: "popup", popover: "manual" }, box, foot);
  const whole = el("div", { class: "select-whole" }, button, popup);

  function label(value) {
    return options.find((one) => one.value === value)?.label ?? value;
  }

  function showFace() {
    face.classList.toggle("muted", chosen.length === 0);
    face.textContent = chosen.length ? chosen.map(label).join(", ") : component.placeholder ?? t("select.one");
  }

  function row(option, index) {
    const on = draft.includes(option.value);
    return el("div", { class: index === active ? "option active" : "option", role: "option", id: `${box.id}-${index}`,
      "aria-selected": String(on),
      "aria-disabled": !on && most > 1 && draft.length >= most ? "true" : undefined,
      data: { value: option.value }, on: { click: () => pick(index), pointermove: () => activate(index) } },
    most > 1 && el("span", { class: "tick", "aria-hidden": "true" }, on && icon("check")),
    option.emoji && emoji(option.emoji),
    el("span", { class: "option-words" }, el("span", { class: "option-label" }, option.label),
      option.description && el("span", { class: "option-about" }, option.description)),
    most === 1 && on && icon("check"));
  }

  function draw() {
    box.replaceChildren();
    fill(box, options.length ? options.map(row) : el("div", { class: "muted option" }, t("select.none")));
    box.setAttribute("aria-activedescendant", `${box.id}-${active}`);
    doneButton.disabled = draft.length < least || draft.length > most;
  }

  function activate(index) {
    if (index === active) return;
    active = index;
    for (const [at, child] of [...box.children].entries()) child.classList.toggle("active", at === active);
    box.setAttribute("aria-activedescendant", `${box.id}-${active}`);
  }

  function open() {
    draft = [...chosen];
    active = Math.max(0, options.findIndex((one) => draft.includes(one.value)));
    draw();
    popup.showPopover();
    place(popup, button, { matchWidth: true });
    button.setAttribute("aria-expanded", "true");
    box.focus({ preventScroll: true });
    box.children[active]?.scrollIntoView({ block: "nearest" });
    addEventListener("pointerdown", outside, true);
    addEventListener("scroll", follow, true);
    addEventListener("resize", follow);
  }

  function close(keep) {
    removeEventListener("pointerdown", outside, true);
    removeEventListener("scroll", follow, true);
    removeEventListener("resize", follow);
    if (popup.isConnected) popup.hidePopover();
    button.setAttribute("aria-expanded", "false");
    button.focus({ preventScroll: true });
    const valid = draft.length >= least && draft.length <= most;
    const changed = draft.length !== chosen.length || draft.some((value) => !chosen.includes(value));
    if (!keep || !valid || !changed) return;
    chosen = options.map((one) => one.value).filter((value) => draft.includes(value));
    showFace();
    done(chosen);
  }

  function outside(event) {
    if (!whole.contains(event.target)) close(true);
  }

  function follow(event) {
    if (!whole.isConnected) close(false); // the message was redrawn underneath
    else if (!popup.contains(event.target)) place(popup, button, { matchWidth: true });
  }

  function clear() {
    draft = [];
    close(true);
  }

  function pick(index) {
    const { value } = options[index] ?? {};
    if (value === undefined) return;
    if (most === 1) {
      draft = [value];
      close(true);
      return;
    }
    if (draft.includes(value)) draft = draft.filter((one) => one !== value);
    else if (draft.length < most) draft = [...draft, value];
    activate(index);
    draw();
  }

  function keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -options.length, End: options.length }[event.key];
    if (step !== undefined) activate(Math.min(Math.max(active + step, 0), options.length - 1));
    else if (event.key === "Enter" || event.key === " ") pick(active);
    else if (event.key === "Escape") close(false);
    else if (event.key === "Tab") {
      if (most > 1 && !event.shiftKey) doneButton.focus();
      else close(false);
    } else if (event.key.length === 1) byLetter(event.key.toLowerCase());
    else return;
    event.preventDefault();
    event.stopPropagation();
    box.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function byLetter(letter) {
    const later = options.findIndex((one, index) => index > active && one.label.toLowerCase().startsWith(letter));
    const any = options.findIndex((one) => one.label.toLowerCase().startsWith(letter));
    if (later >= 0 || any >= 0) activate(later >= 0 ? later : any);
  }

  foot?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close(false);
  });
  box.id = `box-${Math.random().toString(36).slice(2, 10)}`;
  showFace();
  return { node: whole, button, values: () => chosen };
}
