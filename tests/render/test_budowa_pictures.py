"""The pictures of Budowa zamku: size, words, names, secrets, threads."""

from __future__ import annotations

import msgspec
import pytest

from data.words import languages
from engines.budowa.view import Open
from render import canvas
from render.budowa import ROOM, blocks, table
from tests.render import samples
from tests.render.budowa_samples import GAME, SEATS, drawings, find, view
from tests.render.looking import cut, same_in_two_threads, suits_a_phone, texts, well_set

NAMES = {"nasty": samples.NASTY, "longest": samples.LONGEST}


def forget() -> None:
    for cache in (blocks.face_down, blocks.turned, blocks.built, blocks.place, blocks.little, canvas.label):
        cache.cache_clear()


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (3, "pl"), (4, "en"), (4, "pl")])
def test_every_picture_suits_a_phone_and_is_told_in_words(seats: int, language: str):
    for name, draw in drawings(seats).items():
        suits_a_phone(name, draw(samples.setting(seats, language)))


@pytest.mark.parametrize(("names", "language"), [("nasty", "pl"), ("longest", "en")])
@pytest.mark.parametrize("seats", SEATS)
def test_every_text_is_large_enough_inside_the_picture_and_has_its_letters(seats: int, names: str, language: str):
    forget()
    well_set(texts(drawings(seats).values(), samples.setting(seats, language, NAMES[names])))


@pytest.mark.parametrize("language", languages())
def test_words_of_ours_and_ordinary_names_are_never_cut(language: str):
    forget()
    seen = [text for seats in SEATS for text in texts(drawings(seats).values(), samples.setting(seats, language))]
    assert cut(seen) == []
    well_set(seen)


@pytest.mark.parametrize("seats", SEATS)
def test_what_was_put_back_changes_no_byte_of_any_picture_or_text(seats: int):
    """The memory rule: positions that differ in what lies face down look the same."""
    position, _ = find(lambda now, _: sum(card > 0 for card in now.grid) > 6 and now.deciding, seats, figures="on")
    other = position.copy()
    spots = [spot for spot, card in enumerate(other.grid) if card > 0 and spot != other.up]
    for spot, card in zip(spots, [other.grid[spot] for spot in spots[1:]] + [other.grid[spots[0]]], strict=True):
        other.grid[spot] = card
    setting = samples.setting(seats)
    assert position.snapshot() != other.snapshot()
    assert ROOM.board(position.view(None), setting) == ROOM.board(other.view(None), setting)
    assert ROOM.text(position.view(0), setting) == ROOM.text(other.view(0), setting)
    mine, theirs = position.play(position.active, ("back",)), other.play(other.active, ("back",))
    assert [ROOM.line(event, setting) for event in mine] == [ROOM.line(event, setting) for event in theirs]
    assert [ROOM.scene(event, setting) for event in mine if event.scene] == [
        ROOM.scene(event, setting) for event in theirs if event.scene
    ]


def test_the_number_of_the_open_card_is_on_the_board_and_its_alt_text_but_not_in_a_settled_one():
    shown = view(lambda position, _: position.deciding, 3, skip=20)
    other = msgspec.structs.replace(shown, open=msgspec.structs.replace(shown.open, number=shown.open.number - 1))
    setting = samples.setting(3)
    assert ROOM.board(shown, setting).data != ROOM.board(other, setting).data
    assert str(shown.open.number) in ROOM.board(shown, setting).alt
    settled = [GAME.settled(each) for each in (shown, other)]
    assert ROOM.board(settled[0], setting) == ROOM.board(settled[1], setting)
    assert ROOM.text(settled[0], setting) == ROOM.text(settled[1], setting)


def test_the_board_is_the_same_from_every_seat_and_there_is_no_hand():
    position, _ = find(lambda now, _: now.deciding, 4, skip=20)
    drawn = ROOM.board(position.view(None), samples.setting(4))
    for seat in range(4):
        assert ROOM.board(position.view(seat), samples.setting(4)) == drawn
        assert ROOM.hand(position.view(seat), samples.setting(4)) is None
        assert ROOM.preview(position.view(seat), (), samples.setting(4)) is None


def test_a_card_that_goes_back_looks_unlike_one_to_be_decided_about():
    looks = {blocks.turned(33, "C7", 76, mood).tobytes() for mood in ("open", "back", "out")}
    assert len(looks) == 3


def test_rows_stand_side_by_side_and_columns_below_each_other():
    size = blocks.SIZES[3]
    corners = {spot: table._corner(spot, size) for spot in ("a1", "b1", "a2")}
    assert corners["b1"][0] > corners["a1"][0]
    assert corners["b1"][1] == corners["a1"][1]
    assert corners["a2"][0] == corners["a1"][0]
    assert corners["a2"][1] > corners["a1"][1]


def test_a_card_turned_at_any_edge_stays_inside():
    shown = view(lambda position, _: not position.moves, 4)
    for spot in ("a1", "a9", "e1", "e9"):
        opened = msgspec.structs.replace(shown, open=Open(spot, 33, 0, False, "back"))
        assert len(ROOM.board(opened, samples.setting(4)).data) > 10_000


def test_two_threads_draw_the_same_bytes():
    same_in_two_threads([*drawings(3).values()][:6] * 2, samples.setting(3), forget)
