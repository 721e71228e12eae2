// The command line's logic for commands and their options, without any DOM: searches, suggests, checks values.

export const TYPE = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

/** "/zamki start" as the person sees it. */
export function shownName(command) {
  return `/${command.shown.join(" ")}`;
}

function plainName(command) {
  return `/${command.path.join(" ")}`;
}

/** Commands that match the typed text, which begins with the slash; the best come first. */
export function search(commands, typed) {
  const wanted = typed.trim().toLowerCase();
  const words = wanted.slice(1).split(/\s+/).filter(Boolean);
  const score = (command) => {
    const names = [shownName(command).toLowerCase(), plainName(command).toLowerCase()];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (words.every((word) => names.some((name) => name.slice(1).split(" ").some((part) => part.startsWith(word))))) return 1;
    if (words.every((word) => names.some((name) => name.includes(word)))) return 2;
    return null;
  };
  return commands
    .map((command) => ({ command, score: score(command) }))
    .filter((one) => one.score !== null)
    .sort((a, b) => a.score - b.score)
    .map((one) => one.command);
}

/** If the typed text is a whole command and a space: {command, rest: what follows}. The longest name wins. */
export function recognise(commands, typed) {
  const text = typed.toLowerCase();
  let best = null;
  for (const command of commands) {
    for (const name of [shownName(command), plainName(command)]) {
      if (text.startsWith(`${name.toLowerCase()} `) && name.length > (best?.length ?? 0)) best = { command, length: name.length };
    }
  }
  return best && { command: best.command, rest: typed.slice(best.length + 1) };
}

/** The option whose name and colon were typed ("game:"): {option, rest}, or null. */
export function optionTyped(command, given, typed) {
  const found = /^\s*([^\s:]+):\s?(.*)$/s.exec(typed);
  const option = found && command.options.find((one) => !(one.name in given) && [one.name, one.shown].includes(found[1].toLowerCase()));
  return option ? { option, rest: found[2] } : null;
}

/** The next required option; these come first, in order. Null if only optional ones are left. */
export function nextRequired(command, given) {
  return command.options.find((option) => option.required && !(option.name in given)) ?? null;
}

/** Options that may still be added, filtered by the typed text. */
export function optionalLeft(command, given, typed) {
  const wanted = typed.trim().toLowerCase();
  return command.options.filter((option) => !(option.name in given) && [option.name, option.shown].some((name) => name.toLowerCase().startsWith(wanted)));
}

/**
 * The option that a word typed after the command is meant for: the first one that accepts it, else the first one left;
 * null if none is left. `fixed(option)` returns an option's fixed suggestions or null.
 */
export function optionMeant(command, given, typed, fixed) {
  const left = command.options.filter((option) => !(option.name in given) && option.type !== TYPE.attachment);
  const takes = (option) => {
    const choices = fixed(option);
    return choices ? narrow(choices, typed).length > 0 : !read(option, typed, null).problem;
  };
  return left.find(takes) ?? left[0] ?? null;
}

/** Fixed suggestions for an option: [{name, value}]; null if values are free or come from the bot. */
export function fixedChoices(option, { people, channels, t }) {
  if (option.choices?.length) return option.choices;
  if (option.type === TYPE.boolean) return [{ name: t("yes"), value: true }, { name: t("no"), value: false }];
  if (option.type === TYPE.user || option.type === TYPE.mentionable) return people.map((one) => ({ name: one.name, value: one.id }));
  if (option.type === TYPE.channel) return channels.filter((one) => one.guild_id).map((one) => ({ name: `#${one.name}`, value: one.id }));
  return null;
}

/** Suggestions that match the typed text. */
export function narrow(choices, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, "");
  const name = (choice) => choice.name.toLowerCase().replace(/^[@#]/, "");
  return [...choices.filter((one) => name(one).startsWith(wanted)), ...choices.filter((one) => !name(one).startsWith(wanted) && name(one).includes(wanted))];
}

/** The value of a typed text: {value} or {problem: text key, limit}. `choices`: the fixed ones, if any. */
export function read(option, typed, choices) {
  const text = typed.trim();
  if (choices) {
    const found = choices.find((one) => one.name.toLowerCase() === text.toLowerCase() || String(one.value) === text);
    return found ? { value: found.value, label: found.name } : { problem: "bad.choice" };
  }
  if (option.type === TYPE.attachment) return { problem: "bad.attachment" };
  if (option.type === TYPE.integer || option.type === TYPE.number) {
    const value = Number(text.replace(",", "."));
    if (!text || Number.isNaN(value)) return { problem: option.type === TYPE.integer ? "bad.integer" : "bad.number" };
    if (option.type === TYPE.integer && !Number.isInteger(value)) return { problem: "bad.integer" };
    if (option.min_value !== undefined && option.min_value !== null && value < option.min_value) return { problem: "bad.small", limit: option.min_value };
    if (option.max_value !== undefined && option.max_value !== null && value > option.max_value) return { problem: "bad.large", limit: option.max_value };
    return { value, label: text };
  }
  if (text.length < (option.min_length ?? 0)) return { problem: "bad.short", limit: option.min_length };
  if (text.length > (option.max_length ?? 6000)) return { problem: "bad.long", limit: option.max_length };
  return { value: text, label: text };
}
