"""The pictures of Rzymianie do domu!: size, words, names, secrets, threads."""

from __future__ import annotations

import msgspec
import pytest

from data.words import languages
from engines.notation import legal_moves
from engines.rzymianie.attack import Warrior
from engines.rzymianie.events import AttackOver
from render import canvas, sprite_cache
from render.rzymianie import RENDERER, board, clans, field, hand, prose
from render.theme import SHAPES
from tests.games.rzymianie import sample_games as samples
from tests.support.event_data import data_of
from tests.support.picture_checks import cut, same_in_two_threads, shown, suits_a_phone, watched, well_set
from tests.support.samples import LONGEST, NAMES, NASTY

HAIR = 2
"""Pixels by which a letter may overhang its box."""


FOUR, THREE, ALONE = samples.TABLES[0], samples.TABLES[1], samples.TABLES[-1]
QUICK = ((ALONE, NASTY, "pl"),)
DRAWN = [
    pytest.param(*each, marks=() if each in QUICK else pytest.mark.long)
    for each in [
        *((table, names, language) for table in (FOUR, THREE, ALONE) for names, language in ((NASTY, "pl"), (LONGEST, "en"))),
        *((table, NAMES, language) for table in samples.TABLES for language in languages()),
    ]
]
"""Tables, names and languages that are drawn."""


@pytest.mark.long
@pytest.mark.parametrize(("table", "names", "language"), DRAWN)
def test_every_picture_is_readable_on_a_phone(
    table: tuple[int, samples.Options], names: tuple[str, ...], language: str
) -> None:
    seats, options = table
    seen = shown(samples.drawings(seats, options), samples.audience(seats, language, names))
    for name, picture in seen.pictures.items():
        suits_a_phone(name, picture, most=1.41)
    well_set(seen.texts, HAIR)
    if names == NAMES:
        assert cut(seen.texts) == []


@pytest.mark.parametrize("what", samples.ASKED)
def test_what_only_a_seat_knows_changes_no_byte_of_the_board(what: str) -> None:
    position = samples.asking(what)
    audience = samples.audience(4)
    public = samples.view_of(position)
    drawn, said = board.draw(public, audience).tobytes(), prose.board(public, audience)
    for seat in range(4):
        view = samples.view_of(position, seat)
        assert (board.draw(view, audience).tobytes(), prose.board(view, audience)) == (drawn, said)


def test_the_hands_of_others_change_no_byte_of_a_hand() -> None:
    view = samples.asked("plan")
    assert view.seat is not None
    drawn = RENDERER.hand(view, samples.audience(4))
    nobody = tuple(chosen and seat == view.seat for seat, chosen in enumerate(view.ready))
    assert RENDERER.hand(msgspec.structs.replace(view, ready=nobody), samples.audience(4)) == drawn
    assert RENDERER.hand(msgspec.structs.replace(view, hand=("axx", *view.hand[1:])), samples.audience(4)) != drawn


def test_a_spectator_has_no_hand() -> None:
    view = samples.view_of(samples.asking("plan"))
    assert RENDERER.hand(view, samples.audience(4)) is None
    assert RENDERER.preview(view, ("plan",), samples.audience(4)) is None


def test_a_plan_is_seen_growing() -> None:
    view = samples.asked("plan")
    audience = samples.audience(4)
    drawn = [RENDERER.preview(view, ("plan", *view.hand[:n]), audience) for n in range(7)]
    assert len({picture.data for picture in drawn if picture is not None}) == 7
    states = [[slot.state for slot in hand.slots(view, ("plan", *view.hand[:n]))] for n in (0, 2, 6)]
    assert states[0] == ["next"] + ["empty"] * 5
    assert states[1] == ["down"] * 2 + ["next"] + ["empty"] * 3
    assert states[2] == ["down"] * 6
    assert hand.seven(view, ("plan", *view.hand[:6]))[-1] == (view.hand[6], "out")


def test_a_form_filled_in_anywhere_shows_its_open_places() -> None:
    view = samples.asked("plan")
    said = ("plan", view.hand[0], "_", "_", view.hand[1], "_", "_")
    assert [slot.state for slot in hand.slots(view, said)] == ["down", "next", "empty", "down", "empty", "empty"]
    assert hand.heading(view, samples.audience(4, "en"), said) == ("Who attacks fort 2?", False)
    blank = ("plan", *["_"] * 6)
    assert [slot.state for slot in hand.slots(view, blank)] == ["next"] + ["empty"] * 5
    svord = samples.asked("svord")
    order = ("order", "_", *[warrior.card for warrior in svord.down[1:]])
    assert hand.slots(svord, order)[svord.round].state == "next"
    assert hand.heading(svord, samples.audience(4, "en"), order)[0] == f"Who attacks fort {svord.round + 1}?"


def test_a_heading_is_set_in_the_face_of_headings() -> None:
    view, audience = samples.asked("seduce"), samples.audience(4)
    with watched() as seen:
        assert RENDERER.preview(view, ("seduce", view.called[field.targets(view)[0]]), audience) is not None
    heading = next(text.text for text in seen if text.text.startswith(NAMES[field.targets(view)[0]]) and "·" in text.text)
    assert canvas.face_for("title", heading) == "title"


def test_two_chariotts_are_told_apart_by_their_places() -> None:
    view = msgspec.structs.replace(samples.asked("plan"), hand=("axx", "archr", "chariott", "chariott"))
    assert hand.seven(view, ("plan", "chariott", "axx")) == [
        ("axx", "2"),
        ("archr", "free"),
        ("chariott", "1"),
        ("chariott", "free"),
    ]


def test_a_given_plan_lies_in_the_hand_without_the_seventh_card() -> None:
    position = samples.asking("plan").copy()
    seat = position.pending()[0]
    view = samples.view_of(position, seat)
    given = samples.view_of(position, next(each for each in range(4) if each != seat))
    assert [slot.card for slot in hand.slots(given)] == list(given.chosen)
    assert sorted(card for card, state in hand.seven(given) if state == "out") == [given.dropped]
    assert hand.slots(view)[0].state == "next"


def test_the_warriors_that_a_question_is_about_are_lit() -> None:
    for what in ("horsie", "fokus", "keep"):
        view = samples.asked(what)
        lit = hand.droppable(view)
        assert lit
        assert set(lit) <= set(view.up[view.seat or 0])
        if what == "horsie":
            assert all(each.place < view.round for each in lit)
    assert hand.droppable(samples.asked("take")) == ()
    assert len(field.places(samples.asked("take"))) > 1
    assert len(field.targets(samples.asked("seduce"))) > 1


@pytest.mark.long
def test_only_axx_and_with_komfort_the_weakest_can_be_kept() -> None:
    for seed in range(1, 30):
        for position in samples.game(4, (), seed)[0]:
            view = samples.view_of(position)
            if view.asking == "keep":
                seat = view.pending[0]
                offered = {move[1] for move in legal_moves(position, seat)} - {"none"}
                shown = hand.keepable(samples.view_of(position, seat), view.up[seat])
                assert offered <= {each.card for each in shown}


def test_the_clans_differ_by_colour_and_shape() -> None:
    assert len({reading.colour for reading in map(clans.look, range(4))}) == 4
    assert tuple(clans.look(clan).shape for clan in range(4)) == SHAPES


def test_who_has_given_orders_is_seen_on_the_board() -> None:
    view = samples.view_of(samples.asking("plan"))
    waiting = msgspec.structs.replace(view, ready=(False,) * 4, pending=(0, 1, 2, 3))
    assert board.draw(view, samples.audience(4)).tobytes() != board.draw(waiting, samples.audience(4)).tobytes()


def test_the_board_shows_warriors_discarded_in_earlier_rounds() -> None:
    view = samples.view_of(samples.asking("take"))
    line = (*view.discarded[0], Warrior("horsie", 1))
    more = msgspec.structs.replace(view, discarded=(line, *view.discarded[1:]))
    assert board.draw(view, samples.audience(4)).tobytes() != board.draw(more, samples.audience(4)).tobytes()


def test_the_instant_win_is_drawn_apart() -> None:
    won = data_of(samples.scene("hecas"), AttackOver)
    plain = msgspec.structs.replace(won, hecas=False)
    band = (500, field.STRIP + 40)
    assert board.scene(won, samples.audience(4)).getpixel(band) != board.scene(plain, samples.audience(4)).getpixel(band)


SHARED = ("board-take", "hand-plan", "scene-seduces", "final")
"""Between them they draw all that is kept."""


@pytest.mark.long
def test_two_threads_draw_the_same_bytes() -> None:
    drawings = samples.drawings(4)
    same_in_two_threads([drawings[name] for name in SHARED], samples.audience(4), sprite_cache.clear)
