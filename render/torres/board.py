"""The public picture of Torres: the board with everything on it, the scores with towers and counts beside or below it, and the
band that says what is asked. Marks on the stacks show squares that may be chosen, and what was just done.
"""

# ruff: noqa: PLR0917 - drawing takes places and sizes
from collections.abc import Sequence

from PIL import Image

from engines.torres.squares import NUMBER
from engines.torres.view import TorresView
from render.canvas import number, panel, paste, picture, text
from render.contract import Audience
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, WHITE, Look, player
from render.torres import figures, ground
from render.torres.band import band, band_high
from render.torres.marks import Marks, latest_actions, marks_asked
from render.torres.panels import scores, side
from render.torres.places import Places, places

KNIGHT_AT = (74, 64)
"""The centre of a figure, from the upper left corner of its square (px)."""

SMALL_W, RISE = 68, 19
"""A small knight's width, and how much higher it stands (px)."""


def draw(view: TorresView, audience: Audience) -> Image.Image:
    """Draw the board, from any view: only its public part is drawn."""
    at = places(view.seats, band_high(view, audience))
    im = at.empty()
    whole(im, at, view, audience, marks_asked(view))
    return im


def whole(im: Image.Image, at: Places, view: TorresView, audience: Audience, shown: Marks) -> None:
    """Draw board, scores and band."""
    table = picture(ground.HEIGHT, ground.ACROSS)
    lay(table, 0, view, shown)
    im.paste(table, (at.board, 0))
    side(im, scores(view, audience), at.panels)
    band(im, at.words, view, audience)


def lay(im: Image.Image, top: int, view: TorresView, shown: Marks) -> None:
    """Draw the board with figures, what was done last and what may be chosen; its upper edge is at `top`."""
    royal = next((castle.squares for castle in view.castles if castle.royal), ())
    im.paste(ground.terrain(view.heights, frozenset(royal)), (0, top))
    if shown.targets or shown.chosen:
        _targets(im, top, view, shown)
    else:
        _draw_done(im, top, view)
    looks = [player(seat, view.seats) for seat in range(view.seats)]
    pieces(im, top, view.heights, view.knights, view.king, looks)
    for square, remark in shown.targets.items():
        _name(im, top, view, square, remark)
    if not shown.targets and not shown.chosen:
        for square, count in latest_actions(view).added.items():
            x, y = ground.corner(square)
            y += top - ground.lift(view.level(square))
            paste(im, _chip(f"+{count}"), (x + 4, y + ground.CELL - 52))


def pieces(
    im: Image.Image,
    top: int,
    heights: Sequence[int],
    knights: Sequence[Sequence[str]],
    king: str,
    looks: list[Look],
    *,
    small: bool = False,
) -> None:
    """Draw knights and king, upper rows first; `small` knights leave room for a line below them."""
    wide, rise = (SMALL_W, RISE) if small else (figures.KNIGHT_W, 0)
    stand = [(square, figures.knight(looks[seat], wide)) for seat, squares in enumerate(knights) for square in squares]
    if king:
        stand.append((king, figures.king()))
    for square, sprite in sorted(stand, key=lambda each: -(NUMBER[each[0]] % 8)):
        x, y = middle(square, heights, top)
        paste(im, sprite, (x, y - rise), "c")


def middle(square: str, heights: Sequence[int], top: int) -> tuple[int, int]:
    """The centre of a figure on this square."""
    x, y = ground.corner(square)
    return x + KNIGHT_AT[0], top + y - ground.lift(heights[NUMBER[square]]) + KNIGHT_AT[1]


def _draw_done(im: Image.Image, top: int, view: TorresView) -> None:
    deeds = latest_actions(view)
    for square in deeds.left:
        x, y = ground.corner(square)
        paste(im, ground.trace(), (x, top + y - ground.lift(view.level(square))))
    for square in deeds.squares:
        if square != deeds.last:
            ground.frame(im, top, square, view.level(square))
    if deeds.last:
        ground.frame(im, top, deeds.last, view.level(deeds.last), GOLD, 8)


@drawn_once
def _chip(said: str) -> Image.Image:
    """The label of what was added to a stack."""
    sprite = panel(66, 46, 12, WHITE, INK, 3).copy()
    number(sprite, (33, 23), said, figures.LABEL, INK)
    return sprite


def _targets(im: Image.Image, top: int, view: TorresView, shown: Marks) -> None:
    for square in shown.targets:
        x, y = ground.corner(square)
        paste(im, ground.target(), (x, top + y - ground.lift(view.level(square))))
        ground.digit(im, top, square, view.level(square))
    for square in shown.chosen:
        ground.frame(im, top, square, view.level(square), WHITE, 9)


def _name(im: Image.Image, top: int, view: TorresView, square: str, remark: str) -> None:
    """Write a target's name, as on its button, and its remark in the corner."""
    x, y = ground.corner(square)
    y += top - ground.lift(view.level(square))
    text(im, (x + ground.CELL / 2, y + ground.CELL - 24), square, "digits", figures.LABEL, WHITE, "m", stroke=5)
    if remark:
        paste(im, _cost(remark), (x + ground.CELL - 62, y + 10))


@drawn_once
def _cost(said: str) -> Image.Image:
    """A number of action points, on a coin."""
    sprite = Pen(52, 52).circle(26, 26, 22, GOLD, INK, 4).finish()
    number(sprite, (26, 26), said, figures.LABEL, INK)
    return sprite
