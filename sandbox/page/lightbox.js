// Shows pictures large, with their description, on top of everything.
import { el, iconButton } from "./dom.js";

/** Opens pictures [{url, alt}] at an index. Arrow keys and buttons turn pages; Escape or a press outside closes. */
export function showPictures(pictures, start, t) {
  let index = start;
  const image = el("img", { class: "large-picture", on: { click: () => dialog.classList.toggle("zoomed") } });
  const caption = el("p", { class: "large-caption" });
  const count = el("span", { class: "muted" });
  const open = el("a", { target: "_blank", rel: "noopener noreferrer", class: "button link" }, t("picture.tab"));
  const previous = iconButton("left", t("picture.previous"), () => turn(-1), { class: "large-previous" });
  const next = iconButton("right", t("picture.next"), () => turn(1), { class: "large-next" });
  const stage = el("div", { class: "large-stage" }, image);
  const dialog = el("dialog", { class: "lightbox", "aria-label": t("picture"), on: { close: () => dialog.remove(), keydown: keys, click: beside } },
    el("div", { class: "large-bar" }, count, open, iconButton("close", t("modal.close"), () => dialog.close())),
    stage, pictures.length > 1 && [previous, next], caption);

  function show() {
    const { url, alt } = pictures[index];
    dialog.classList.remove("zoomed");
    image.src = url;
    image.alt = alt;
    image.title = t("picture.zoom");
    open.href = url;
    caption.textContent = alt || t("picture.none");
    count.textContent = pictures.length > 1 ? `${index + 1} / ${pictures.length}` : "";
  }

  function turn(step) {
    index = (index + step + pictures.length) % pictures.length;
    show();
  }

  function keys(event) {
    if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === "ArrowRight") turn(1);
  }

  function beside(event) {
    if (event.target === dialog || event.target === stage) dialog.close();
  }

  show();
  document.body.append(dialog);
  dialog.showModal();
}
