"""Rycerze in words: the story, the text board, the labels, the descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.words import languages, words
from engines.contract import Event
from engines.rycerze import GAME
from engines.rycerze.events import CastleWon
from engines.rycerze.view import RycerzeView
from render.contract import ALT_LENGTH, TEXT_LENGTH, Audience, Person
from render.rycerze import RENDERER, prose
from tests.games.rycerze import sample_games
from tests.support import samples
from tests.support.event_data import data_of
from tests.support.leaky_games import Leak
from tests.support.wording import KNOWN

KINDS = ("tile", "castle", "recruitment", "game", "over")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_has_its_line(kind: str, language: str) -> None:
    for event in sample_games.events(kind, 3, "on"):
        told = RENDERER.line(event, samples.audience(3, language))
        assert told
        assert len(told) < 400
        assert "{" not in told


@pytest.mark.parametrize("language", languages())
def test_an_unknown_event_is_not_told(language: str) -> None:
    assert RENDERER.line(Event(Leak("sneeze")), samples.audience(2, language)) is None


def test_all_kinds_of_events_are_known_here() -> None:
    for seats in (2, 4):
        (_, told), _ = sample_games.game(seats, "on")
        assert {event.kind for event in told} <= set(KINDS)


def test_the_story_of_a_battle() -> None:
    event = sample_games.events("castle", 3, by="strength")[0]
    won = data_of(event, CastleWon)
    winner = samples.NAMES[won.winner]
    told = RENDERER.line(event, samples.audience(3))
    assert told is not None
    assert told.startswith(f"{winner} zdobywa ")
    assert f"siła {won.strength}" in told


def test_only_shepherds_are_told_apart_from_cancelled_cards() -> None:
    told = {RENDERER.line(event, samples.audience(2, "en")) for event in sample_games.events("castle", 2, by="sword")}
    assert any("by the sword" in (line or "") for line in told)


@pytest.mark.long
@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_numbers_of_the_final_description_are_true(seats: int, language: str) -> None:
    """What is called points are points, what is called cards are cards, what is called castles are castles."""
    castle_words, point_words, card_words = ("zamk", "castle", "burg"), ("punkt", "point"), ("kart", "card")
    for seed in range(1, 8):
        _, end = sample_games.game(seats, seed=seed)
        view, result = end.view(None), end.result()
        assert isinstance(view, RycerzeView)
        assert result is not None
        alt = prose.final(view, result, samples.audience(seats, language))
        told = dict(re.findall(r"\d\. (\w+): (.*?)(?=\. |$)", alt))
        assert len(told) == seats
        for seat in range(seats):
            facts = re.findall(r"([^,:]+): (\d+)", told[samples.NAMES[seat]].casefold())
            assert facts
            for number, (called, n) in enumerate(facts):
                large = number == 0
                castles = [tile for tile in view.castles[seat] if tile.startswith("large") == large]
                if any(word in called for word in point_words):
                    assert int(n) == len(castles) * (2 if large else 1), (called, n)
                elif any(word in called for word in castle_words):
                    assert int(n) == len(castles), (called, n)
                else:
                    assert any(word in called for word in card_words)
                    assert int(n) == view.hands[seat]


@pytest.mark.rule("R6")
def test_a_first_round_without_a_castle_is_told() -> None:
    starts = (GAME.start(2, {}, bytes([seed] * 16)) for seed in range(100))
    opening = next(events for start in starts if (events := GAME.opening(start)))
    told = RENDERER.line(opening[0], samples.audience(2, "en"))
    assert told == "🥁 Round 1 was a recruitment, not a castle. All camps are empty, so nobody takes a card back."


def test_labels_of_cards() -> None:
    view, polish, english = sample_games.battle_view(3, 0), samples.audience(3), samples.audience(3, "en")
    assert RENDERER.label("knight", ("play",), view, polish) == "Rycerz 6"
    assert RENDERER.label("dragon", ("play",), view, english) == "Dragon 1"
    assert RENDERER.label("shepherd", ("play",), view, english) == "Shepherd (returns)"
    assert RENDERER.label("dragon", ("recruit",), view, english) == "Dragon 1/6/4", "any castle may follow"


@pytest.mark.parametrize("language", languages())
def test_every_word_of_the_notation_has_a_label(language: str) -> None:
    view = sample_games.battle_view(3, 0)
    for word in ("play", "recruit", "knight", "catapult", "dragon", "footman", "archer", "peasant", "shepherd"):
        assert 0 < len(RENDERER.label(word, (), view, samples.audience(3, language))) <= 80


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_text_board_fits_a_message_whatever_the_names(seats: int, language: str) -> None:
    escaped = tuple("\\_" * 32 for _ in range(seats))
    for match in ("off", "on"):
        for seat in (None, 0, seats - 1):
            for view in sample_games.views(seats, seat, match):
                for names in (samples.NAMES, samples.LONGEST, escaped):
                    assert len(RENDERER.text(view, samples.audience(seats, language, names))) <= TEXT_LENGTH


def test_the_text_board_tells_a_seat_only_its_own_cards() -> None:
    view = sample_games.battle_view(4, 2)
    told = RENDERER.text(view, samples.audience(4, "en"))
    for card in view.hand:
        assert words("en")(f"rycerze.card.{card}") in told
    spectator = RENDERER.text(sample_games.battle_view(4), samples.audience(4, "en"))
    assert "knight" not in spectator
    assert all(name in spectator for name in samples.NAMES)


@pytest.mark.long
def test_an_alt_text_is_enough_to_play_by() -> None:
    view = sample_games.battle_view(4, 0)
    alt = prose.board(sample_games.battle_view(4), samples.audience(4, "en"))
    assert f"round {view.round} of 7" in alt
    assert words("en")(f"rycerze.tile.{view.tile}") in alt
    for seat, name in enumerate(samples.NAMES):
        assert f"{name}: {view.points[seat]} point" in alt
        assert f"{view.hands[seat]} in hand, {view.camps[seat]} in camp" in alt
    hand = RENDERER.hand(view, samples.audience(4, "en"))
    assert hand is not None
    assert all(f"{letter} " in hand.alt for letter in "ABCDEFGH")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_longest_names_are_shortened_evenly_in_alt_texts(seats: int, language: str) -> None:
    audience = samples.audience(seats, language, samples.LONGEST)
    told: dict[str, Callable[[Any, Audience], str]] = {
        "castle": prose.castle,
        "recruitment": prose.recruitment,
        "game": prose.game,
    }
    alts = [tell(sample_games.events(kind, seats, "on")[0].data, audience) for kind, tell in told.items()]
    alts.append(prose.board(sample_games.views(seats, match="on")[-1], audience))
    for alt in alts:
        assert len(alt) <= ALT_LENGTH
        assert not alt.endswith("…")


@pytest.mark.long
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), min_size=4, max_size=4), st.sampled_from(languages()))
def test_any_names_at_all_are_drawn_and_told(names: list[str], language: str) -> None:
    audience = Audience(tuple(Person(name) for name in names), words(language))
    picture = RENDERER.scene(sample_games.events("castle", 4)[0], audience)
    assert picture.data
    assert len(picture.alt) <= ALT_LENGTH
    assert len(RENDERER.text(sample_games.battle_view(4, 1), audience)) <= TEXT_LENGTH
    for kind in KINDS:
        event = sample_games.events(kind, 4, "on")[0]
        assert RENDERER.line(event, audience)
