"""The public picture of Torres: the board with everything on it, the scores with towers and counts below or beside it, and the
band that says what is asked. Marks on the stacks show squares that may be chosen, and what was just done.
"""

# ruff: noqa: PLR0917 - drawing takes places and sizes
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from PIL import Image

from engines.torres.squares import NUMBER, SQUARES
from engines.torres.view import TorresView
from render.canvas import number, panel, paste, text
from render.contract import Audience
from render.pen import Pen
from render.sprite_cache import drawn_once
from render.theme import GOLD, INK, WHITE, Look, player
from render.torres import figures, ground, tags
from render.torres.arrows import arrow
from render.torres.band import band, band_high
from render.torres.marks import Marks, latest_actions, marks_asked
from render.torres.panels import high, scores, side
from render.torres.places import Places, places
from render.torres.worth import bonus, worths
from render.word_places import note_word

KNIGHT_AT = (80, 64)
"""The centre of a figure, from the upper left corner of its square (px)."""

RISE = 15
"""How much higher a figure stands that has a tag below it (px)."""


def draw(view: TorresView, audience: Audience) -> Image.Image:
    """Draw the board, from any view: only its public part is drawn."""
    at = places(view.seats, high(view.seats), band_high(view, audience))
    im = at.empty()
    whole(im, at, view, audience, marks_asked(view))
    return im


def whole(im: Image.Image, at: Places, view: TorresView, audience: Audience, shown: Marks) -> None:
    """Draw board, scores and band."""
    im.paste(_board(view, shown), (at.board, 0))
    for square in SQUARES:
        x, y = ground.corner(square)
        note_word(square, (at.board + x, y - ground.lift(view.level(square)), ground.CELL, ground.CELL))
    side(im, scores(view, audience), at.panels)
    band(im, at.band, view, audience)


def _board(view: TorresView, shown: Marks) -> Image.Image:
    """The board with figures, what was done last and what may be chosen."""
    royal = next((castle.squares for castle in view.castles if castle.royal), ())
    im = ground.terrain(view.heights, frozenset(royal)).copy()
    if shown.targets or shown.chosen:
        _targets(im, view, shown)
    else:
        _draw_done(im, view)
    looks = [player(seat, view.seats) for seat in range(view.seats)]
    worth, royal_bonus = [each for castle in worths(view) for each in castle], bonus(view)
    tagged = {each.square for each in worth} | ({view.king} if royal_bonus else set())
    pieces(im, view.heights, view.knights, view.king, looks, tagged)
    for each in worth:
        tags.points(im, view.heights, each.square, each.said, looks[each.seat])
    if royal_bonus:
        tags.banner(im, view.heights, view.king, royal_bonus)
        for square in royal_bonus.squares:
            tags.crown(im, view.heights, square)
    for square, remark in shown.targets.items():
        _name(im, view, square, remark)
    return im


def pieces(
    im: Image.Image,
    heights: Sequence[int],
    knights: Sequence[Sequence[str]],
    king: str,
    looks: list[Look],
    tagged: AbstractSet[str],
) -> None:
    """Draw knights and king, upper rows first; those on `tagged` squares leave room for a tag below them."""
    stand = [(square, figures.knight(looks[seat])) for seat, squares in enumerate(knights) for square in squares]
    if king:
        stand.append((king, figures.king()))
    for square, sprite in sorted(stand, key=lambda each: -(NUMBER[each[0]] % 8)):
        x, y = middle(square, heights)
        paste(im, sprite, (x, y - (RISE if square in tagged else 0)), "c")


def middle(square: str, heights: Sequence[int]) -> tuple[int, int]:
    """The centre of a figure on this square."""
    x, y = ground.corner(square)
    return x + KNIGHT_AT[0], y - ground.lift(heights[NUMBER[square]]) + KNIGHT_AT[1]


def _draw_done(im: Image.Image, view: TorresView) -> None:
    """Draw a ring around each square of the latest actions, an arrow along each way, and what was added to empty stacks. All of
    it is below the figures, and arrows are below the levels.
    """
    deeds = latest_actions(view)
    for square in deeds.squares:
        ground.frame(im, square, view.level(square), *((GOLD, 8) if square == deeds.last else ()))
    for way in deeds.ways:
        arrow(im, view.heights, way.start, way.end, player(way.seat, view.seats))
    figures_on = view.occupied_squares()
    for square, count in deeds.added.items():
        if not figures_on >> NUMBER[square] & 1:
            x, y = ground.corner(square)
            paste(im, _chip(f"+{count}"), (x + ground.CELL - 84, y - ground.lift(view.level(square)) + ground.CELL - 62))


@drawn_once
def _chip(said: str) -> Image.Image:
    """The label of what was added to a stack."""
    sprite = panel(74, 52, 12, WHITE, INK, 3).copy()
    number(sprite, (37, 26), said, figures.LABEL, INK)
    return sprite


def _targets(im: Image.Image, view: TorresView, shown: Marks) -> None:
    for square in shown.targets:
        x, y = ground.corner(square)
        paste(im, ground.target(), (x, y - ground.lift(view.level(square))))
        ground.digit(im, square, view.level(square))
    for square in shown.chosen:
        ground.frame(im, square, view.level(square), WHITE, 9)


def _name(im: Image.Image, view: TorresView, square: str, remark: str) -> None:
    """Write a target's name, as on its button, and its remark in the corner."""
    x, y = ground.corner(square)
    y -= ground.lift(view.level(square))
    text(im, (x + ground.CELL / 2, y + ground.CELL - 22), square, "digits", figures.LABEL, WHITE, "m", stroke=5)
    if remark:
        paste(im, _cost(remark), (x + ground.CELL - 66, y + 10))


@drawn_once
def _cost(said: str) -> Image.Image:
    """A number of action points, on a coin."""
    sprite = Pen(56, 56).circle(28, 28, 25, GOLD, INK, 4).finish()
    number(sprite, (28, 28), said, figures.LABEL, INK)
    return sprite
