"""The final scoring of Zamek, step by step, the final picture, and the key art."""

from __future__ import annotations

from typing import Any

import msgspec
from PIL import Image

from data.words import Words
from engines.contract import Result, Seat
from engines.zamek.components import NAMES
from engines.zamek.view import AreaScore, KeepScore, MeadowScore, ZamekView
from render import frame as common
from render import podium
from render.canvas import fit_name, number, paste, picture, text
from render.contract import Setting
from render.frame import MARGIN
from render.pen import Pen
from render.podium import Row, Told
from render.theme import ESSENTIAL, GOLD, INK, PAPER, WHITE, WIDTH
from render.zamek import board, castle, pieces, shapes, tiles, wall
from render.zamek.castle import Known
from render.zamek.wall import Frame

BAND = 74
"""Height of a line that tells who gets what."""


class Step(msgspec.Struct, frozen=True):
    """A step of the final scoring. `gains` by seat; the part of the finale it tells, the others empty."""

    before: tuple[int, int]
    after: tuple[int, int]
    meadows: tuple[MeadowScore, ...] = ()
    keeps: KeepScore | None = None
    areas: tuple[AreaScore, ...] = ()
    points: tuple[int, int] = (0, 0)

    @property
    def gains(self) -> tuple[int, ...]:
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))


def step_of(data: dict[str, Any]) -> Step:
    """The step in the data of a scene."""
    return msgspec.convert({key: value for key, value in data.items() if key != "table"}, Step)


def scene(kind: str, data: dict[str, Any], setting: Setting) -> Image.Image:
    """A step of the final scoring (`final-meadows`, `final-keeps`, `final-areas`)."""
    known, step = castle.of_data(data), step_of(data)
    told = [(seat, setting.words(f"zamek.{kind}.band", name="{name}", n=gain)) for seat, gain in enumerate(step.gains) if gain]
    where, left, right = board.lay_out(known.squares, board.TOP)
    im = picture(where.bottom + 4 + max(1, len(told)) * BAND + MARGIN)
    for seat in range(castle.SEATS):
        signs = (_points_sign(step.points[seat]),) if step.points[seat] else ()
        board.score(im, setting, seat, step.after[seat], step.gains[seat], signs, active=step.gains[seat] > 0)
    wall.draw(im, where, ())
    castle.lay(im, where, known, dim=True)
    {"final-meadows": _meadows, "final-keeps": _keeps, "final-areas": _areas}[kind](im, where, known, step)
    castle.markers(im, where, tuple(points % 100 for points in step.after))
    _title(im, left, right, kind, setting)
    _bands(im, where.bottom + 4, told, setting, setting.words(f"zamek.{kind}.nobody"))
    return im


def _points_sign(points: int) -> Image.Image:
    out = Image.new("RGBA", (130, 66))
    paste(out, pieces.token("end_points", 60), (0, 3))
    number(out, (66, 35), f"+{points}", 38, WHITE, "l")
    return out


def _title(im: Image.Image, left: board.Corner, right: board.Corner, kind: str, setting: Setting) -> None:
    """What is being scored, in the corners above the castle."""
    x, y, w, h = left
    text(im, (x + w / 2, y + 46), setting.words("zamek.final.heading"), "title", 50, PAPER, "m", w, least=ESSENTIAL - 4)
    text(im, (x + w / 2, y + 98), setting.words(f"zamek.{kind}.title"), "bold", 42, GOLD, "m", w, least=ESSENTIAL - 4)
    x, y, w, h = right
    size = min(140, w, h - 10)
    sign = {"final-meadows": "end_meadow", "final-keeps": "end_keep", "final-areas": "end_house"}[kind]
    paste(im, pieces.token(sign, size), (x + w / 2, y + h / 2), "c")


def _bands(im: Image.Image, y: int, told: list[tuple[Seat, str]], setting: Setting, nobody: str) -> None:
    drawn = common.names(setting)
    wide = WIDTH - 2 * MARGIN
    for i, (seat, said) in enumerate(told):
        line = fit_name(said.replace("{name}", drawn[seat]), drawn[seat], "bold", 44, wide - 96, ESSENTIAL - 2)
        common.band(im, MARGIN, y + i * BAND, wide, line, castle.looks()[seat], h=BAND - 8, name=drawn[seat])
    if not told:
        common.band(im, MARGIN, y, wide, nobody, h=BAND - 8)


def _meadows(im: Image.Image, where: Frame, known: Known, step: Step) -> None:
    for each in step.meadows:
        castle.highlight(im, where, known, each.place, board.shine(each.seat), bright=True)
    castle.people(im, where, known)
    told: list[castle.Box] = []
    for each in step.meadows:
        said = f"+{each.points}" if each.points else "0"
        sign = "end_meadow" if each.each == 4 else ""
        pill = castle.pill(said, castle.owner_colour(each.seat), sign)
        castle.tell(im, castle.middle_of(where, known, each.place), pill, told)


def _keeps(im: Image.Image, where: Frame, known: Known, step: Step) -> None:
    assert step.keeps is not None
    laid = known.by_square
    castle.name_squares(im, where, (square for square in NAMES if square not in laid))
    if step.keeps.group:
        castle.empty_group(im, where, step.keeps.group, str(len(step.keeps.group)))
    for seat, keep in enumerate(known.keeps):
        if keep is None:
            continue
        square, part = castle.keep_at(known, seat)
        tile = laid[square]
        for near, own in shapes.connected(laid, square, part):
            x, y, w, h = where.box(near)
            at = (x + (w - where.size) // 2, y + (h - where.size) // 2)
            im.paste(tiles.sprite(*laid[near], where.size), at, tiles.mask(*laid[near], own, where.size))
        sprite = pieces.keep(castle.looks()[seat], round(where.size * 0.8))
        castle.stand(im, where.box(square), shapes.plan(*tile), part, sprite)
    told: list[castle.Box] = []
    for seat, keep in enumerate(known.keeps):
        if keep is None:
            continue
        square, part = castle.keep_at(known, seat)
        x, y, w, h = where.box(square)
        bonus = step.keeps.bonus[seat]
        said = f"{keep.tiles}+{bonus}" if bonus else str(keep.tiles)
        pill = castle.pill(said, castle.looks()[seat], "end_keep" if bonus else "")
        castle.tell(im, (x + w / 2, y - 8 if y - 8 > where.ys[0] + 20 else y + h + 8), pill, told)


def _areas(im: Image.Image, where: Frame, known: Known, step: Step) -> None:
    for each in step.areas:
        castle.highlight(im, where, known, each.place, board.shine(each.seat), bright=True)
    castle.people(im, where, known)
    told: list[castle.Box] = []
    for each in step.areas:
        pill = castle.pill(f"+{each.points}", castle.looks()[each.seat], each.token)
        castle.tell(im, castle.middle_of(where, known, each.place), pill, told)


# -- the end ------------------------------------------------------------------------------------------------------------------

SIGNS = {
    "road": "end_road",
    "house": "house",
    "sty": "sty",
    "meadow": "end_meadow",
    "keep": "end_keep",
    "unfinished": "unfinished",
    "points": "end_points",
}
"""Kind of points → the token-like sign beside them."""


def final(view: ZamekView, result: Result, setting: Setting) -> Image.Image:
    """Places, what each score is made of, how the scoring ended, and the castle as it stands."""
    words, drawn = setting.words, common.names(setting)
    order = sorted(range(view.seats), key=lambda seat: (result.places[seat], seat))
    rows = [Row(result.places[seat], castle.looks()[seat], drawn[seat], str(result.scores[seat])) for seat in order]
    shared = result.places[0] == result.places[1]
    winner = words("zamek.final.shared") if shared else words("zamek.final.winner", name=drawn[order[0]])
    told = Told(words("zamek.final.heading"), winner, (*below(view, setting), decided(result, words)))
    signs: list[tuple[Image.Image, ...]] = [(_made_of(result.breakdown[seat]),) for seat in order]
    return podium.draw(rows, told, scenery(castle.looks()[order[0]].colour), signs)


def decided(result: Result, words: Words) -> str:
    """What decided the game."""
    return words("zamek.final.reason", reason=words(f"zamek.reason.{result.reason}"))


def below(view: ZamekView, setting: Setting) -> tuple[str, ...]:
    """How the keeps were scored, in a line."""
    if view.finale is None or view.finale.keeps.seat is None:
        return ()
    keeps = view.finale.keeps
    sizes = [tiles + bonus for tiles, bonus in zip(keeps.tiles, keeps.bonus, strict=True)]
    return (setting.words("zamek.final.keeps", more=max(sizes), less=min(sizes), n=keeps.points),)


def _made_of(parts: dict[str, int]) -> Image.Image:
    """Signs of all kinds of points with how many they brought; those that brought nothing are left out."""
    told = [(SIGNS[key], points) for key, points in parts.items() if points]
    step = min(124, 640 // max(1, len(told)))
    out = Image.new("RGBA", (max(1, step * len(told)), 64))
    for i, (sign, points) in enumerate(told):
        paste(out, pieces.token(sign, 48), (i * step, 8))
        number(out, (i * step + 51, 33), str(points), 34, WHITE, "l", room=step - 52)
    return out


def scenery(flag: str) -> Image.Image:
    """A corner of the castle under the winner's flag, for the head of the final picture."""
    return _vista(WIDTH - 2 * MARGIN, podium.HEAD, flag, 5).convert("RGBA")


def cover(w: int, h: int) -> Image.Image:
    """Key art: tiles of the castle in front of its wall and towers, subjects and keeps upon them."""
    return _vista(w, h, GOLD, 0)


_ROW = (("A9", 2), ("C3", 1), ("F3", 0), ("D8", 1), ("A6", 0), ("C2", 1), ("A11", 0), ("D9", 3), ("B2", 1))
_PEOPLE = ((1, "herald"), (4, "farmer"), (6, "squire"), (8, "monk"))


def _vista(w: int, h: int, flag: str, first: int) -> Image.Image:
    sprite = common.hills(w, h).convert("RGBA")
    size = round(h * 0.47)
    base = h - size + 4
    count = w // size + 2
    left = (w - count * size) // 2
    pen = Pen(w, h)
    k = h / 360
    top = base - 26 * k
    pen.rect(-9, top, w + 9, base + 40, 0, wall.STONE, INK, 5 * k)
    step = 46 * k
    for i in range(int(w / step) + 2):
        pen.rect(i * step - step, top - 22 * k, i * step - step * 0.45, top + 4 * k, 0, wall.STONE, INK, 5 * k)
    for x in (w * 0.16, w * 0.52, w * 0.86):
        r = 52 * k
        pen.rect(x - r, top - 62 * k, x + r, base + 10, 0, (150, 138, 120), INK, 5 * k)
        for off in (-1.16, -0.36, 0.44):
            pen.rect(x + off * r, top - 92 * k, x + (off + 0.62) * r, top - 58 * k, 0, (150, 138, 120), INK, 5 * k)
        pen.rect(x - 13 * k, top - 44 * k, x + 13 * k, top - 4 * k, 12 * k, INK, w=0)
        pen.line([(x, top - 90 * k), (x, top - 142 * k)], INK, 6 * k)
        pen.poly([(x, top - 142 * k), (x + 56 * k, top - 126 * k), (x, top - 108 * k)], flag, w=5 * k)
    paste(sprite, pen.done(), (0, 0))
    for i in range(count):
        tile, turns = _ROW[(first + i) % len(_ROW)]
        sprite.paste(tiles.sprite(tile, turns, size), (left + i * size, base))
    for i, role in _PEOPLE:
        if i < count:
            figure = pieces.subject(castle.looks()[i % 2], role, round(size * 0.78))
            paste(sprite, figure, (left + i * size + size / 2, base + size * 0.5), "c")
    mask = common.hills(w, h).getchannel("A")
    sprite.putalpha(mask)
    return sprite
