"""The menus and buttons of a form."""

import discord

from asking.form import EMPTY, Form
from chat.cards.row_context import RowContext
from chat.press.presses import Press, make
from chat.wire import limits
from chat.wire.layout import EVEN, Button, Row, button, row, rows, select
from data.words import Words
from engines.contract import Move


def read_form(press: Press) -> Move:
    """Returns the form's words after a press: those in its id behind the mark, or those chosen in a menu."""
    return tuple(press.value.split(".")) if press.values else press.words[1:]


def form_rows(context: RowContext, form: Form) -> list[Row]:
    """Returns what fills the next empty place, or what changes a full form."""
    at = context.table, context.stage
    if not form.full:
        label = context.labels.stock(form)
        signs = dict(zip(label, context.signs(label, form.base), strict=True))
        place = form.places.index(EMPTY)
        left = dict.fromkeys(form.left)
        each = [
            button(label[word], make("play.place", *at, ("_put", *form.put(place, word).said)), emoji=signs[word] or None)
            for word in left
        ]
        return list(rows(each, EVEN))
    changes = [(".".join(change.form.said), label) for change, label in context.labels.changes(form)]
    menus = (changes[start : start + limits.SELECT_OPTIONS] for start in range(0, len(changes), limits.SELECT_OPTIONS))
    asked = context.words("cogs.slots.change")
    return [row(select(make("play.place", *at, (f"_to{count}",)), menu, placeholder=asked)) for count, menu in enumerate(menus)]


def form_buttons(form: Form, table: int, stage: int, words: Words, chosen: Move) -> list[Button]:
    """Returns what does something with the whole form: ready (if it is not `chosen` already), shuffle, as last time, clear."""
    success = discord.ButtonStyle.success
    found = [button(words("cogs.slots.shuffle"), make("play.deal", table, stage, form.said), emoji="🎲")]
    if form.full and form.places != chosen:
        found.insert(
            0, button(words("cogs.slots.ready"), make("play.pick", table, stage, form.said), style=success, emoji="✅")
        )
    if form.choices.again and form.choices.again != form.said:
        found.append(
            button(words("cogs.slots.again"), make("play.place", table, stage, ("_again", *form.choices.again)), emoji="🔁")
        )
    if any(word != EMPTY for word in form.places):
        blank = (*form.base, *(EMPTY,) * len(form.places))
        found.append(button(words("cogs.slots.clear"), make("play.place", table, stage, ("_clear", *blank)), emoji="✖️"))
    return found
