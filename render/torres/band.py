"""The band of a picture of Torres that says what is asked: phase and round, action points, the master card."""

from PIL import Image

from data.shapes import WIDE as WIDE_SHAPE
from engines.torres.components import ACTION_POINTS
from engines.torres.view import TorresView
from render.canvas import lines, number, paste, plate, text
from render.contract import Audience
from render.pen import Pen
from render.pen import shape as outline
from render.sprite_cache import drawn_once
from render.theme import ACCENT, CAPTION, GOLD, INK, PANEL, PANEL_HI, TEXT, Shade, mix, shape
from render.torres import figures
from render.torres.places import SIDE

BAND, TALLER = 84, 104
"""Heights of the band, without and with a master card in it (px)."""

PIP_EDGE = Shade(INK, INK, "#FFFFFF")

LINE = 54
"""Height of a line in the band beside the board."""


def when(view: TorresView, audience: Audience) -> str:
    """The part of the game that is being played."""
    words = audience.words
    if view.over:
        return words("torres.over")
    if view.asks in {"act", "keep"}:
        return words("torres.when", phase=view.phase, phases=view.phases, round=view.round, rounds=view.rounds)
    if view.asks in {"king", "first"}:
        return words("torres.when.between", phase=view.phase)
    return words("torres.when.setup")


def question(view: TorresView, audience: Audience) -> str:
    """What everybody waits for, if this is not an ordinary turn; else ""."""
    return "" if view.over or view.asks in {"act", "keep"} else audience.words(f"torres.everyone.{view.asks}")


def band_high(view: TorresView, audience: Audience) -> int:
    """The height of the band."""
    if shape() != WIDE_SHAPE:
        return TALLER if view.master else BAND
    means = not (view.over or question(view, audience))
    return 20 + LINE * (len(_words_of_band(view, audience, SIDE - 36)) + means + bool(view.master))


def _words_of_band(view: TorresView, audience: Audience, room: float) -> list[str]:
    """The words of the band; several lines if it is beside the board."""
    said, plain = when(view, audience), question(view, audience)
    whole = f"{said}: {plain}" if plain else said
    return lines(whole, "bold", figures.LABEL, room, 4) if shape() == WIDE_SHAPE else [whole]


def band(im: Image.Image, at: tuple[int, int, int], view: TorresView, audience: Audience) -> None:
    """Draw the band at (left, top, width): phase and round, action points and segments of the turn, or what is asked. Beside
    the board each has a line of its own.
    """
    (x, y, w), high = at, band_high(view, audience)
    plate(im, (x, y), w, high, 14, PANEL, PANEL_HI, 3)
    left, right, stacked = x + 18.0, x + w - 18.0, shape() == WIDE_SHAPE
    if view.master:
        low = y + high - (52 if not stacked else 62)
        paste(im, star(46), (left - 4, low + 1))
        said = audience.words(f"torres.master.{view.master}")
        text(im, (left + 50, low + 38), said, "bold", figures.LABEL, CAPTION, room=right - left - 50)
    middle = y + (38 if stacked else 28 if view.master else high / 2)
    lines = _words_of_band(view, audience, right - left)
    if not (view.over or question(view, audience)):
        used = _means(im, right, middle + LINE * len(lines) * stacked, view, audience)
        right -= 0 if stacked else used + 20
    for i, said in enumerate(lines):
        text(im, (left, middle + 14 + i * LINE), said, "bold", figures.LABEL, CAPTION, room=right - left)


def _means(im: Image.Image, right: float, middle: float, view: TorresView, audience: Audience) -> float:
    """Draw the action points left, and the segments left of the tower in use; returns the width used."""
    at = right
    if view.used >= 0:
        at -= number(im, (at, middle), str(view.used), figures.LABEL, TEXT, "r")
        paste(im, figures.segment(50), (at - 54, middle - 26))
        at -= 70
    for i in reversed(range(max(ACTION_POINTS, view.ap))):
        paste(im, pip(full=i < view.ap), (at - 28, middle - 14))
        at -= 31
    at -= number(im, (at - 8, middle), str(view.ap), 48, ACCENT, "r") + 8
    at -= text(im, (at - 12, middle + 14), audience.words("torres.ap"), "bold", figures.LABEL, CAPTION, "r") + 12
    return right - at


@drawn_once
def pip(*, full: bool) -> Image.Image:
    """One action point, left or spent."""
    return Pen(28, 28).circle(14, 14, 11, GOLD if full else mix(PANEL, INK, 0.3), PIP_EDGE, 3).finish()


@drawn_once
def star(size: int) -> Image.Image:
    """The sign of the master card."""
    return Pen(100, 100).poly(outline("star", 50, 50, 38), GOLD, INK, 6).finish(size, size)
