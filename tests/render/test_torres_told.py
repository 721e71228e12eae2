"""Torres in words: the story, the text board, the labels, the descriptions."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.words import languages, words
from engines.contract import Event, Move
from engines.torres.components import CARDS
from render.contract import ALT_LENGTH, TEXT_LENGTH, Person, Setting
from render.torres import ROOM, told
from tests.render import samples
from tests.render.torres_samples import asking, events, game, own, walking

KINDS = (
    "castle start king stay first place move build draw looked keep kept card point end round scoring phase over".split()  # noqa: SIM905
)
SHORT, BUTTONS = 24, 10


def story(card: str, **data: object) -> str:
    event = Event("card", {"seat": 1, "card": card, "ap": 4, **data})
    said = ROOM.line(event, samples.setting(2, "en"))
    assert said is not None
    return said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("names", [samples.NAMES, tuple("\\_" * 32 for _ in range(4))])
def test_every_event_of_whole_games_has_its_line(language: str, names: tuple[str, ...]) -> None:
    seen = set()
    for seats, variant in ((4, "plain"), (3, "common"), (2, "master")):
        for event in game(seats, variant)[1]:
            said = ROOM.line(event, samples.setting(seats, language, names))
            assert said, event
            assert len(said) < 400
            assert "{" not in said
            assert "\n" not in said
            seen.add(event.kind)
    assert seen | {"stay"} == set(KINDS)


def test_an_unknown_event_is_not_told() -> None:
    assert ROOM.line(Event("sneeze"), samples.setting(2)) is None


def test_the_story_of_each_card() -> None:
    assert story("climb", **{"from": "c3", "to": "d3", "level": 3}) == ("Łucja plays “Climb”: a knight goes c3 → d3 (level 3).")
    assert "over" not in story("jump", **{"from": "c3", "to": "e3", "level": 1, "over": "d3"})
    assert story("six") == "Łucja plays “Sixth point”: 4 AP are left."
    under = story("under", square="c3", height=1, tower=2, left=1, founded=True)
    assert under == "Łucja plays “Under”: a segment goes under the knight on c3, height 1. A new castle is founded."
    assert story("supply", square="d4", height=3, left=20).endswith("a segment goes to d4, height 3.")
    shift = story("shift", **{"from": "a4", "to": "b4", "height": 1, "founded": False, "vanished": True})
    assert shift.endswith("a segment goes a4 → b4, height 1. A castle vanishes.")
    assert story("higher", square="d4", level=2).endswith("a new knight on d4 (level 2).")


def test_the_story_of_a_walk_and_a_point() -> None:
    setting = samples.setting(2, "pl")
    step = {"seat": 0, "from": "c3", "to": "e5", "cost": 2, "level": 3, "path": [["d3", False], ["e5", True]], "ap": 1}
    assert ROOM.line(Event("move", step), setting) == (
        "Grażyna prowadzi rycerza c3 → e5 przez zamek (poziom 3, 2 PA). Zostało PA: 1."
    )
    point = Event("point", {"seat": 1, "score": 9, "slides": 2, "ap": 0})
    assert ROOM.line(point, setting) == ("Łucja kupuje punkt: wynik 9. Znacznik przesuwa się o 2 pola dalej. Zostało PA: 0.")


def test_the_public_story_names_no_card_that_is_looked_at_or_kept() -> None:
    for event in game(4)[1]:
        if event.to is None and event.kind in {"draw", "keep"}:
            said = ROOM.line(event, samples.setting(4, "en", ("A", "B", "C", "D"))) or ""
            assert not any(words("en")(f"torres.card.{card}") in said for card in CARDS)


@pytest.mark.parametrize("language", languages())
def test_every_word_on_the_way_to_every_move_has_a_label(language: str) -> None:
    setting = samples.setting(4, language, samples.LONGEST)
    for variant in ("plain", "master"):
        for position in game(4, variant)[0][::11]:
            for seat in position.pending():
                view, waiting = position.view(seat), list[Move]([()])
                while waiting:
                    said = waiting.pop()
                    for word in position.choices(seat, said).words:
                        label = ROOM.label(word, said, view, setting)
                        assert 0 < len(label) <= 80
                        assert "{" not in label
                        if len(said) < 2:
                            waiting.append((*said, word))


@pytest.mark.parametrize("language", languages())
def test_verbs_and_knights_are_short_enough_for_buttons(language: str) -> None:
    setting = samples.setting(4, language)
    for position in game(4)[0][::5]:
        for seat in position.pending():
            view = position.view(seat)
            for said in ((), ("move",), ("card",)):
                found = [ROOM.label(word, said, view, setting) for word in position.choices(seat, said).words]
                assert len(found) <= BUTTONS
                assert all(len(label) <= SHORT for label in found), found


def test_labels_read_well() -> None:
    view, said = walking(4)
    polish, english = samples.setting(4), samples.setting(4, "en")
    target, cost = next(iter(view.reach(said[1]).items()))
    level = view.level(target)
    assert ROOM.label("move", (), view, polish) == "Rusz rycerza"
    assert ROOM.label(said[1], ("move",), view, english).startswith(f"{said[1]} · ")
    where = f"poziom {level}" if level else "ziemia"
    assert ROOM.label(target, said, view, polish) == f"{target} · {where} · {cost} PA"
    assert ROOM.label("climb", ("card",), view, polish) == "Wspinaczka · 2 poziomy"
    assert ROOM.label("3", ("build",), view, english) == "tower of 3"
    assert ROOM.label("1", ("first",), view, polish) == "B · Łucja"
    assert ROOM.label("top", ("keep", "climb"), view, polish) == "na wierzch"


def test_the_end_of_a_turn_says_what_it_wastes() -> None:
    view, _ = walking(4)
    english = samples.setting(4, "en")
    fresh = msgspec.structs.replace(view, ap=2, used=-1)
    towers = tuple((3, 3) for _ in range(4))
    both = msgspec.structs.replace(view, ap=1, used=2, towers=towers)
    done = msgspec.structs.replace(view, ap=0, used=0)
    assert ROOM.label("end", (), fresh, english) == "End (−2 AP)"
    assert ROOM.label("end", (), both, english) == "End (−1 AP, −2 seg.)"
    assert ROOM.label("end", (), done, english) == "End turn"
    assert ROOM.label("build", (), both, english) == "Build (2 left)"


def test_labels_of_building_tell_height_and_base() -> None:
    view = asking("act", 4).view(None)
    castle = max(view.castles, key=lambda castle: castle.base)
    square = castle.squares[0]
    said = ROOM.label(square, ("build",), view, samples.setting(4, "en"))
    assert said == f"{square} · height {view.level(square) + 1} of {castle.base}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_text_board_fits_a_message_whatever_the_names(seats: int, language: str) -> None:
    escaped = tuple("\\_" * 32 for _ in range(seats))
    for variant in ("plain", "master"):
        for position in game(seats, variant)[0][::13]:
            for seat in (None, *position.pending()):
                for names in (samples.NAMES, samples.LONGEST, escaped):
                    said = ROOM.text(position.view(seat), samples.setting(seats, language, names))
                    assert len(said) <= TEXT_LENGTH
                    assert not said.endswith("…")


def test_the_text_board_shows_heights_and_figures() -> None:
    view = asking("act", 4).view(None)
    rows = told.grid(view).splitlines()
    assert len(rows) == 9
    assert rows[0].split() == list("abcdefgh")
    for seat, squares in enumerate(view.knights):
        for square in squares:
            cell = rows[9 - int(square[1])].ljust(26)[2 + 3 * "abcdefgh".index(square[0]) :][:3]
            assert cell.strip() == f"{view.level(square) or '.'}{'ABCD'[seat]}"
    assert sum(row.count("K") for row in rows) == 1


def test_the_text_board_tells_a_seat_its_own_cards_and_nobody_elses() -> None:
    view, _ = walking(4)
    said = ROOM.text(view, samples.setting(4, "en"))
    assert all(words("en")(f"torres.card.{card}") in said for card in view.hand)
    spectator = ROOM.text(asking("act", 4).view(None), samples.setting(4, "en"))
    assert "hand" not in spectator


def test_an_alt_text_is_enough_to_play_by() -> None:
    view = asking("act", 4).view(None)
    alt = ROOM.board(view, samples.setting(4, "en")).alt
    assert f"Phase {view.phase} · round {view.round} of {view.rounds}" in alt
    assert f"AP {view.ap}" in alt
    for castle in view.castles:
        assert " ".join(f"{square}:{view.level(square)}" for square in castle.squares) in alt
    for seat, name in enumerate(samples.NAMES):
        assert f"{name}: {view.scores[seat]} point" in alt
        assert all(f"{square}:{view.level(square)}" in alt for square in view.knights[seat])
    assert f"King on {view.king}" in alt


def test_the_alt_text_of_a_scoring_tells_who_earns_what_and_why() -> None:
    event = events("scoring", 4)[-1]
    alt = ROOM.scene(event, samples.setting(4, "en")).alt
    for castle in event.data["castles"]:
        for knight in castle["knights"]:
            assert f"{knight['square']} {knight['level']}×{castle['base']}={knight['points']}" in alt
    for before, after in zip(event.data["before"], event.data["after"], strict=True):
        assert f"{before} → {after}" in alt


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_longest_names_are_shortened_evenly_in_alt_texts(seats: int, language: str) -> None:
    setting = samples.setting(seats, language, samples.LONGEST)
    for variant in ("plain", "master"):
        for position in game(seats, variant)[0][::13]:
            alt = told.board(position.view(None), setting)
            assert len(alt) <= ALT_LENGTH
            assert not alt.endswith("…")
            for seat in position.pending():
                assert len(told.own(position.view(seat), setting)) <= ALT_LENGTH
        for event in events("scoring", seats, variant):
            assert not told.scoring(event.data, setting).endswith("…")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), min_size=4, max_size=4), st.sampled_from(languages()))
def test_any_names_at_all_are_drawn_and_told(names: list[str], language: str) -> None:
    setting = Setting(tuple(Person(name) for name in names), words(language))
    picture = ROOM.scene(events("scoring", 4)[0], setting)
    assert picture.data
    assert len(picture.alt) <= ALT_LENGTH
    assert len(ROOM.text(own("act", 4), setting)) <= TEXT_LENGTH
