"""The pictures of Rycerze: size, words, names, secrets, threads."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.rycerze.events import CastleWon
from render import sprite_cache
from render.rycerze import RENDERER, board, hand, scenes
from tests.games.rycerze import sample_games
from tests.games.rycerze.drawings import drawings
from tests.support import samples
from tests.support.event_data import data_of
from tests.support.picture_checks import cut, same_in_two_threads, shown, suits_a_phone, watched, well_set

SEATS = (2, 3, 4)
NAMES = {"plain": samples.NAMES, "nasty": samples.NASTY, "longest": samples.LONGEST}
QUICK = ((2, "longest", "en"),)
DRAWN = [
    pytest.param(seats, names, language, marks=() if (seats, names, language) in QUICK else pytest.mark.long)
    for seats in SEATS
    for names, language in (("plain", "en"), ("plain", "pl"), ("nasty", "pl"), ("longest", "en"))
]
"""The quick tests draw for the fewest players, the long ones for all."""


@pytest.mark.long
@pytest.mark.parametrize(("seats", "names", "language"), DRAWN)
def test_every_picture_is_readable_on_a_phone(seats: int, names: str, language: str) -> None:
    seen = shown(drawings(seats), samples.audience(seats, language, NAMES[names]))
    for name, picture in seen.pictures.items():
        suits_a_phone(name, picture)
    well_set(seen.texts)
    if names == "plain":
        assert cut(seen.texts) == []


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_ordinary_names_are_never_cut_in_the_strip(seats: int) -> None:
    with watched() as seen:
        board.draw(sample_games.battle_view(seats), samples.audience(seats))
    assert {text.text for text in seen} >= set(samples.NAMES[:seats])


@pytest.mark.parametrize("by", ["strength", "sword"])
@pytest.mark.parametrize("language", ["de", "en", "pl"])
def test_who_wins_a_castle_is_named_whole(by: str, language: str) -> None:
    won = msgspec.structs.replace(data_of(sample_games.events("castle", 3)[0], CastleWon), by=by)
    for seat, name in enumerate(samples.NAMES[:3]):
        with watched() as seen:
            scenes.castle(msgspec.structs.replace(won, winner=seat), samples.audience(3, language))
        band = [text.text for text in seen if name in text.text and text.size >= 42 and text.box[1] > board.top()]
        assert band, (name, [text.text for text in seen])


@pytest.mark.parametrize("seats", SEATS)
def test_what_only_a_seat_knows_changes_no_byte_of_the_board(seats: int) -> None:
    for public in (sample_games.battle_view(seats), sample_games.drum_view(seats)):
        drawn = RENDERER.board(public, samples.audience(seats))
        for seat in range(seats):
            secrets: dict[str, Any] = {
                "hand": ("knight", "shepherd"),
                "camp": ("dragon",),
                "chosen": ("knight",),
                "recruits": ("archer",),
            }
            knows = msgspec.structs.replace(public, seat=seat, **secrets)
            assert RENDERER.board(knows, samples.audience(seats)) == drawn


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_the_board_is_the_same_from_every_seat(seats: int) -> None:
    drawn = RENDERER.board(sample_games.battle_view(seats), samples.audience(seats))
    for seat in range(seats):
        assert RENDERER.board(sample_games.battle_view(seats, seat), samples.audience(seats)) == drawn


@pytest.mark.long
def test_a_hand_shows_its_own_seat_only() -> None:
    view = sample_games.battle_view(3, 1)
    drawn = RENDERER.hand(view, samples.audience(3))
    assert RENDERER.hand(msgspec.structs.replace(view, ready=(True, view.ready[1], True)), samples.audience(3)) == drawn
    assert RENDERER.hand(msgspec.structs.replace(view, hand=("shepherd", "shepherd"), chosen=()), samples.audience(3)) != drawn


def test_a_spectator_has_no_hand() -> None:
    assert RENDERER.hand(sample_games.battle_view(2), samples.audience(2)) is None


def test_who_has_chosen_is_seen_on_the_board() -> None:
    view = sample_games.battle_view(4)
    waiting = msgspec.structs.replace(view, ready=(False,) * 4)
    assert board.draw(view, samples.audience(4)).tobytes() != board.draw(waiting, samples.audience(4)).tobytes()


def test_a_castle_won_by_the_sword_is_told_and_drawn_apart() -> None:
    event = sample_games.events("castle", 3, by="sword")[0]
    by_sword = data_of(event, CastleWon)
    by_strength = msgspec.structs.replace(by_sword, by="strength")
    dark = scenes.castle(by_sword, samples.audience(3)).getpixel((30, 200))
    day = scenes.castle(by_strength, samples.audience(3)).getpixel((30, 200))
    assert isinstance(dark, tuple)
    assert isinstance(day, tuple)
    assert sum(dark) < sum(day) - 150
    assert "mieczowi" in RENDERER.scene(event, samples.audience(3)).alt


def test_the_letters_of_the_hand() -> None:
    view = sample_games.battle_view(4, 0)
    assert hand.letter("knight") == "A"
    assert hand.letter("shepherd") == "G"
    assert hand.letter("shepherd", ("play", "shepherd")) == "H"
    both = msgspec.structs.replace(view, chosen=("shepherd", "shepherd"))
    assert hand.chosen_letters(both) == ["G", "H"]
    assert hand.chosen_letters(msgspec.structs.replace(view, chosen=("dragon", "shepherd"), hand=view.hand)) == ["C", "G"]


def test_choices_come_from_the_hand_or_the_camp() -> None:
    castle, drum = sample_games.battle_view(4, 3), sample_games.drum_view(4, 3)
    for view, lies in ((castle, castle.hand), (drum, drum.camp)):
        shown = [card for card, where in zip(hand.LETTERED, hand.where(view), strict=True) if where in {"free", "chosen"}]
        assert sorted(shown) == sorted(lies)


@pytest.mark.long
def test_two_threads_draw_the_same_bytes() -> None:
    same_in_two_threads([*drawings(4).values()] * 2, samples.audience(4), sprite_cache.clear)


def test_what_a_hint_shows_is_not_called_a_choice() -> None:
    view = sample_games.battle_view(4, 0)
    hinted = msgspec.structs.replace(view, pending=(0,), chosen=view.hand[:2])
    made = msgspec.structs.replace(hinted, pending=())
    for hinting, head in ((hinted, "Na obrazku:"), (made, "Wybór:")):
        with watched() as seen:
            RENDERER.hand(hinting, samples.audience(4))
        said = {each.text for each in seen}
        assert head in said
        assert ("możesz zmienić" in said) == (hinting is made)
