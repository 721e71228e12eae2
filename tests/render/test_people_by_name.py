"""No text calls a person by a letter, which cards and squares have. Read in German, where no word is a single letter."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator

import pytest

from data.words import languages, words
from engines import games
from engines.contract import Event, Position
from engines.notation import random_move
from render import renderers
from render.contract import Audience, Epilogue, Renderer
from tests.support import samples
from tests.support.seat_letters import before_names, letters_left

CARDS = "|".join(words("de")(key) for key in words("de").keys() if key.startswith("rycerze.card."))  # noqa: SIM118
NOTATION = {"budowa": r"\b[A-E](?: ?\d)+", "rycerze": rf"\b[A-H] (?={CARDS})"}
"""What a game itself calls by letters: Budowa's spots, and the cards of a hand in Rycerze."""

EVERY = 4
"""The share of the positions that are described completely: one in this many."""


def described(drawn: Renderer, position: Position, audience: Audience) -> Iterator[str]:
    """Yields every text about a position, for spectators and all seats."""
    alts = importlib.import_module(f"tests.games.{drawn.key}.blind").BLIND.alts
    for seat in (None, *range(len(audience.people))):
        view = position.view(seat)
        yield from drawn.pages(view, audience)
        yield from (describe(view, audience) for describe, _, private in alts if private == (seat is not None))
        if seat in position.pending():
            yield from (drawn.label(word, (), view, audience) for word in position.choices(seat, ()).words)


def told(drawn: Renderer, events: list[Event], audience: Audience) -> Iterator[str]:
    """Yields every text about what happened."""
    yield drawn.summary(events, audience)
    for event in events:
        yield drawn.line(event, audience) or ""
        if event.scene:
            yield drawn.scene_text(event, audience)


def everything(game: str, seats: int, rng: random.Random) -> Iterator[str]:
    """Yields every text of a random game, in German if the game speaks it: in English a letter may be an article."""
    position, drawn = games()[game].start(seats, {}, rng.randbytes(32)), renderers()[game]
    audience, asked = samples.audience(seats, "de" if words("de").own_key(f"{game}.name") else "pl"), 0
    while pending := position.pending():
        seat, asked = rng.choice(pending), asked + 1
        if asked % EVERY == 1:
            yield from described(drawn, position, audience)
        move, view = random_move(position, seat, rng), position.view(seat)
        yield from (drawn.label(word, move[:at], view, audience) for at, word in enumerate(move))
        yield from (drawn.saying(view, move[:at], audience) for at in range(1, len(move)))
        yield from told(drawn, list(position.play(seat, move)), audience)
    yield from described(drawn, position, audience)
    view = position.view(None)
    yield drawn.final_text(view, samples.ended(position), Epilogue(), audience)


@pytest.mark.parametrize("game", renderers())
def test_people_are_called_by_their_names(game: str) -> None:
    for seats in games()[game].seats[::2]:
        for text in everything(game, seats, random.Random(seats)):
            assert not letters_left(text, NOTATION.get(game, "")), text


@pytest.mark.parametrize("language", languages())
def test_no_message_calls_a_seat_by_a_letter(language: str) -> None:
    speak = words(language)
    lettered = re.compile(r"\b(?:player|seat|gracz\w*|miejsc\w*|Spielers?|Platz|Sitz) [A-H]\b|\([A-H]\)|\{letter\}")
    assert [key for key in sorted(speak.keys()) if lettered.search(speak(key))] == []


def test_a_letter_for_a_person_is_found() -> None:
    for planted in ("A Grażyna: 3 Punkte", "Noch am Zug: B.", "A 3, B 4", "Clan C, offen", "⏳ D · **Jędrzej**"):
        assert letters_left(planted, NOTATION["rycerze"]), planted
    assert before_names('"⏳ D · **Jędrzej**"', samples.NAMES)
    assert before_names("A Grażyna: 3 Punkte", samples.NAMES)
    assert not before_names("👉 ▲ Grażyna", samples.NAMES)
    assert not letters_left("A 1 3 5, B 2; auf C7", NOTATION["budowa"])
    assert not letters_left(f"A {words('de')('rycerze.card.knight')} 2/5/3", NOTATION["rycerze"])
