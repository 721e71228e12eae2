// The small popup with one person's settings: language and whether direct messages are open.
import { el, place } from "./dom.js";
import { LOCALES } from "./texts.js";

let count = 0;

/** Opens the settings of `person` at `anchor`; `change(what)` is called with each change ({locale} or {dms_open}). */
export function openSettings(anchor, person, t, change) {
  const id = `settings-${++count}`;
  const language = el("select", { id: `${id}-language`, on: { change: () => change({ locale: language.value }) } },
    LOCALES.map(([locale, name]) => el("option", { value: locale, lang: locale, selected: locale === person.locale }, name)));
  const open = el("input", { type: "checkbox", checked: person.dms_open, "aria-describedby": `${id}-about`, on: { change: () => change({ dms_open: open.checked }) } });
  const popup = el("div", { class: "popup settings", popover: "auto", role: "dialog", "aria-label": t("settings", { name: person.name }),
    on: { toggle: (event) => event.newState === "closed" && popup.remove() } },
  el("h2", {}, t("settings", { name: person.name })),
  el("label", { class: "field-label", for: `${id}-language` }, t("settings.language")), language,
  el("label", { class: "check" }, open, el("span", {}, t("settings.dms"))),
  el("p", { class: "muted field-about", id: `${id}-about` }, t("settings.dms.about", { name: person.name })));
  anchor.after(popup);
  popup.showPopover();
  place(popup, anchor);
  language.focus();
}
