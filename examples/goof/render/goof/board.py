"""The public table of Goofspiel: the scores, the prizes bid for, who has bid, and which cards everybody has left."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.goof.view import GoofView
from render import frame
from render.art import icons
from render.canvas import dashed, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN, STRIP, Score
from render.goof import cards
from render.theme import MUTED, PAPER, WHITE, WIDTH, light, mix, player

PRIZES, ROW = 330, 150
"""Heights (px) of the place for the prizes and of a player's row."""


def draw(view: GoofView, audience: Audience) -> Image.Image:
    """The board, from any view: only what is public in it is drawn."""
    top = MARGIN + STRIP + 12
    im = picture(top + PRIZES + 12 + view.seats * ROW + MARGIN)
    strip(im, view.points, audience, active=view.pending)
    heap(im, top, view.lying)
    coming(im, top, view, audience)
    for seat in range(view.seats):
        _row(im, top + PRIZES + 12 + seat * ROW, seat, view, audience)
    return im


def strip(
    im: Image.Image,
    points: Sequence[int],
    audience: Audience,
    *,
    active: Sequence[int] = (),
    gain: tuple[int, int] | None = None,
) -> None:
    """The score panels; `gain`: a seat and the points it has just won."""
    drawn = frame.names(audience)
    for seat, (x, w) in enumerate(frame.columns(len(points))):
        won = f"+{gain[1]}" if gain is not None and gain[0] == seat else ""
        told = Score(player(seat, len(points)), drawn[seat], str(points[seat]), won, seat in active, frame.mark(audience, seat))
        frame.score(im, x, MARGIN, w, told)


def heap(im: Image.Image, y: int, lying: Sequence[int]) -> None:
    """The prizes on the table, the newest large."""
    w, h = cards.PRIZE
    older = lying[:-1]
    step = min(cards.WIDE + 14, (WIDTH - 2 * MARGIN - w - 30) // max(1, len(older)))
    left = WIDTH // 2 - (w + len(older) * step) // 2
    for number, value in enumerate(older):
        paste(im, cards.prize(value), (left + number * step, y + h - cards.HIGH))
    if lying:
        paste(im, cards.prize(lying[-1], w, h), (left + len(older) * step + 8, y))


def coming(im: Image.Image, y: int, view: GoofView, audience: Audience) -> None:
    """The prizes still to come, as a line below the heap at `y`."""
    left = " ".join(str(value) for value in view.unseen)
    said = audience.words("goof.to-come", prizes=left) if left else audience.words("goof.last-round")
    text(im, (WIDTH // 2, y + PRIZES - 8), said, "bold", 40, mix(PAPER, MUTED, 0.3), "m", WIDTH - 2 * MARGIN)


def _row(im: Image.Image, y: int, seat: int, view: GoofView, audience: Audience) -> None:
    """The cards a player has left, and a back or an empty place for the bid."""
    look = player(seat, view.seats)
    paste(im, icons.badge(look, 56), (MARGIN, y + 40))
    for number, card in enumerate(view.hands[seat]):
        paste(im, cards.little(card, light(look.colour, 0.45)), (MARGIN + 76 + number * 66, y + 35))
    small = (96, 130)
    right = WIDTH - MARGIN - small[0]
    if view.over:
        return
    if view.ready[seat]:
        paste(im, cards.back(look, *small), (right, y + 6))
        paste(im, icons.tick(56), (right - 66, y + 40))
        said = audience.words("goof.has-bid")
    else:
        paste(im, dashed(*small, 14, look.rim), (right, y + 6))
        paste(im, icons.hourglass(56), (right - 66, y + 40))
        said = audience.words("goof.thinks")
    text(im, (right - 78, y + 86), said, "bold", 40, WHITE, "r", 280)
