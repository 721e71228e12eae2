"""Where words lie in pictures: a word that is marked changes the pixels of its own place, and more than those of any other."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

import engines
from data.shapes import SHAPES
from data.themes import THEMES
from data.words import words
from engines.contract import Choices, Move, Position, Seat, View
from render import renderers
from render.contract import Audience, Person, Picture, Renderer
from render.word_places import WordPlace

pytestmark = pytest.mark.long

GAMES = tuple(engines.games())
MANNERS = [(shape, theme) for shape in SHAPES for theme in THEMES]
GLOW = 30
"""How far marks shine around a place (px)."""

MARKED = 9
"""Questions of a game in which words are marked."""


def positions(game: str, seed: int) -> Iterator[tuple[Position, Seat]]:
    """Yields positions of a random game with a seat that is asked."""
    rng, made = random.Random(seed), engines.games()[game]
    position = made.start(2, {option.key: option.default for option in made.options}, bytes([seed]) * 32)
    while pending := position.pending():
        seat = rng.choice(pending)
        yield position, seat
        said: Move = ()
        while (choices := position.choices(seat, said)).words:
            said = (*said, *rng.sample(choices.words, choices.together))
        position.play(seat, said)


def first_choice(position: Position, seat: Seat, rng: random.Random) -> tuple[Move, Choices]:
    """Returns words after which there is something to choose."""
    said: Move = ()
    choices = position.choices(seat, said)
    while choices.words and choices.together == 1 and choices.slots < 2 and (len(choices.words) == 1 or not said):
        said = (*said, rng.choice(choices.words))
        choices = position.choices(seat, said)
    return said, choices


def shown(renderer: Renderer, view: View, said: Move, people: Audience) -> Picture | None:
    return renderer.preview(view, said, people) or renderer.hand(view, people) or renderer.board(view, people)


class Difference:
    """Where two pictures differ."""

    def __init__(self, one: Picture, other: Picture) -> None:
        both = [Image.open(io.BytesIO(each.data)).convert("RGB") for each in (one, other)]
        self._pixels = ImageChops.difference(*both).convert("L").point(lambda level: 255 if level else 0)

    def within(self, place: WordPlace, glow: int = 0) -> int:
        """Returns how many pixels of a place differ, at least so far from its edges as marks beside it shine."""
        x, y = min(glow, place.width // 5), min(glow, place.height // 5)
        box = (place.left + x, place.top + y, place.left + place.width - x, place.top + place.height - y)
        return self._pixels.crop(box).histogram()[255]


def without(view: Any, word: str) -> Any:
    """Returns the view with one place fewer to choose from, for a game whose board changes whole after a choice."""
    return msgspec.structs.replace(view, spots=tuple(each for each in view.spots if each.square != word))


def ends(position: Position, seat: Seat, said: Move, word: str, choices: Choices) -> bool:
    """Returns whether nothing else is asked after this word, so that only its own place is marked."""
    laid = position.choices(seat, (*said, word)).rotate
    return (
        laid or choices.together > 1 or choices.rotate or not position.choices(seat, (*said, word)).words or choices.slots > 1
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_marked_word_changes_its_own_place(game: str) -> None:
    renderer, rng, marked, marks = renderers()[game], random.Random(4), 0, False
    for position, seat in (asked for seed in range(4, 12) for asked in positions(game, seed)):
        if marked == MARKED or rng.random() < 0.6:
            continue
        shape, theme = MANNERS[marked % len(MANNERS)]
        view, people = position.view(seat), Audience((Person("Ada"), Person("Borys")), words("en"), theme, shape)
        said, choices = first_choice(position, seat, rng)
        before = shown(renderer, view, said, people)
        assert before is not None
        for place in before.places:
            assert place.left >= 0
            assert place.top >= 0
            assert place.left + place.width <= before.size[0]
            assert place.top + place.height <= before.size[1]
        with Image.open(io.BytesIO(before.data)) as im:
            assert im.size == before.size
        lies = {place.word for place in before.places}
        there = [word for word in dict.fromkeys(choices.words) if word in lies and ends(position, seat, said, word, choices)]
        if len(there) < 2:
            continue
        one, other = rng.sample(there, 2)
        if hasattr(view, "spots") and view.spots:
            first, second = (shown(renderer, without(view, word), said, people) for word in (one, other))
        else:
            first, second = (shown(renderer, view, (*said, word), people) for word in (one, other))
        assert first is not None
        assert second is not None
        if not before.size == first.size == second.size or first.data == second.data:
            continue  # another picture, or one that marks nothing
        marks = True
        differs = Difference(first, second)
        parts = {place: differs.within(place) for place in before.places}
        if not any(parts.values()):
            continue  # all that may be chosen is marked at once
        own = [max(count for place, count in parts.items() if place.word == word) for word in (one, other)]
        rest = [place for place in parts if place.word not in {one, other}]
        others = [differs.within(place, GLOW) for place in rest]
        assert min(own), f"{one} or {other} after {said} changes nothing where it lies"
        assert min(own) >= max(others, default=0), f"{one} or {other} after {said} lies elsewhere"
        marked += 1
    assert marked == MARKED or not marks, "words were marked"
