// One message of the list with everything around it: author, command line above, "thinking", failures, ephemeral foot.
import { avatar, el, icon, iconButton } from "./dom.js";
import { attachments, component, embed } from "./components.js";
import { markdown } from "./markdown.js";

const ADDED = 1, STARTED_THREAD = 18;
const V2 = 1 << 15;

/**
 * The <li> of a message. `env`: what `component` needs plus {message, failure: text|null, dismiss(), jump(mid), person(id, anchor), menu(by, anchor)};
 * a message that the page itself makes (`sandbox.local`) is a command that failed before the bot sent a message.
 */
export function messageItem(env) {
  const { message, t } = env;
  const mark = message.sandbox ?? {};
  const author = env.user(message.author.id) ?? { name: message.author.global_name ?? message.author.username };
  const sent = new Date(message.timestamp);
  const time = new Intl.DateTimeFormat(env.locale, { timeStyle: "short" }).format(sent);
  const full = new Intl.DateTimeFormat(env.locale, { dateStyle: "full", timeStyle: "short" }).format(sent);
  const classes = ["message", mark.ephemeral && "ephemeral", mark.pings_me && "pinged", mark.local && "local"].filter(Boolean).join(" ");
  const failed = env.failure ?? mark.failed;
  const open = () => env.menu({ ...author, bot: message.author.bot }, more);
  const more = mark.local || mark.ephemeral ? null : iconButton("more", t("message.menu", { name: author.name }), open,
    { class: "message-more", "aria-haspopup": "menu" });
  return el("li", { class: classes, tabindex: "-1", on: { contextmenu: (event) => rightClick(event, more, open) }, data: { mid: message.id, day: dayOf(sent), dayName: dayName(sent, env.locale) } },
    used(message, env), reply(message, env),
    el("div", { class: "message-main" },
      avatar({ ...author, bot: message.author.bot }),
      el("div", { class: "message-body" },
        el("div", { class: "message-head" },
          authorOf(message, author, env),
          message.author.bot && el("span", { class: "tag" }, t("app")),
          el("time", { class: "muted", datetime: message.timestamp, title: full }, time)),
        body(message, mark, author, failed, env),
        failed && el("p", { class: "failure", role: "status" }, icon("alert"), el("span", {}, failed)),
        mark.ephemeral && el("p", { class: "only-you" }, icon("eye"), el("span", {}, t("only.you")), el("span", { "aria-hidden": "true" }, "·"),
          el("button", { type: "button", class: "as-link", on: { click: env.dismiss } }, t("dismiss")))),
      more));
}

/** Opens the menu of a message, unless the press is on something with its own menu (pictures, links, names, fields). */
function rightClick(event, more, open) {
  if (!more || event.defaultPrevented || event.target.closest("a, img, input, textarea, .popup")) return;
  event.preventDefault();
  open();
}

/** The author's name; people's names open their menu. */
function authorOf(message, author, env) {
  if (message.author.bot) return el("span", { class: "author" }, author.name);
  const open = (event) => {
    event.preventDefault();
    env.person(message.author.id, event.currentTarget);
  };
  return el("button", { type: "button", class: "author as-name", "aria-haspopup": "menu", title: env.t("person.menu", { name: author.name }),
    on: { click: open, contextmenu: open } }, author.name);
}

/** The local day as a sortable text. */
function dayOf(date) {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

function dayName(date, locale) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full" }).format(date);
}

function used(message, env) {
  const command = message.sandbox?.used;
  if (!command) return null;
  const who = message.sandbox.used_by ?? message.interaction_metadata?.user;
  const person = who && (env.user(who.id) ?? { name: who.global_name ?? who.username });
  return el("div", { class: "above used" }, icon("reply"), person && avatar(person, "tiny"), person && el("span", { class: "author" }, person.name),
    el("span", {}, env.t("used")), el("span", { class: "command-name" }, command));
}

function reply(message, env) {
  if (!message.message_reference || message.type === STARTED_THREAD) return null;
  const original = message.referenced_message;
  if (!original) return el("div", { class: "above" }, icon("reply"), el("span", { class: "muted" }, env.t("reply.gone")));
  const name = env.user(original.author.id)?.name ?? original.author.username;
  return el("button", { type: "button", class: "above", "aria-label": env.t("replying", { name }), on: { click: () => env.jump(original.id) } },
    icon("reply"), el("span", { class: "author" }, name), el("span", { class: "muted cut" }, original.content));
}

function body(message, mark, author, failed, env) {
  if (mark.deferred && !failed) {
    return el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      env.t("thinking", { name: author.name }));
  }
  if (message.type === ADDED) {
    const added = (message.mentions ?? []).map((person) => person.global_name ?? person.username).join(", ");
    return el("p", { class: "muted" }, env.t("thread.added", { name: author.name, added }));
  }
  if (message.type === STARTED_THREAD) return el("p", { class: "muted" }, env.t("thread.started", { name: author.name, thread: message.content }));
  const own = { ...env, attachments: message.attachments ?? [] };
  const isV2 = (message.flags & V2) !== 0;
  const edited = message.edited_timestamp && el("span", { class: "muted edited" }, env.t("edited"));
  const parts = isV2 ? [] : [
    message.content && el("div", { class: "text" }, markdown(message.content, own)),
    attachments(own.attachments, own),
    (message.embeds ?? []).map((one) => embed(one, own)),
  ];
  const thread = message.thread && el("button", { type: "button", class: "button secondary small-button", data: { thread: message.thread.id },
    on: { click: () => env.go(message.thread.id) } }, icon("thread"), message.thread.name);
  return el("div", { class: "content" }, parts, (message.components ?? []).map((one) => component(one, own)), edited, thread);
}
