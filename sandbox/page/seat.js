// One person's view of the sandbox: who they are, their channels, the open channel and the command line.
import { api, ApiError } from "./api.js";
import { avatar, el, icon, iconButton, memory, refill } from "./dom.js";
import { Composer } from "./composer.js";
import { Feed } from "./feed.js";
import { messageItem } from "./message.js";
import { openModal } from "./modal.js";
import { openGroupForm, openMenu } from "./person.js";
import { openSettings } from "./settings.js";
import { texts } from "./texts.js";

const DIRECT = 1;
const GROUP = 3;
const PAGE_OF_MESSAGES = 100;
const FAR_BACK = 1000;
const ICONS = { 0: "hash", 1: "at", 3: "group", 11: "thread" };
const SILENCE = "The application did not respond";

export class Seat {
  #hub;
  #move;
  #uid = null;
  #cid = null;
  #users = new Map();
  #failures = new Map();
  #dead = new AbortController();
  #visit = 0;
  #members = [];

  /** `move(uid, cid, mid?)` switches to another person or channel; the page then calls `show`. */
  constructor(hub, move) {
    this.#hub = hub;
    this.#move = move;
    this.node = el("section", { class: "seat", on: { keydown: (event) => event.key === "Escape" && this.#drawer(false) } });
    const listen = (name, listener) => hub.addEventListener(name, ({ detail }) => listener(detail), { signal: this.#dead.signal });
    listen("people", () => this.#uid && this.#drawShell());
    listen("channels", ({ uid }) => {
      if (this.#uid) this.#drawPeople();
      if (uid !== this.#uid) return;
      this.#drawChannels();
      if (!this.#channel()) this.#leaveLostChannel();
    });
    listen("live", (event) => event.uid === this.#uid && this.#hear(event));
    listen("link", ({ uid, up, again }) => uid === this.#uid && this.#link(up, again));
  }

  get place() {
    return { uid: this.#uid, cid: this.#cid };
  }

  get person() {
    return this.#hub.person(this.#uid);
  }

  get title() {
    return this.#channelName();
  }

  close() {
    this.#dead.abort();
    this.#hub.leave(this);
    this.node.remove();
  }

  /** Shows a channel as a person sees it, scrolled to `mid` if given. */
  async show(uid, cid, mid) {
    const same = uid === this.#uid && cid === this.#cid;
    if (!same) {
      this.#uid = uid;
      this.#cid = cid;
      this.#members = [];
      this.#failures.clear();
      this.#build();
      this.#hub.look(this, uid, cid); // notifies all seats immediately, so this one must be built
      await this.#load();
    }
    if (mid && !this.feed.jump(mid)) {
      await this.#load(FAR_BACK);
      this.feed.jump(mid);
    }
  }

  /** Starts a command in this seat's line. */
  slash() {
    this.composer.write("/");
  }

  async #load(limit = PAGE_OF_MESSAGES) {
    const visit = ++this.#visit;
    const { uid, cid } = this.place;
    this.#meetMembers(uid, cid);
    try {
      const messages = await api.messages(uid, cid, limit);
      if (visit !== this.#visit) return;
      messages.forEach((message) => this.#meet(message));
      this.feed.reset(messages, messages.length >= limit);
    } catch (error) {
      if (visit === this.#visit) refill(this.feed.head, el("p", { class: "failure" }, icon("alert"), this.#refusal(error)));
    }
  }

  async #meetMembers(uid, cid) {
    const members = await api.members(uid, cid).catch(() => []); // a deleted channel has none
    if (uid !== this.#uid || cid !== this.#cid) return;
    this.#members = members.filter((person) => person.id !== uid);
    this.#drawChannels();
  }

  /** Shows earlier messages and stays at the message that was the first one before. */
  async #older() {
    const first = this.feed.firstId;
    await this.#load(FAR_BACK);
    this.feed.jump(first);
  }

  /** Moves the person to their first channel because this one was deleted. */
  #leaveLostChannel() {
    const [first] = this.#hub.channels(this.#uid);
    if (first) this.#move(this.#uid, first.id);
  }

  // ---- the shell --------------------------------------------------------------------------------------------------------

  #build() {
    const { signal } = this.#dead;
    if (signal.aborted) return;
    this.locale = this.person.locale;
    this.t = texts(this.locale);
    this.heading = el("h1", { class: "channel-title" });
    this.peopleRow = el("div", { class: "people", role: "group" });
    this.channels = el("nav", { class: "channels", id: `channels-${Math.random().toString(36).slice(2, 8)}` });
    const turn = () => this.#drawer(!this.node.classList.contains("drawer-open"));
    this.menu = iconButton("menu", "", turn, { class: "menu-button", "aria-controls": this.channels.id });
    this.gear = iconButton("gear", "", () => openSettings(this.gear, () => ({ person: this.person, t: this.t }), (what) => this.#change(what)));
    this.lost = el("p", { class: "lost", role: "status", hidden: this.#hub.isUp(this.#uid) || !this.feed });
    this.feed = new Feed((message) => messageItem(this.#env(message)), () => this.#older());
    this.hint = el("div", { class: "hint", hidden: true });
    this.composer = this.#newComposer();
    this.chat = el("main", { class: "chat" }, this.feed.node, this.hint, this.composer.node);
    refill(this.node,
      el("header", { class: "seat-head" }, this.menu, this.heading, this.peopleRow, this.gear), this.lost,
      el("div", { class: "seat-body" }, this.channels, el("div", { class: "shade", on: { click: () => this.#drawer(false) } }), this.chat));
    this.#drawer(false);
    this.#drawShell();
  }

  #newComposer() {
    return new Composer({
      t: this.t,
      channelName: () => this.#channelName(),
      commands: () => api.commands(this.#uid, this.#cid),
      people: () => this.#hub.people,
      channels: () => this.#hub.channels(this.#uid),
      complete: async (path, options, focused) => (await api.complete(this.#uid, this.#cid, path, options, focused)).choices,
      say: (text) => this.#polite(api.say(this.#uid, this.#cid, text)),
      run: (command, options) => this.#run(command, options),
    });
  }

  /** Draws everything that depends on the person's language, name or channel, without disturbing what they are doing. */
  #drawShell() {
    const locale = this.person.locale;
    if (this.locale !== locale) {
      this.locale = locale;
      this.t = texts(locale);
      const composer = this.#newComposer();
      this.composer.node.replaceWith(composer.node);
      this.composer = composer;
      this.feed.all().forEach((message) => this.feed.redraw(message.id));
    }
    const { t } = this;
    const name = this.#channelName();
    this.node.lang = locale;
    this.node.setAttribute("aria-label", `${this.person.name}, ${name}`);
    this.gear.title = t("settings", { name: this.person.name });
    this.gear.setAttribute("aria-label", this.gear.title);
    this.lost.textContent = t("lost");
    this.feed.texts(t, name);
    refill(this.feed.head, icon(ICONS[this.#channel()?.type] ?? "hash"),
      el("h2", {}, t("welcome", { channel: name })), el("p", { class: "muted" }, t("welcome.text")),
      el("p", { class: "muted small-print" }, t("welcome.memory")));
    this.#drawPeople();
    this.#drawChannels();
    this.#drawHint();
  }

  #drawPeople() {
    const { t } = this;
    this.peopleRow.setAttribute("aria-label", t("people"));
    const held = this.peopleRow.contains(document.activeElement) ? document.activeElement.dataset.uid : null;
    refill(this.peopleRow, this.#hub.people.map((person) => {
      const count = this.#hub.unread(person.id);
      const label = count && person.id !== this.#uid ? t("be.unread", { name: person.name, count }) : t("be", { name: person.name });
      return el("button", { type: "button", class: "person", "aria-pressed": String(person.id === this.#uid), "aria-label": label, title: label,
        data: { uid: person.id }, on: { click: () => this.#be(person.id) } },
      avatar(person), count > 0 && person.id !== this.#uid && el("span", { class: "badge", "aria-hidden": "true", data: { count: count > 9 ? "9+" : count } }));
    }));
    if (held) this.peopleRow.querySelector(`[data-uid="${held}"]`)?.focus();
  }

  #drawChannels() {
    const { t } = this;
    const held = this.channels.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const channels = this.#hub.channels(this.#uid);
    const guilds = new Map();
    for (const channel of channels) {
      if (channel.guild_id) guilds.set(channel.guild_id, [...(guilds.get(channel.guild_id) ?? []), channel]);
    }
    const direct = channels.filter((channel) => !channel.guild_id);
    this.channels.setAttribute("aria-label", t("channels"));
    refill(this.channels,
      [...guilds.values()].map((own) => [el("h2", { class: "group" }, own[0].guild_name), el("ul", {}, own.map((one) => this.#channelItem(one)))]),
      el("h2", { class: "group" }, t("direct")),
      direct.length ? el("ul", {}, direct.map((one) => this.#channelItem(one))) : el("p", { class: "muted group-empty" }, t("direct.none")),
      direct.every((one) => one.type !== DIRECT) && this.#doer("at", t("direct.bot"), "direct", () => this.#writeToBot()),
      this.#doer("plus", t("group.new"), "group", (event) => this.#newGroup(event.currentTarget)),
      this.#members.length > 0 && [el("h2", { class: "group" }, t("members")), el("ul", {}, this.#members.map((one) => this.#memberItem(one)))],
      el("div", { class: "card" }, avatar(this.person), el("span", { class: "card-words" },
        el("strong", {}, this.person.name), el("span", { class: "muted" }, this.person.locale))));
    this.#drawTitle();
    if (held) this.channels.querySelector(`[data-key="${held}"]`)?.focus();
  }

  #doer(picture, label, key, click) {
    return el("button", { type: "button", class: "doer", data: { key }, on: { click } }, icon(picture), el("span", { class: "cut" }, label));
  }

  #memberItem(person) {
    const open = (event) => {
      event.preventDefault();
      this.#openMenu(person, event.currentTarget);
    };
    return el("li", {}, el("button", { type: "button", class: "doer member", "aria-haspopup": "menu", data: { key: `member-${person.id}`, member: person.id },
      title: this.t("person.menu", { name: person.name }), on: { click: open, contextmenu: open } },
    avatar(person, "tiny"), el("span", { class: "cut" }, person.name)));
  }

  #channelItem(channel) {
    const here = channel.id === this.#cid;
    const unread = Number(channel.unread);
    return el("li", {}, el("button", { type: "button", class: `channel ${here ? "here" : ""} ${unread ? "unread" : ""} ${channel.type === 11 ? "inner" : ""}`,
      "aria-current": here ? "page" : undefined, data: { cid: channel.id, key: channel.id }, on: { click: () => this.#go(channel.id) } },
    icon(ICONS[channel.type] ?? "hash"), el("span", { class: "cut" }, channel.name),
    unread > 0 && el("span", { class: "badge", "aria-label": this.t("unread", { count: unread }) }, unread)));
  }

  #drawTitle() {
    const channel = this.#channel();
    const elsewhere = this.#hub.unread(this.#uid);
    refill(this.heading, icon(ICONS[channel?.type] ?? "hash"), el("span", { class: "cut" }, channel?.name ?? "…"),
      channel?.guild_name && el("span", { class: "muted cut guild-name" }, channel.guild_name));
    this.menu.classList.toggle("marked", elsewhere > 0);
    if (this.composer) this.node.setAttribute("aria-label", `${this.person.name}, ${this.#channelName()}`);
  }

  #drawHint() {
    const { t } = this;
    this.hint.hidden = memory.get("hint") === "seen";
    const [before, after] = t("hint").split("{command}");
    refill(this.hint, el("p", {}, before, el("code", {}, "/zamki start"), after),
      el("button", { type: "button", class: "button primary small-button", on: { click: () => this.composer.write("/zamki start") } }, t("hint.try")),
      iconButton("close", t("hint.close"), () => this.#hintSeen()));
  }

  #hintSeen() {
    memory.set("hint", "seen");
    this.hint.hidden = true;
  }

  #drawer(open) {
    const wasOpen = this.node.classList.contains("drawer-open");
    this.node.classList.toggle("drawer-open", open);
    const label = this.t(open ? "channels.close" : "channels.open");
    for (const name of ["aria-label", "title"]) this.menu.setAttribute(name, label);
    this.menu.setAttribute("aria-expanded", String(open));
    if (open) this.channels.querySelector(".here, button")?.focus();
    else if (wasOpen) this.menu.focus();
  }

  // ---- what the person does ---------------------------------------------------------------------------------------------

  #go(cid, mid) {
    if (!this.#hub.channel(this.#uid, cid)) return;
    this.#drawer(false);
    this.#move(this.#uid, cid, mid);
  }

  /** Switches to another person: in the same channel if they see it too, else a channel of the same type or their first one. */
  #be(uid) {
    const own = this.#hub.channels(uid);
    const next = own.find((channel) => channel.id === this.#cid) ?? own.find((channel) => channel.type === this.#channel()?.type) ?? own[0];
    this.#move(uid, next.id);
  }

  async #change(what) {
    try {
      await this.#hub.change(this.#uid, what);
    } catch (error) {
      this.#note(this.#refusal(error));
    }
  }

  #run(command, options) {
    return this.#used(api.run(this.#uid, this.#cid, command.path, options), `/${command.shown.join(" ")}`);
  }

  /** Shows the outcome of a command, or of an entry of a person's menu. */
  async #used(promise, shown) {
    this.#hintSeen();
    this.feed.toBottom();
    const visit = this.#visit;
    const answer = await this.#polite(promise);
    if (visit !== this.#visit) return;
    this.#take(answer);
    if (answer.status === "failed" && !answer.message) this.#note(this.#silence(answer.error), shown);
  }

  /** Opens the menu of a person, or of `message` by that person. */
  #openMenu(person, anchor, message) {
    if (!person) return;
    const { uid, cid } = this.place;
    openMenu(anchor, {
      person, ofMessage: Boolean(message), t: this.t, entries: api.menus(uid, cid, message ? "message" : "person").catch(() => []),
      run: (entry) => {
        this.#drawer(false);
        this.#used(api.menu(uid, cid, entry.name, (message ?? person).id), entry.shown).catch((error) => this.#note(error.message));
      },
    });
  }

  async #writeToBot() {
    const channel = await api.direct(this.#uid);
    await this.#hub.refresh(this.#uid);
    this.#go(channel.id);
  }

  #newGroup(anchor) {
    openGroupForm(anchor, {
      people: this.#hub.people.filter((person) => person.id !== this.#uid), t: this.t,
      make: async (people, name) => {
        const channel = await this.#polite(api.group(this.#uid, people, name));
        await this.#hub.refresh(this.#uid);
        this.#go(channel.id);
      },
    });
  }

  async #press(message, customId, values, node) {
    if (node.getAttribute("aria-busy") === "true") return;
    node.setAttribute("aria-busy", "true");
    this.#fail(message.id, null);
    const visit = this.#visit;
    try {
      const answer = await api.press(this.#uid, message.id, customId, values);
      if (visit !== this.#visit) return;
      this.#take(answer);
      if (answer.status === "failed") this.#fail(message.id, this.#silence(answer.error));
    } catch (error) {
      if (visit === this.#visit) this.#fail(message.id, this.#refusal(error));
    } finally {
      node.removeAttribute("aria-busy");
    }
  }

  #take(answer) {
    if (answer.modal) this.#form(answer.modal);
    if (answer.message && !this.feed.get(answer.message.id) && this.#belongs(answer.message)) this.#put(answer.message);
  }

  #belongs(message) {
    return message.channel_id === undefined || message.channel_id === this.#cid;
  }

  #form(modal) {
    openModal(modal, this.#env(null), async (values) => {
      const answer = await this.#polite(api.submit(this.#uid, modal.interaction, values));
      this.#take(answer);
      if (answer.status === "failed") throw new ApiError(0, this.#silence(answer.error));
    });
  }

  #dismiss(message) {
    this.feed.remove(message.id);
    this.feed.scroller.focus({ preventScroll: true });
    if (!message.sandbox.local) api.dismiss(this.#uid, message.id).catch(() => this.feed.put(message));
  }

  // ---- what happens -----------------------------------------------------------------------------------------------------

  #hear({ t: kind, channel, d }) {
    const mid = d?.message?.id ?? d?.message;
    if (kind === "failed" && typeof mid === "string") this.#fail(mid, this.#silence(d.text));
    if (channel !== this.#cid) return;
    if (kind === "delete") this.feed.remove(d.id);
    if (kind === "message" || kind === "edit") {
      this.#failures.delete(d.id);
      this.#put(d);
    }
  }

  /** Reloads everything after a disconnection; a restarted sandbox has none of the messages shown here. */
  async #link(up, again) {
    this.lost.hidden = up;
    if (!up || !again) return;
    const known = this.feed.all().filter((message) => !message.sandbox?.local);
    const { cid } = this.place;
    await this.#load();
    if (cid === this.#cid && known.length && !known.some(({ id }) => this.feed.get(id))) this.#note(this.t("restarted"));
  }

  #put(message) {
    this.#meet(message);
    this.feed.put(message);
    if (message.author.id === this.#uid) this.feed.toBottom();
  }

  /** Remembers the people whom a message names, so that mentions of strangers have a name. */
  #meet(message) {
    for (const user of [message.author, ...(message.mentions ?? [])]) this.#users.set(user.id, user);
  }

  #fail(mid, text) {
    if ((this.#failures.get(mid) ?? null) === text) return;
    if (text === null) this.#failures.delete(mid);
    else this.#failures.set(mid, text);
    this.feed.redraw(mid);
  }

  /** Adds a line of the page itself at the end of the list, which only this person sees and can dismiss. */
  #note(text, used = null) {
    const last = this.feed.all().map((message) => BigInt(message.id)).reduce((a, b) => (a > b ? a : b), 0n);
    const bot = this.#bot();
    this.feed.put({ id: String(last + 1n), channel_id: this.#cid, author: bot, timestamp: new Date().toISOString(), flags: 64, type: 0, content: "",
      sandbox: { local: true, ephemeral: true, used, used_by: this.person, failed: text } });
    this.feed.toBottom();
  }

  #bot() {
    return [...this.#users.values()].find((user) => user.bot) ?? { id: "0", username: "Zamki", bot: true };
  }

  #silence(text) {
    return !text || text === SILENCE ? this.t("failed") : text;
  }

  #refusal(error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 0 && !error.message ? this.t("failed.net") : this.t("failed.page", { error: error.message });
  }

  /** The same promise, but it fails with a text in the person's language. */
  async #polite(promise) {
    try {
      return await promise;
    } catch (error) {
      throw new ApiError(error.status ?? 0, this.#refusal(error));
    }
  }

  // ---- what messages need to know ---------------------------------------------------------------------------------------

  #channel() {
    return this.#hub.channel(this.#uid, this.#cid);
  }

  #channelName() {
    const channel = this.#channel();
    if (!channel) return "…";
    if (channel.type === GROUP) return channel.name;
    return channel.type === DIRECT ? `@${channel.name}` : `#${channel.name}`;
  }

  #user(id) {
    const person = this.#hub.person(id);
    if (person) return { ...person, own: id === this.#uid };
    const user = this.#users.get(id);
    return user ? { ...user, name: user.global_name ?? user.username, own: false } : null;
  }

  #env(message) {
    return {
      message,
      t: this.t,
      locale: this.person.locale,
      failure: message ? this.#failures.get(message.id) ?? null : null,
      attachments: [],
      user: (id) => this.#user(id),
      channel: (id) => this.#hub.channel(this.#uid, id)?.name ?? null,
      people: () => this.#hub.people,
      guildChannels: () => this.#hub.channels(this.#uid).filter((one) => one.guild_id && one.guild_id === this.#channel()?.guild_id),
      guildRoles: () => this.#channel()?.roles ?? [],
      go: (cid, mid) => this.#go(cid, mid),
      jump: (mid) => this.feed.jump(mid),
      command: (name) => this.composer.write(`/${name} `),
      press: (customId, values, node) => this.#press(message, customId, values, node),
      dismiss: () => this.#dismiss(message),
      person: (id, anchor) => this.#openMenu(this.#hub.person(id), anchor), menu: (by, anchor) => this.#openMenu(by, anchor, message),
    };
  }
}
