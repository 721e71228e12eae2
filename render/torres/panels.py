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

ROOMY = 450
"""Width from which a panel has its counts and towers in one line."""


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
    head(im, what, (0, 0, w, h))
    roomy, middle = w >= ROOMY, HEAD - 33
    at = 250.0 if roomy else w - 11.0
    at -= number(im, (at, middle), str(what.reserve), figures.LABEL, mix(TEXT, MUTED, 0.25), "r")
    paste(im, figures.pawn(40, mix(PANEL, TEXT, 0.62)), (at - 39, middle - 20))
    paste(im, figures.cards(what.cards), (at - 41 - figures.cards(what.cards).width, middle - 30))
    step = TOWER + 8
    first = w - 6 - step * len(what.towers) if roomy else 14
    for i, height in enumerate(what.towers):
        sprite = figures.tower(height, TOWER)
        paste(im, sprite, (first + i * step, h - 8 - sprite.height))
    return im


def head(im: Image.Image, what: Score, box: Box) -> None:
    """Draw a panel with badge, name and points."""
    x, y, w, h = box
    fill = mix(PANEL, what.look.tint, 0.32) if what.active else PANEL
    plate(im, (x, y), w, h, 16, fill, ACCENT if what.active else what.look.rim, 7 if what.active else 4)
    paste(im, icons.badge(what.look, 42), (x + 10, y + 11))
    left = x + 58
    if what.mark:
        paste(im, icons.robot(40) if what.mark == "robot" else icons.white_flag(40), (left - 4, y + 11))
        left += 40
    room = x + w - 10 - left
    text(im, (left, y + 46), what.name, "bold", figures.LABEL, TEXT, room=room, least=NAME, secondary=True)
    number(im, (x + 14, y + HEAD - 33), str(what.points), 54, TEXT, "l")
