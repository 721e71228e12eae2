"""A move whose words have places of their own (a plan of six), filled in on one form."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from asking.walk import Ask
from engines.contract import Choices, Move, Word

EMPTY = "_"
"""Marks an empty place; no word of a notation has an underscore."""

PLACES = 10
"""Maximum places that fit one message; more are asked for one after the other."""

WORDS = 24
"""Maximum different words of a form: a menu shows no more, beside an empty place."""


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
        """Returns the form with a word at a place. If no such word is left, it swaps places with the word there. If one word
        fits the last empty place, it is filled in. Returns the form unchanged if there is no such word or place.
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

    def fill_at_random(self, rng: random.Random) -> Form:
        """Returns the form with its empty places filled at random, or with all places refilled if none is empty."""
        kept = self.places if not self.full else (EMPTY,) * len(self.places)
        left = list((Counter(self.choices.stock) - Counter(word for word in kept if word != EMPTY)).elements())
        rng.shuffle(left)
        return self._with(tuple(left.pop() if word == EMPTY else word for word in kept))

    def _with(self, places: Move) -> Form:
        return msgspec.structs.replace(self, places=places)


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
    if places > PLACES or len(stock) > WORDS or stock.total() < places:
        return None
    for words in (filled or chosen, chosen, ()):
        padded = (*words, *(EMPTY,) * (places - len(words)))
        if len(padded) == places and Counter(word for word in padded if word != EMPTY) <= stock:
            return Form(base, padded, choices)
    return None
