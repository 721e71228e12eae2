"""Rycerze in words: the story, the text board, the labels, the descriptions."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.words import languages, words
from engines.contract import Event
from render.contract import ALT_LENGTH, TEXT_LENGTH, Person, Setting
from render.rycerze import ROOM
from tests.render import samples

KINDS = ("tile", "castle", "recruitment", "game", "over")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_has_its_line(kind: str, language: str) -> None:
    for event in samples.events(kind, 3, "on"):
        told = ROOM.line(event, samples.setting(3, language))
        assert told
        assert len(told) < 400
        assert "{" not in told


@pytest.mark.parametrize("language", languages())
def test_an_unknown_event_is_not_told(language: str) -> None:
    assert ROOM.line(Event("sneeze"), samples.setting(2, language)) is None


def test_all_kinds_of_events_are_known_here() -> None:
    for seats in (2, 4):
        (_, told), _ = samples.game(seats, "on")
        assert {event.kind for event in told} <= set(KINDS)


def test_the_story_of_a_battle() -> None:
    event = samples.events("castle", 3, by="strength")[0]
    winner = samples.NAMES[event.data["winner"]]
    told = ROOM.line(event, samples.setting(3))
    assert told is not None
    assert told.startswith(f"{winner} zdobywa ")
    assert f"siła {event.data['strength']}" in told


def test_only_shepherds_are_told_apart_from_cancelled_cards() -> None:
    told = {ROOM.line(event, samples.setting(2, "en")) for event in samples.events("castle", 2, by="sword")}
    assert any("by the sword" in (line or "") for line in told)


def test_labels_of_cards() -> None:
    view, polish, english = samples.battle_view(3, 0), samples.setting(3), samples.setting(3, "en")
    assert ROOM.label("knight", ("play",), view, polish) == "A · konny rycerz 6/3/2"
    assert ROOM.label("dragon", ("play",), view, english) == "C · dragon 1/6/4"
    assert ROOM.label("shepherd", ("play",), view, english) == "G · shepherd (returns)"
    assert ROOM.label("shepherd", ("play", "shepherd"), view, english) == "H · shepherd (returns)"


@pytest.mark.parametrize("language", languages())
def test_every_word_of_the_notation_has_a_label(language: str) -> None:
    view = samples.battle_view(3, 0)
    for word in ("play", "recruit", "knight", "catapult", "dragon", "footman", "archer", "peasant", "shepherd"):
        assert 0 < len(ROOM.label(word, (), view, samples.setting(3, language))) <= 80


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_text_board_fits_a_message_whatever_the_names(seats: int, language: str) -> None:
    escaped = tuple("\\_" * 32 for _ in range(seats))
    for match in ("off", "on"):
        for seat in (None, 0, seats - 1):
            for view in samples.views(seats, seat, match):
                for names in (samples.NAMES, samples.LONGEST, escaped):
                    assert len(ROOM.text(view, samples.setting(seats, language, names))) <= TEXT_LENGTH


def test_the_text_board_tells_a_seat_its_own_cards_and_nobody_elses() -> None:
    view = samples.battle_view(4, 2)
    told = ROOM.text(view, samples.setting(4, "en"))
    for card in view.hand:
        assert words("en")(f"rycerze.card.{card}") in told
    spectator = ROOM.text(samples.battle_view(4), samples.setting(4, "en"))
    assert "knight" not in spectator
    assert all(name in spectator for name in samples.NAMES)


def test_an_alt_text_is_enough_to_play_by() -> None:
    view = samples.battle_view(4, 0)
    alt = ROOM.board(samples.battle_view(4), samples.setting(4, "en")).alt
    assert f"round {view.round} of 7" in alt
    assert words("en")(f"rycerze.tile.{view.tile}") in alt
    for seat, name in enumerate(samples.NAMES):
        assert f"{name}: {view.points[seat]} point" in alt
        assert f"{view.hands[seat]} in hand, {view.camps[seat]} in camp" in alt
    hand = ROOM.hand(view, samples.setting(4, "en"))
    assert hand is not None
    assert all(f"{letter} " in hand.alt for letter in "ABCDEFGH")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_longest_names_are_shortened_evenly_in_alt_texts(seats: int, language: str) -> None:
    setting = samples.setting(seats, language, samples.LONGEST)
    alts = [ROOM.scene(samples.events(kind, seats, "on")[0], setting).alt for kind in ("castle", "recruitment", "game")]
    alts.append(ROOM.board(samples.views(seats, match="on")[-1], setting).alt)
    for alt in alts:
        assert len(alt) <= ALT_LENGTH
        assert not alt.endswith("…")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), min_size=4, max_size=4), st.sampled_from(languages()))
def test_any_names_at_all_are_drawn_and_told(names: list[str], language: str) -> None:
    setting = Setting(tuple(Person(name) for name in names), words(language))
    picture = ROOM.scene(samples.events("castle", 4)[0], setting)
    assert picture.data
    assert len(picture.alt) <= ALT_LENGTH
    assert len(ROOM.text(samples.battle_view(4, 1), setting)) <= TEXT_LENGTH
    for kind in KINDS:
        event = samples.events(kind, 4, "on")[0]
        assert ROOM.line(event, setting)
