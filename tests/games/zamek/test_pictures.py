"""The pictures of Zamek: size, words, names, what is hidden, previews, threads."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
import pytest

from data.words import languages
from engines.zamek.components import TILES
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import GAME
from render import sprite_cache
from render.theme import WIDTH
from render.zamek import RENDERER, board, castle, pieces, preview, wall
from tests.games.zamek import samples
from tests.support.picture_checks import cut, same_in_two_threads, shown, suits_a_phone, watched, well_set

DRAWN = [
    (samples.NAMES, "pl"),
    (samples.LONGEST, "en"),
    (samples.NASTY, "pl"),
    (samples.NAMES, "en"),
]


@pytest.mark.long
@pytest.mark.parametrize(("names", "language"), DRAWN)
def test_every_picture_is_readable_on_a_phone(names: tuple[str, ...], language: str) -> None:
    seen = shown(samples.drawings(), samples.audience(language, names))
    for name, picture in seen.pictures.items():
        suits_a_phone(name, picture, least=0.5, most=1.31, weight=400_000)
    assert len(seen.texts) > 300
    well_set(seen.texts, hair=1)
    if names == samples.NAMES:
        assert cut(seen.texts) == []


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_what_tokens_do_is_never_cut_however_many_there_are(language: str) -> None:
    kinds = ("again", "house", "sty", "end_house", "end_sty", "end_road", "end_meadow", "end_keep", "end_points")
    view = samples.views()[30]
    for held in (kinds, kinds[:2], kinds[2:4], kinds[4:6], kinds[6:8], kinds[8:], ("house", "house")):
        rich = msgspec.structs.replace(view, tokens=(held, held))
        with watched() as seen:
            board.draw(rich, samples.audience(language))
        assert cut(seen) == []
        told = {text.text for text in seen} | {f"{first.text} {second.text}" for first, second in pairwise(seen)}
        short = "effect" if len(set(held)) <= board.FEW else "short"
        assert told >= {samples.audience(language).words(f"zamek.{short}.{kind}") for kind in held}


def test_every_seat_sees_the_same_and_nothing_hidden() -> None:
    for position in (samples.asking("lay", 25), samples.asking("score")):
        drawn = RENDERER.board(position.view(None), samples.audience())
        for seat in range(2):
            assert RENDERER.board(position.view(seat), samples.audience()) == drawn
            assert RENDERER.hand(position.view(seat), samples.audience()) is None
        other = GAME.determinize(position.view(None), random.Random(1))
        assert isinstance(other, ZamekPosition)
        assert other.seed != position.seed
        assert RENDERER.board(other.view(None), samples.audience()) == drawn


@pytest.mark.long
def test_legal_squares_and_only_those_are_lettered() -> None:
    for view in samples.views()[::9]:
        with watched() as seen:
            board.draw(view, samples.audience())
        bright = {text.text for text in seen if not text.secondary and text.text in view.empty}
        assert bright == {spot.square for spot in view.spots}


@pytest.mark.long
def test_tiles_are_larger_early_and_the_whole_wall_is_there() -> None:
    sizes = [wall.measure(tuple(laid.square for laid in view.laid), board.TOP).size for view in samples.views()]
    assert sizes[0] >= 150
    assert sizes[-1] >= 86
    for view in samples.views()[::7]:
        where = wall.measure(tuple(laid.square for laid in view.laid), board.TOP)
        assert all(wall.ROUND <= x <= WIDTH - wall.ROUND for x, _ in where.towers)
        assert all(step == 0 or step > 10 for _, step, _ in where.fields)
        for laid in view.laid:
            x, y, w, h = where.box(laid.square)
            assert min(w, h) >= where.size
            assert 0 < x < WIDTH
            assert y > board.TOP


def test_few_tiles_near_each_other_are_shown_large() -> None:
    near = wall.measure(("e5", "e6", "f5", "f6", "g5"), board.TOP)
    everywhere = wall.measure(tuple(laid.square for laid in samples.ended()[0].laid), board.TOP)
    assert near.size >= 1.25 * everywhere.size


def test_subjects_are_large_and_stand_wholly_on_their_tile() -> None:
    for size in (wall.SIZES[0], wall.SIZES[-1]):
        for role in ("herald", "squire", "farmer", "monk"):
            figure = pieces.subject(castle.looks()[0], role, round(size * 0.68))
            assert max(figure.size) >= 0.6 * size
            assert min(figure.size) >= 0.4 * size
            assert max(figure.size) <= size
            assert (figure.width > figure.height) == (role == "monk")


def test_roles_have_their_own_hats() -> None:
    drawn = {pieces.subject(castle.looks()[0], role, 60).tobytes() for role in ("herald", "squire", "farmer", "monk")}
    assert len(drawn) == 4


def test_taken_towers_are_dark() -> None:
    view = samples.views()[0]
    fewer = msgspec.structs.replace(view, towers=view.towers[1:])
    where = wall.measure((), board.TOP)
    spot = where.towers[1]
    full, taken = board.draw(view, samples.audience()), board.draw(fewer, samples.audience())
    gold, dark = (im.getpixel((round(spot[0]), round(spot[1] - 17))) for im in (full, taken))
    assert isinstance(gold, tuple)
    assert isinstance(dark, tuple)
    assert sum(gold) > sum(dark) + 200


def test_what_was_just_scored_shines_with_its_points() -> None:
    view = next(view for view in samples.views() if any(score.points for score in view.scored))
    plain = msgspec.structs.replace(view, scored=())
    assert board.draw(view, samples.audience()).tobytes() != board.draw(plain, samples.audience()).tobytes()


# -- the preview of a tile --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_preview_offers_what_the_rules_offer() -> None:
    for seed in (3, 12, 13):
        for position in samples.game(seed, "easy" if seed == 3 else "random")[0][::3]:
            view, seat = samples.own(position)
            for spot in view.spots[:3]:
                turns = position.choices(seat, ("lay", spot.square)).words
                assert turns == tuple(map(str, spot.rotations))
                for word in turns:
                    offered = position.choices(seat, ("lay", spot.square, word)).words
                    areas = TILES[next(n for n, tile in enumerate(TILES) if tile.id == view.tile)].areas
                    assert [areas[part].word for part in preview.free(view, spot.square, int(word))] == list(offered[1:])


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_every_step_of_laying_a_tile_has_its_picture(language: str) -> None:
    position = samples.asking("lay", 20)
    view, seat = samples.own(position)
    audience = samples.audience(language)
    square = position.choices(seat, ("lay",)).words[0]
    turn = position.choices(seat, ("lay", square)).words[-1]
    pictures = [RENDERER.preview(view, said, audience) for said in ((), ("lay",), ("lay", square), ("lay", square, turn))]
    assert pictures[0] == pictures[1] == pictures[2] == RENDERER.board(view, audience)
    assert len({picture.data for picture in pictures if picture}) == 2
    for word in position.choices(seat, ("lay", square, turn)).words[1:]:
        assert pictures[3] is not None
        assert RENDERER.label(word, ("lay", square, turn), view, audience) in pictures[3].alt


def test_who_is_not_asked_has_no_preview() -> None:
    position = samples.asking("lay", 20)
    _, seat = samples.own(position)
    assert RENDERER.preview(position.view(1 - seat), (), samples.audience()) is None
    assert RENDERER.preview(position.view(None), ("lay",), samples.audience()) is None


def test_other_questions_are_previewed_by_the_board() -> None:
    for ask in ("score", "use", "again", "target"):
        view, _ = samples.own(samples.asking(ask))
        assert RENDERER.preview(view, (ask,), samples.audience()) == RENDERER.board(view, samples.audience())


# -- keeps, threads, marks --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_keeps_stand_on_houses_of_their_size() -> None:
    seen = 0
    for seed in (3, 4, 5):
        for view in samples.views(seed):
            known = view.castle
            for seat, keep in enumerate(known.keeps):
                if keep is not None:
                    square, part = castle.keep_at(known, seat)
                    spread = wall.connected_areas(castle.by_square(known), square, part)
                    assert wall.count_tiles(castle.by_square(known), square, part) == keep.tiles
                    assert keep.square in {near for near, _ in spread}
                    seen += 1
    assert seen > 50


@pytest.mark.long
def test_two_keeps_on_one_tile_stand_apart() -> None:
    found = [view for seed in (3, 4, 5, 6) for view in samples.views(seed) if view.keeps[0] and view.keeps[0] == view.keeps[1]]
    for view in found:
        known = view.castle
        assert castle.keep_at(known, 0) != castle.keep_at(known, 1)


@pytest.mark.long
def test_two_threads_draw_the_same_bytes() -> None:
    same_in_two_threads([*samples.drawings().values()] * 2, samples.audience(), sprite_cache.clear)


@pytest.mark.long
def test_sprites_are_drawn_beforehand() -> None:
    sprite_cache.clear()
    RENDERER.warm()
    warm = sprite_cache.bytes_held()
    RENDERER.board(samples.ended()[0], samples.audience())
    # Tiles are kept beforehand in a palette, a quarter of their room, and cut from there to the size of the castle.
    assert sprite_cache.bytes_held() - warm < warm / 2, (
        "what a board needs is there, but for names, numbers, panels and tiles cut"
    )
