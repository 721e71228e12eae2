"""The score panels of Torres, below or beside the board."""

import msgspec
from PIL import Image

from data.shapes import WIDE
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import number, paste, picture, plate, text
from render.contract import Audience
from render.frame import Box
from render.sprite_cache import drawn_once
from render.theme import ACCENT, MUTED, NAME, PANEL, TEXT, Look, mix, player, shape
from render.torres import figures

TOWER = 48
"""Width of a tower in a panel."""

HEAD = 114
"""Height of the part that all panels share."""

TOWERS = 64
"""Height of the line with the towers."""

ROOMY, UPRIGHT = 450, 242
"""Width from which a panel has its counts and towers in one line; height from which it has its points above the name."""


class Score(msgspec.Struct, frozen=True):
    """One panel beside the board."""

    look: Look
    """The player's look."""
    name: str
    mark: str
    """The mark of a computer player, or of a player who has left."""
    points: int
    active: bool = False
    """Whether the player is on turn."""
    towers: tuple[int, ...] = ()
    """The heights of the player's towers."""
    cards: int = 0
    """Cards in hand."""
    reserve: int = 0
    """Knights not placed."""


def scores(view: TorresView, audience: Audience) -> list[Score]:
    """The panels during a game, by seat."""
    drawn = frame.names(audience)
    return [
        Score(
            look=player(seat, view.seats),
            name=drawn[seat],
            mark=frame.mark(audience, seat),
            points=view.scores[seat],
            active=seat in view.pending,
            towers=view.towers[seat],
            cards=view.hands[seat],
            reserve=view.reserve[seat],
        )
        for seat in range(view.seats)
    ]


def high(seats: int) -> int:
    """The height of a panel during a game."""
    roomy = shape() != WIDE and seats == 2
    return HEAD + 12 if roomy else HEAD + TOWERS


def side(im: Image.Image, scores: list[Score], boxes: list[Box]) -> None:
    """Draw the scores: name, points, cards in hand, knights in reserve, towers by height."""
    for what, (x, y, w, h) in zip(scores, boxes, strict=True):
        im.paste(_panel(what, w, h), (x, y))


@drawn_once
def _panel(what: Score, w: int, h: int) -> Image.Image:
    im = picture(h, w)
    if h >= UPRIGHT:
        _upright(im, what)
        return im
    head(im, what, (0, 0, w, h))
    roomy, middle = w >= ROOMY, HEAD - 33
    left = _reserve(im, 250.0 if roomy else w - 11.0, middle, what.reserve)
    paste(im, figures.cards(what.cards), (left - figures.cards(what.cards).width, middle - 30))
    step = TOWER + 8
    first = w - 6 - step * len(what.towers) if roomy else 14
    for i, height in enumerate(what.towers):
        sprite = figures.tower(height, TOWER)
        paste(im, sprite, (first + i * step, h - 8 - sprite.height))
    return im


def _upright(im: Image.Image, what: Score) -> None:
    """Draw a panel with badge and points, name, counts and towers below each other."""
    w, h = im.size
    _box(im, what, (0, 0, w, h))
    number(im, (w - 12, 36), str(what.points), 54, TEXT, "r")
    _name(im, what, (12, 98), w - 22)
    _reserve(im, w - 11.0, 138, what.reserve)
    paste(im, figures.cards(what.cards), (12, 108))
    for i, height in enumerate(what.towers):
        sprite = figures.tower(height, 46)
        paste(im, sprite, (10 + i * 47, 234 - sprite.height))


def _reserve(im: Image.Image, at: float, middle: float, knights: int) -> float:
    """Draw the knights in reserve so that they end at `at`; returns where they begin."""
    at -= number(im, (at, middle), str(knights), figures.LABEL, mix(TEXT, MUTED, 0.25), "r")
    paste(im, figures.pawn(40, mix(PANEL, TEXT, 0.62)), (at - 39, middle - 20))
    return at - 41


def head(im: Image.Image, what: Score, box: Box) -> None:
    """Draw a panel with badge, name and points."""
    x, y, w, _ = box
    _box(im, what, box)
    _name(im, what, (x + 58, y + 46), w - 68)
    number(im, (x + 14, y + HEAD - 33), str(what.points), 54, TEXT, "l")


def _box(im: Image.Image, what: Score, box: Box) -> None:
    """Draw an empty panel with a badge."""
    x, y, w, h = box
    fill = mix(PANEL, what.look.tint, 0.32) if what.active else PANEL
    plate(im, (x, y), w, h, 16, fill, ACCENT if what.active else what.look.rim, 7 if what.active else 4)
    paste(im, icons.badge(what.look, 42), (x + 10, y + 11))


def _name(im: Image.Image, what: Score, at: tuple[int, int], room: int) -> None:
    """Write the name, with the mark of a computer player or of somebody who has left."""
    left, low = at
    if what.mark:
        paste(im, icons.robot(40) if what.mark == "robot" else icons.white_flag(40), (left - 4, low - 35))
        left, room = left + 40, room - 40
    text(im, (left, low), what.name, "bold", figures.LABEL, TEXT, room=room, least=NAME, secondary=True)
