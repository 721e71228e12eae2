"""What a seat of Torres sees alone: on its turn the board with its own cards below, while drawing the cards looked at, else its
cards large.
"""

from __future__ import annotations

from PIL import Image

from engines.contract import Move
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import paste, picture, text
from render.contract import Setting
from render.frame import MARGIN
from render.theme import ESSENTIAL, MUTED, PAPER, WHITE, WIDTH, mix, player
from render.told import listed
from render.torres import board, cards, ground, marks, table

HEAD, GAP = 112, 12
LINE = 54
TALL = 6
"""So many cards are shown upright; more lie flat in two columns."""


def desk(view: TorresView, setting: Setting, said: Move = ()) -> Image.Image:
    """The board for the one on turn, the squares that may follow `said` marked, and the cards in hand below it."""
    tiles = [(card, False) for card in view.hand] + [(card, True) for card in view.fresh]
    columns = frame.columns(2 if len(tiles) <= 2 else 3)
    rows = -(-len(tiles) // len(columns))
    notes = _notes(view, setting) if view.tops or view.bottoms else []
    top = table.TOP + ground.HEIGHT
    high = rows * 84 + LINE * len(notes)
    im = picture(top + (8 + high + MARGIN - 8 if high else 0))
    table.strip(im, table.scores(view, setting))
    board.lay(im, table.TOP, view, marks.walked(view, said))
    table.band(im, MARGIN + table.STRIP + table.GAP, view, setting)
    for i, (card, fresh) in enumerate(tiles):
        x, w = columns[i % len(columns)]
        tile = cards.tile(card, setting.words(f"torres.card.{card}"), w, fresh=fresh)
        paste(im, tile, (x, top + 8 + i // len(columns) * 84))
    _tell(im, top + 4 + rows * 84, notes)
    return im


def draw(view: TorresView, setting: Setting) -> Image.Image:
    """The seat's cards; while a draw is open the cards it looks at. `view.seat` must not be None."""
    if view.looked:
        return _looking(view, setting)
    words = setting.words
    held = [(card, False) for card in view.hand] + [(card, True) for card in view.fresh]
    tall = len(held) <= TALL
    per, size = (3, cards.UPRIGHT) if tall else (2, cards.FLAT)
    rows = max(1, -(-len(held) // per))
    top = MARGIN + HEAD + 16
    notes = _notes(view, setting)
    master = cards.FLAT[1] + GAP if view.master else 0
    im = picture(top + rows * (size[1] + GAP) + master + LINE * len(notes) + MARGIN)
    _head(im, view, setting, words("torres.hand.title"))
    columns = frame.columns(per, GAP)
    for i, (card, fresh) in enumerate(held):
        x, y = columns[i % per][0], top + i // per * (size[1] + GAP)
        told = (card, words(f"torres.card.{card}"), words(f"torres.card.{card}.does"))
        if fresh:
            paste(im, cards.resting(*told, words("torres.hand.fresh"), tall=tall), (x, y))
        else:
            paste(im, cards.upright(*told) if tall else cards.flat(*told), (x, y))
    if not held:
        for x, w in columns:
            paste(im, cards.empty(w, size[1]), (x, top))
    y = top + rows * (size[1] + GAP)
    if view.master:
        paste(im, master_card(view, setting), (MARGIN, y))
        y += master
    _tell(im, y, notes)
    return im


def master_card(view: TorresView, setting: Setting) -> Image.Image:
    """The master card, face up, as wide as the picture."""
    words = setting.words
    told = (words(f"torres.master.{view.master}"), words(f"torres.master.{view.master}.text"))
    return cards.flat(view.master, *told, "#F6DC9A", WIDTH - 2 * MARGIN)


def _looking(view: TorresView, setting: Setting) -> Image.Image:
    words = setting.words
    top = MARGIN + HEAD + 16
    own = [*view.hand, *view.fresh]
    columns = frame.columns(3, GAP)
    rows = -(-len(own) // 3)
    notes = _notes(view, setting)
    below = top + cards.UPRIGHT[1] + GAP
    im = picture(below + (LINE + rows * 84 if own else 0) + LINE * len(notes) + MARGIN)
    _head(im, view, setting, words("torres.hand.looking"))
    left = (3 - len(view.looked)) * (columns[1][0] - columns[0][0]) // 2
    for i, card in enumerate(view.looked):
        paste(
            im,
            cards.upright(card, words(f"torres.card.{card}"), words(f"torres.card.{card}.does")),
            (left + columns[i][0], top),
        )
    if own:
        _tell(im, below, [words("torres.hand.own")])
        for i, card in enumerate(own):
            x, w = columns[i % 3]
            fresh = i >= len(view.hand)
            tile = cards.tile(card, words(f"torres.card.{card}"), w, fresh=fresh)
            paste(im, tile, (x, below + LINE + i // 3 * 84))
        below += LINE + rows * 84
    _tell(im, below, notes)
    return im


def _head(im: Image.Image, view: TorresView, setting: Setting, title: str) -> None:
    assert view.seat is not None
    look = player(view.seat, view.seats)
    frame.header(im, MARGIN, HEAD, look)
    paste(im, icons.hand(90), (MARGIN + 14, MARGIN + 11))
    right = WIDTH - MARGIN - 22
    if view.decks:
        left = view.decks[0 if len(view.decks) == 1 else view.seat]
        paste(im, cards.deck(left), (right - 74, MARGIN + 14))
        right -= 94
    name = frame.names(setting)[view.seat]
    wide = text(im, (right, MARGIN + 70), name, "bold", 42, WHITE, "r", 260, least=ESSENTIAL - 2)
    paste(im, icons.badge(look, 48), (right - wide - 58, MARGIN + 32))
    frame.title(im, (MARGIN + 120, MARGIN + 76), title, right - wide - 80 - MARGIN - 120, PAPER, 60)


def _notes(view: TorresView, setting: Setting) -> list[str]:
    """What the seat knows besides its hand: nothing held, what lies on top and at the bottom of its deck."""
    words = setting.words
    told = [] if view.hand or view.fresh or view.looked else [words("torres.hand.none")]
    for key, known in (("top", view.tops), ("bottom", view.bottoms)):
        if known:
            said = listed(words, [words(f"torres.card.{card}") for card in known[:4]])
            told.append(words(f"torres.hand.{key}", cards=said))
    return told


def _tell(im: Image.Image, y: int, said: list[str]) -> None:
    for i, line in enumerate(said):
        room = WIDTH - 2 * MARGIN - 20
        text(im, (MARGIN + 10, y + i * LINE + 40), line, "bold", 40, mix(WHITE, MUTED, 0.3), room=room, least=ESSENTIAL - 4)
