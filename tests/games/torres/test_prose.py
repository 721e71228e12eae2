"""Torres in words: the lines of events, the text board, the labels, the descriptions."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.words import languages, words
from engines.contract import Event, EventData, Move
from engines.torres import GAME
from engines.torres.components import CARDS
from engines.torres.events import CardPlayed, KingStayed, KnightMoved, PhaseScored, PointBought, Stop
from render.contract import ALT_LENGTH, TEXT_LENGTH, Audience, Person
from render.torres import RENDERER, prose
from tests.games.torres.samples import asking, events, game, own, walking
from tests.support import samples
from tests.support.event_data import data_of

SHORT, BUTTONS = 24, 10


def line_of(data: EventData, language: str = "en") -> str:
    line = RENDERER.line(Event(data), samples.audience(2, language))
    assert line is not None
    return line


def line_of_card(card: str, **values: Any) -> str:
    return line_of(CardPlayed(seat=1, card=card, ap=4, **values))


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("names", [samples.NAMES, tuple("\\_" * 32 for _ in range(4))])
def test_every_event_of_whole_games_has_its_line(language: str, names: tuple[str, ...]) -> None:
    seen = set()
    for seats, variant in ((4, "plain"), (3, "common"), (2, "master")):
        for event in game(seats, variant)[1]:
            said = RENDERER.line(event, samples.audience(seats, language, names))
            assert said, event
            assert len(said) < 400
            assert "{" not in said
            assert "\n" not in said
            seen.add(type(event.data))
    assert seen | {KingStayed} == set(get_args(GAME.event_type))


def test_the_line_of_each_card() -> None:
    climbed = line_of_card("climb", start="c3", target="d3", level=3)
    assert climbed == "Łucja plays “Climb”: a knight goes c3 → d3 (level 3)."
    assert "over" not in line_of_card("jump", start="c3", target="e3", level=1, over="d3")
    assert line_of_card("six") == "Łucja plays “Sixth point”: 4 AP are left."
    under = line_of_card("under", square="c3", height=1, tower=2, left=1, founded=True)
    assert under == "Łucja plays “Raise”: a segment goes under the knight on c3, height 1. A new castle is founded."
    assert line_of_card("supply", square="d4", height=3, left=20).endswith("a segment goes to d4, height 3.")
    shift = line_of_card("shift", start="a4", target="b4", height=1, founded=False, vanished=True)
    assert shift.endswith("a segment goes a4 → b4, height 1. A castle vanishes.")
    assert line_of_card("higher", square="d4", level=2).endswith("a new knight on d4 (level 2).")


def test_the_line_of_a_walk_and_of_a_point() -> None:
    path = (Stop("d3", through=False), Stop("e5", through=True))
    walk = KnightMoved(seat=0, start="c3", target="e5", cost=2, level=3, path=path, ap=1)
    assert line_of(walk, "pl") == "Grażyna prowadzi rycerza c3 → e5 przez zamek (poziom 3, 2 PA)."
    point = PointBought(seat=1, score=9, slides=2, ap=0)
    assert line_of(point, "pl") == "Łucja kupuje punkt: wynik 9. Znacznik przesuwa się o 2 pola dalej."


def test_public_lines_name_no_card_that_is_looked_at_or_kept() -> None:
    for event in game(4)[1]:
        if event.to is None and event.kind in {"draw", "keep"}:
            said = RENDERER.line(event, samples.audience(4, "en", ("A", "B", "C", "D"))) or ""
            assert not any(words("en")(f"torres.card.{card}") in said for card in CARDS)


@pytest.mark.long
@pytest.mark.parametrize("stride", [132, pytest.param(11, marks=pytest.mark.long)])
@pytest.mark.parametrize("language", languages())
def test_every_word_on_the_way_to_every_move_has_a_label(language: str, stride: int) -> None:
    audience = samples.audience(4, language, samples.LONGEST)
    for variant in ("plain", "master"):
        for position in game(4, variant)[0][::stride]:
            for seat in position.pending():
                view, waiting = position.view(seat), list[Move]([()])
                while waiting:
                    said = waiting.pop()
                    for word in position.choices(seat, said).words:
                        label = RENDERER.label(word, said, view, audience)
                        assert 0 < len(label) <= 80
                        assert "{" not in label
                        if len(said) < 2:
                            waiting.append((*said, word))


@pytest.mark.parametrize("language", languages())
def test_verbs_and_knights_are_short_enough_for_buttons(language: str) -> None:
    audience = samples.audience(4, language)
    for position in game(4)[0][::5]:
        for seat in position.pending():
            view = position.view(seat)
            for said in ((), ("move",), ("card",)):
                found = [RENDERER.label(word, said, view, audience) for word in position.choices(seat, said).words]
                assert len(found) <= BUTTONS
                assert all(len(label) <= SHORT for label in found), found


def test_labels_read_well() -> None:
    view, said = walking(4)
    polish, english = samples.audience(4), samples.audience(4, "en")
    target, cost = next(iter(view.reach(said[1]).items()))
    level = view.level(target)
    assert RENDERER.label("move", (), view, polish) == "Rusz"
    assert RENDERER.label(said[1], ("move",), view, english).startswith(f"{said[1]} · ")
    where = f"poziom {level}" if level else "ziemia"
    assert RENDERER.label(target, said, view, polish) == f"{target} · {where} · {cost} PA"
    assert RENDERER.label("climb", ("card",), view, polish) == "Wspinaczka · 2 poziomy"
    assert RENDERER.label("3", ("build",), view, english) == "tower of 3"
    assert RENDERER.label("1", ("first",), view, polish) == "■ Łucja"
    assert RENDERER.label("top", ("keep", "climb"), view, polish) == "↑ · na wierzch"


def test_the_end_of_a_turn_says_what_it_wastes() -> None:
    view, _ = walking(4)
    english = samples.audience(4, "en")
    fresh = msgspec.structs.replace(view, ap=2, used=-1)
    towers = tuple((3, 3) for _ in range(4))
    both = msgspec.structs.replace(view, ap=1, used=2, towers=towers)
    done = msgspec.structs.replace(view, ap=0, used=0)
    assert RENDERER.label("end", (), fresh, english) == "End −2 AP"
    assert RENDERER.label("end", (), both, english) == "End −1 AP"
    assert RENDERER.label("end", (), done, english) == "End turn"


def test_labels_of_building_tell_height_and_base() -> None:
    view = asking("act", 4).view(None)
    castle = max(view.castles, key=lambda castle: castle.base)
    square = castle.squares[0]
    said = RENDERER.label(square, ("build",), view, samples.audience(4, "en"))
    assert said == f"{square} · height {view.level(square) + 1} of {castle.base}"


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.long) for seats in (3, 4))])
def test_the_text_board_fits_a_message_whatever_the_names(seats: int, language: str) -> None:
    escaped = tuple("\\_" * 32 for _ in range(seats))
    for variant in ("plain", "master"):
        for position in game(seats, variant)[0][::13]:
            for seat in (None, *position.pending()):
                for names in (samples.NAMES, samples.LONGEST, escaped):
                    said = RENDERER.text(position.view(seat), samples.audience(seats, language, names))
                    assert len(said) <= TEXT_LENGTH
                    assert not said.endswith("…")


def test_the_text_board_tells_heights_and_figures() -> None:
    view = asking("act", 4).view(None)
    said = RENDERER.text(view, samples.audience(4, "en"))
    assert "```" not in said
    for seat, squares in enumerate(view.knights):
        for square in squares:
            where = f"{square} {view.level(square)} ({samples.NAMES[seat]})" if view.level(square) else f"{square}:0"
            assert where in said
    assert said.count("(king)") == said.count("Royal castle") == 1


def test_the_text_board_tells_a_seat_only_its_own_cards() -> None:
    view, _ = walking(4)
    said = RENDERER.text(view, samples.audience(4, "en"))
    assert all(words("en")(f"torres.card.{card}") in said for card in view.hand)
    spectator = RENDERER.text(asking("act", 4).view(None), samples.audience(4, "en"))
    assert "hand" not in spectator


def test_an_alt_text_is_enough_to_play_by() -> None:
    view = asking("act", 4).view(None)
    alt = prose.board(view, samples.audience(4, "en"))
    assert f"Phase {view.phase} · round {view.round} of {view.rounds}" in alt
    assert f"AP {view.ap}" in alt
    for castle in view.castles:
        assert " ".join(f"{square}:{view.level(square)}" for square in castle.squares) in alt
    for seat, name in enumerate(samples.NAMES):
        assert f"{name}: {view.scores[seat]} point" in alt
        assert all(f"{square}:{view.level(square)}" in alt for square in view.knights[seat])
    assert f"King on {view.king}" in alt


def test_the_alt_text_of_a_scoring_tells_who_earns_what_and_why() -> None:
    scoring = data_of(events("scoring", 4)[-1], PhaseScored)
    alt = prose.scoring(scoring, samples.audience(4, "en"))
    for castle in scoring.castles:
        for knight in castle.knights:
            assert f"{knight.square} {knight.level}×{castle.base}={knight.points}" in alt
    for before, after in zip(scoring.before, scoring.after, strict=True):
        assert f"{before} → {after}" in alt


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_longest_names_are_shortened_evenly_in_alt_texts(seats: int, language: str) -> None:
    audience = samples.audience(seats, language, samples.LONGEST)
    for variant in ("plain", "master"):
        for position in game(seats, variant)[0][::13]:
            alt = prose.board(position.view(None), audience)
            assert len(alt) <= ALT_LENGTH
            assert not alt.endswith("…")
            for seat in position.pending():
                assert len(prose.hand_text(position.view(seat), audience)) <= ALT_LENGTH
        for event in events("scoring", seats, variant):
            assert not prose.scoring(data_of(event, PhaseScored), audience).endswith("…")


@pytest.mark.long
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), min_size=4, max_size=4), st.sampled_from(languages()))
def test_any_names_at_all_are_drawn_and_told(names: list[str], language: str) -> None:
    audience = Audience(tuple(Person(name) for name in names), words(language))
    picture = RENDERER.scene(events("scoring", 4)[0], audience)
    assert picture.data
    assert len(picture.alt) <= ALT_LENGTH
    assert len(RENDERER.text(own("act", 4), audience)) <= TEXT_LENGTH


def test_the_card_of_a_move_that_is_shown_is_framed() -> None:
    view, audience = own("keep", 4), samples.audience(4)
    plain, framed = (RENDERER.preview(view, said, audience) for said in ((), ("keep", view.looked[1])))
    assert plain is not None
    assert framed is not None
    assert plain.data != framed.data
    assert f"W ramce: {audience.words(f'torres.card.{view.looked[1]}')}." in framed.alt
    assert "W ramce" not in plain.alt
