// What all seats share: the people, their channels with unread counts, and one live connection for each person.
import { api, Live } from "./api.js";

/** Snowflakes are decimal strings: compare by length first, then by digits. */
export function byId(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Events (CustomEvent.detail): "people" {}; "channels" {uid}; "live" {uid, t, channel, d}; "link" {uid, up, again}.
 * A channel that a seat shows (`look`) collects no unread messages.
 */
export class Hub extends EventTarget {
  people = [];
  #channels = new Map();
  #live = new Map();
  #looks = new Map();

  async start() {
    this.people = await api.people();
    await Promise.all(this.people.map((person) => this.refresh(person.id)));
    for (const { id } of this.people) this.#connect(id);
  }

  person(uid) {
    return this.people.find((person) => person.id === uid);
  }

  channels(uid) {
    return this.#channels.get(uid) ?? [];
  }

  channel(uid, cid) {
    return this.channels(uid).find((channel) => channel.id === cid);
  }

  /** The number of a person's unread messages in all channels. */
  unread(uid) {
    return this.channels(uid).reduce((sum, channel) => sum + Number(channel.unread), 0);
  }

  isUp(uid) {
    return this.#live.get(uid)?.up ?? false;
  }

  /** Requests a person's channels again; those being looked at stay read. */
  async refresh(uid) {
    const channels = await api.channels(uid);
    for (const channel of channels) if (this.#isLookedAt(uid, channel.id)) channel.unread = 0; // the sandbox learns of it on leaving
    this.#channels.set(uid, channels);
    this.#tell("channels", { uid });
  }

  /** Records that a seat (any object) shows this channel and no other. */
  look(seat, uid, cid) {
    this.leave(seat);
    this.#looks.set(seat, { uid, cid });
    this.#read(uid, cid);
  }

  /** Records that the seat shows no channel. The sandbox marks messages as read when they are requested. */
  leave(seat) {
    const last = this.#looks.get(seat);
    this.#looks.delete(seat);
    if (last) api.messages(last.uid, last.cid, 1).catch(() => {}); // a deleted channel need not be marked
  }

  async change(uid, what) {
    Object.assign(this.person(uid), await api.change(uid, what) ?? what);
    this.#tell("people", {});
  }

  #isLookedAt(uid, cid) {
    return [...this.#looks.values()].some((look) => look.uid === uid && look.cid === cid);
  }

  #read(uid, cid) {
    const channel = this.channel(uid, cid);
    if (!channel || !channel.unread) return;
    channel.unread = 0;
    this.#tell("channels", { uid });
  }

  #connect(uid) {
    this.#live.set(uid, new Live(uid, {
      event: (event) => this.#hear(uid, event),
      up: (again) => {
        this.#tell("link", { uid, up: true, again });
        if (again) this.refresh(uid).catch(() => {}); // the next reconnection asks again
      },
      down: () => this.#tell("link", { uid, up: false, again: false }),
    }));
  }

  #hear(uid, event) {
    if (event.t === "person") this.#meet(event.d);
    if (event.t === "channel") this.refresh(uid).catch(() => {});
    if (event.t === "message") this.#count(uid, event);
    this.#tell("live", { uid, ...event });
  }

  #meet(person) {
    const known = this.person(person?.id);
    if (!known) return;
    Object.assign(known, person);
    this.#tell("people", {});
  }

  #count(uid, { channel: cid, d: message }) {
    const channel = this.channel(uid, cid);
    if (!channel) {
      this.refresh(uid).catch(() => {});
    } else if (channel.joined && message.author.id !== uid && !this.#isLookedAt(uid, cid)) {
      channel.unread = Number(channel.unread) + 1;
      this.#tell("channels", { uid });
    }
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
