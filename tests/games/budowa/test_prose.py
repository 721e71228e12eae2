"""Budowa zamku in words: every event, label, refusal; the text board."""

from __future__ import annotations

import random
import re

import pytest

from data.words import languages, words
from engines.budowa.events import Back, Build, Insert, Out
from engines.budowa.view import BudowaView
from engines.notation import legal_moves, random_game
from render.budowa import RENDERER, prose
from render.contract import TEXT_LENGTH
from tests.games.budowa.samples import GAME, SEATS, ended, event, find, played, stalled, view
from tests.games.budowa.tale import open_card
from tests.support import samples
from tests.support.cases import cases


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", cases(SEATS, [4]))
def test_every_event_has_a_line_and_every_choice_a_label(seats: int, language: str) -> None:
    told: set[str] = set()
    audience = samples.audience(seats, language, samples.LONGEST)
    for number, options in enumerate(({}, {"figures": "on"}, {"notes": "on"})):
        position = GAME.start(seats, options, bytes([number]))
        for _, _, events in random_game(position, random.Random(number)):
            for each in events:
                line = RENDERER.line(each, audience)
                assert (line is None) == (each.kind == "seen")
                assert line is None or len(line) < 200
                told.add(each.kind)
            for seat in position.pending():
                labels = [
                    RENDERER.label(move[-1], move[:-1], position.view(seat), audience) for move in legal_moves(position, seat)
                ]
                assert len(set(labels)) == len(labels)
                assert all(0 < len(label) <= 80 for label in labels)
            assert 50 < len(RENDERER.text(position.view(None), audience)) <= TEXT_LENGTH
    assert told >= {"flip", "back", "build", "out", "over", "seen"}


def test_a_turn_is_told_like_a_story() -> None:
    audience = samples.audience(2)
    position = GAME.start(2, {}, b"story")
    told = []
    for words_ in ("flip c7", "build", "flip a1", "back"):
        told += [RENDERER.line(each, audience) for each in position.play(position.active, tuple(words_.split()))]
    number = position.castles[0][0]
    lines = [line for line in told if line]
    assert lines[0] == "Grażyna odkrywa kartę C7."
    assert lines[1].startswith(f"Grażyna dobudowuje kartę {number}")
    assert lines[2:] == ["Łucja odkrywa kartę A1.", "Łucja odkłada kartę na A1."]


def test_labels_match_the_picture_and_never_tell_the_open_card() -> None:
    audience = samples.audience(3)
    shown = view(lambda position, _: position.deciding and "build" in position.decisions(), 3, skip=20)
    card = open_card(shown)
    for word in ("build", "back"):
        assert str(card.number) not in RENDERER.label(word, (), shown, audience).replace(card.spot.upper(), "")
    assert RENDERER.label("c7", ("flip",), shown, audience) == "C7"
    assert RENDERER.label("back", (), shown, audience).endswith(card.spot.upper())


def test_a_label_of_a_card_with_a_note_tells_it() -> None:
    shown = view(lambda position, _: len(position.view(None).board.notes) > 3, 2, notes="on")
    note = shown.board.notes[0]
    assert RENDERER.label(note.spot, ("flip",), shown, samples.audience(2)) == f"{note.spot.upper()} · {note.number}"


def test_declining_a_card_that_would_be_out_is_labelled_so() -> None:
    position, _ = find(lambda now, _: now.deciding and "insert" in now.decisions() and now.falls_out(), 2, figures="on")
    assert "wypada z gry" in RENDERER.label("back", (), position.view(0), samples.audience(2))


@pytest.mark.parametrize("language", languages())
def test_the_text_board_tells_castles_grid_and_the_open_card(language: str) -> None:
    shown = view(lambda position, _: position.deciding, 3, skip=20)
    text = RENDERER.text(shown, samples.audience(3, language))
    assert open_card(shown).spot.upper() in text
    assert "```" not in text
    assert str(open_card(shown).number) in text
    for castle in shown.board.castles:
        assert all(str(card) in text for card in castle)


def test_a_covered_text_board_says_where_the_number_stands() -> None:
    shown: BudowaView = view(lambda position, _: position.deciding, 3, skip=20)
    assert "planszy" in RENDERER.text(GAME.cover(shown), samples.audience(3))


def test_the_stall_is_announced() -> None:
    shown = stalled()
    assert shown.board.stall == 4
    assert words("pl").count("budowa.alt.stall", 4) in prose.board(shown, samples.audience(2))


@pytest.mark.parametrize("kind", ["build", "insert", "back", "out"])
def test_a_scene_tells_what_its_line_tells(kind: str) -> None:
    told = event(kind, 3, figures="on")
    audience = samples.audience(3)
    assert isinstance(told.data, Build | Insert | Back | Out)
    assert prose.scene(told.data, audience).startswith(RENDERER.line(told, audience) or "no line")


@pytest.mark.parametrize("figures", ["off", "on"])
def test_the_final_picture_tells_places_scores_and_the_rule(figures: str) -> None:
    shown, result = ended(3, figures)
    alt = prose.final(shown, result, samples.audience(3))
    assert words("pl")(f"budowa.reason.{result.reason}") in alt
    for score in result.scores:
        assert str(score) in alt


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", SEATS)
def test_the_numbers_of_the_final_description_are_true(seats: int, language: str) -> None:
    """With figures every number is a part of the points, and said to be one; without, what it is called is counted."""
    say = words(language)
    for figures in ("off", "on"):
        for seed in range(6):
            _, end = played(seats, seed, figures, "off")
            shown, result = end.view(None), end.result()
            assert result is not None
            alt = prose.final(shown, result, samples.audience(seats, language))
            for seat in range(seats):
                made = re.search(rf"{samples.NAMES[seat]}: (\d+) \w+ \((.+?)\)", alt)
                assert made
                assert int(made[1]) == result.scores[seat] == shown.board.points[seat]
                castle, parts = shown.board.castles[seat], made[2]
                if figures == "on":
                    assert parts.startswith(say("budowa.alt.made-of", parts=""))
                    assert sum(map(int, re.findall(r"\d+", parts))) == result.scores[seat]
                else:
                    assert list(map(int, re.findall(r"\d+", parts))) == [1 + len(castle), castle[-1] if castle else 1]


def test_names_are_shortened_before_anything_else_is() -> None:
    shown, result = ended(4, "on")
    long = samples.audience(4, "pl", samples.LONGEST)
    assert len(prose.final(shown, result, long)) <= 1024
    assert len(RENDERER.text(shown, long)) <= TEXT_LENGTH
