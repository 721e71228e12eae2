"""The picture of a move before it is made, in hints and lessons, shows that move and no other, in its alt text too."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

import engines
import render
from data.guides import guide
from data.words import languages
from engines.contract import Move, Position, Seat, View
from engines.notation import random_move
from render.contract import Audience
from render.game_renderer import GameRenderer
from tables.history.lessons import LessonTable
from tests.support import samples
from tests.support.cases import cases

PLAYED = sorted(engines.games().keys() & render.renderers().keys())
MOVES = 30


def shown(game: str, view: View, move: Move, audience: Audience) -> list[str]:
    """The alt texts of the pictures of a whole move: as a lesson and as a hint show it. [] where no picture shows it."""
    drawn, found = render.renderers()[game], []
    chosen = msgspec.structs.replace(view, chosen=move[1:]) if view.private else view
    for each in (view, chosen):
        picture = drawn.preview(each, move, audience) or (drawn.hand(chosen, audience) if view.private else None)
        found += [picture.alt] if picture is not None else []
    return found


def unnamed(game: str, view: View, move: Move, audience: Audience, alt: str) -> list[str]:
    """The words of a move after the first that the alt text does not name as their labels do."""
    drawn, found = render.renderers()[game], []
    for at in range(1, len(move)):
        label = drawn.label(move[at], move[:at], view, audience)
        said = [each for each in re.findall(r"[\w’°]+", label.partition(" (")[0]) if len(each) > 1]
        if said and not any(each.lower() in alt.lower() for each in said):
            found.append(label)
    return found


def check(game: str, view: View, move: Move, other: Move, audience: Audience) -> bool:
    """Returns whether a picture shows the move."""
    alts = shown(game, view, move, audience)
    for alt in alts:
        assert not unnamed(game, view, move, audience, alt), (move, alt)
    if other[:1] == move[:1] and sorted(other) != sorted(move):
        for alt, another in zip(alts, shown(game, view, other, audience), strict=True):
            assert alt != another, (move, other, alt)
    return bool(alts)


def another(position: Position, seat: Seat, move: Move, rng: random.Random) -> Move:
    """A move that differs in its last word, if there is one."""
    choices = position.choices(seat, move[:-1])
    words = [word for word in choices.words if word != move[-1] and position.choices(seat, (*move[:-1], word)).complete]
    return (*move[:-1], rng.choice(words)) if words and choices.together == 1 else move


@pytest.mark.long
@pytest.mark.parametrize("language", cases(languages(), ["pl"]))
@pytest.mark.parametrize("game", cases(PLAYED, ["zamek"]))
def test_the_picture_of_a_move_shows_that_move(game: str, language: str) -> None:
    rules, rng, seen, drawn = engines.games()[game], random.Random(game + language), 0, False
    audience, renderer = samples.audience(rules.seats[-1], language), render.renderers()[game]
    assert isinstance(renderer, GameRenderer)
    for number in range(3):
        position = rules.start(rules.seats[-1], {}, b"%d" % number)
        while position.pending() and seen < MOVES * (number + 1) / 3:
            seat = rng.choice(position.pending())
            move = random_move(position, seat, rng)
            drawn |= position.view(seat).private or renderer.previews(move)
            if len(move) > 1 and rng.random() < 0.4:
                seen += check(game, position.view(seat), move, another(position, seat, move, rng), audience)
            position.play(seat, move)
    assert seen > 3 if drawn else not seen


@pytest.mark.parametrize("language", cases(languages(), ["pl"]))
@pytest.mark.parametrize("game", [game for game in PLAYED if guide(game).lesson is not None])
def test_the_picture_of_a_lesson_shows_what_it_asks_for(game: str, language: str) -> None:
    lesson = guide(game).lesson
    assert lesson is not None
    now = LessonTable(engines.games()[game], lesson)
    audience = samples.audience(now.view.seats, language)
    while now.step is not None:
        if len(now.wanted) > 1:
            check(game, now.view, now.wanted, now.wanted, audience)
        now.play(now.wanted)
