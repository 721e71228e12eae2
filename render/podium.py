"""The final picture of all games: places as rows, what each score is made of, the rule that decided."""

from collections.abc import Callable

import msgspec
from PIL import Image

from engines.contract import Result, Seat
from render import frame
from render.art import icons
from render.canvas import number, paste, picture, plate, text, width
from render.contract import Audience
from render.frame import MARGIN
from render.theme import ACCENT, CAPTION, MUTED, PANEL, SEPIA, TEXT, WIDTH, Look, mix, player

HEAD, ROW, GAP = 250, 142, 10


class PodiumPlace(msgspec.Struct, frozen=True):
    """One player's row: place (0: none, no medal), look, name, score; `made_of`: what the score consists of, in words."""

    place: int
    look: Look
    name: str
    score: str
    made_of: str = ""


class Captions(msgspec.Struct, frozen=True):
    """The words of the picture: the heading, the winner's line, and lines below the rows (the rule that decided)."""

    heading: str
    winner: str
    below: tuple[str, ...] = ()


def draw(
    rows: list[PodiumPlace],
    heading: Captions,
    cover: Image.Image,
    signs: list[tuple[Image.Image, ...]],
    last: Image.Image | None = None,
) -> Image.Image:
    """The final picture. `cover`: art of WIDTH - 2 × MARGIN by HEAD px; `signs`: for each row, at most 64 px high; rows stay in
    the order given, those in first place in gold; `last`: a sign before the last line below.
    """
    foot = 24 + 56 * len(heading.below) if heading.below else 0
    im = picture(MARGIN + HEAD + 12 + len(rows) * (ROW + GAP) - GAP + foot + MARGIN)
    paste(im, cover, (MARGIN, MARGIN))
    _heading(im, rows, heading)
    for i, row in enumerate(rows):
        _row(im, MARGIN + HEAD + 12 + i * (ROW + GAP), row, signs[i])
    y = im.height - MARGIN - foot + 24
    for i, said in enumerate(heading.below):
        line = y + i * 56 + 36
        x: float = MARGIN + 12
        if last is not None and i == len(heading.below) - 1:
            x += 12 + last.width
            text(im, (x, line), said, "bold", 42, CAPTION, room=WIDTH - 2 * x)
            paste(im, last, (MARGIN + 12, line - 14 - last.height / 2))
        else:
            text(im, (x, line), said, "bold", 42, CAPTION, room=WIDTH - 2 * x)
    return im


def ended(
    game: str,
    result: Result,
    audience: Audience,
    cover: Image.Image,
    *,
    heading: str = "",
    made_of: Callable[[Seat], str] = lambda _seat: "",
    signs: Callable[[Seat], tuple[Image.Image, ...]] = lambda _seat: (),
    below: tuple[str, ...] = (),
    after: str = "",
    last: Image.Image | None = None,
) -> Image.Image:
    """The final picture of an ordinary game: the seats by place with their scores, and by seat what each score is made of.
    Below are the lines given, the rule that decided, and the line `after` it with a sign. `heading` defaults to the message
    that the game is over.
    """
    words, drawn, places, order = audience.words, frame.names(audience), result.places, result.by_place()
    rows = [
        PodiumPlace(places[seat], player(seat, len(places)), drawn[seat], str(result.scores[seat]), made_of(seat))
        for seat in order
    ]
    shared = places.count(1) > 1
    winner = words(f"{game}.final.shared") if shared else words(f"{game}.final.winner", name=drawn[order[0]])
    lines = (*below, words(f"{game}.reason.{result.reason}"), *([after] if after else []))
    return draw(rows, Captions(heading or words(f"{game}.over"), winner, lines), cover, [signs(seat) for seat in order], last)


def _heading(im: Image.Image, rows: list[PodiumPlace], heading: Captions) -> None:
    x, y, w = MARGIN + 400, MARGIN + 24, WIDTH - 2 * MARGIN - 416
    frame.tablet(im, x, y, w, HEAD - 48)
    if any(row.place == 1 for row in rows):
        paste(im, icons.crown(84), (x + 20, y + 12))
    frame.title(im, (x + 122, y + 78), heading.heading, w - 140, mix(SEPIA, "#74271A", 0.7), 66)
    first = [row for row in rows if row.place == 1]
    frame.band(im, x + 16, y + 112, w - 32, heading.winner, first[0].look if len(first) == 1 else None, h=74, name=rows[0].name)


def _row(im: Image.Image, y: int, row: PodiumPlace, signs: tuple[Image.Image, ...]) -> None:
    won = row.place == 1
    metal = icons.metal(row.place)
    edge = ACCENT if won else row.look.rim
    fill = mix(PANEL, row.look.tint, 0.34 if won else 0.16)
    plate(im, (MARGIN, y), WIDTH - 2 * MARGIN, ROW, 18, fill, edge, 7 if won else 4)
    if row.place:
        paste(im, icons.medal(row.place, 92 if metal else 84), (MARGIN + 72, y + ROW / 2), "c")
    right = WIDTH - MARGIN - 28
    score = number(im, (right, y + ROW / 2), row.score, 88, TEXT, "r")
    left, end = MARGIN + 136, right - score - 24
    paste(im, icons.badge(row.look, 52), (left, y + 16))
    colour = mix(ACCENT, TEXT, 0.3) if won else TEXT
    text(im, (left + 64, y + 58), row.name, "bold", 46, colour, room=end - left - 64)
    x: float = left
    room = end - left - (width(row.made_of, "bold", 42) + 24 if row.made_of else 0)
    if signs:
        x = frame.row(im, signs, (left, y + 107), 72, room, least=30) + 16
    if row.made_of:
        text(im, (x, y + 120), row.made_of, "bold", 42, mix(MUTED, TEXT, 0.4), room=end - x)
