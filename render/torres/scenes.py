"""A scoring of Torres: who earns what in which castle and why, the bonuses, and where the markers slide."""
# ruff: noqa: PLR0917 - drawing is told places and sizes

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from PIL import Image

from engines.contract import Seat
from engines.torres.squares import COLUMNS, NUMBER, SIZE
from render import frame
from render.art import icons
from render.canvas import number, panel, paste, picture, plate, text, width
from render.contract import Setting
from render.frame import MARGIN
from render.theme import BG, ESSENTIAL, GOLD, INK, MUTED, PAPER, SEPIA, SMALLEST, WHITE, WIDTH, Look, mix, player, rgb
from render.torres import board, figures, ground, table

ROW, HEAD = 42, 116
TITLE = 72
Data = dict[str, Any]


class Part(msgspec.Struct, frozen=True):
    """Points of one kind (`castles`, `royal`, `master`, `slides`)."""

    kind: str
    points: int


def parts(data: Data, seat: Seat) -> list[Part]:
    """What a seat gained, kind by kind; castles always, the rest where there is something."""
    gains = [gain for gain in data["gains"] if gain["seat"] == seat]
    found = [Part("castles", sum(gain["gain"] for gain in gains if gain["kind"] == "castles"))]
    for kind in ("royal", "master"):
        points = sum(gain["gain"] for gain in gains if gain["kind"] == kind)
        if points:
            found.append(Part(kind, points))
    slides = sum(gain["slides"] for gain in gains)
    return [*found, Part("slides", slides)] if slides else found


def scoring(data: Data, setting: Setting) -> Image.Image:
    """The scoring at the end of a phase."""
    seats = len(data["after"])
    told = [parts(data, seat) for seat in range(seats)]
    high = HEAD + ROW * max(map(len, told)) + 10
    y = MARGIN + TITLE + table.GAP
    im = picture(y + high + ground.HEIGHT)
    _title(im, data, setting)
    drawn = frame.names(setting)
    for seat, (x, w) in enumerate(frame.columns(seats)):
        gain = data["after"][seat] - data["before"][seat]
        look = player(seat, seats)
        what = table.Score(
            look, drawn[seat], frame.mark(setting, seat), data["after"][seat], f"+{gain}", active=_best(data, seat)
        )
        table.head(im, x, y, w, high, what)
        for i, part in enumerate(told[seat]):
            _part(im, (x, y + HEAD + i * ROW, w), part, setting)
    _board(im, y + high, data, seats)
    return im


def _best(data: Data, seat: Seat) -> bool:
    gains = [after - before for after, before in zip(data["after"], data["before"], strict=True)]
    return bool(gains[seat] == max(gains) > 0)


def _title(im: Image.Image, data: Data, setting: Setting) -> None:
    words = setting.words
    plate(im, (MARGIN, MARGIN), table.INNER, TITLE, 14, PAPER, INK, 4)
    paste(im, icons.crown(58), (MARGIN + 14, MARGIN + 6))
    right = WIDTH - MARGIN - 18.0
    if data["master"]:
        card = words(f"torres.master.{data['master']['card']}")
        right -= text(im, (right, MARGIN + 49), card, "bold", 40, SEPIA, "r", 220, least=ESSENTIAL - 2) + 54
        paste(im, table.star(46), (right, MARGIN + 13))
        right -= 24
    legend = words("torres.scoring.legend")
    right -= text(im, (right, MARGIN + 49), legend, "bold", 36, mix(SEPIA, PAPER, 0.2), "r") + 20
    said = words("torres.scoring.title", phase=data["phase"])
    frame.title(im, (MARGIN + 86, MARGIN + 52), said, right - MARGIN - 110, mix(SEPIA, "#74271A", 0.7), 54)


def _part(im: Image.Image, at: tuple[int, int, int], part: Part, setting: Setting) -> None:
    x, y, w = at
    sign = {"royal": icons.crown(36), "master": table.star(36), "castles": figures.segment(38)}.get(part.kind)
    paste(im, sign or _slide(34), (x + 12, y))
    used = number(im, (x + w - 16, y + 19), f"+{part.points}", 38, GOLD if part.kind != "castles" else WHITE, "r")
    said = setting.words(f"torres.scoring.{part.kind}")
    text(im, (x + 56, y + 31), said, "bold", 36, mix(WHITE, MUTED, 0.3), room=w - used - 80, least=SMALLEST)


@lru_cache(maxsize=4)
def _slide(size: int) -> Image.Image:
    return icons.back_arrow(size, MUTED).transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _board(im: Image.Image, top: int, data: Data, seats: int) -> None:
    """The board: castles that score bright, level × base = points under each knight that counts."""
    told = data["board"]
    heights = tuple(told["heights"])
    royal = next((castle["squares"] for castle in data["castles"] if castle["royal"]), ())
    im.paste(ground.terrain(heights, frozenset(royal or _castle_of(heights, told["king"]))), (0, top))
    scored = {square for castle in data["castles"] for square in castle["squares"]}
    for square, n in NUMBER.items():
        if square not in scored:
            x, y = ground.corner(square)
            up, below = ground.lift(heights[n]), ground.lift(heights[n - 1]) if n % SIZE else 0
            paste(im, _veil(ground.CELL + up - below), (x, top + y - up))
    looks = [player(seat, seats) for seat in range(seats)]
    board.pieces(im, top, heights, told["knights"], told["king"], looks, small=True)
    for castle in data["castles"]:
        for knight in castle["knights"]:
            _points(im, top, heights, knight, castle["base"], looks[knight["seat"]])
    for knight in data["royal"]["knights"]:
        x, y = board.middle(knight["square"], heights, top)
        paste(im, _royal(), (x + 6, y - 66))
    if data["master"]:
        for squares in data["master"]["squares"]:
            for square in squares:
                x, y = board.middle(square, heights, top)
                paste(im, table.star(38), (x + 12, y - 28))


def _castle_of(heights: tuple[int, ...], king: str) -> tuple[str, ...]:
    """The royal castle's squares, where nobody scores in it."""
    found, fresh = {king}, [king]
    while fresh:
        column, row = divmod(NUMBER[fresh.pop()], SIZE)
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            name = f"{COLUMNS[x]}{y + 1}" if 0 <= x < SIZE and 0 <= y < SIZE else ""
            if name and name not in found and heights[NUMBER[name]]:
                found.add(name)
                fresh.append(name)
    return tuple(found)


@lru_cache(maxsize=32)
def _veil(h: int) -> Image.Image:
    """Dims a square that has no part in the scoring."""
    return Image.new("RGBA", (ground.CELL, h), (*rgb(BG), 120))


@lru_cache(maxsize=1)
def _royal() -> Image.Image:
    """Marks a knight that earns the royal bonus."""
    sprite = panel(46, 46, 14, "#382E27", GOLD, 4).copy()
    paste(sprite, icons.crown(38), (23, 22), "c")
    return sprite


def _points(im: Image.Image, top: int, heights: tuple[int, ...], knight: Data, base: int, look: Look) -> None:
    x, y = ground.corner(knight["square"])
    y += top - ground.lift(heights[NUMBER[knight["square"]]])
    said = f"{knight['level']}×{base}={knight['points']}"
    wide = max(ground.CELL - 2, round(width(said, "bold", 34)) + 10)
    left = min(x + (ground.CELL - wide) // 2, WIDTH - wide - 2)
    plate(im, (left, y + ground.CELL - 44), wide, 42, 10, look.colour, INK, 4)
    text(im, (left + wide / 2, y + ground.CELL - 12), said, "bold", 40, look.ink, "m", wide - 8, least=34)
