"""The pictures of Rzymianie do domu!: size, words, names, secrets, threads."""

from __future__ import annotations

import msgspec
import pytest

from data.words import languages
from engines.notation import legal_moves
from engines.rzymianie.view import Warrior
from render import canvas
from render.rzymianie import ROOM, board, cards, clans, forts, hand, scenes, table
from render.theme import LETTERS, SHAPES
from tests.render import rzymianie_samples as samples
from tests.render.looking import cut, same_in_two_threads, suits_a_phone, texts, well_set
from tests.render.samples import LONGEST, NAMES, NASTY

HAIR = 2
"""Pixels by which a letter may overhang its box."""


def forget() -> None:
    for cache in (cards.face, cards.dull, cards.portrait, forts.card, forts.sign, canvas.label, canvas.panel, canvas.width):
        cache.cache_clear()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seats", "options"), samples.TABLES)
def test_every_picture_suits_a_phone_and_is_told_in_words(seats: int, options: samples.Options, language: str) -> None:
    for name, draw in samples.drawings(seats, options).items():
        suits_a_phone(name, draw(samples.setting(seats, language)), most=1.3)


@pytest.mark.parametrize(("names", "language"), [(NASTY, "pl"), (LONGEST, "en"), (NAMES, "pl"), (NAMES, "en")])
def test_every_text_is_large_enough_inside_the_picture_and_has_its_letters(names: tuple[str, ...], language: str) -> None:
    forget()
    seen: list[canvas.Placed] = []
    for seats, options in (samples.TABLES[0], samples.TABLES[1], samples.TABLES[-1]):
        seen += texts(samples.drawings(seats, options).values(), samples.setting(seats, language, names))
    well_set(seen, HAIR)
    if names == NAMES:
        assert cut(seen) == []


@pytest.mark.parametrize("what", samples.ASKED)
def test_what_only_a_seat_knows_changes_no_byte_of_the_board(what: str) -> None:
    position = samples.asking(what)
    drawn = ROOM.board(samples.view_of(position), samples.setting(4))
    for seat in range(4):
        assert ROOM.board(samples.view_of(position, seat), samples.setting(4)) == drawn


def test_the_hands_of_others_change_no_byte_of_a_hand() -> None:
    view = samples.asked("plan")
    assert view.seat is not None
    drawn = ROOM.hand(view, samples.setting(4))
    nobody = tuple(chosen and seat == view.seat for seat, chosen in enumerate(view.chosen))
    assert ROOM.hand(msgspec.structs.replace(view, chosen=nobody), samples.setting(4)) == drawn
    assert ROOM.hand(msgspec.structs.replace(view, hand=("axx", *view.hand[1:])), samples.setting(4)) != drawn


def test_a_spectator_has_no_hand() -> None:
    view = samples.view_of(samples.asking("plan"))
    assert ROOM.hand(view, samples.setting(4)) is None
    assert ROOM.preview(view, ("plan",), samples.setting(4)) is None


def test_a_plan_is_seen_growing() -> None:
    view = samples.asked("plan")
    setting = samples.setting(4)
    drawn = [ROOM.preview(view, ("plan", *view.hand[:n]), setting) for n in range(7)]
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
    assert hand.heading(view, samples.setting(4, "en"), said) == ("Who attacks fort 2?", False)
    blank = ("plan", *["_"] * 6)
    assert [slot.state for slot in hand.slots(view, blank)] == ["next"] + ["empty"] * 5
    svord = samples.asked("svord")
    order = ("order", "_", *[warrior.card for warrior in svord.down[1:]])
    assert hand.slots(svord, order)[svord.round].state == "next"
    assert hand.heading(svord, samples.setting(4, "en"), order)[0] == f"Who attacks fort {svord.round + 1}?"


def test_two_chariotts_are_told_apart_by_their_places() -> None:
    view = msgspec.structs.replace(samples.asked("plan"), hand=("axx", "archr", "chariott", "chariott"))
    assert hand.seven(view, ("plan", "chariott", "axx")) == [
        ("axx", "2"),
        ("archr", "free"),
        ("chariott", "1"),
        ("chariott", "free"),
    ]


def test_a_plan_given_lies_in_the_hand_and_the_seventh_is_left_out() -> None:
    position = samples.asking("plan").copy()
    seat = position.pending()[0]
    view = samples.view_of(position, seat)
    given = samples.view_of(position, next(each for each in range(4) if each != seat))
    assert [slot.card for slot in hand.slots(given)] == list(given.choice)
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
    assert len(table.places(samples.asked("take"))) > 1
    assert len(table.targets(samples.asked("seduce"))) > 1


def test_only_axx_and_with_komfort_the_weakest_can_be_kept() -> None:
    for seed in range(1, 30):
        for position in samples.game(4, (), seed)[0]:
            view = samples.view_of(position)
            if view.asking == "keep":
                seat = view.pending[0]
                offered = {move[1] for move in legal_moves(position, seat)} - {"none"}
                shown = hand.keepable(samples.view_of(position, seat), view.up[seat])
                assert offered <= {each.card for each in shown}


def test_the_clans_differ_by_colour_shape_and_letter() -> None:
    assert len({look.colour for look in clans.LOOKS}) == 4
    assert tuple(look.shape for look in clans.LOOKS) == SHAPES
    assert "".join(look.letter for look in clans.LOOKS) == LETTERS


def test_who_has_given_orders_is_seen_on_the_board() -> None:
    view = samples.view_of(samples.asking("plan"))
    waiting = msgspec.structs.replace(view, chosen=(False,) * 4, pending=(0, 1, 2, 3))
    assert board.draw(view, samples.setting(4)).tobytes() != board.draw(waiting, samples.setting(4)).tobytes()


def test_discarded_warriors_of_earlier_rounds_are_seen_on_the_board() -> None:
    view = samples.view_of(samples.asking("take"))
    line = (*view.discarded[0], Warrior("horsie", 1))
    more = msgspec.structs.replace(view, discarded=(line, *view.discarded[1:]))
    assert board.draw(view, samples.setting(4)).tobytes() != board.draw(more, samples.setting(4)).tobytes()


def test_the_instant_win_is_drawn_apart() -> None:
    event = samples.scene("hecas")
    plain = msgspec.structs.replace(event, data={**event.data, "hecas": False})
    band = (500, table.STRIP + 40)
    assert scenes.draw(event.data, samples.setting(4)).getpixel(band) != scenes.draw(plain.data, samples.setting(4)).getpixel(
        band
    )


def test_two_threads_draw_the_same_bytes() -> None:
    same_in_two_threads(samples.drawings(4).values(), samples.setting(4), forget)
