// Emoji: a character, or the picture of one of the application's emoji.
import { el } from "./dom.js";

/** One emoji: `{name}`, or `{id, name}` for one of the application's. */
export function emoji({ id, name }) {
  if (!id) return el("span", { class: "emoji" }, name);
  const label = `:${name}:`;
  return el("img", { class: "emoji", src: `emojis/${id}.png`, alt: label, title: label, draggable: "false" });
}
