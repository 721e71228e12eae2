"""A move whose words have places of their own, asked for at once: a button for each word, which goes to the next empty place;
once all are filled, a menu a place to change them, and what fills them by itself.

The form's state is the words of its ids: those before the places, then a word a place, `_` where it is still empty.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import discord
import msgspec

from chat.cards.picker import Ask
from chat.press.presses import Press, make
from chat.wire import limits
from chat.wire.layout import Button, Row, button, row, rows, select
from data.words import Words
from engines.contract import Choices, Move, Word

EMPTY = "_"
"""Stands for a place with nothing in it; no word of a notation has an underscore."""

PLACES = 10
"""Places that fit one message; more are asked for one after the other."""


class Form(msgspec.Struct, frozen=True):
    """`base`: the words before the places. `places`: a word (or EMPTY) each, together never more than `choices.stock` has."""

    base: Move
    places: Move
    choices: Choices

    @property
    def said(self) -> Move:
        return (*self.base, *self.places)

    @property
    def full(self) -> bool:
        return EMPTY not in self.places

    @property
    def left(self) -> tuple[Word, ...]:
        """What stands at no place yet, in the stock's order."""
        left = list(self.choices.stock)
        for word in self.places:
            if word != EMPTY:
                left.remove(word)
        return tuple(left)

    def put(self, place: int, word: Word) -> Form:
        """The form with a word at a place; where that word is not left, it changes places with what stands there. A last empty
        place for which there is one word is filled with it. As it is where there is no such word or place.
        """
        if place not in range(len(self.places)) or word not in self.choices.stock or word == self.places[place]:
            return self
        places = list(self.places)
        if word not in self.left:
            places[places.index(word)] = places[place]
        places[place] = word
        form = self._with(tuple(places))
        if places.count(EMPTY) == 1 and len(set(form.left)) == 1:
            return form.put(places.index(EMPTY), form.left[0])
        return form

    def dealt(self, rng: random.Random) -> Form:
        """The form with its empty places filled at random; with all filled again where none is empty."""
        kept = self.places if not self.full else (EMPTY,) * len(self.places)
        left = list((Counter(self.choices.stock) - Counter(word for word in kept if word != EMPTY)).elements())
        rng.shuffle(left)
        return self._with(tuple(left.pop() if word == EMPTY else word for word in kept))

    def _with(self, places: Move) -> Form:
        return msgspec.structs.replace(self, places=places)


def form_of(ask: Ask, said: Move, chosen: Move = ()) -> Form | None:
    """The form that `said` has begun to fill in, or could; None where words are asked for one after the other.

    Where nothing has been filled in it starts from `chosen`, the choice made before, if there is one.
    """
    for at in range(len(said) + 1):
        base, filled = said[:at], said[at:]
        if EMPTY in base:
            return None
        choices = ask(base)
        places = choices.slots
        if places > 1:
            break
    else:
        return None
    stock = Counter(choices.stock)
    if places > PLACES or len(stock) >= limits.SELECT_OPTIONS or stock.total() < places:
        return None
    for words in (filled or chosen, chosen, ()):
        padded = (*words, *(EMPTY,) * (places - len(words)))
        if len(padded) == places and Counter(word for word in padded if word != EMPTY) <= stock:
            return Form(base, padded, choices)
    return None


def placed(press: Press) -> tuple[Move, int, Word]:
    """What a press says: the form's words before it, the place it is about (-1: none) and the word chosen for it ("" none)."""
    mark, *said = press.words or ("",)
    place = int(mark[1:]) if mark[1:].isdigit() else -1
    return tuple(said), place, press.values[0] if press.values else ""


def rows_of(  # noqa: PLR0917 - what a form is made of
    form: Form,
    at: tuple[int, int],
    label: dict[Word, str],
    places: Sequence[str],
    words: Words,
    signs: Mapping[Word, str],
) -> list[Row]:
    """What fills the next empty place, or a menu for each place; then the buttons: ready, shuffle, as last time, clear. `at`:
    table and stage; `places`: what the places are called; `signs`: emoji before the labels.
    """
    if not form.full:
        place = form.places.index(EMPTY)
        left = dict.fromkeys(form.left)
        each = [
            button(label[word], make("play.place", *at, ("_put", *form.put(place, word).said)), emoji=signs.get(word) or None)
            for word in left
        ]
        return [*rows(each), row(*_buttons(form, *at, words))]
    found = []
    for place, (word, asked) in enumerate(zip(form.places, places, strict=True)):
        stock = dict.fromkeys(form.choices.stock)
        options = [(other, f"{asked} · {label[other]}" if other == word else label[other]) for other in stock]
        said = make("play.place", *at, (f"_{place}", *form.said))
        shown = {other: sign for other, sign in signs.items() if sign}
        found.append(row(select(said, options, placeholder=asked, chosen=(word,), signs=shown)))
    return [*found, row(*_buttons(form, *at, words))]


def _buttons(form: Form, table: int, stage: int, words: Words) -> list[Button]:
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
