"""The pictures of Goofspiel: its cards, the public table, the private hand, a finished round."""

from collections.abc import Sequence

from PIL import Image

from engines.goof.events import RoundEnded
from engines.goof.view import GoofView
from render import cards, frame
from render.art import icons
from render.canvas import dashed_box, paste, picture, text
from render.contract import Audience
from render.frame import MARGIN, STRIP
from render.goof import prose
from render.sprite_cache import piece
from render.theme import CAPTION, GOLD, PAPER, TEXT, WIDTH, Look, light, mix, player

WIDE, HIGH = 132, 178
"""Size of a card in px."""
PRIZE = (208, 280)
"""Size of the newest prize in px."""
SMALL, LITTLE = (96, 130), (58, 66)
"""Sizes in px of a bid card and of a card left, in a player's row."""
PRIZES, ROW = 330, 150
"""Heights in px of the area for the prizes and of a player's row."""
HEAD = 112
"""Height of the head panel in px."""


@piece
def prize(value: int, w: int = WIDE, h: int = HIGH) -> Image.Image:
    """A prize: its value under a crown."""
    sprite = cards.face(value, w, h, mix(GOLD, PAPER, 0.45), 0.64).copy()
    paste(sprite, icons.crown(w // 2), (w / 2, h * 0.27), "c")
    return sprite


@piece
def bid(value: int, look: Look) -> Image.Image:
    """A card of a player, with the player's badge in its corner."""
    sprite = cards.face(value, WIDE, HIGH, mix(look.colour, PAPER, 0.35), 0.56).copy()
    paste(sprite, icons.badge(look, 44), (10, 10))
    return sprite


def draw(view: GoofView, audience: Audience) -> Image.Image:
    """The board. Only public parts of the view are drawn, whatever view it is."""
    top = MARGIN + STRIP + 12
    im = picture(top + PRIZES + 12 + view.seats * ROW + MARGIN)
    frame.strip(im, view.points, audience, active=view.pending)
    heap(im, top, view.lying, prose.coming(view, audience.words))
    for seat in range(view.seats):
        _row(im, top + PRIZES + 12 + seat * ROW, seat, view, audience)
    return im


def heap(im: Image.Image, y: int, lying: Sequence[int], below: str = "") -> None:
    """The prizes on the table, the newest large, and a line below them."""
    w, h = PRIZE
    older = lying[:-1]
    step = min(WIDE + 14, (WIDTH - 2 * MARGIN - w - 30) // max(1, len(older)))
    left = WIDTH // 2 - (w + len(older) * step) // 2
    for place, value in enumerate(older):
        paste(im, prize(value), (left + place * step, y + h - HIGH))
    if lying:
        paste(im, prize(lying[-1], w, h), (left + len(older) * step + 8, y))
    if below:
        text(im, (WIDTH // 2, y + PRIZES - 8), below, "bold", 42, CAPTION, "m", WIDTH - 2 * MARGIN)


def _row(im: Image.Image, y: int, seat: int, view: GoofView, audience: Audience) -> None:
    """The cards a player has left, and a back or an empty place for the bid."""
    look, right = player(seat, view.seats), WIDTH - MARGIN - SMALL[0]
    paste(im, icons.badge(look, 56), (MARGIN, y + 40))
    left = [cards.face(card, *LITTLE, light(look.colour, 0.45)) for card in view.hands[seat]]
    frame.row(im, left, (MARGIN + 76, y + 68), 66, WIDTH)
    if not view.over:
        ready = view.ready[seat]
        paste(im, cards.back(look, *SMALL) if ready else dashed_box(*SMALL, 14, look.rim), (right, y + 6))
        paste(im, icons.tick(56) if ready else icons.hourglass(56), (right - 66, y + 40))
        said = audience.words("goof.chosen" if ready else "goof.choosing")
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
    heap(im, top, view.lying, prose.coming(view, words))
    own = view.hands[view.viewer]
    chosen = own.index(int(view.chosen[0])) if view.chosen else None
    cards.hand(im, top + PRIZES + 60, [bid(card, look) for card in own], chosen, [str(card) for card in own])
    return im


def bids(told: RoundEnded, audience: Audience) -> Image.Image:
    """What happened in a round, drawn from the event alone."""
    seats = len(told.bids)
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
    names = frame.names(audience)
    name, look = ("", None) if told.winner is None else (names[told.winner], player(told.winner, seats))
    frame.band(im, MARGIN, y + HIGH + 30, WIDTH - 2 * MARGIN, prose.outcome(told, names, audience.words), look, name=name)
    return im
