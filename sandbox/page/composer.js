// The line at the bottom: plain text is a message; "/" starts a command whose options are filled in one by one.
import { el, fill, icon, iconButton, refill } from "./dom.js";
import * as commands from "./commands.js";

const AUTOCOMPLETE_WAIT = 120;
let count = 0;

/**
 * `env`: {t, channelName(), commands() → promise of the person's commands, people(), channels(),
 * complete(path, options, focused) → promise of choices, say(text), run(command, options)}.
 */
export class Composer {
  #env;
  #known = [];
  #learning = null;
  #command = null;
  #given = {};
  #current = null;
  #rows = [];
  #active = -1;
  #note = "";
  #asked = 0;
  #searching = false;
  #pending = null;
  #timer = 0;

  constructor(env) {
    this.#env = env;
    const { t } = env;
    const id = `suggestions-${++count}`;
    this.chips = el("span", { class: "chips" });
    this.input = el("textarea", { rows: "1", class: "compose-input", role: "combobox",
      "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list", "aria-label": t("compose.label"),
      autocomplete: "off", spellcheck: "false", enterkeyhint: "send",
      on: { input: () => this.#typed(), keydown: (event) => this.#key(event), focus: () => this.#suggest(), blur: () => this.#hide() },
    });
    this.list = el("div", { class: "suggestions", id, role: "listbox", "aria-label": t("compose.label"), hidden: true,
      on: { pointerdown: (event) => event.preventDefault() } }); // a press must not move the focus away from the line
    this.problem = el("p", { class: "failure compose-problem", role: "alert", hidden: true });
    this.send = iconButton("send", t("compose.send"), () => this.#enter(true), { class: "compose-send" });
    this.cancel = iconButton("close", t("compose.cancel"), () => { this.clear(); this.input.focus(); }, { hidden: true });
    this.node = el("div", { class: "composer" }, this.list, this.problem,
      el("div", { class: "compose-line", on: { click: (event) => event.target === event.currentTarget && this.input.focus() } },
        el("span", { class: "compose-field" }, this.chips, this.input), this.cancel, this.send));
    this.clear();
  }

  /** Empties the line and forgets a half-written command. */
  clear() {
    this.#command = null;
    this.#given = {};
    this.#current = null;
    this.#setText("");
    this.#draw();
    this.#showRows([], "");
  }

  /** Puts text in the line as if it were typed, with the cursor after it. */
  write(text) {
    this.clear();
    this.#setText(text);
    this.input.focus();
    this.#typed();
  }

  #setText(text) {
    this.input.value = text;
    this.#grow();
  }

  #grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
  }

  async #typed() {
    this.#grow();
    this.#complain("");
    const text = this.input.value;
    if (!this.#command && text.startsWith("/")) {
      if (text === "/" || !this.#known.length) await this.#learn();
      if (this.#command || !this.input.value.startsWith("/")) return; // more was typed meanwhile
      const found = commands.recognise(this.#known, this.input.value);
      if (found) {
        this.#choose(found.command, found.rest);
        return;
      }
    }
    if (this.#command && !this.#current && this.#placeWord()) return;
    this.#suggest();
  }

  /**
   * Places a word typed after a command while no option is open: in the option it names, or else the one it is meant for, so
   * that no word is lost. An incomplete name may still grow unless `whole`. True if the word was placed, or if the command
   * takes no more options and the person has been told so.
   */
  #placeWord({ whole = false } = {}) {
    const text = this.input.value;
    if (!text.trim()) return false;
    const named = commands.optionTyped(this.#command, this.#given, text);
    const [begun] = commands.optionalLeft(this.#command, this.#given, text);
    if (!named && begun && !whole) return false;
    const option = named?.option ?? begun ?? commands.optionMeant(this.#command, this.#given, text, (one) => this.#fixed(one));
    if (option) this.#focus(option, named ? named.rest : begun ? "" : text.trimStart());
    else {
      this.#showRows([], "");
      this.#complain(this.#env.t("compose.toomuch", { command: commands.shownName(this.#command), text: text.trim() }));
    }
    return true;
  }

  /** Asks the sandbox for the commands. Each new "/" does, because a bot may arrive, leave or change them. */
  async #learn() {
    this.#learning ??= this.#env.commands().catch(() => []);
    this.#known = await this.#learning;
    this.#learning = null;
  }

  // ---- steps of a command -----------------------------------------------------------------------------------------------

  #choose(command, rest = "") {
    this.#command = command;
    this.#given = {};
    const named = commands.optionTyped(command, {}, rest);
    this.#focus(named ? named.option : commands.nextRequired(command, {}), named ? named.rest : rest);
    if (!this.#current) this.#placeWord();
  }

  #focus(option, text = "") {
    this.#current = option;
    this.#rows = []; // rows of the previous step do not answer this one
    this.#active = -1;
    this.#setText(text);
    this.#complain("");
    this.#draw();
    this.input.focus();
    this.#suggest();
  }

  #give(value, label) {
    this.#given[this.#current.name] = { value, label: String(label) };
    this.#focus(commands.nextRequired(this.#command, this.#given));
  }

  #drop(name) {
    const label = this.#given[name]?.label ?? "";
    delete this.#given[name];
    this.#focus(this.#command.options.find((option) => option.name === name), label);
  }

  /** Goes one step back: leaves an empty option, reopens the last one given and, in the end, the command itself. */
  #back() {
    const names = Object.keys(this.#given);
    if (this.#current && !this.#current.required) this.#focus(null);
    else if (names.length) this.#drop(names.at(-1));
    else {
      const text = commands.shownName(this.#command);
      this.clear();
      this.#setText(text);
      this.#typed();
    }
  }

  #values() {
    return Object.fromEntries(Object.entries(this.#given).map(([name, { value }]) => [name, value]));
  }

  /** Takes the typed text as the current option's value; false if it is not valid. */
  #takeTyped() {
    const option = this.#current;
    const offered = this.#rows.find((row) => row.label.toLowerCase() === this.input.value.trim().toLowerCase());
    if (offered) {
      offered.pick();
      return true;
    }
    const found = commands.read(option, this.input.value, this.#fixed(option));
    if (found.problem) {
      this.#complain(this.#env.t(found.problem, { option: option.shown, limit: found.limit }));
      return false;
    }
    this.#give(found.value, found.label);
    return true;
  }

  /** Handles Enter, or the send button (`all`: send now if nothing is missing, without taking the marked suggestion). */
  async #enter(all = false) {
    if (!(await this.#settled())) return;
    if (!this.#command) {
      if (this.#active >= 0 && !all) this.#rows[this.#active].pick();
      else this.#say();
      return;
    }
    const marked = this.#rows[this.#active];
    if (this.#current) {
      const text = this.input.value.trim();
      if (!text && !this.#current.required && (all || !marked)) this.#focus(null);
      else if (marked && (!all || this.#fixed(this.#current))) marked.pick();
      else if (!text) this.#complain(this.#env.t("compose.missing", { option: this.#current.shown }));
      else if (!this.#takeTyped()) return;
      if (!all || this.#current) return;
    } else if (marked && !all) {
      marked.pick();
      return;
    } else if (this.#placeWord({ whole: true })) return;
    this.#run();
  }

  async #say() {
    const text = this.input.value.trim();
    if (!text) return;
    if (/^\/\S/.test(text)) {
      if (!this.#known.length || this.#learning) await this.#learn();
      if (this.#command) return; // recognised meanwhile
      const found = commands.recognise(this.#known, `${text} `);
      if (found) this.#choose(found.command, found.rest.trimEnd());
      else this.#complain(this.#env.t("compose.nothing"));
      return;
    }
    this.clear();
    this.#env.say(text).catch((error) => {
      this.#setText(text);
      this.#complain(error.message);
    });
  }

  #run() {
    const missing = commands.nextRequired(this.#command, this.#given);
    if (missing) {
      this.#focus(missing);
      return;
    }
    const command = this.#command;
    const values = this.#values();
    this.clear();
    this.#env.run(command, values).catch((error) => this.#complain(error.message));
  }

  // ---- suggestions ------------------------------------------------------------------------------------------------------

  #fixed(option) {
    return commands.fixedChoices(option, { people: this.#env.people(), channels: this.#env.channels(), t: this.#env.t });
  }

  #suggest() {
    const { t } = this.#env;
    const text = this.input.value;
    clearTimeout(this.#timer);
    this.#searching = false;
    const asked = ++this.#asked;
    if (!this.#command) {
      const found = text.startsWith("/") && !text.includes("\n") ? commands.search(this.#known, text) : [];
      const rows = found.map((command) => ({ label: commands.shownName(command), about: command.description, pick: () => this.#choose(command) }));
      this.#showRows(rows, text.startsWith("/") && this.#known.length && !rows.length ? t("compose.nothing") : "", rows.length ? 0 : -1);
    } else if (!this.#current) {
      const left = commands.optionalLeft(this.#command, this.#given, text);
      this.#showRows(left.map((option) => ({ label: option.shown, about: option.description, mark: t("compose.optional"), pick: () => this.#focus(option) })),
        left.length ? t("compose.options") : this.#command.description);
    } else if (this.#fixed(this.#current)) {
      this.#showChoices(commands.narrow(this.#fixed(this.#current), text));
    } else if (this.#current.autocomplete) {
      this.#searching = true;
      this.#showRows(this.#rows, t("compose.searching"), this.#active);
      this.#timer = setTimeout(() => this.#ask(asked), AUTOCOMPLETE_WAIT);
    } else {
      this.#showRows([], `${this.#current.description} · ${t("compose.free")}`);
    }
  }

  /** Asks the bot for suggestions and shows them; false if the line has changed meanwhile. */
  async #ask(asked) {
    clearTimeout(this.#timer);
    const option = this.#current;
    const text = this.input.value;
    const values = { ...this.#values(), [option.name]: text };
    const choices = await this.#env.complete(this.#command.path, values, option.name).catch(() => []);
    if (asked !== this.#asked || option !== this.#current) return false;
    this.#searching = false;
    this.#showChoices(choices);
    return true;
  }

  /** Waits for suggestions that match what is typed now; false if the line has changed meanwhile. */
  async #settled() {
    if (!this.#searching || !this.input.value.trim()) return true;
    this.#pending ??= this.#ask(++this.#asked).finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #tab() {
    if (!(await this.#settled())) return;
    if (this.#rows.length) this.#rows[Math.max(this.#active, 0)].pick();
    else if (this.#current && this.input.value.trim()) this.#takeTyped();
  }

  #showChoices(choices) {
    const { t } = this.#env;
    const rows = choices.slice(0, 25).map((choice) => ({ label: choice.name, pick: () => this.#give(choice.value, choice.name) }));
    this.#showRows(rows, rows.length ? this.#current.description : t("compose.empty"), rows.length ? 0 : -1);
  }

  #showRows(rows, note, active = -1) {
    this.#rows = rows;
    this.#active = Math.min(active, rows.length - 1);
    this.#note = note;
    const shown = document.activeElement === this.input && (rows.length > 0 || note !== "");
    this.list.hidden = !shown;
    this.input.setAttribute("aria-expanded", String(shown && rows.length > 0));
    refill(this.list, note && el("p", { class: "suggestions-note" }, note), rows.map((row, index) => this.#row(row, index)));
    this.#mark(this.#active);
  }

  #row(row, index) {
    return el("div", { class: "option", role: "option", id: `${this.list.id}-${index}`, on: { click: () => row.pick(), pointermove: () => this.#mark(index) } },
      el("span", { class: "option-words" }, el("span", { class: "option-label" }, row.label), row.about && el("span", { class: "option-about" }, row.about)),
      row.mark && el("span", { class: "muted" }, row.mark));
  }

  #mark(index) {
    this.#active = index;
    const rows = this.list.querySelectorAll(".option");
    rows.forEach((row, at) => {
      row.classList.toggle("active", at === index);
      row.setAttribute("aria-selected", String(at === index));
    });
    if (index >= 0) {
      this.input.setAttribute("aria-activedescendant", `${this.list.id}-${index}`);
      rows[index]?.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  #hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  #complain(text) {
    this.problem.hidden = !text;
    refill(this.problem, text && icon("alert"), text && el("span", {}, text));
  }

  #key(event) {
    if (event.isComposing) return;
    const { key } = event;
    const open = !this.list.hidden && this.#rows.length > 0;
    if (open && (key === "ArrowDown" || key === "ArrowUp")) {
      const size = this.#rows.length;
      const none = this.#command && !this.#current; // here, marking nothing is a choice too: Enter then sends
      const from = this.#active < 0 && key === "ArrowUp" ? size : this.#active;
      const to = from + (key === "ArrowDown" ? 1 : -1);
      this.#mark(none && (to < 0 || to >= size) ? -1 : (to + size) % size);
    } else if (key === "Tab" && !event.shiftKey && (open || (this.#current && this.input.value.trim()))) this.#tab();
    else if (key === "Enter" && !event.shiftKey) this.#enter();
    else if (key === "Escape" && (this.#command || open)) {
      if (this.#command) this.clear();
      else this.#hide();
    } else if (key === "Backspace" && this.#command && this.input.value === "") this.#back();
    else return;
    event.preventDefault();
  }

  // ---- the line itself --------------------------------------------------------------------------------------------------

  #draw() {
    const { t } = this.#env;
    this.cancel.hidden = !this.#command;
    this.input.placeholder = this.#command ? "" : t("compose", { channel: this.#env.channelName() });
    this.chips.replaceChildren();
    if (!this.#command) return;
    fill(this.chips, el("span", { class: "chip chip-command" }, commands.shownName(this.#command)));
    for (const [name, { label }] of Object.entries(this.#given)) {
      const { shown } = this.#command.options.find((option) => option.name === name);
      fill(this.chips, el("button", { type: "button", class: "chip", "aria-label": `${shown}: ${label}`, on: { click: () => this.#drop(name) } },
        el("span", { class: "chip-name" }, shown), el("span", { class: "chip-value" }, label)));
    }
    if (this.#current) fill(this.chips, el("span", { class: "chip chip-open" }, el("span", { class: "chip-name" }, this.#current.shown)));
  }
}
