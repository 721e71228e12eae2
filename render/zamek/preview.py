"""A move of Zamek being entered: its words as people read them, on buttons and in menus, and the private preview while a tile
is being laid: the tile in its place, and its free areas.
"""

from collections.abc import Iterator

from PIL import Image, ImageDraw

from data.words import Words
from engines.contract import Move, Seat, Word
from engines.zamek.components import KINDS, ROLES, TILE, TILES, WALL
from engines.zamek.view import Offer, ZamekView
from render import frame as common
from render.canvas import number, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen
from render.theme import GOLD, INK, TEXT, WIDTH, rgb
from render.zamek import board, castle, pieces, tiles, wall
from render.zamek.tiles import plan

HEAD = 110
INNER = WIDTH - 2 * MARGIN
HIGH, LARGE = INNER - 150, 470
"""The height of the castle's part around the tile, and the size of the tile (px)."""

Box = tuple[int, int, int, int]


def label(word: Word, said: Move, view: ZamekView, audience: Audience) -> str:
    """A word as a person reads it: squares and areas as the pictures name them."""
    words, at = audience.words, len(said)
    if at == 0:
        return words(f"zamek.word.{word}")
    if said[0] == "lay" and at == 1:
        return word
    if said[0] == "lay" and at == 2:
        return f"{word}°"
    if said[0] == "lay":
        return _area(word, view, words)
    if said[0] in {"score", "target"}:
        return _offer(word, said, view, words)
    return words(f"zamek.token.{word}")


def _area(word: Word, view: ZamekView, words: Words) -> str:
    """Where the subject goes, with the area's number in the preview."""
    if word == "none":
        return words("zamek.word.none")
    if view.tile is None:
        return words(f"zamek.kind.{word.rstrip('0123456789')}")
    part = wall.part(view.tile, word)
    return f"{part + 1} · {words(f'zamek.kind.{KINDS[TILES[TILE[view.tile]].areas[part].kind]}')}"


def _offer(word: Word, said: Move, view: ZamekView, words: Words) -> str:
    """An area in question; its square first, if that has several."""
    if len(said) == 1:
        found = [offer for offer in view.offers if offer.place.square == word]
        return f"{word} · {_worth(found[0], words)}" if len(found) == 1 else word
    for offer in view.offers:
        if (offer.place.square, offer.place.area) == (said[1], word):
            return f"{board.area_number(view, said[1], word)} · {_worth(offer, words)}"
    return words(f"zamek.kind.{word.rstrip('0123456789')}")


def _worth(offer: Offer, words: Words) -> str:
    return f"{words(f'zamek.kind.{offer.place.kind}')} +{offer.points}"


def choice(words: Words, number: int, kind: int) -> str:
    """A subject on an area of the drawn tile."""
    return f"{number} · {words(f'zamek.kind.{KINDS[kind]}')}: {words(f'zamek.role.{ROLES[kind]}')}"


def draw(view: ZamekView, said: Move, audience: Audience) -> Image.Image | None:
    """Draw the tile on the chosen square in the chosen rotation; each area in question has a subject in the role it would have,
    and the area's number. None if there is nothing to see that the board does not show.
    """
    if view.tile is None or view.seat is None or len(said) < 3 or not any(spot.square == said[1] for spot in view.spots):
        return None
    turns = int(said[2]) // 90
    im = picture(MARGIN + HEAD + HIGH + MARGIN)
    _head(im, view.viewer, heading(view, said, audience))
    im.paste(_window(view, said[1], turns), (MARGIN, MARGIN + HEAD))
    x, y = MARGIN + (INNER - LARGE) // 2, MARGIN + HEAD + (HIGH - LARGE) // 2
    offered, look, shape = in_question(view, said), castle.looks()[view.viewer], plan(view.tile, turns)
    for part in offered:
        figure = pieces.subject(look, ROLES[shape.areas[part].kind], 150)
        castle.stand(im, (x, y, LARGE, LARGE), shape, part, _ghost(figure))
    for part in offered:
        u, v = castle.figure_at(shape, part)
        spot = (x + LARGE * min(0.8, max(0.14, u)) + 50, y + LARGE * min(0.84, max(0.24, v)) - 46)
        paste(im, _disc(), spot, "c")
        number(im, spot, str(part + 1), 56, INK)
    return im


def free(view: ZamekView, square: str, rotation: int) -> list[int]:
    """Z6: the areas of the drawn tile in this place that may get a subject of the active seat (their numbers from 0)."""
    assert view.tile is not None
    if not view.reserve[view.active]:
        return []
    laid = {**castle.by_square(view.castle), square: (view.tile, rotation // 90)}
    busy = {(subject.square, wall.part(laid[subject.square][0], subject.area)) for subject in view.subjects}
    found = []
    for part in range(len(TILES[TILE[view.tile]].areas)):
        spread = wall.connected_areas(laid, square, part)
        if busy.isdisjoint(spread) and part == min(own for at, own in spread if at == square):
            found.append(part)
    return found


def _head(im: Image.Image, seat: Seat, said: str) -> None:
    look = castle.looks()[seat]
    common.header(im, MARGIN, HEAD - 12, look)
    paste(im, pieces.subject(look, "squire", 78), (MARGIN + 18, MARGIN + 10))
    text(im, (MARGIN + 98, MARGIN + 64), said, "bold", 46, TEXT, room=INNER - 116)


def in_question(view: ZamekView, said: Move) -> list[int]:
    """The areas that may get a subject; if the move is complete, only the chosen one, if any."""
    assert view.tile is not None
    offered, areas = free(view, said[1], int(said[2])), TILES[TILE[view.tile]].areas
    return [part for part in offered if areas[part].word == said[3]] if len(said) > 3 else offered


def heading(view: ZamekView, said: Move, audience: Audience) -> str:
    """The question about a tile in its place, or the answer."""
    assert view.tile is not None
    words, offered = audience.words, in_question(view, said)
    values = {"square": said[1], "rotation": said[2]}
    if len(said) > 3 and offered:
        kind = TILES[TILE[view.tile]].areas[offered[0]].kind
        return words("zamek.preview.said", **values, area=choice(words, offered[0] + 1, kind))
    key = "subject" if offered else "without" if len(said) > 3 else "none"
    return words(f"zamek.preview.{key}", **values)


def _disc() -> Image.Image:
    pen = Pen(76, 76)
    for r, colour in ((37, INK), (33, GOLD)):
        pen.circle(38, 38, r, colour, w=0)
    return pen.finish()


def _ghost(figure: Image.Image) -> Image.Image:
    out = figure.copy()
    out.putalpha(figure.getchannel("A").point(lambda v: v * 200 // 255))
    return out


# -- a part of the castle, large ----------------------------------------------------------------------------------------------


def _window(view: ZamekView, square: str, turns: int) -> Image.Image:
    """Draw the tile on its square with its surroundings, which are darker."""
    assert view.tile is not None
    size, cell = (INNER, HIGH), LARGE
    im = Image.new("RGB", size, rgb(wall.YARD))
    laid = castle.by_square(view.castle)
    left, top = (size[0] - cell) // 2, (size[1] - cell) // 2
    for near, box in _around(square, (left, top), cell):
        if near is None:
            im.paste(rgb(wall.SHADE), (box[0], box[1], box[0] + cell, box[1] + cell))
        elif near in laid:
            sprite = tiles.sprite(*laid[near], cell)
            sprite = Image.blend(sprite, Image.new("RGB", sprite.size, rgb("#1E2126")), 0.35)
            im.paste(sprite, box[:2])
        elif near != square:
            ImageDraw.Draw(im).rectangle((*box[:2], box[0] + cell, box[1] + cell), outline=wall.seam(), width=2)
            # In the middle of the visible part of the square.
            x, y = ((max(0, at) + min(whole, at + cell)) / 2 for at, whole in zip(box[:2], size, strict=True))
            number(im, (x, y), near, 40, wall.FAINT, secondary=True)
    here = (left, top, cell, cell)
    im.paste(tiles.sprite(view.tile, turns, cell), here[:2])
    _starts(im, square, (left, top), cell)
    for subject in view.subjects:
        for near, box in _around(subject.square, (left, top), cell, square):
            if near == subject.square:
                tile, own = laid[near]
                figure = pieces.subject(castle.looks()[subject.seat], subject.role, round(cell * 0.5))
                castle.stand(im, box, plan(tile, own), wall.part(tile, subject.area), figure)
    draw = ImageDraw.Draw(im)
    for grown, wide, colour in ((9, 4, INK), (5, 7, GOLD), (-2, 3, INK)):
        box = (left - grown, top - grown, left + cell - 1 + grown, top + cell - 1 + grown)
        draw.rectangle(box, outline=rgb(colour), width=wide)
    return im


def _around(square: str, at: tuple[int, int], cell: int, centre: str = "") -> Iterator[tuple[str | None, Box]]:
    """The squares around `centre` (default: `square`) and itself, None for the wall, with their boxes; `at` is its place."""
    cx, cy = wall.xy(centre or square)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            yield wall.square_name(cx + dx, cy + dy), (at[0] + dx * cell, at[1] + dy * cell, cell, cell)


def _starts(im: Image.Image, square: str, at: tuple[int, int], cell: int) -> None:
    """Draw the start fields beside the squares shown, and the wall's inner edge."""
    for near, (x, y, _, _) in _around(square, at, cell):
        if near is None:
            continue
        cx, cy = wall.xy(near)
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if wall.square_name(cx + dx, cy + dy) is not None:
                continue
            middle = (x + cell / 2 * (1 + dx), y + cell / 2 * (1 + dy))
            rim = (middle[0] - cell / 2 * (dy != 0), middle[1] - cell / 2 * (dx != 0))
            end = (middle[0] + cell / 2 * (dy != 0), middle[1] + cell / 2 * (dx != 0))
            ImageDraw.Draw(im).line((rim, end), fill=rgb(INK), width=8)
            start = next((each for each in WALL.starts if WALL.name(each.square) == near and each.side == side), None)
            if start is not None:
                sprite = wall.gate(start.kind, side, cell - 4, chapel=start.chapel, k=2.6)
                paste(im, sprite, (middle[0] + dx * sprite.width / 2, middle[1] + dy * sprite.height / 2), "c")
