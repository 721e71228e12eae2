"""The heading of Torres' board: the score strip with towers and counts, the band that says what is asked."""
# ruff: noqa: PLR0917 - drawing takes places and sizes

from __future__ import annotations

import msgspec
from PIL import Image

from engines.torres.components import ACTION_POINTS, PHASES
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import number, paste, plate, text, width
from render.contract import Audience
from render.frame import MARGIN
from render.pen import Pen, shape
from render.sprite_cache import drawn_once
from render.theme import ACCENT, CAPTION, GOLD, INK, MUTED, PANEL, PANEL_HI, SMALLEST, TEXT, WIDTH, Look, Shade, mix, player
from render.torres import figures

STRIP, BAND, GAP = 168, 64, 10
"""Heights of the strip and the band, and what is left between them."""

INNER = WIDTH - 2 * MARGIN
"""Width of what is framed by the margins."""

TOP = MARGIN + STRIP + GAP + BAND
"""Where the board with its rim begins."""

PIP_EDGE = Shade(INK, INK, "#FFFFFF")
TOWER = 36
"""Width of a tower in the strip."""


class Score(msgspec.Struct, frozen=True):
    """One panel of the strip."""

    look: Look
    """How the player is recognised."""
    name: str
    mark: str
    """The sign of a computer player, or of one who left."""
    points: int
    gain: str = ""
    """Points just won, with their sign."""
    active: bool = False
    """Whether the player is asked."""
    towers: tuple[int, ...] = ()
    """The towers before the player."""
    used: int = -1
    """Segments left of the tower built from in this turn; -1: none."""
    cards: int = -1
    """Cards in hand; -1: not shown."""
    reserve: int = -1
    """Knights not placed; -1: not shown."""


def scores(view: TorresView, audience: Audience) -> list[Score]:
    """The panels of a game being played, by seat."""
    drawn = frame.names(audience)
    return [
        Score(
            look=player(seat, view.seats),
            name=drawn[seat],
            mark=frame.mark(audience, seat),
            points=view.scores[seat],
            active=seat in view.pending,
            towers=view.towers[seat],
            used=view.used if seat == view.acting and not view.over else -1,
            cards=view.hands[seat],
            reserve=view.reserve[seat],
        )
        for seat in range(view.seats)
    ]


def strip(im: Image.Image, panels: list[Score]) -> None:
    """The score strip: name, points, cards in hand, towers by height, knights in reserve."""
    for what, (x, w) in zip(panels, frame.columns(len(panels)), strict=True):
        head(im, x, MARGIN, w, STRIP, what)
        row = MARGIN + 146
        if what.cards >= 0:
            paste(im, icons.hand(46), (x + 10, MARGIN + 64))
            number(im, (x + 60, MARGIN + 90), str(what.cards), 40, mix(TEXT, MUTED, 0.25), "l")
        at: float = x + 12
        if what.used >= 0:
            paste(im, figures.tower(what.used, TOWER, GOLD), (at, row - 29))
            at += TOWER + 6
        for height in what.towers:
            paste(im, figures.tower(height, TOWER), (at, row - 29))
            at += TOWER + 4
        if what.reserve >= 0:
            end = x + w - 14
            end -= round(number(im, (end, row - 8), str(what.reserve), SMALLEST, mix(TEXT, MUTED, 0.25), "r"))
            paste(im, figures.pawn(38, mix(PANEL, TEXT, 0.62)), (end - 38, row - 29))


def head(im: Image.Image, x: int, y: int, w: int, h: int, what: Score) -> None:
    """A panel with badge, name and points."""
    frame.nameplate(im, (x, y, w, h), what.look, what.name, active=what.active, mark=what.mark, top=13)
    end = x + w - 16
    end -= round(number(im, (end, y + 90), str(what.points), 64, TEXT, "r"))
    if what.gain and width(what.gain, "digits", 44) + 20 < end - x:
        number(im, (end - 12, y + 93), what.gain, 44, mix(ACCENT, TEXT, 0.25), "r")


def when(view: TorresView, audience: Audience) -> str:
    """Which part of the game it is."""
    words = audience.words
    if view.over:
        return words("torres.over")
    if view.asks in {"act", "keep"}:
        return words("torres.when", phase=view.phase, phases=PHASES, round=view.round, rounds=view.rounds)
    if view.asks in {"king", "first"}:
        return words("torres.when.between", phase=view.phase)
    return words("torres.when.setup")


def asked(view: TorresView, audience: Audience) -> str:
    """What all wait for where it is no ordinary turn; "" else."""
    return "" if view.over or view.asks in {"act", "keep"} else audience.words(f"torres.everyone.{view.asks}")


def band(im: Image.Image, y: int, view: TorresView, audience: Audience) -> None:
    """The band between strip and board: phase and round, action points and segments of the turn, or what is asked."""
    words, middle = audience.words, y + BAND / 2
    plate(im, (MARGIN, y), INNER, BAND, 14, PANEL, PANEL_HI, 3)
    left, right = MARGIN + 18.0, WIDTH - MARGIN - 18.0
    if view.master:
        said = words(f"torres.master.{view.master}")
        right -= text(im, (right, middle + 13), said, "bold", 38, CAPTION, "r", 220) + 6
        paste(im, star(46), (right - 46, middle - 25))
        right -= 62
    said = when(view, audience)
    plain = asked(view, audience)
    if plain:
        said = f"{said}: {plain}"
    if view.over or plain:
        text(im, (left, middle + 13), said, "bold", 40, CAPTION, room=right - left)
        return
    right -= _means(im, right, middle, view, audience)
    text(im, (left, middle + 13), said, "bold", 40, CAPTION, room=right - left - 20)


def _means(im: Image.Image, right: float, middle: float, view: TorresView, audience: Audience) -> float:
    """Action points left, and segments left of the tower built from; returns the width used."""
    at = right
    if view.used >= 0:
        at -= number(im, (at, middle), str(view.used), 44, TEXT, "r")
        paste(im, figures.segment(50), (at - 54, middle - 26))
        at -= 70
    for i in reversed(range(max(ACTION_POINTS, view.ap))):
        paste(im, pip(full=i < view.ap), (at - 28, middle - 14))
        at -= 31
    at -= number(im, (at - 8, middle), str(view.ap), 48, ACCENT, "r") + 8
    at -= text(im, (at - 12, middle + 13), audience.words("torres.ap"), "bold", 40, CAPTION, "r") + 12
    return right - at


@drawn_once
def pip(*, full: bool) -> Image.Image:
    """One action point, left or spent."""
    return Pen(28, 28).circle(14, 14, 11, GOLD if full else mix(PANEL, INK, 0.3), PIP_EDGE, 3).done()


@drawn_once
def star(size: int) -> Image.Image:
    """The sign of the master card."""
    return Pen(100, 100).poly(shape("star", 50, 50, 38), GOLD, INK, 6).done(size, size)
