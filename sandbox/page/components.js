// Turns message components, V1 and V2, numbered as by Discord, into DOM nodes.
import { cssColour, el, icon, safeUrl } from "./dom.js";
import { emoji } from "./emoji.js";
import { jumpTarget, link, markdown, spoiler } from "./markdown.js";
import { showPictures } from "./lightbox.js";
import { select } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/**
 * One component. `env` has what `markdown` needs, plus {press(custom_id, values, node), people(), guildChannels(), guildRoles(),
 * attachments: the message's}.
 */
export function component(one, env) {
  const build = KINDS[one.type];
  if (!build) return el("p", { class: "muted" }, env.t("component.unknown", { type: one.type }));
  return build(one, env);
}

const all = (list, env) => (list ?? []).map((one) => component(one, env));

const KINDS = {
  1: (one, env) => el("div", { class: "row" }, all(one.components, env)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: (one, env) => el("div", { class: "section" }, el("div", { class: "section-texts" }, all(one.components, env)),
    el("div", { class: "section-accessory" }, component(one.accessory, env))),
  10: (one, env) => el("div", { class: "text" }, markdown(one.content, env)),
  11: (one, env) => picture({ ...one, env }, "thumbnail"),
  12: (one, env) => gallery(one.items, env),
  13: (one, env) => file(one, env),
  14: (one) => el("hr", { class: `separator ${one.spacing === 2 ? "wide" : ""} ${one.divider === false ? "bare" : ""}` }),
  17: container,
};

function container(one, env) {
  const colour = cssColour(one.accent_color);
  const box = el("div", { class: colour ? "container accented" : "container", style: colour ? { "--accent-colour": colour } : {} }, all(one.components, env));
  return one.spoiler ? spoiler(box, env.t, { tag: "div", class: "spoiler-block" }) : box;
}

function words(one) {
  return [one.emoji && emoji(one.emoji), one.label && el("span", {}, one.label)];
}

function button(one, env) {
  if (one.style === 5) {
    const outward = jumpTarget(one.url) ? null : icon("out");
    if (one.disabled || !safeUrl(one.url)) return el("button", { type: "button", class: "button link", disabled: true }, words(one), outward);
    return link(one.url, [words(one), outward], env, { class: "button link" });
  }
  const press = (event) => env.press(one.custom_id, undefined, event.currentTarget);
  return el("button", { type: "button", class: `button ${STYLES[one.style] ?? "secondary"}`, disabled: one.disabled === true,
    "aria-label": one.label ? undefined : one.emoji?.name, data: { custom: one.custom_id }, on: { click: press } }, words(one));
}

function menu(one, env) {
  const made = select(one, env, (values) => env.press(one.custom_id, values, made.button));
  return made.node;
}

/** Resolves an "attachment://name" address to one of the message's attachments. */
function resolve(media, env) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? "")?.[1];
  const found = name && env.attachments.find((one) => one.filename === name);
  return found ? { ...media, ...found } : media ?? {};
}

/** A picture that opens large; its description is its `alt` and tooltip, and the ALT mark shows it. */
function picture({ media, description, spoiler: hidden, env }, kind, pictures = null, index = 0) {
  const { t } = env;
  const { url, width, height } = resolve(media, env);
  const alt = description ?? "";
  const own = pictures ?? [{ url, alt }];
  const image = el("img", { src: safeUrl(url), alt, title: alt || undefined, width, height, decoding: "async", class: "picture" });
  const open = el("button", { type: "button", class: "picture-open", "aria-label": alt ? t("picture.open", { alt }) : t("picture.plain"),
    on: { click: () => showPictures(own, index, t) } }, image);
  const caption = el("span", { class: "alt-text", hidden: true }, alt);
  const mark = alt && kind !== "thumbnail" && el("button", { type: "button", class: "alt-mark", "aria-expanded": "false", "aria-label": t("picture.alt"),
    on: { click: () => { caption.hidden = !caption.hidden; mark.setAttribute("aria-expanded", String(!caption.hidden)); } } }, "ALT");
  const size = width && height ? { "--width": `${width}px`, "--ratio": String(width / height) } : { "--width": "100%", "--ratio": "10" };
  const frame = el("span", { class: `frame ${kind}`, style: size }, open, mark, mark && caption);
  return hidden ? spoiler(frame, t, { class: "spoiler-block" }) : frame;
}

/** A media gallery of 1–10 items. */
export function gallery(items, env) {
  const pictures = items.map((item) => ({ url: safeUrl(resolve(item.media, env).url), alt: item.description ?? "" }));
  const shape = `gallery count-${Math.min(items.length, 10)}`;
  return el("div", { class: shape }, items.map((item, index) => picture({ ...item, env }, "tile", pictures, index)));
}

function file(one, env) {
  const found = resolve(one.file, env);
  const name = one.name ?? found.filename ?? decodeURIComponent(String(found.url ?? "").split("/").pop().split("?")[0]);
  const card = fileCard({ url: found.url, filename: name, size: one.size ?? found.size }, env);
  return one.spoiler ? spoiler(card, env.t, { tag: "div", class: "spoiler-block" }) : card;
}

function fileCard({ url, filename, size }, env) {
  const weight = size === undefined ? null : el("span", { class: "muted" }, bytes(size, env.locale));
  const name = el("a", { href: safeUrl(url), target: "_blank", rel: "noopener noreferrer", download: filename }, filename);
  return el("div", { class: "file" }, icon("file"), name, weight);
}

function bytes(size, locale) {
  const [unit, divisor] = size >= 1048576 ? ["megabyte", 1048576] : size >= 1024 ? ["kilobyte", 1024] : ["byte", 1];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 }).format(size / divisor);
}

/** Attachments of a V1 message: pictures together in a gallery, other files as cards. */
export function attachments(list, env) {
  const isPicture = (one) => one.content_type?.startsWith("image/");
  const items = list.filter(isPicture).map((one) => ({
    media: { url: one.url, width: one.width, height: one.height },
    description: one.description,
    spoiler: one.filename.startsWith("SPOILER_"),
  }));
  return [items.length > 0 && gallery(items, env), ...list.filter((one) => !isPicture(one)).map((one) => fileCard(one, env))];
}

/** A simple embed. */
export function embed(one, env) {
  const colour = cssColour(one.color);
  const head = one.url ? link(one.url, [one.title ?? one.url], env) : one.title;
  const image = (media, kind) => media?.url && picture({ media, description: media.description ?? "", env }, kind);
  return el("div", { class: "container accented embed", style: colour ? { "--accent-colour": colour } : {} },
    image(one.thumbnail, "thumbnail"),
    one.author && el("p", { class: "small" }, one.author.name),
    head && el("p", { class: "embed-title" }, head),
    one.description && el("div", { class: "text" }, markdown(one.description, env)),
    one.fields?.length > 0 && el("dl", { class: "fields" }, one.fields.map((field) => el("div", { class: field.inline ? "field inline" : "field" },
      el("dt", {}, markdown(field.name, env)), el("dd", {}, markdown(field.value, env))))),
    image(one.image, "single"),
    one.footer && el("p", { class: "small" }, one.footer.text));
}
