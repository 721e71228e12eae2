"""Draws the contents of the castle: tiles, subjects, keeps, markers, and marks on them."""

from collections.abc import Iterable
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from engines.contract import Seat
from engines.zamek.components import HOUSE, ROAD, WALL
from engines.zamek.view import Castle, Place
from render.canvas import dashed_box, number, paste
from render.pen import Pen, Point
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, SMALL, TEXT, WHITE, Colour, Look, Shade, light, mix, player, rgb
from render.zamek import pieces, tiles, wall
from render.zamek.tiles import Plan, plan
from render.zamek.wall import FAINT, YARD, Frame

SEATS = 2

OFFER = Shade("#6C6054", "#FBF0D2", "#2B2620")
OFFER_EDGE = Shade("#FFE296", "#744700", "#FFE296")
OFFER_AROUND = Shade(INK, "#FBF0D2", "#000000")
"""The colours of a legal square: its background, its dashes, the outline of its name."""

Box: TypeAlias = tuple[float, float, float, float]


def by_square(known: Castle) -> wall.Laid:
    """The tiles by square."""
    return {laid.square: (laid.tile, laid.rotation // 90) for laid in known.laid}


def squares(known: Castle) -> tuple[str, ...]:
    """The squares with a tile, in the order they were laid."""
    return tuple(laid.square for laid in known.laid)


def looks() -> tuple[Look, ...]:
    """The two players' looks."""
    return tuple(player(seat, SEATS) for seat in range(SEATS))


# -- tiles and the empty squares ----------------------------------------------------------------------------------------------


def lay(im: Image.Image, frame: Frame, known: Castle, *, dim: bool = False) -> None:
    """Draw the tiles; `dim` draws them darker, so that something else stands out."""
    for laid in known.laid:
        sprite = (_dim if dim else tiles.sprite)(laid.tile, laid.rotation // 90, frame.size)
        x, y, w, h = frame.box(laid.square)
        im.paste(sprite, (x + (w - frame.size) // 2, y + (h - frame.size) // 2))


@drawn_once
def _dim(tile: str, turns: int, size: int) -> Image.Image:
    return Image.blend(tiles.sprite(tile, turns, size), Image.new("RGB", (size, size), rgb("#1E2126")), 0.45)


def name_squares(im: Image.Image, frame: Frame, squares: Iterable[str]) -> None:
    """Write the names of empty squares, faintly."""
    for square in squares:
        x, y, w, h = frame.box(square)
        number(im, (x + w / 2, y + h / 2), square, SMALL, FAINT, secondary=True)


def offer_squares(im: Image.Image, frame: Frame, squares: Iterable[str]) -> None:
    """Draw legal squares: dashed, with the names that their buttons have."""
    for square in squares:
        x, y, w, h = frame.box(square)
        paste(im, dashed_box(w - 8, h - 8, 10, OFFER_EDGE, OFFER, 3), (x + 4, y + 4))
        number(im, (x + w / 2, y + h / 2), square, 44 if w >= 70 else 42, TEXT, stroke=3, edge=OFFER_AROUND)


def frame_last(im: Image.Image, frame: Frame, square: str) -> None:
    """Draw a frame around the last tile."""
    x, y, w, h = frame.box(square)
    draw = ImageDraw.Draw(im)
    for grown, wide, colour in ((8, 3, INK), (5, 6, WHITE), (-1, 3, INK)):
        draw.rectangle((x - grown, y - grown, x + w - 1 + grown, y + h - 1 + grown), outline=rgb(colour), width=wide)


# -- areas --------------------------------------------------------------------------------------------------------------------


@drawn_once
def _shine(tile: str, turns: int, part: int, size: int, colour: Colour) -> Image.Image:
    """A highlight of an area of a tile in a colour, with a stronger rim."""
    mask = tiles.mask(tile, turns, part, size)
    inner = mask.filter(ImageFilter.MinFilter(2 * max(1, round(size * 0.025)) + 1))
    sprite = Image.new("RGBA", (size, size), (*rgb(colour), 0))
    alpha = mask.point(lambda v: v * 240 // 255)
    alpha.paste(165 if plan(tile, turns).areas[part].kind == ROAD else 120, mask=inner)
    sprite.putalpha(alpha)
    return sprite


def parts(known: Castle, place: Place) -> list[tuple[str, int]]:
    """All pairs (square, area) of a place."""
    laid = by_square(known)
    return wall.connected_areas(laid, place.square, wall.part(laid[place.square][0], place.area))


def highlight(
    im: Image.Image, frame: Frame, known: Castle, place: Place, colour: Colour = GOLD, *, bright: bool = False
) -> None:
    """Highlight an area in a colour; with `bright`, on dimmed tiles, its own picture is shown undimmed."""
    laid = by_square(known)
    for square, part in parts(known, place):
        tile, turns = laid[square]
        x, y, w, h = frame.box(square)
        at = (x + (w - frame.size) // 2, y + (h - frame.size) // 2)
        if bright:
            im.paste(tiles.sprite(tile, turns, frame.size), at, tiles.mask(tile, turns, part, frame.size))
        paste(im, _shine(tile, turns, part, frame.size, colour), at)
    draw = ImageDraw.Draw(im)
    for number_ in place.starts:
        start = WALL.starts[number_]
        x, y, w, h = frame.box(WALL.name(start.square))
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[start.side]
        cx, cy = x + w / 2 + dx * (w / 2 + 8), y + h / 2 + dy * (h / 2 + 8)
        rx, ry = (w / 2, 12) if dy else (12, h / 2)
        draw.rectangle((cx - rx, cy - ry, cx + rx, cy + ry), outline=rgb(colour), width=4)


def middle_of(frame: Frame, known: Castle, place: Place) -> Point:
    """The place for the points of an area: on its tile nearest to its centre."""
    laid = by_square(known)
    found = parts(known, place)
    spots = {square: _spot(frame, square, plan(*laid[square]), part) for square, part in found}
    x = sum(spot[0] for spot in spots.values()) / len(spots)
    y = sum(spot[1] for spot in spots.values()) / len(spots)
    return spots[min(spots, key=lambda square: (abs(spots[square][0] - x) + abs(spots[square][1] - y), square))]


def _spot(frame: Frame, square: str, shape: Plan, part: int) -> Point:
    x, y, w, h = frame.box(square)
    u, v = shape.spots[part][0]
    return x + w * u, y + h * v


@drawn_once
def pill(said: str, look: Look | None, sign: str = "") -> Image.Image:
    """Points on an area, in the colour of the seat that is paid (None: nobody), optionally with the token that pays."""
    size = 42
    wide = round(24.5 * len(said)) + 30
    left = 50 if sign else 0
    out = Image.new("RGBA", (wide + left, 58))
    pen = Pen(wide + left, 58)
    fill: Colour = look.colour if look else "#6B7078"
    pen.box((3, 3, wide + left - 3, 55), 26, fill, WHITE, 4)
    paste(out, pen.finish(), (0, 0))
    if sign:
        paste(out, pieces.token(sign, 48), (5, 5))
    number(out, (left + wide / 2, 29), said, size, look.ink if look else WHITE)
    return out


def put_sign(im: Image.Image, spot: Point, sprite: Image.Image, taken: list[Box]) -> None:
    """Paste a sign on the picture within its edges and clear of other signs: `taken` has their boxes, and gets the new one."""
    w, h = sprite.size
    x = min(im.width - w / 2 - 4, max(w / 2 + 4, spot[0]))
    for off in (0, -1, 1, -2, 2, -3, 3):
        y = spot[1] + off * (h * 0.75)
        box = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        if not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
            break
    taken.append(box)
    paste(im, sprite, (x, y), "c")


# -- subjects, keeps and markers ----------------------------------------------------------------------------------------------


def figure_at(shape: Plan, part: int) -> Point:
    """The place of a figure on an area: beside its chapel, if it has one."""
    spots = shape.spots[part]
    return spots[1] if shape.areas[part].chapel and len(spots) > 1 else spots[0]


def stand(im: Image.Image, box: tuple[int, int, int, int], shape: Plan, part: int, sprite: Image.Image) -> None:
    """Paste a figure on an area of the tile in a box (x, y, w, h), entirely on that tile."""
    x, y, w, h = box
    u, v = figure_at(shape, part)
    half_w, half_h = sprite.width / 2 / w, sprite.height / 2 / h
    paste(im, sprite, (x + w * min(1 - half_w, max(half_w, u)), y + h * min(1 - half_h, max(half_h, v))), "c")


def people(im: Image.Image, frame: Frame, known: Castle, share: float = 0.68) -> None:
    """Draw all subjects and keeps; `share`: how much of a tile's height a subject takes."""
    laid = by_square(known)
    for seat, keep in enumerate(known.keeps):
        if keep is not None:
            square, part = keep_at(known, seat)
            stand(
                im, frame.box(square), plan(*laid[square]), part, pieces.keep(looks()[seat], round(frame.size * (share + 0.02)))
            )
    for subject in known.subjects:
        tile, turns = laid[subject.square]
        sprite = pieces.subject(looks()[subject.seat], subject.role, round(frame.size * share))
        stand(im, frame.box(subject.square), plan(tile, turns), wall.part(tile, subject.area), sprite)


def keep_at(known: Castle, seat: Seat) -> tuple[str, int]:
    """The square and area on which a seat's keep is drawn: a tile of its house on which nobody stands, if there is one."""
    laid = by_square(known)
    keep = known.keeps[seat]
    assert keep is not None
    tile, turns = laid[keep.square]
    if keep.area:
        house = wall.part(tile, keep.area)
    else:  # from a store without the area: a house with this number of tiles
        houses = [n for n, area in enumerate(plan(tile, turns).areas) if area.kind == HOUSE]
        house = next(n for n in houses if wall.count_tiles(laid, keep.square, n) == keep.tiles)
    busy = {subject.square for subject in known.subjects}
    return min(wall.connected_areas(laid, keep.square, house), key=lambda each: (each[0] in busy, each[0] != keep.square, each))


def markers(im: Image.Image, frame: Frame, fields: tuple[int, ...]) -> None:
    """Draw the markers on the track, a little apart on the same field."""
    for seat in reversed(range(SEATS)):
        (x, y), _, across = frame.fields[fields[seat]]
        if fields[0] == fields[1]:
            off = 17 if seat else -17
            x, y = (x + off, y) if across else (x, y + off)
        paste(im, pieces.marker(looks()[seat], 52), (x, y), "c")


def ring(im: Image.Image, spot: Point, r: float, colour: Colour = GOLD) -> None:
    """Draw a ring around something."""
    pen = Pen(2 * r + 12, 2 * r + 12)
    pen.circle(r + 6, r + 6, r, None, INK, 9).circle(r + 6, r + 6, r, None, colour, 5)
    paste(im, pen.finish(), spot, "c")


def empty_group(im: Image.Image, frame: Frame, squares: Iterable[str], said: str) -> None:
    """Draw a group of empty squares, and their number."""
    boxes = [frame.box(square) for square in squares]
    draw = ImageDraw.Draw(im)
    for x, y, w, h in boxes:
        draw.rectangle((x + 1, y + 1, x + w - 1, y + h - 1), fill=mix(YARD, GOLD, 0.42), outline=light(GOLD, 0.2), width=3)
    cx = sum(x + w / 2 for x, _, w, _ in boxes) / len(boxes)
    cy = sum(y + h / 2 for _, y, _, h in boxes) / len(boxes)
    x, y, w, h = min(boxes, key=lambda box: abs(box[0] + box[2] / 2 - cx) + abs(box[1] + box[3] / 2 - cy))
    number(im, (x + w / 2, y + h / 2), said, 56, WHITE, stroke=4)


def owner_colour(seat: Seat | None) -> Look | None:
    """The look of the seat that is paid."""
    return None if seat is None else looks()[seat]
