"""The pictures of Goofspiel: its cards, the public table, the private hand, a round that is over; the key art."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render import frame
from render.art import icons
from render.canvas import dashed, glow, number, panel, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.goof import prose
from render.sprite_cache import piece
from render.theme import CAPTION, GOLD, INK, PAPER, SEPIA, TEXT, WIDTH, Colour, Look, light, mix, player

WIDE, HIGH = 132, 178
"""A card in px."""
PRIZE = (208, 280)
"""The newest prize."""
MOST = 7
"""The highest card."""


@piece
def prize(value: int, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A prize: its worth under a crown."""
    sprite = panel(w, h, 16, mix(GOLD, PAPER, 0.45), INK, 5).copy()
    paste(sprite, icons.crown(w // 2), (w / 2, h * 0.27), "c")
    number(sprite, (w / 2, h * 0.64), str(value), round(h * 0.42), INK)
    return sprite


@piece
def bid(value: int, look: Look, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A card of a player, with the player's badge in its corner."""
    sprite = panel(w, h, 16, mix(look.colour, PAPER, 0.35), INK, 5).copy()
    number(sprite, (w / 2, h * 0.56), str(value), round(h * 0.42), INK)
    paste(sprite, icons.badge(look, 44), (10, 10))
    return sprite


@piece
def back(look: Look, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A card face down: somebody has bid."""
    sprite = panel(w, h, 16, mix(look.tint, SEPIA, 0.3), look.rim, 6).copy()
    paste(sprite, icons.badge(look, w // 2), (w / 2, h / 2), "c")
    return sprite


@piece
def little(value: int, fill: Colour) -> Image.Image:
    """A card that is left in somebody's hand, for counting."""
    sprite = panel(58, 66, 10, fill, INK, 3).copy()
    number(sprite, (29, 33), str(value), 44, INK)
    return sprite


def cover(w: int, h: int) -> Image.Image:
    """Key art: a fan of prizes before the hills."""
    art = frame.hills(w, h).copy()
    high = round(h * 0.8)
    wide = round(high * 0.74)
    for place, value in enumerate((2, 5, 7)):
        turned = prize(value, wide, high).rotate((1 - place) * 12, Image.Resampling.BICUBIC, expand=True)
        paste(art, turned, (w * 0.09 + place * wide * 0.62, h * 0.52), "c")
    return art


def sprites() -> None:
    """Draw what every table needs beforehand."""
    for value in range(1, MOST + 1):
        prize(value)
        prize(value, *PRIZE)


PRIZES, ROW = 330, 150
"""Heights (px) of the place for the prizes and of a player's row."""
HEAD = 112
"""Height of the head panel (px)."""


def draw(view: GoofView, audience: Audience) -> Image.Image:
    """The board, from any view: only what is public in it is drawn."""
    top = MARGIN + STRIP + 12
    im = picture(top + PRIZES + 12 + view.seats * ROW + MARGIN)
    frame.strip(im, view.points, audience, active=view.pending)
    heap(im, top, view.lying)
    coming(im, top, view, audience)
    for seat in range(view.seats):
        _row(im, top + PRIZES + 12 + seat * ROW, seat, view, audience)
    return im


def heap(im: Image.Image, y: int, lying: Sequence[int]) -> None:
    """The prizes on the table, the newest large."""
    w, h = PRIZE
    older = lying[:-1]
    step = min(WIDE + 14, (WIDTH - 2 * MARGIN - w - 30) // max(1, len(older)))
    left = WIDTH // 2 - (w + len(older) * step) // 2
    for place, value in enumerate(older):
        paste(im, prize(value), (left + place * step, y + h - HIGH))
    if lying:
        paste(im, prize(lying[-1], w, h), (left + len(older) * step + 8, y))


def coming(im: Image.Image, y: int, view: GoofView, audience: Audience) -> None:
    """The prizes still to come, as a line below the heap at `y`."""
    text(im, (WIDTH // 2, y + PRIZES - 8), prose.coming(view, audience.words), "bold", 42, CAPTION, "m", WIDTH - 2 * MARGIN)


def _row(im: Image.Image, y: int, seat: int, view: GoofView, audience: Audience) -> None:
    """The cards a player has left, and a back or an empty place for the bid."""
    look = player(seat, view.seats)
    paste(im, icons.badge(look, 56), (MARGIN, y + 40))
    for place, card in enumerate(view.hands[seat]):
        paste(im, little(card, light(look.colour, 0.45)), (MARGIN + 76 + place * 66, y + 35))
    small = (96, 130)
    right = WIDTH - MARGIN - small[0]
    if view.over:
        return
    if view.ready[seat]:
        paste(im, back(look, *small), (right, y + 6))
        paste(im, icons.tick(56), (right - 66, y + 40))
        said = audience.words("goof.chosen")
    else:
        paste(im, dashed(*small, 14, look.rim), (right, y + 6))
        paste(im, icons.hourglass(56), (right - 66, y + 40))
        said = audience.words("goof.choosing")
    text(im, (right - 78, y + 86), said, "bold", 42, TEXT, "r", 280)


def hand(view: GoofView, audience: Audience) -> Image.Image:
    """The hand of `view.seat`, which must not be None."""
    look, words = player(view.viewer, view.seats), audience.words
    top = MARGIN + HEAD + 16
    im = picture(top + PRIZES + 70 + HIGH + MARGIN)
    frame.header(im, MARGIN, HEAD, look)
    paste(im, icons.badge(look, 64), (MARGIN + 20, MARGIN + 24))
    asked = words("goof.you-bid", card=view.chosen[0]) if view.chosen else words("goof.over" if view.over else "goof.ask.bid")
    text(im, (MARGIN + 104, MARGIN + 72), asked, "bold", 46, TEXT, room=WIDTH - 2 * MARGIN - 124)
    heap(im, top, view.lying)
    coming(im, top, view, audience)
    own = view.hands[view.viewer]
    step = min(WIDE + 16, (WIDTH - 2 * MARGIN - WIDE) // max(1, len(own) - 1))
    left = WIDTH // 2 - (WIDE + (len(own) - 1) * step) // 2
    for place, card in enumerate(own):
        x, y = left + place * step, top + PRIZES + 60
        if (str(card),) == view.chosen:
            y -= 36
            paste(im, glow(WIDE, HIGH, 16, GOLD, 8), (x - 24, y - 24))
        paste(im, bid(card, look), (x, y))
    return im


def bids(told: RoundEnded, audience: Audience) -> Image.Image:
    """What happened in a round, from the event alone."""
    seats, words = len(told.bids), audience.words
    top = MARGIN + STRIP + 12
    im = picture(top + PRIZES + HIGH + 150 + MARGIN)
    gains = {} if told.winner is None else {told.winner: sum(told.lying)}
    frame.strip(im, told.points, audience, active=[*gains], gains=gains)
    heap(im, top, told.lying)
    y = top + PRIZES + 20
    for seat, (x, w) in enumerate(frame.columns(seats)):
        left = x + (w - WIDE) // 2
        paste(im, bid(told.bids[seat], player(seat, seats)), (left, y))
        if told.bids.count(told.bids[seat]) > 1:
            paste(im, icons.cross_out(WIDE - 20, HIGH - 20), (left + 10, y + 10))
        elif seat == told.winner:
            paste(im, icons.crown(72, GOLD), (left + WIDE / 2, y - 26), "c")
    name, look = ("", None) if told.winner is None else (frame.names(audience)[told.winner], player(told.winner, seats))
    said = prose.outcome(told, name, words)
    frame.band(im, MARGIN, y + HIGH + 30, WIDTH - 2 * MARGIN, said, look, name=name)
    return im
