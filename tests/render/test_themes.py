"""Each theme can be read and told apart by everybody, in the pictures themselves; and Discord's badge covers nothing."""

from __future__ import annotations

import functools
import itertools

import msgspec
import pytest
from PIL import Image, ImageChops

from data.themes import DEFAULT, THEMES
from engines import colours, games
from render import canvas, renderers, sprite_cache
from render.art import shields
from render.contract import Audience, Picture
from render.frame import CORNER, FOOT, frieze
from render.rzymianie import clans
from render.theme import (
    ACCENT,
    BG,
    CAPTION,
    COLOURS,
    MATERIALS,
    MUTED,
    PANEL,
    SOFT,
    TEXT,
    WIDTH,
    Colour,
    Shade,
    contrast,
    mix,
    player,
    rgb,
    using,
)
from tests.support import samples
from tests.support.cases import cases
from tests.support.colour_vision import BLINDNESS, apart, stands_out
from tests.support.golden_pictures import opened, sets
from tests.support.picture_checks import watched
from tools import contact

READS = {"dark": 4.5, "light": 4.5, "contrast": 7.0}
"""Least contrast of a text with what it stands on (WCAG: AA, AAA)."""

ASIDE = {"dark": 3.0, "light": 3.0, "contrast": 4.5}
"""Of what may be missed: it stands back on purpose."""

MARK = 3.0
"""Of a line or shape that says something."""

APART = 0.15
"""Distance in OKLab of what is told apart by its colour."""

SOME = 1
LONG = pytest.mark.long
SAMPLED = [(theme, name, SOME) for theme in THEMES for name in sets() if (theme, name) != (DEFAULT, "house")]
QUICK = [case for case in SAMPLED if case[0] == "light"]


@functools.cache
def drawn(theme: str, name: str, most: int | None) -> tuple[tuple[tuple[str, Picture], ...], tuple[canvas.Placed, ...]]:
    """Golden pictures of a set in a theme, and all texts in them."""
    sprite_cache.clear()
    with samples.themed(theme), watched() as seen:
        pictures = [(key, each) for key, each in itertools.islice(sets()[name](), most) if isinstance(each, Picture)]
    return tuple(pictures), tuple(seen)


CASES = [
    *(pytest.param(*case, id="-".join(map(str, case)), marks=() if case in QUICK else LONG) for case in SAMPLED),
    *(pytest.param(theme, name, None, id=f"{theme}-{name}-all", marks=LONG) for theme in THEMES for name in sets()),
]


@pytest.mark.long
@pytest.mark.parametrize(("theme", "name", "most"), CASES)
def test_texts_can_be_read_and_the_lower_left_corner_is_free(theme: str, name: str, most: int | None) -> None:
    pictures, texts = drawn(theme, name, most)
    with using(theme):
        for text in texts:
            assert stands_out(text) >= (ASIDE if text.secondary else READS)[theme] - 0.05, (text.text, text.colour)
        foot = frieze().crop((0, 0, CORNER[0], FOOT))
    for text in texts:
        if text.picture[0] == WIDTH and text.box[0] < CORNER[0] and text.picture[1] > 400:
            assert text.box[3] <= text.picture[1] + FOOT - CORNER[1] + 2, text.text
    for key, picture in pictures:
        im = opened(picture)
        corner = im.crop((0, im.height - FOOT, CORNER[0], im.height))
        assert max(high for _, high in ImageChops.difference(corner, foot).getextrema()) <= 8, key  # type: ignore[misc]


@LONG
@pytest.mark.parametrize(("theme", "name"), [*((theme, "house") for theme in THEMES), *(("light", game) for game in games())])
def test_lessons_hints_stories_and_the_like_can_be_read(theme: str, name: str) -> None:
    """What stands in no golden picture, as the sheets of `tools.contact` show it."""
    sprite_cache.clear()
    with samples.themed(theme), watched() as seen:
        count = len([*(contact.house("pl") if name == "house" else contact.of_game(name, "pl"))])
        assert count > 4
        for text in seen:
            assert stands_out(text) >= (ASIDE if text.secondary else READS)[theme] - 0.05, (text.text, text.colour)
            assert text.text == text.wanted, text


@pytest.mark.parametrize("theme", THEMES)
def test_words_and_marks_stand_out_from_the_page_and_from_panels(theme: str) -> None:
    with using(theme):
        looks = [*(player(seat, seats) for seats in (2, 3, 4) for seat in range(seats)), *map(clans.look, range(4))]
        grounds: list[Colour] = [BG, PANEL, *(mix(ground, look.tint, 0.2) for ground in (BG, PANEL) for look in looks)]
        for ground in grounds:
            for ink in (TEXT, CAPTION, SOFT, MUTED, ACCENT):
                assert contrast(ink, ground) >= READS[theme], (ink, rgb(ground))
        for look in looks:
            for ground in (BG, PANEL):
                assert contrast(look.rim, ground) >= MARK, look
            assert contrast(look.ink, look.colour) >= READS[theme], look


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_colour_blind_tell_players_clans_and_stones_apart(theme: str, kind: str) -> None:
    with using(theme):
        for seats in (2, 3, 4):
            for a, b in itertools.combinations([player(seat, seats) for seat in range(seats)], 2):
                assert apart(a.colour, b.colour, kind) > APART, (a, b)
        for a, b in itertools.combinations(map(clans.look, range(4)), 2):
            assert apart(a.colour, b.colour, kind) > APART / 2 or a.shape != b.shape, (a, b)
        for one, other in itertools.combinations(MATERIALS, 2):
            ours, theirs = (shields.plain(each, 66, 80).convert("L") for each in (one, other))
            told = ImageChops.difference(ours, theirs).point(lambda v: 255 if v > 12 else 0)
            drawn_otherwise = sum(told.histogram()[255:]) > 0.1 * told.width * told.height
            assert apart(MATERIALS[one][0], MATERIALS[other][0], kind) > APART or drawn_otherwise, (one, other)


@pytest.mark.parametrize("game", cases(sorted(renderers()), ["torres", "zamek"]))
def test_every_game_draws_in_the_theme_of_its_audience(game: str) -> None:
    seats = next(seats for seats in games()[game].seats if seats > 1)
    view = games()[game].start(seats, {}, bytes(16)).view(None)
    plain = samples.audience(seats)
    seen = set()
    for theme in THEMES:
        picture = renderers()[game].board(view, Audience(plain.people, plain.words, theme))
        im = opened(picture)
        with using(theme):
            page = rgb(BG)
        corner = im.getpixel((2, im.height - FOOT))
        assert isinstance(corner, tuple)
        assert all(abs(a - b) <= 6 for a, b in zip(corner, page, strict=True))
        assert len(picture.data) < 300_000
        seen.add(picture.data)
    assert len(seen) == len(THEMES)


def test_players_choose_among_colours_that_differ_for_everybody() -> None:
    """The four that may be chosen are those of four players, of whom the test above looks at each pair."""
    assert {COLOURS[word] for word in colours.COLOURS} == {player(seat, 4).colour for seat in range(4)}
    with using(DEFAULT, chosen=("vermilion", "")):
        assert [player(seat, 2).colour for seat in range(2)] == [COLOURS["vermilion"], COLOURS["yellow"]]
        assert player(0, 4).colour == COLOURS["sky"], "of another number of players"
    assert player(0, 2).colour == COLOURS["blue"]


@pytest.mark.parametrize("game", cases([game for game in sorted(renderers()) if games()[game].colours], ["zamek"]))
def test_every_game_draws_its_players_in_the_colours_they_chose(game: str) -> None:
    seats = next(seats for seats in games()[game].seats if seats > 1)
    view = games()[game].start(seats, {}, bytes(16)).view(None)
    plain = samples.audience(seats)
    chosen = games()[game].colours[-1]
    people = tuple(
        msgspec.structs.replace(person, colour=chosen if not seat else "") for seat, person in enumerate(plain.people)
    )
    before, after = (renderers()[game].board(view, Audience(each, plain.words)).data for each in (plain.people, people))
    assert before != after
    assert renderers()[game].board(view, plain).data == before


def test_a_sprite_is_kept_for_each_theme_by_itself() -> None:
    found: list[Image.Image] = []
    for theme in (*THEMES, *THEMES):
        with using(theme):
            found.append(canvas.panel(40, 30, 8, PANEL, TEXT, 3))
    assert len({id(each) for each in found}) == len(THEMES)
    assert len({each.tobytes() for each in found}) == len(THEMES)


def test_what_is_no_theme_is_drawn_in_the_default_one() -> None:
    with using("sepia"):
        assert rgb(Shade("#010203", "#ffffff", "#000000")) == (1, 2, 3)
