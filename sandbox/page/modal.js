// The forms that a bot opens: labels with fields inside, answered as {custom_id: value}.
import { el, fill, iconButton } from "./dom.js";
import { markdown } from "./markdown.js";
import { select } from "./select.js";

let count = 0;

/** Shows `modal` ({title, components}); `send(values)` resolves when the form may close, or rejects with a text to show. */
export function openModal(modal, env, send) {
  const { t } = env;
  const fields = [];
  const problem = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary" }, t("modal.submit"));
  const heading = `form-${++count}`;
  const form = el("form", { class: "form", novalidate: true, on: { submit: onSubmit } },
    el("header", { class: "form-head" }, el("h2", { id: heading }, modal.title), iconButton("close", t("modal.close"), () => dialog.close())),
    el("div", { class: "form-fields" }, (modal.components ?? []).map((one) => part(one)), problem),
    el("footer", { class: "form-foot" },
      el("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, t("modal.cancel")), submit));
  const dialog = el("dialog", { class: "modal", "aria-labelledby": heading, on: { close: () => dialog.remove() } }, form);

  function part(one) {
    if (one.type === 10) return el("div", { class: "text" }, markdown(one.content, env));
    if (one.type === 1) return one.components.map((inner) => labelled({ label: inner.label ?? inner.placeholder, component: inner }));
    if (one.type === 18) return labelled(one);
    return null;
  }

  function labelled({ label, description, component }) {
    const id = `field-${++count}`;
    const about = description && el("p", { class: "muted field-about", id: `${id}-about` }, description);
    const wrong = el("p", { class: "failure field-problem", role: "alert", hidden: true });
    const field = makeField(component, id, env);
    if (about) field.focus?.setAttribute("aria-describedby", about.id);
    if (field.read) fields.push({ id: component.custom_id, read: field.read, check: () => show(field, wrong) });
    const required = field.read && component.required !== false && component.type !== 23;
    const star = required && el("span", { class: "needed", title: t("modal.required"), "aria-hidden": "true" }, " *");
    return el("div", { class: "field-block" },
      el("label", { class: "field-label", for: id, id: `${id}-label` }, label, star), about, field.node, wrong);
  }

  function show(field, wrong) {
    const text = field.problem?.() ?? null;
    wrong.hidden = text === null;
    wrong.textContent = text ?? "";
    field.mark?.classList.toggle("wrong", text !== null);
    if (text !== null) field.focus?.focus();
    return text === null;
  }

  async function onSubmit(event) {
    event.preventDefault();
    if (!fields.every((field) => field.check())) return;
    submit.disabled = true;
    problem.hidden = true;
    try {
      await send(Object.fromEntries(fields.map((field) => [field.id, field.read()])));
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      submit.disabled = false;
    }
  }

  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".form-fields input, .form-fields textarea, .form-fields button")?.focus();
  return dialog;
}

/**
 * A field: {node, read() → text, list, boolean or null; problem() → what is wrong with it, or null; focus and mark: the
 * elements to focus and to mark in that case}. Without `read` it is only displayed.
 */
function makeField(one, id, env) {
  if (one.type === 4) return textField(one, id, env);
  if ([3, 5, 6, 7, 8].includes(one.type)) return menuField(one, id, env);
  if (one.type === 21 || one.type === 22) return choiceGroup(one, id, env);
  if (one.type === 23) {
    const input = el("input", { type: "checkbox", id, checked: one.default === true });
    return { node: el("span", { class: "check" }, input), read: () => input.checked, focus: input };
  }
  return { node: el("p", { class: "muted" }, env.t("modal.unsupported")) };
}

function menuField(one, id, env) {
  const least = one.required === false ? 0 : Math.max(1, one.min_values ?? 1);
  const made = select({ ...one, min_values: least }, env, () => {}, { id });
  const problem = () => (made.values().length < least ? env.t("modal.choose") : null);
  return { node: made.node, read: () => made.values(), problem, focus: made.button, mark: made.button };
}

function textField(one, id, env) {
  const least = one.min_length ?? 0;
  const shared = { id, "aria-required": String(one.required !== false), maxlength: one.max_length ?? 4000, placeholder: one.placeholder ?? undefined };
  const input = one.style === 2 ? el("textarea", { rows: "4", ...shared }) : el("input", { type: "text", autocomplete: "off", ...shared });
  input.value = one.value ?? "";
  const problem = () => {
    const { length } = input.value;
    if (length === 0) return one.required === false ? null : env.t("modal.fill");
    return length < least ? env.t("modal.short", { limit: least }) : null;
  };
  return { node: input, read: () => input.value, problem, focus: input, mark: input };
}

/** Radio buttons (21: one text) or check boxes (22: a list of texts). */
function choiceGroup(one, id, env) {
  const single = one.type === 21;
  const least = one.required === false ? 0 : Math.max(1, one.min_values ?? 1);
  const most = single ? 1 : one.max_values ?? one.options.length;
  const type = single ? "radio" : "checkbox";
  const inputs = one.options.map((option) => el("input", { type, name: id, value: option.value, checked: option.default === true }));
  const node = el("div", { class: "choices", id, role: single ? "radiogroup" : "group", "aria-labelledby": `${id}-label` });
  for (const [index, option] of one.options.entries()) {
    fill(node, el("label", { class: "check" }, inputs[index], el("span", { class: "option-words" }, el("span", {}, option.label),
      option.description && el("span", { class: "option-about" }, option.description))));
  }
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const problem = () => (chosen().length < least || chosen().length > most ? env.t("modal.choose") : null);
  return { node, read: () => (single ? chosen()[0] ?? null : chosen()), problem, focus: inputs[0], mark: node };
}
