"""The score panels of Torres, beside or below the board."""

import msgspec
from PIL import Image

from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import number, paste, plate, text
from render.contract import Audience
from render.frame import Box
from render.theme import ACCENT, GOLD, MUTED, NAME, PANEL, TEXT, Look, mix, player
from render.torres import figures

TOWER = 44
"""Width of a tower beside the board."""

HEAD = 106
"""Height of the part that all panels share."""


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
    used: int = -1
    """Segments left of the tower used this turn; -1 if none."""
    cards: int = -1
    """Cards in hand; -1 to hide them."""
    reserve: int = -1
    """Knights not placed; -1 to hide them."""


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
            used=view.used if seat == view.acting and not view.over else -1,
            cards=view.hands[seat],
            reserve=view.reserve[seat],
        )
        for seat in range(view.seats)
    ]


def side(im: Image.Image, panels: list[Score], boxes: list[Box]) -> None:
    """Draw the scores: points, name, cards in hand, knights in reserve, towers by height."""
    heads(im, panels, boxes)
    for what, (x, top, w, _) in zip(panels, boxes, strict=True):
        y = top + HEAD
        if what.cards >= 0:
            paste(im, icons.hand(44), (x + 8, y))
            number(im, (x + 54, y + 22), str(what.cards), figures.LABEL, mix(TEXT, MUTED, 0.25), "l")
        if what.reserve >= 0:
            end: float = x + w - 12
            end -= number(im, (end, y + 22), str(what.reserve), figures.LABEL, mix(TEXT, MUTED, 0.25), "r")
            paste(im, figures.pawn(38, mix(PANEL, TEXT, 0.62)), (end - 40, y + 3))
        stand = [(what.used, GOLD)] if what.used >= 0 else []
        stand += [(height, figures.TOWER) for height in what.towers]
        across = (w - 16) // (TOWER + 4)
        for i, (height, fill) in enumerate(stand):
            at = (x + 12 + i % across * (TOWER + 4), y + 49 + i // across * (TOWER + 11))
            paste(im, figures.tower(height, TOWER, fill), at)


def heads(im: Image.Image, panels: list[Score], boxes: list[Box]) -> None:
    """Draw panels with badge, points and name."""
    for what, (x, y, w, high) in zip(panels, boxes, strict=True):
        fill = mix(PANEL, what.look.tint, 0.32) if what.active else PANEL
        plate(im, (x, y), w, high, 16, fill, ACCENT if what.active else what.look.rim, 7 if what.active else 4)
        paste(im, icons.badge(what.look, 46), (x + 12, y + 11))
        number(im, (x + w - 14, y + 36), str(what.points), 58, TEXT, "r")
        left = x + 12
        if what.mark:
            paste(im, icons.robot(40) if what.mark == "robot" else icons.white_flag(40), (left, y + 62))
            left += 44
        room = x + w - 10 - left
        text(im, (left, y + 96), what.name, "bold", figures.LABEL, TEXT, room=room, least=NAME, secondary=True)
