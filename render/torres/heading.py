"""Beside and below Torres' board: the scores with towers and counts, the band that says what is asked."""

from __future__ import annotations

import msgspec
from PIL import Image

from engines.torres.components import ACTION_POINTS, PHASES
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import number, paste, plate, text
from render.contract import Audience
from render.frame import BESIDE, MARGIN
from render.pen import Pen, shape
from render.sprite_cache import drawn_once
from render.theme import ACCENT, CAPTION, GOLD, INK, MUTED, NAME, PANEL, PANEL_HI, TEXT, Look, Shade, mix, player
from render.torres import figures, ground

ACROSS = 1270
"""Width of a picture with the board: a phone shows it at 0.28 of its size, a desktop, where its height counts, at 0.29."""

FOOT = 130
"""Height of the foot below the board, with the band in it."""

BAND, TALLER, GAP = 84, 104, 10
"""Heights of the band, without and with a master card in it, and what is left between panels."""

LEFT, WIDE = ground.ACROSS + 6, ACROSS - MARGIN - ground.ACROSS - 6
"""Where the scores begin, and their width."""

PIP_EDGE = Shade(INK, INK, "#FFFFFF")
TOWER, TOWERS = 44, 4
"""Width of a tower beside the board, and how many stand in a row."""


class Score(msgspec.Struct, frozen=True):
    """One panel beside the board."""

    look: Look
    """How the player is recognised."""
    name: str
    mark: str
    """The sign of a computer player, or of one who left."""
    points: int
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


def side(im: Image.Image, panels: list[Score]) -> None:
    """The scores: points, name, cards in hand, knights in reserve, towers by height."""
    for what, y in zip(panels, heads(im, panels), strict=True):
        if what.cards >= 0:
            paste(im, icons.hand(44), (LEFT + 8, y))
            number(im, (LEFT + 54, y + 22), str(what.cards), figures.LABEL, mix(TEXT, MUTED, 0.25), "l")
        if what.reserve >= 0:
            end: float = LEFT + WIDE - 12
            end -= number(im, (end, y + 22), str(what.reserve), figures.LABEL, mix(TEXT, MUTED, 0.25), "r")
            paste(im, figures.pawn(38, mix(PANEL, TEXT, 0.62)), (end - 40, y + 3))
        stand = [(what.used, GOLD)] if what.used >= 0 else []
        stand += [(height, figures.TOWER) for height in what.towers]
        for i, (height, fill) in enumerate(stand):
            at = (LEFT + 12 + i % TOWERS * (TOWER + 4), y + 49 + i // TOWERS * (TOWER + 11))
            paste(im, figures.tower(height, TOWER, fill), at)


def heads(im: Image.Image, panels: list[Score]) -> list[int]:
    """Panels beside the board with badge, points and name; returns where in each the rest begins."""
    high = min(300, (ground.HEIGHT - 2 * MARGIN - GAP * (len(panels) - 1)) // len(panels))
    found = []
    for i, what in enumerate(panels):
        y = MARGIN + i * (high + GAP)
        fill = mix(PANEL, what.look.tint, 0.32) if what.active else PANEL
        plate(im, (LEFT, y), WIDE, high, 16, fill, ACCENT if what.active else what.look.rim, 7 if what.active else 4)
        paste(im, icons.badge(what.look, 46), (LEFT + 12, y + 11))
        number(im, (LEFT + WIDE - 14, y + 36), str(what.points), 58, TEXT, "r")
        left = LEFT + 12
        if what.mark:
            paste(im, icons.robot(40) if what.mark == "robot" else icons.white_flag(40), (left, y + 62))
            left += 44
        room = LEFT + WIDE - 10 - left
        text(im, (left, y + 96), what.name, "bold", figures.LABEL, TEXT, room=room, least=NAME, secondary=True)
        found.append(y + 106)
    return found


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


def band(im: Image.Image, view: TorresView, audience: Audience) -> int:
    """The band below the board: phase and round, action points and segments of the turn, or what is asked; returns where it
    ends.
    """
    words, y, high = audience.words, ground.HEIGHT + GAP, TALLER if view.master else BAND
    plate(im, (BESIDE, y), ACROSS - MARGIN - BESIDE, high, 14, PANEL, PANEL_HI, 3)
    middle = y + (28 if view.master else high / 2)
    left, right = BESIDE + 18.0, ACROSS - MARGIN - 18.0
    if view.master:
        paste(im, star(46), (left - 4, y + 53))
        said = words(f"torres.master.{view.master}")
        text(im, (left + 50, y + 90), said, "bold", figures.LABEL, CAPTION, room=right - left - 50)
    said = when(view, audience)
    plain = asked(view, audience)
    if plain:
        said = f"{said}: {plain}"
    if not (view.over or plain):
        right -= _means(im, right, middle, view, audience) + 20
    text(im, (left, middle + 14), said, "bold", figures.LABEL, CAPTION, room=right - left)
    return y + high


def _means(im: Image.Image, right: float, middle: float, view: TorresView, audience: Audience) -> float:
    """Action points left, and segments left of the tower built from; returns the width used."""
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
    return Pen(28, 28).circle(14, 14, 11, GOLD if full else mix(PANEL, INK, 0.3), PIP_EDGE, 3).done()


@drawn_once
def star(size: int) -> Image.Image:
    """The sign of the master card."""
    return Pen(100, 100).poly(shape("star", 50, 50, 38), GOLD, INK, 6).done(size, size)
