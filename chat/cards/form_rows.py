"""The menus and buttons of a form."""

import discord

from asking.form import EMPTY, Form
from chat.cards.picker import EVEN
from chat.cards.row_context import RowContext
from chat.press.presses import Press, make
from chat.wire.layout import Button, Row, button, row, rows, select
from chat.wire.numbers import number
from data.words import Words
from engines.contract import Move, Word


def read_place(press: Press) -> tuple[Move, int, Word]:
    """Returns the form's words before the press, its place (-1 for none) and the word chosen for it ("" for none)."""
    mark, *said = press.words or ("",)
    place = number(mark[1:])
    return tuple(said), -1 if place is None else place, press.values[0] if press.values else ""


def form_rows(context: RowContext, form: Form) -> list[Row]:
    """Returns what fills the next empty place, or a menu for each place."""
    label = context.labels.stock(form)
    signs = dict(zip(label, context.signs(label, form.base), strict=True))
    at = context.table, context.stage
    if not form.full:
        place = form.places.index(EMPTY)
        left = dict.fromkeys(form.left)
        each = [
            button(label[word], make("play.place", *at, ("_put", *form.put(place, word).said)), emoji=signs[word] or None)
            for word in left
        ]
        return list(rows(each, EVEN))
    visible = {word: sign for word, sign in signs.items() if sign}
    found = []
    for place, (word, asked) in enumerate(zip(form.places, context.labels.places(form), strict=True)):
        options = [(other, f"{asked} · {said}" if other == word else said) for other, said in label.items()]
        put = make("play.place", *at, (f"_{place}", *form.said))
        found.append(row(select(put, options, placeholder=asked, chosen=(word,), signs=visible)))
    return found


def form_buttons(form: Form, table: int, stage: int, words: Words) -> list[Button]:
    """Returns what does something with the whole form: ready, shuffle, as last time, clear."""
    success = discord.ButtonStyle.success
    found = [button(words("cogs.slots.shuffle"), make("play.deal", table, stage, form.said), emoji="🎲")]
    if form.full:
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
