// The small popup with a person's settings: language, whether direct messages are open, whether the app is installed.
import { el, place, refill } from "./dom.js";
import { LOCALES } from "./texts.js";

let count = 0;

/**
 * Opens the settings at `anchor`. `now()` returns {person, t} and is called again after each change, because the language may
 * have changed; `change(what)` makes a change ({locale}, {dms_open} or {installed}) and resolves when it is done.
 */
export function openSettings(anchor, now, change) {
  const id = `settings-${++count}`;
  const popup = el("div", { class: "popup settings", popover: "auto", role: "dialog", "aria-labelledby": `${id}-head`,
    on: { toggle: (event) => event.newState === "closed" && popup.remove() } });

  async function make(what, control) {
    await change(what);
    draw();
    popup.querySelector(`#${id}-${control}`)?.focus();
  }

  function draw() {
    const { person, t } = now();
    const language = el("select", { id: `${id}-language`, on: { change: () => make({ locale: language.value }, "language") } },
      LOCALES.map(([locale, name]) => el("option", { value: locale, lang: locale, selected: locale === person.locale }, name)));
    const open = el("input", { type: "checkbox", id: `${id}-open`, checked: person.dms_open, "aria-describedby": `${id}-about`,
      on: { change: () => make({ dms_open: open.checked }, "open") } });
    const installed = el("input", { type: "checkbox", id: `${id}-installed`, checked: person.installed, "aria-describedby": `${id}-anywhere`,
      on: { change: () => make({ installed: installed.checked }, "installed") } });
    refill(popup, el("h2", { id: `${id}-head` }, t("settings", { name: person.name })),
      el("label", { class: "field-label", for: language.id }, t("settings.language")), language,
      el("label", { class: "check" }, open, el("span", {}, t("settings.dms"))),
      el("p", { class: "muted field-about", id: `${id}-about` }, t("settings.dms.about")),
      el("label", { class: "check" }, installed, el("span", {}, t("settings.installed"))),
      el("p", { class: "muted field-about", id: `${id}-anywhere` }, t("settings.installed.about")));
  }

  draw();
  anchor.after(popup);
  popup.showPopover();
  place(popup, anchor);
  popup.querySelector("select").focus();
}
