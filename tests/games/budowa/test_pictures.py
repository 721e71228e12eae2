"""The pictures of Budowa zamku: size, words, names, secrets, threads."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from engines.budowa.components import ELEMENTS, HIGHEST, TILE
from engines.budowa.view import Open
from render import sprite_cache
from render.budowa import RENDERER, blocks, board, towers
from render.theme import WIDTH
from tests.games.budowa.samples import GAME, SEATS, drawings, find, view
from tests.games.budowa.tale import open_card
from tests.support import samples
from tests.support.picture_checks import cut, same_in_two_threads, shown, suits_a_phone, watched, well_set

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


@pytest.mark.parametrize("seats", SEATS)
def test_cards_put_back_change_no_byte_of_a_picture_or_text(seats: int) -> None:
    """The memory rule: positions that differ in what lies face down look the same."""
    position, _ = find(lambda now, _: sum(card > 0 for card in now.grid) > 6 and now.deciding, seats, figures="on")
    other = position.copy()
    spots = [spot for spot, card in enumerate(other.grid) if card > 0 and spot != other.up]
    for spot, card in zip(spots, [other.grid[spot] for spot in spots[1:]] + [other.grid[spots[0]]], strict=True):
        other.grid[spot] = card
    audience = samples.audience(seats)
    assert position.snapshot() != other.snapshot()
    assert RENDERER.board(position.view(None), audience) == RENDERER.board(other.view(None), audience)
    assert RENDERER.text(position.view(0), audience) == RENDERER.text(other.view(0), audience)
    mine, theirs = position.play(position.active, ("back",)), other.play(other.active, ("back",))
    assert [RENDERER.line(event, audience) for event in mine] == [RENDERER.line(event, audience) for event in theirs]
    assert [RENDERER.scene(event, audience) for event in mine if event.scene] == [
        RENDERER.scene(event, audience) for event in theirs if event.scene
    ]


def test_card_number_is_shown_only_while_the_card_is_open() -> None:
    shown = view(lambda position, _: position.deciding, 3, skip=20)
    card = open_card(shown)
    other = msgspec.structs.replace(shown, open=msgspec.structs.replace(card, number=card.number - 1))
    audience = samples.audience(3)
    assert RENDERER.board(shown, audience).data != RENDERER.board(other, audience).data
    assert str(card.number) in RENDERER.board(shown, audience).alt
    covered = [GAME.cover(each) for each in (shown, other)]
    assert RENDERER.board(covered[0], audience) == RENDERER.board(covered[1], audience)
    assert RENDERER.text(covered[0], audience) == RENDERER.text(covered[1], audience)


def test_every_seat_sees_the_same_board_and_no_hand() -> None:
    position, _ = find(lambda now, _: now.deciding, 4, skip=20)
    drawn = RENDERER.board(position.view(None), samples.audience(4))
    for seat in range(4):
        assert RENDERER.board(position.view(seat), samples.audience(4)) == drawn
        assert RENDERER.hand(position.view(seat), samples.audience(4)) is None
        assert RENDERER.preview(position.view(seat), (), samples.audience(4)) is None


def test_a_card_that_goes_back_looks_unlike_an_undecided_one() -> None:
    looks = {blocks.open_card(33, "C7", mood).tobytes() for mood in ("open", "back", "out")}
    assert len(looks) == 3


@pytest.mark.rule("B1")
def test_the_picture_has_five_rows_of_nine() -> None:
    start = GAME.start(3, {}, bytes(16))
    places = {place.word: place for place in RENDERER.board(start.view(None), samples.audience(3)).places}
    lefts, tops = [{place.left for place in places.values()}, {place.top for place in places.values()}]
    assert (len(places), len(lefts), len(tops)) == (45, 9, 5)
    assert places["b1"].left == places["a1"].left
    assert places["b1"].top > places["a1"].top
    assert places["a2"].left > places["a1"].left
    assert places["a2"].top == places["a1"].top


def test_towers_stand_on_a_scale_up_to_the_highest_card() -> None:
    assert towers.left_of(0, TILE) == 0
    assert towers.left_of(1, TILE + 1) == towers.WIDE
    assert towers.left_of(3, 15) - towers.left_of(2, 9) == towers.WIDE + 5 * towers.UNIT
    longest = range(HIGHEST - ELEMENTS + 1, HIGHEST + 1)
    assert max(towers.left_of(i, card) for i, card in enumerate(longest)) + towers.WIDE == towers.ACROSS
    assert board.SHELF + towers.ACROSS < WIDTH - board.EDGE


def test_picture_and_text_say_what_building_would_lose() -> None:
    shown = view(lambda position, _: position.deciding, 3, skip=20)
    last, card = shown.board.castles[shown.active][-1], open_card(shown).number
    said = f"{last} → {card}: {card - last - 1} lost"
    audience = samples.audience(3, "en")
    with watched() as seen:
        picture = RENDERER.board(shown, audience)
    assert said in [text.text for text in seen]
    assert said in picture.alt
    assert said in RENDERER.text(shown, audience)
    covered = GAME.cover(shown)
    assert "lost" not in RENDERER.board(covered, audience).alt + RENDERER.text(covered, audience)


def test_a_card_turned_at_any_edge_stays_inside() -> None:
    shown = view(lambda position, _: not position.moves, 4)
    for spot in ("a1", "a9", "e1", "e9"):
        opened = msgspec.structs.replace(shown, open=Open(spot, 33, 0, False, "back"))
        assert len(RENDERER.board(opened, samples.audience(4)).data) > 10_000


@pytest.mark.long
def test_two_threads_draw_the_same_bytes() -> None:
    same_in_two_threads([*drawings(3).values()] * 2, samples.audience(3), sprite_cache.clear)


@pytest.mark.long
@pytest.mark.parametrize(
    ("names", "language"), [("longest", "de"), *(pytest.param(each, "pl", marks=pytest.mark.long) for each in NAMES)]
)
def test_no_text_of_the_table_covers_another(names: str, language: str) -> None:
    for seats in SEATS:
        for name, draw in drawings(seats).items():
            sprite_cache.clear()
            if not name.startswith("final"):
                with watched() as seen:
                    draw(samples.audience(seats, language, NAMES[names]))
                boxes = [(text.text, text.box) for text in seen if text.picture[0] == WIDTH]
                for (one, a), (other, b) in itertools.combinations(boxes, 2):
                    apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
                    assert apart, (name, one, other)
