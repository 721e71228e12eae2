"""The pictures of Budowa zamku: size, words, names, secrets, threads."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from data.words import languages
from engines.budowa.view import Open
from render import canvas, glyphs
from render.budowa import ROOM, blocks, ends, table
from render.contract import ALT_LENGTH, Person, Picture
from render.theme import SMALLEST, WIDTH
from tests.render import samples
from tests.render.budowa_samples import GAME, SEATS, drawings, ended, find, view

NAMES = {"nasty": samples.NASTY, "longest": samples.LONGEST}
GOLDEN = Path(__file__).parent / "golden" / "budowa"
MOST = 3.0
"""Mean difference of a colour value that still passes."""


def forget() -> None:
    for cache in (blocks.face_down, blocks.turned, blocks.built, blocks.place, blocks.little, canvas.label):
        cache.cache_clear()


def well_set(seen: list[canvas.Placed]) -> None:
    """Every text is large enough, inside its picture, and in a font that has its letters."""
    assert len(seen) > 100
    faces = [glyphs.covered(face) for face in ("digits", "bold", "title", "other")]
    for text in seen:
        left, top, right, bottom = text.box
        assert text.size >= SMALLEST, text
        assert left >= 0, text
        assert right <= text.picture[0], text
        assert top >= 0, text
        assert bottom <= text.picture[1] + 1, text
        assert any(all(ord(char) in face for char in text.text) for face in faces), text


@pytest.mark.parametrize(("seats", "language"), [(2, "en"), (3, "pl"), (4, "en"), (4, "pl")])
def test_every_picture_suits_a_phone_and_is_told_in_words(seats: int, language: str):
    for name, draw in drawings(seats).items():
        picture = draw(samples.setting(seats, language))
        im = Image.open(io.BytesIO(picture.data))
        assert im.width == WIDTH, name
        assert 0.6 * WIDTH <= im.height <= 1.15 * WIDTH, name
        assert len(picture.data) < 300_000, name
        assert 40 < len(picture.alt) <= ALT_LENGTH, name
        assert not picture.alt.endswith("…"), name


@pytest.mark.parametrize(("names", "language"), [("nasty", "pl"), ("longest", "en")])
@pytest.mark.parametrize("seats", SEATS)
def test_every_text_is_large_enough_inside_the_picture_and_has_its_letters(seats: int, names: str, language: str):
    forget()
    seen: list[canvas.Placed] = []
    token = canvas.watch.set(seen)
    try:
        for draw in drawings(seats).values():
            assert len(draw(samples.setting(seats, language, NAMES[names])).alt) <= ALT_LENGTH
    finally:
        canvas.watch.reset(token)
    well_set(seen)


@pytest.mark.parametrize("language", languages())
def test_words_of_ours_and_ordinary_names_are_never_cut(language: str):
    forget()
    seen: list[canvas.Placed] = []
    token = canvas.watch.set(seen)
    try:
        for seats in SEATS:
            for draw in drawings(seats).values():
                draw(samples.setting(seats, language))
    finally:
        canvas.watch.reset(token)
    assert [text for text in seen if text.text != text.wanted] == []
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


def test_computer_players_and_those_who_left_are_marked():
    shown, plain = ended(2)[0], samples.setting(2)
    marked = msgspec.structs.replace(plain, people=(Person("Grażyna", computer=True), Person("Łucja", resigned=True)))
    assert ROOM.board(shown, marked).data != ROOM.board(shown, plain).data


def test_two_threads_draw_the_same_bytes():
    jobs = [*drawings(3).values()][:6] * 2
    setting = samples.setting(3)
    expected = [draw(setting) for draw in jobs]
    forget()
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda draw: draw(setting), jobs)) == expected


def test_key_art_has_the_size_asked_for():
    assert ends.cover(1052, 330).size == (1052, 330)
    assert ends.cover(800, 300).size == (800, 300)


# -- golden pictures: small copies of what they looked like when somebody last looked (budowa_golden.py) -------------


def small(picture: Picture) -> Image.Image:
    with Image.open(io.BytesIO(picture.data)) as im:
        return im.convert("RGB").resize((270, round(im.height * 270 / im.width)), Image.Resampling.BOX)


KEPT = {2: ("stall", "final", "notes"), 3: ("build", "insert", "scene-out"), 4: ("forced", "scene-build", "final-figures")}


def golden() -> dict[str, Image.Image]:
    chosen = [(name, seats) for seats, names in KEPT.items() for name in names]
    return {f"{name}-{seats}": small(drawings(seats)[name](samples.setting(seats))) for name, seats in chosen}


def test_pictures_look_as_they_did():
    drawn = golden()
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(drawn)
    for name, im in drawn.items():
        with Image.open(GOLDEN / f"{name}.png") as kept:
            assert kept.size == im.size, name
            difference = ImageStat.Stat(ImageChops.difference(kept.convert("RGB"), im)).mean
        assert max(difference) < MOST, (name, difference)
