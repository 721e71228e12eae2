"""The final picture of all games: a ribbon with the result, the finished game as a trophy, a bar for each player with what the
score is made of, and the story in a sentence.
"""

from collections.abc import Callable, Sequence

import msgspec
from PIL import Image

from data.shapes import WIDE
from engines.contract import Result, Seat
from render import frame, prose
from render.art import icons
from render.canvas import fit_name, lines, number, paste, picture, plate, text, width
from render.contract import Audience, Epilogue
from render.frame import FOOT, MARGIN
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import (
    ACCENT,
    CAPTION,
    INK,
    MUTED,
    PANEL,
    PAPER,
    SEPIA,
    SMALL,
    SOFT,
    TEXT,
    WIDTH,
    Colour,
    Look,
    mix,
    plain,
    player,
    shape,
)

ACROSS = WIDTH - 2 * MARGIN
"""Width of the trophy (px)."""

HIGHEST = 1336 - FOOT
"""The most height without the foot (px): a desktop shows the small texts of a taller picture too small."""

TALLEST, LEAST, BRIEF = 700, 250, 560
"""The most and the least height of the trophy, and its most height in a picture without rows (px)."""

RIBBON, GAP = 96, 10
COLUMN = 580
"""Width of the column of words beside the trophy in the wide shape (px)."""

LINE = 46
"""Height of a line of words."""

ORIGIN = 34
"""Size of the small last line (px)."""

HEAD, SIGN, BAR = 62, 74, 14
"""Heights of a row's first line, of its line of signs, and of its bar (px)."""

INDENT = 118
"""What the words of a row leave free on the left and right (px)."""

NAME = 250
"""The least width that a name has with words beside it, if it needs that much (px)."""

Trophy = Callable[[int], Image.Image]
"""Draws the finished game, ACROSS px wide and at most as high as given."""


class ScorePart(msgspec.Struct, frozen=True):
    """Points from one source, with its name; "" if it is drawn and not named."""

    name: str
    points: int


class PodiumPlace(msgspec.Struct, frozen=True):
    """One player's row: place (0: none, no medal), look, name, score; `parts`: what the score consists of; `remark`: what else
    counts; `signs`: what was won, at most 64 px high.
    """

    place: int
    look: Look
    name: str
    score: str
    parts: tuple[ScorePart, ...] = ()
    remark: str = ""
    signs: tuple[Image.Image, ...] = ()

    @property
    def said(self) -> list[str]:
        """What the score consists of, source by source, in words; a source without points is left out."""
        sources = [
            f"{part.name} {part.points if part.points >= 0 else f'−{-part.points}'}"
            for part in self.parts
            if part.name and part.points
        ]
        return [*sources, *([self.remark] if self.remark else [])]

    def lines(self, room: float) -> list[str]:
        """The same, broken between sources into lines of at most `room`."""
        found: list[str] = []
        for said in self.said:
            longer = f"{found[-1]} · {said}" if found else ""
            if longer and width(longer, "bold", SMALL) <= room:
                found[-1] = longer
            else:
                found.append(said)
        return found


class Captions(msgspec.Struct, frozen=True):
    """The words of the picture: the winner's line on the ribbon; below the rows the story and the rule that decided; the small
    last line.
    """

    winner: str
    below: tuple[str, ...] = ()
    origin: str = ""
    brief: bool = False
    """Whether rows and words are left out."""


def final_picture(
    game: str,
    result: Result,
    audience: Audience,
    epilogue: Epilogue,
    trophy: Trophy,
    *,
    parts: Callable[[Seat], Sequence[ScorePart]] = lambda _seat: (),
    remark: Callable[[Seat], str] = lambda _seat: "",
    signs: Callable[[Seat], tuple[Image.Image, ...]] = lambda _seat: (),
    tie: str = "",
) -> Image.Image:
    """The final picture of an ordinary game: the seats by place with their scores, and by seat what each score is made of, a
    remark and signs. Below is the story, and the rule that decided among equals (`tie`: its message).
    """
    words, drawn, places, order = audience.words, frame.names(audience), result.places, result.by_place()
    rows = [
        PodiumPlace(
            places[seat],
            player(seat, len(places)),
            drawn[seat],
            str(result.scores[seat]),
            tuple(parts(seat)),
            remark(seat),
            signs(seat),
        )
        for seat in order
    ]
    shared = places.count(1) > 1
    winner = words(f"{game}.final.shared") if shared else words(f"{game}.final.winner", name=drawn[order[0]])
    below = tuple(filter(None, (epilogue.story, *prose.deciding(game, result, words, tie))))
    return draw(rows, Captions(winner, below, epilogue.origin, epilogue.brief), trophy)


def draw(rows: Sequence[PodiumPlace], captions: Captions, trophy: Trophy) -> Image.Image:
    """The final picture. Rows stay in the order given; those in first place are in gold. In the wide shape they are beside the
    trophy, unless a desktop would show that smaller.
    """
    if captions.brief:
        return _in_brief(rows, captions, trophy)
    im = _below(rows, captions, trophy)
    low = frame.reduction((im.width, im.height + FOOT), frame.DESKTOP) >= frame.DESKTOP[0] / (COLUMN + WIDTH)
    return im if low or shape() != WIDE else _beside(rows, captions, trophy)


def _in_brief(rows: Sequence[PodiumPlace], captions: Captions, trophy: Trophy) -> Image.Image:
    """Ribbon and trophy only."""
    art = trophy(BRIEF)
    im = picture(MARGIN + RIBBON + art.height + MARGIN)
    _ribbon(im, (MARGIN, MARGIN), rows, captions)
    paste(im, art, (MARGIN, MARGIN + RIBBON))
    return im


def _below(rows: Sequence[PodiumPlace], captions: Captions, trophy: Trophy) -> Image.Image:
    """Ribbon, trophy, rows and words one below the other."""
    words = _height(rows, captions, ACROSS)
    free = HIGHEST - MARGIN - RIBBON - GAP - words
    art = trophy(max(LEAST, min(TALLEST, free)))
    im = picture(MARGIN + RIBBON + art.height + GAP + words)
    _ribbon(im, (MARGIN, MARGIN), rows, captions)
    paste(im, art, (MARGIN, MARGIN + RIBBON))
    _words(im, (MARGIN, MARGIN + RIBBON + art.height + GAP, ACROSS), rows, captions)
    return im


def _beside(rows: Sequence[PodiumPlace], captions: Captions, trophy: Trophy) -> Image.Image:
    """Ribbon and trophy beside a column of rows and words."""
    room = COLUMN - MARGIN
    high = max(_height(rows, captions, room) + MARGIN, 600)
    art = trophy(min(TALLEST + 100, max(high + frame.ASIDE_HIGH, 700) - MARGIN - RIBBON))
    im = picture(MARGIN + RIBBON + art.height + MARGIN)
    column = picture(high, COLUMN)
    _words(column, (MARGIN, MARGIN, room), rows, captions)
    _ribbon(im, (MARGIN, MARGIN), rows, captions)
    paste(im, art, (MARGIN, MARGIN + RIBBON))
    return frame.join(column, im)


def _ribbon(im: Image.Image, at: tuple[int, int], rows: Sequence[PodiumPlace], captions: Captions) -> None:
    """The winner and the scores of all who have a place on a ribbon in the winner's colour."""
    (x, y), first = at, [row for row in rows if row.place == 1]
    fill = mix(first[0].look.colour, PAPER, 0.7 if plain() else 0.45) if len(first) == 1 else mix(PAPER, SEPIA, 0.18)
    paste(im, _band(ACROSS, fill), (x, y))
    middle, left, right = y + 40, x + 70.0, x + ACROSS - 70.0
    if first:
        paste(im, icons.crown(62), (left, middle - 34))
        left += 78
    if len(rows) > 1 or first:
        scores = _scores(rows, right - left - 24 - width(captions.winner, "bold", SMALL))
        right -= text(im, (right, middle + 19), scores, "digits", 54, INK, "r") + 24
    said = fit_name(captions.winner, rows[0].name, "bold", 52, right - left)
    text(im, (left, middle + 17), said, "bold", 52, INK, room=right - left)


def _scores(rows: Sequence[PodiumPlace], room: float) -> str:
    """The scores of all who have a place; where there is no `room` for them, the best one."""
    scores = [row.score for row in rows if row.place] or [rows[0].score]
    whole = " : ".join(scores)
    return whole if width(whole, "digits", 54) <= room else scores[0]


@drawn_once
def _band(w: int, fill: Colour) -> Image.Image:
    """A ribbon with two folded ends."""
    pen = Pen(w, 88)
    dark = mix(fill, INK, 0.3)
    for side in (1, -1):
        edge = 2 if side == 1 else w - 2

        def across(x: float, edge: int = edge, side: int = side) -> float:
            return edge + side * x

        pen.poly([(across(0), 18), (across(64), 18), (across(64), 86), (across(0), 86), (across(20), 52)], dark, INK, 3)
        pen.poly([(across(36), 72), (across(64), 72), (across(64), 86)], mix(fill, INK, 0.6), INK, 3)
    pen.poly([(37, 3), (w - 37, 3), (w - 37, 73), (37, 73)], fill, INK, 4)
    return pen.finish()


# ---------------------------------------------------------------- rows and words


def _said_beside(rows: Sequence[PodiumPlace], room: float) -> bool:
    """Whether in every row the words fit between the name and the score."""
    return all(width(" · ".join(row.said), "bold", SMALL) <= _between(row, room) for row in rows)


def _between(row: PodiumPlace, room: float) -> float:
    return room - 162 - min(NAME, width(row.name, "bold", 46)) - width(row.score, "digits", 62) - 60


def _row_height(row: PodiumPlace, room: float, *, beside: bool) -> int:
    more = 0 if beside else LINE * len(row.lines(room - INDENT))
    return HEAD + more + (SIGN if row.signs else 0) + (BAR + 14 if _bars(row) else 8)


def _bars(row: PodiumPlace) -> bool:
    return any(part.points > 0 for part in row.parts)


def _height(rows: Sequence[PodiumPlace], captions: Captions, room: float) -> int:
    beside = _said_beside(rows, room)
    high = sum(_row_height(row, room, beside=beside) + GAP for row in rows)
    return high + LINE * len(_below_lines(captions, room)) + (LINE if _origin_apart(captions, room) else 0) + 8


def _below_lines(captions: Captions, room: float) -> list[str]:
    return [line for said in captions.below for line in lines(said, "bold", SMALL, room - 24, 3)]


def _origin_apart(captions: Captions, room: float) -> bool:
    """Whether the small last line needs a line of its own."""
    said = _below_lines(captions, room)
    if not captions.origin or not said:
        return bool(captions.origin)
    return width(said[-1], "bold", SMALL) + width(captions.origin, "body", ORIGIN) + 60 > room


def _words(im: Image.Image, at: tuple[int, int, int], rows: Sequence[PodiumPlace], captions: Captions) -> None:
    x, y, w = at
    beside = _said_beside(rows, w)
    most = max((sum(max(0, part.points) for part in row.parts) for row in rows), default=0)
    for row in rows:
        high = _row_height(row, w, beside=beside)
        _row(im, (x, y, w, high), row, most, beside=beside)
        y += high + GAP
    for line in _below_lines(captions, w):
        text(im, (x + 12, y + 38), line, "bold", SMALL, CAPTION, room=w - 24)
        y += LINE
    if captions.origin:
        y += 36 if _origin_apart(captions, w) else 36 - LINE
        text(im, (x + w - 12, y), captions.origin, "body", ORIGIN, MUTED, "r", room=w - 24, secondary=True)


def _row(im: Image.Image, box: tuple[int, int, int, int], row: PodiumPlace, most: int, *, beside: bool) -> None:
    x, y, w, high = box
    won = row.place == 1
    fill = mix(PANEL, row.look.tint, 0.34 if won else 0.16)
    plate(im, (x, y), w, high, 18, fill, ACCENT if won else row.look.rim, 7 if won else 4)
    middle, left, right = y + HEAD / 2 + 4, x + 18.0, x + w - 24.0
    if row.place:
        paste(im, icons.disc(row.place, 58), (left + 30, middle), "c")
    left += 76
    right -= number(im, (right, middle), row.score, 62, TEXT, "r") + 20
    paste(im, icons.badge(row.look, 46), (left, middle - 23))
    name = mix(ACCENT, TEXT, 0.3) if won else TEXT
    words = width(" · ".join(row.said), "bold", SMALL) + 20 if beside and row.said else 0
    room = right - left - 60 - words
    taken = text(im, (left + 58, middle + 15), row.name, "bold", 46, name, room=room)
    if beside:
        text(im, (right, middle + 15), " · ".join(row.said), "bold", SMALL, SOFT, "r", room=right - left - 58 - taken - 16)
    else:
        for i, line in enumerate(row.lines(w - INDENT)):
            text(im, (left, y + HEAD + 34 + i * LINE), line, "bold", SMALL, SOFT, room=w - INDENT)
    if row.signs:
        foot = BAR + 14 if _bars(row) else 8
        frame.row(im, row.signs, (left, y + high - foot - SIGN / 2), 72, w - INDENT, least=30)
    if most and _bars(row):
        paste(im, _bar(w - INDENT, tuple(part.points for part in row.parts), most, row.look.rim), (left, y + high - BAR - 14))


@drawn_once
def _bar(w: int, points: tuple[int, ...], most: int, colour: Colour) -> Image.Image:
    """The points by source, one after the other, in shades of a player's colour; `most` points are `w` px long."""
    pen = Pen(w, BAR)
    shades = (colour, mix(colour, PAPER, 0.55), mix(colour, INK, 0.3))
    x = 0.0
    for i, each in enumerate(n for n in points if n > 0):
        wide = each / most * w
        pen.rect(x, 0, min(w, x + wide), BAR, 3, shades[i % len(shades)], INK, 2)
        x += wide
    return pen.finish()
