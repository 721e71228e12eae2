"""The pictures of Rycerze: size, words, names, secrets, threads."""

from __future__ import annotations

import msgspec
import pytest

from data.words import languages
from render import canvas
from render.rycerze import ROOM, board, cards, hand, scenes
from tests.render import samples
from tests.render.looking import cut, same_in_two_threads, suits_a_phone, texts, watched, well_set
from tests.render.pictures import drawings

SEATS = (2, 3, 4)
NAMES = {"nasty": samples.NASTY, "longest": samples.LONGEST}


def forget() -> None:
    for cache in (cards.face, cards.dull_face, cards.figure, canvas.label, canvas.panel, canvas.width):
        cache.cache_clear()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", SEATS)
def test_every_picture_suits_a_phone_and_is_told_in_words(seats: int, language: str) -> None:
    for name, draw in drawings(seats).items():
        suits_a_phone(name, draw(samples.setting(seats, language)))


@pytest.mark.parametrize(("names", "language"), [("nasty", "pl"), ("longest", "en")])
@pytest.mark.parametrize("seats", SEATS)
def test_every_text_is_large_enough_inside_the_picture_and_has_its_letters(seats: int, names: str, language: str) -> None:
    forget()
    well_set(texts(drawings(seats).values(), samples.setting(seats, language, NAMES[names])))


@pytest.mark.parametrize("seats", SEATS)
def test_ordinary_names_are_never_cut_in_the_strip(seats: int) -> None:
    with watched() as seen:
        board.draw(samples.battle_view(seats), samples.setting(seats))
    assert {text.text for text in seen} >= set(samples.NAMES[:seats])


@pytest.mark.parametrize("language", languages())
def test_words_of_ours_are_never_cut(language: str) -> None:
    forget()
    seen = [text for seats in SEATS for text in texts(drawings(seats).values(), samples.setting(seats, language))]
    assert cut(seen) == []
    well_set(seen)


@pytest.mark.parametrize("seats", SEATS)
def test_what_only_a_seat_knows_changes_no_byte_of_the_board(seats: int) -> None:
    for public in (samples.battle_view(seats), samples.drum_view(seats)):
        drawn = ROOM.board(public, samples.setting(seats))
        for seat in range(seats):
            secrets = {"hand": ("knight", "shepherd"), "camp": ("dragon",), "choice": ("knight",), "recruits": ("archer",)}
            knows = msgspec.structs.replace(public, seat=seat, **secrets)
            assert ROOM.board(knows, samples.setting(seats)) == drawn


@pytest.mark.parametrize("seats", SEATS)
def test_the_board_is_the_same_from_every_seat(seats: int) -> None:
    drawn = ROOM.board(samples.battle_view(seats), samples.setting(seats))
    for seat in range(seats):
        assert ROOM.board(samples.battle_view(seats, seat), samples.setting(seats)) == drawn


def test_a_hand_shows_its_own_seat_only() -> None:
    view = samples.battle_view(3, 1)
    drawn = ROOM.hand(view, samples.setting(3))
    assert ROOM.hand(msgspec.structs.replace(view, chosen=(True, view.chosen[1], True)), samples.setting(3)) == drawn
    assert ROOM.hand(msgspec.structs.replace(view, hand=("shepherd", "shepherd"), choice=()), samples.setting(3)) != drawn


def test_a_spectator_has_no_hand() -> None:
    assert ROOM.hand(samples.battle_view(2), samples.setting(2)) is None


def test_who_has_chosen_is_seen_on_the_board() -> None:
    view = samples.battle_view(4)
    waiting = msgspec.structs.replace(view, chosen=(False,) * 4)
    assert board.draw(view, samples.setting(4)).tobytes() != board.draw(waiting, samples.setting(4)).tobytes()


def test_a_castle_won_by_the_sword_is_told_and_drawn_apart() -> None:
    by_sword = samples.events("castle", 3, by="sword")[0]
    by_strength = msgspec.structs.replace(by_sword, data={**by_sword.data, "by": "strength"})
    dark = scenes.castle(by_sword.data, samples.setting(3)).getpixel((30, 200))
    day = scenes.castle(by_strength.data, samples.setting(3)).getpixel((30, 200))
    assert isinstance(dark, tuple)
    assert isinstance(day, tuple)
    assert sum(dark) < sum(day) - 150
    assert "mieczowi" in ROOM.scene(by_sword, samples.setting(3)).alt


def test_the_letters_of_the_hand() -> None:
    view = samples.battle_view(4, 0)
    assert hand.letter("knight") == "A"
    assert hand.letter("shepherd") == "G"
    assert hand.letter("shepherd", ("play", "shepherd")) == "H"
    both = msgspec.structs.replace(view, choice=("shepherd", "shepherd"))
    assert hand.chosen_letters(both) == ["G", "H"]
    assert hand.chosen_letters(msgspec.structs.replace(view, choice=("dragon", "shepherd"), hand=view.hand)) == ["C", "G"]


def test_cards_that_can_be_chosen_are_the_hand_for_a_castle_and_the_camp_for_a_recruitment() -> None:
    castle, drum = samples.battle_view(4, 3), samples.drum_view(4, 3)
    for view, lies in ((castle, castle.hand), (drum, drum.camp)):
        shown = [card for card, where in zip(hand.LETTERED, hand.where(view), strict=True) if where in {"free", "chosen"}]
        assert sorted(shown) == sorted(lies)


def test_two_threads_draw_the_same_bytes() -> None:
    same_in_two_threads([*drawings(4).values()] * 2, samples.setting(4), forget)
