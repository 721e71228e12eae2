// The sandbox's person API, as promises. Every failure is an ApiError whose text may be shown.

/** The sandbox refused (status ≥ 400) or could not be reached (status 0). */
export class ApiError extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

const PATIENCE_MILLISECONDS = 15_000;

async function call(method, path, body) {
  let answer;
  let text;
  try {
    answer = await fetch(new URL(path, document.baseURI), {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: method === "GET" ? AbortSignal.timeout(PATIENCE_MILLISECONDS) : undefined, // only reads are safe to repeat
    });
    text = await answer.text();
  } catch {
    throw new ApiError(0, "");
  }
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Plain text of a proxy or server: if it is an error, it is shown below.
  }
  if (!answer.ok) {
    const said = data?.error ?? data?.message;
    throw new ApiError(answer.status, typeof said === "string" ? said : `${answer.status} ${answer.statusText}`);
  }
  return data;
}

export const api = {
  people: () => call("GET", "people"),
  change: (uid, what) => call("PATCH", `people/${uid}`, what),
  channels: (uid) => call("GET", `people/${uid}/channels`),
  commands: (uid, cid) => call("GET", `people/${uid}/commands?channel=${cid}`),
  messages: (uid, cid, limit = 100) => call("GET", `people/${uid}/channels/${cid}/messages?limit=${limit}`),
  members: (uid, cid) => call("GET", `people/${uid}/channels/${cid}/members`),
  menus: (uid, cid, of) => call("GET", `people/${uid}/channels/${cid}/menu?of=${of}`),
  menu: (uid, cid, name, target) => call("POST", `people/${uid}/channels/${cid}/menu`, { name, target }),
  direct: (uid) => call("POST", `people/${uid}/dm`, {}),
  group: (uid, people, name) => call("POST", `people/${uid}/groups`, { people, name }),
  run: (uid, cid, path, options) => call("POST", `people/${uid}/channels/${cid}/commands`, { path, options }),
  complete: (uid, cid, path, options, focused) =>
    call("POST", `people/${uid}/channels/${cid}/autocomplete`, { path, options, focused }),
  press: (uid, mid, customId, values) =>
    call("POST", `people/${uid}/messages/${mid}/press`, values === undefined ? { custom_id: customId } : { custom_id: customId, values }),
  submit: (uid, interaction, values) => call("POST", `people/${uid}/modals/${interaction}`, { values }),
  dismiss: (uid, mid) => call("DELETE", `people/${uid}/messages/${mid}`),
  say: (uid, cid, content) => call("POST", `people/${uid}/channels/${cid}/messages`, { content }),
};

const WAITS = [300, 600, 1200, 2500, 4000];

/** One person's live events; reconnects automatically and without limit. `on.event(event)`, `on.up(again)`, `on.down()`. */
export class Live {
  #uid;
  #on;
  #tries = 0;
  #opened = false;

  constructor(uid, on) {
    this.#uid = uid;
    this.#on = on;
    this.up = false;
    this.#connect();
  }

  #connect() {
    const url = new URL(`people/${this.#uid}/live`, document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.up = true;
      this.#on.up(this.#opened);
      this.#opened = true;
    });
    socket.addEventListener("message", (frame) => this.#on.event(JSON.parse(frame.data)));
    socket.addEventListener("close", () => {
      if (this.up || this.#tries === 0) {
        this.up = false;
        this.#on.down();
      }
      setTimeout(() => this.#connect(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
    });
  }
}
