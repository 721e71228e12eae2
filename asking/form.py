"""A move whose words have places of their own (a plan of six), filled in on one form."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import msgspec

from asking.walk import Ask
from engines.contract import Choices, Move, Word

EMPTY = "_"
"""Marks an empty place; no word of a notation has an underscore."""

PLACES = 10
"""Maximum places that fit one message; more are asked for one after the other."""

CHANGES = 100
"""Maximum changes to a full form: a message has room for four menus of them."""


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
        """Returns the words that are not placed yet, in the stock's order."""
        left = list(self.choices.stock)
        for word in self.places:
            if word != EMPTY:
                left.remove(word)
        return tuple(left)

    def put(self, place: int, word: Word) -> Form:
        """Returns the form with a word that is left at a place. If one word fits the last empty place, it is filled in."""
        form = self._with((*self.places[:place], word, *self.places[place + 1 :]))
        if form.places.count(EMPTY) == 1 and len(set(form.left)) == 1:
            return form.put(form.places.index(EMPTY), form.left[0])
        return form

    def changes(self) -> tuple[FormChange, ...]:
        """Returns the changes to a full form: two places exchange their words, or a word that is left replaces one."""
        found = []
        for place, other in combinations(range(len(self.places)), 2):
            words = list(self.places)
            words[place], words[other] = words[other], words[place]
            if words[place] != words[other]:
                found.append(FormChange(place, other, words[place], self._with(tuple(words))))
        left = dict.fromkeys(self.left)
        for place, word in enumerate(self.places):
            found += [FormChange(place, None, new, self.put(place, new)) for new in left if new != word]
        return tuple(found)

    def fill_at_random(self, rng: random.Random) -> Form:
        """Returns the form with its empty places filled at random, or with all places refilled if none is empty."""
        kept = self.places if not self.full else (EMPTY,) * len(self.places)
        left = list((Counter(self.choices.stock) - Counter(word for word in kept if word != EMPTY)).elements())
        rng.shuffle(left)
        return self._with(tuple(left.pop() if word == EMPTY else word for word in kept))

    def _with(self, places: Move) -> Form:
        return msgspec.structs.replace(self, places=places)


class FormChange(msgspec.Struct, frozen=True):
    """A change to a full form."""

    place: int
    other: int | None
    """The place with which `place` exchanges its word; None: its word is replaced."""
    word: Word
    """What `place` has then."""
    form: Form
    """The form then."""


def form_of(ask: Ask, said: Move, chosen: Move = ()) -> Form | None:
    """Returns the form that `said` has begun to fill in, or could; None if words are asked for one after the other.

    A form with nothing filled in starts from `chosen`, the choice made before, if there is one.
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
    left = stock.total() - places
    if places > PLACES or left < 0 or places * (places - 1) // 2 + places * min(left, len(stock)) > CHANGES:
        return None
    for words in (filled or chosen, chosen, ()):
        padded = (*words, *(EMPTY,) * (places - len(words)))
        if len(padded) == places and Counter(word for word in padded if word != EMPTY) <= stock:
            return Form(base, padded, choices)
    return None
