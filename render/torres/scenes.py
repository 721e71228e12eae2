"""A scoring of Torres: who earns what in which castle and why, the bonuses, and where the markers slide."""

import msgspec
from PIL import Image

from data.shapes import WIDE
from engines.contract import Seat
from engines.torres.events import PhaseScored
from engines.torres.squares import NUMBER, SIZE, names
from engines.torres.terrain import terrain
from render import frame
from render.art import icons
from render.canvas import number, paste, plate, text
from render.contract import Audience
from render.sprite_cache import drawn_once
from render.theme import ACCENT, BG, GREY, INK, PAPER, SEPIA, TEXT, mix, plain, player, rgb, shape
from render.torres import board, figures, ground, panels, tags
from render.torres.band import TALLER, star
from render.torres.places import places

ROW = 42
"""Height of a line in a score panel (px)."""


class Part(msgspec.Struct, frozen=True):
    """Points of one kind that a seat gained at a scoring."""

    kind: str
    """castles, royal, master or slides."""
    points: int


def parts(data: PhaseScored, seat: Seat) -> list[Part]:
    """What a seat gained, by kind; castles always, the others only if they gave points."""
    gains = [gain for gain in data.gains if gain.seat == seat]
    found = [Part("castles", sum(gain.points for gain in gains if gain.source == "castles"))]
    for kind in ("royal", "master"):
        points = sum(gain.points for gain in gains if gain.source == kind)
        if points:
            found.append(Part(kind, points))
    slides = sum(gain.slides for gain in gains)
    return [*found, Part("slides", slides)] if slides else found


def scoring(data: PhaseScored, audience: Audience) -> Image.Image:
    """The scoring at the end of a phase."""
    seats = len(data.after)
    made = [parts(data, seat) for seat in range(seats)]
    rows = max(map(len, made))
    rows = rows if rows > 1 else 0
    at = places(seats, panels.HEAD + rows * ROW, _title_high(data))
    im = at.empty()
    im.paste(_board(data, seats), (at.board, 0))
    drawn, looks = frame.names(audience), [player(seat, seats) for seat in range(seats)]
    scores = [
        panels.Score(looks[seat], drawn[seat], frame.mark(audience, seat), data.after[seat], active=_best(data, seat))
        for seat in range(seats)
    ]
    for seat, (x, top, w, high) in enumerate(at.panels):
        panels.head(im, scores[seat], (x, top, w, high))
        gain = data.after[seat] - data.before[seat]
        number(im, (x + w - 14, top + panels.HEAD - 34), f"+{gain}", figures.LABEL, mix(ACCENT, TEXT, 0.25), "r")
        for i, part in enumerate(made[seat] if rows else ()):
            _part(im, (x, top + panels.HEAD - 8 + i * ROW, w), part)
    _title(im, at.band, data, audience)
    return im


def _best(data: PhaseScored, seat: Seat) -> bool:
    gains = [after - before for after, before in zip(data.after, data.before, strict=True)]
    return bool(gains[seat] == max(gains) > 0)


def _title_high(data: PhaseScored) -> int:
    return TALLER + (44 if data.master and shape() == WIDE else 0)


def _title(im: Image.Image, at: tuple[int, int, int], data: PhaseScored, audience: Audience) -> None:
    """Draw at (left, top, width) which phase was scored, what the labels on the board multiply, the master card."""
    words, (x, y, w) = audience.words, at
    plate(im, (x, y), w, _title_high(data), 14, PAPER, INK, 4)
    paste(im, icons.crown(52), (x + 14, y + 2))
    colour = mix(SEPIA, "#74271A", 0.7)
    frame.title(im, (x + 80, y + 46), words("torres.scoring.title", phase=data.phase), w - 100, colour, 54)
    right, low = x + w - 18.0, y + 88
    if data.master:
        card = words(f"torres.master.{data.master.card}")
        if shape() == WIDE:
            paste(im, star(46), (x + 24, low + 7))
            text(im, (x + 80, low + 44), card, "bold", figures.LABEL, SEPIA, room=right - x - 80)
        else:
            right -= text(im, (right, low), card, "bold", figures.LABEL, SEPIA, "r") + 52
            paste(im, star(46), (right, low - 37))
    ink = SEPIA if plain() else mix(SEPIA, PAPER, 0.2)
    text(im, (x + 80, low), words("torres.scoring.legend"), "bold", figures.LABEL, ink, room=right - x - 100)


def _part(im: Image.Image, at: tuple[int, int, int], part: Part) -> None:
    x, y, w = at
    sign = {"royal": icons.crown(36), "master": star(36), "castles": figures.segment(38)}.get(part.kind)
    paste(im, sign or _slide(34), (x + 12, y))
    number(im, (x + w - 14, y + 18), f"+{part.points}", figures.LABEL, TEXT, "r")


@drawn_once
def _slide(size: int) -> Image.Image:
    return icons.back_arrow(size, GREY).transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _veil_the_rest(im: Image.Image, heights: tuple[int, ...], scored: set[str]) -> None:
    for square, n in NUMBER.items():
        if square not in scored:
            x, y = ground.corner(square)
            up, below = ground.lift(heights[n]), ground.lift(heights[n - 1]) if n % SIZE else 0
            paste(im, _veil(ground.CELL + up - below), (x, y - up))


def _board(data: PhaseScored, seats: int) -> Image.Image:
    """The board: castles that score are bright, with level × base = points under each knight that counts."""
    heights, king = data.board.heights, data.board.king
    royal = next((castle.squares for castle in data.castles if castle.royal), ())
    im = ground.terrain(heights, frozenset(royal or names(terrain(bytes(heights)).castle_of(NUMBER[king])))).copy()
    _veil_the_rest(im, heights, {square for castle in data.castles for square in castle.squares})
    looks = [player(seat, seats) for seat in range(seats)]
    counted = {knight.square: (castle.base, knight) for castle in data.castles for knight in castle.knights}
    board.pieces(im, heights, data.board.knights, king, looks, counted.keys())
    for square, (base, knight) in counted.items():
        tags.points(im, heights, square, f"{knight.level}×{base}={knight.points}", looks[knight.seat])
    for winner in data.royal.knights:
        tags.crown(im, heights, winner.square)
    if data.master:
        for squares in data.master.squares:
            for square in squares:
                x, y = board.middle(square, heights)
                paste(im, star(38), (x + 12, y - 28))
    return im


@drawn_once
def _veil(h: int) -> Image.Image:
    """A veil that dims a square without a part in the scoring."""
    return Image.new("RGBA", (ground.CELL, h), (*rgb(BG), 120))
