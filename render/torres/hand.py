"""The private pictures of Torres: a seat's cards large, those it holds or looks at in a draw; and on its turn the board with
the squares that may follow its words, its cards, and those it knows in its deck.
"""

from collections import Counter

from PIL import Image

from data.shapes import AUTO, TALL, WIDE
from data.words import Words
from engines.contract import Move
from engines.torres.view import TorresView
from render import frame
from render.art import icons
from render.canvas import lines, paste, picture, text
from render.contract import Audience
from render.frame import BESIDE, MARGIN
from render.prose import list_text
from render.theme import CAPTION, MUTED, TEXT, WIDTH, mix, player, shape
from render.torres import board, cards
from render.torres.band import band_high
from render.torres.figures import LABEL
from render.torres.marks import offers
from render.torres.panels import high
from render.torres.places import Places, places
from render.word_places import note_word

HEAD, GAP, NAMED = 112, 8, 58
"""Height of the header, the gap between cards, and the height of the name if it has a line of its own (px)."""

LINE = 54
"""Height of a line of notes."""

MOST = 6
"""The most cards shown upright; more are flat in two columns."""

PAIRS = 4
"""The most cards that a tall hand shows in pairs: a phone would show more of them smaller, because of the height."""

HIGHEST = 0.993
"""Greatest height of a picture of a turn, in relation to its width: on a phone all buttons have room under it."""

WIDEST = 1370
"""Greatest width of a picture whose digits can be read on a phone (px)."""

MOST_ROWS = 3
"""Most rows of cards as tiles with names; more have no names."""

SPARE = 40
"""How much wider a picture without names is than its board needs, so that it is lower on a phone (px)."""

Tile = tuple[str, str, int, str]
"""A kind of card as a tile: the card, its state, how many there are, its name."""

NARROW = 2 * MARGIN + 2 * cards.UPRIGHT[0] + GAP
"""The width of that hand (px)."""


def draw(view: TorresView, audience: Audience, said: Move = ()) -> Image.Image:
    """Draw the seat's cards or, during a draw, those it looks at. `view.seat` must not be None. What was `said` is framed."""
    if view.looked:
        return _looking(view, audience, said)
    words = audience.words
    held = _hand_cards(view)
    tall = len(held) <= MOST
    narrow = 0 < len(held) <= PAIRS and shape() == TALL
    per, high = (2 if narrow else 3, cards.UPRIGHT[1]) if tall else (2, cards.FLAT[1])
    across = NARROW if narrow else WIDTH
    rows = max(1, -(-len(held) // per))
    top = MARGIN + HEAD + 16 + (NAMED if narrow else 0)
    remarks = notes(view, audience)
    if narrow:
        remarks = _wrap(remarks, across - 2 * MARGIN)
    master = cards.FLAT[1] + GAP if view.master else 0
    im = _low_picture(top + rows * (high + GAP) + master + LINE * len(remarks) + MARGIN, across)
    across = im.width
    _head(im, view, audience, words("torres.hand.title"))
    columns = frame.columns(per, GAP, right=across - MARGIN)
    for i, (card, fresh, count) in enumerate(held):
        (x, w), y = columns[i % per], top + i // per * (high + GAP)
        face = _face(card, count, words, fresh=fresh, wide=0 if tall else w)
        note_word(card, (x, y, *face.size))
        if card in said[1:2]:
            cards.frame(im, (x, y), face.size)
        paste(im, face, (x, y))
    for x, w in [] if held else columns:
        paste(im, cards.empty(w, high), (x, top))
    y = top + rows * (high + GAP)
    if view.master:
        paste(im, master_card(view, audience, across), (MARGIN, y))
        y += master
    write_notes(im, y, remarks, right=across - MARGIN)
    return im


def _low_picture(high: int, across: int) -> Image.Image:
    """An empty picture; it has a foot of its own and is wider if a phone would show it too high otherwise."""
    if shape() != AUTO or high + frame.FOOT <= across * HIGHEST:
        return picture(high, across)
    im = picture(high + frame.FOOT, round((high + frame.FOOT) / HIGHEST))
    frame.stand(im)
    return im


def _hand_cards(view: TorresView) -> list[tuple[str, bool, int]]:
    """The kinds of cards that the seat has, each with whether it was drawn in this turn, and how many."""
    held = Counter([(card, False) for card in view.hand] + [(card, True) for card in view.fresh])
    return [(card, fresh, count) for (card, fresh), count in held.items()]


def _name(card: str, count: int, words: Words) -> str:
    """The name of a card, and how many of it there are."""
    name = words(f"torres.card.{card}")
    return name if count == 1 else f"{name} ×{count}"


def _face(card: str, count: int, words: Words, *, fresh: bool, wide: int) -> Image.Image:
    """A kind of cards of the hand, upright, or flat and `wide` px wide; those drawn in this turn cannot be played yet."""
    face = (card, _name(card, count, words), words(f"torres.card.{card}.does"))
    if fresh:
        return cards.resting(*face, words("torres.hand.fresh"), wide)
    return cards.flat(*face, w=wide) if wide else cards.upright(*face)


def master_card(view: TorresView, audience: Audience, across: int = WIDTH) -> Image.Image:
    """The master card, face up, for a picture `across` px wide."""
    words = audience.words
    face = (words(f"torres.master.{view.master}"), words(f"torres.master.{view.master}.text"))
    return cards.flat(view.master, *face, "#F6DC9A", across - 2 * MARGIN)


def _looking(view: TorresView, audience: Audience, said: Move) -> Image.Image:
    words = audience.words
    top = MARGIN + HEAD + 16
    own = _hand_cards(view)
    columns = frame.columns(3, GAP)
    rows = -(-len(own) // 3)
    remarks = [*returns(view, said, words), *notes(view, audience)]
    below = top + cards.UPRIGHT[1] + GAP
    im = picture(below + (LINE + rows * cards.PITCH if own else 0) + LINE * len(remarks) + MARGIN)
    _head(im, view, audience, words("torres.hand.looking"))
    left = (3 - len(view.looked)) * (columns[1][0] - columns[0][0]) // 2
    for i, card in enumerate(view.looked):
        note_word(card, (left + columns[i][0], top, *cards.UPRIGHT))
        if card in said[1:2]:
            cards.frame(im, (left + columns[i][0], top), cards.UPRIGHT)
        paste(
            im,
            cards.upright(card, words(f"torres.card.{card}"), words(f"torres.card.{card}.does")),
            (left + columns[i][0], top),
        )
    if own:
        write_notes(im, below, [words("torres.hand.own")])
        for i, (card, fresh, count) in enumerate(own):
            x, w = columns[i % 3]
            tile = cards.tile(card, _name(card, count, words), w, "fresh" if fresh else "")
            paste(im, tile, (x, below + LINE + i // 3 * cards.PITCH))
        below += LINE + rows * cards.PITCH
    write_notes(im, below, remarks)
    return im


def _head(im: Image.Image, view: TorresView, audience: Audience, title: str) -> None:
    look = player(view.viewer, view.seats)
    narrow = im.width < WIDTH
    frame.header(im, MARGIN, HEAD + (NAMED if narrow else 0), look)
    paste(im, icons.hand(90), (MARGIN + 14, MARGIN + 11))
    right = im.width - MARGIN - 22
    if view.decks:
        left = view.decks[0 if len(view.decks) == 1 else view.viewer]
        paste(im, cards.deck(left), (right - 74, MARGIN + 14))
        right -= 94
    name = frame.names(audience)[view.viewer]
    if narrow:
        paste(im, icons.badge(look, 48), (MARGIN + 22, MARGIN + HEAD))
        text(im, (MARGIN + 84, MARGIN + HEAD + 38), name, "bold", 42, TEXT, room=im.width - 2 * MARGIN - 106)
        frame.title(im, (MARGIN + 120, MARGIN + 76), title, right - MARGIN - 120, CAPTION, 60)
        return
    wide = text(im, (right, MARGIN + 70), name, "bold", 42, TEXT, "r", 260)
    paste(im, icons.badge(look, 48), (right - wide - 58, MARGIN + 32))
    frame.title(im, (MARGIN + 120, MARGIN + 76), title, right - wide - 80 - MARGIN - 120, CAPTION, 60)


def notes(view: TorresView, audience: Audience) -> list[str]:
    """What the seat knows besides its hand: that it is empty, what is on top and at the bottom of its deck."""
    words = audience.words
    found = [] if view.hand or view.fresh or view.looked else [words("torres.hand.none")]
    for key, known in (("top", view.tops), ("bottom", view.bottoms)):
        if known:
            said = list_text(words, [words(f"torres.card.{card}") for card in known[:4]])
            found.append(words(f"torres.hand.{key}", cards=said))
    return found


def returns(view: TorresView, said: Move, words: Words) -> list[str]:
    """Where the cards go that a draw does not keep, as far as it has been said."""
    if not view.looked or said[:1] != ("keep",):
        return []
    pairs = zip(said[3::2], said[2::2], strict=False)
    return [f"{words(f'torres.card.{card}')}: {words(f'torres.word.{place}')}" for card, place in pairs]


def _wrap(remarks: list[str], room: int) -> list[str]:
    """The remarks in lines that fit into `room` px."""
    return [line for said in remarks for line in lines(said, "bold", LABEL, room - 20, 4)]


def write_notes(im: Image.Image, y: int, remarks: list[str], left: int = MARGIN, right: int = WIDTH - MARGIN) -> None:
    """Write lines of notes from `y` down."""
    for i, line in enumerate(remarks):
        text(im, (left + 10, y + i * LINE + 40), line, "bold", LABEL, mix(TEXT, MUTED, 0.3), room=right - left - 20)


def preview(view: TorresView, audience: Audience, said: Move = ()) -> Image.Image:
    """Draw the board for the player on turn, with the squares that may follow `said` marked, and the cards in hand."""
    tiles = _tiles(view, audience.words)
    at, spots = _arrange(view, audience, tiles)
    if shape() == AUTO and _too_high(at):
        own = at.size[0]
        at, spots = _arrange(view, audience, tiles, round(at.size[1] / HIGHEST) - own)
        if at.size[0] > WIDEST:
            closer = _arrange(view, audience, tiles, round(at.size[1] / HIGHEST) - own)  # it may have fewer rows by now
            at, spots = (at, spots) if _too_high(closer[0]) else closer
    if spots and (spots[-1][1] >= MOST_ROWS or (shape() == AUTO and at.size[0] > WIDEST)):
        tiles = [(card, state, count, f"×{count}" if count > 1 else "") for card, state, count, _ in tiles]
        at, spots = _arrange(view, audience, tiles, SPARE if shape() == AUTO else 0)
    im = at.empty()
    board.whole(im, at, view, audience, offers(view, said))
    left, top, _ = at.below
    for (card, state, _, name), (x, row, across) in zip(tiles, spots, strict=True):
        spot = (left + x, top + row * cards.PITCH)
        if state in {"", "fresh"}:
            note_word(card, (*spot, across, cards.TILE))
        if said[:2] == ("card", card):
            cards.frame(im, spot, (across, cards.TILE))
        paste(im, cards.tile(card, name, across, state), spot)
    return im


def _too_high(at: Places) -> bool:
    return at.size[1] > at.size[0] * HIGHEST + 1


def _arrange(
    view: TorresView, audience: Audience, tiles: list[Tile], further: int = 0
) -> tuple[Places, list[tuple[int, int, int]]]:
    """The places of the parts and of the tiles in a picture that is `further` px wider."""
    band, panel, wide = band_high(view, audience), high(view.seats), shape() == WIDE
    left, _, room = places(view.seats, panel, band, hand=True, further=further).below
    spots = _spots([cards.tile_width(name) for *_, name in tiles], room, 0 if wide else BESIDE - left)
    rows = 1 + spots[-1][1] if spots else 0
    below, beside = rows * cards.PITCH + 4 if spots else 0, cards.PITCH if rows > 1 and not wide else 0
    return places(view.seats, panel, band, below, hand=True, beside=beside, further=further), spots


def _tiles(view: TorresView, words: Words) -> list[Tile]:
    """The cards in hand, then those known in the deck."""
    known = [(card, place, 1) for place, cards in (("top", view.tops), ("bottom", view.bottoms)) for card in cards]
    held = [(card, "fresh" if fresh else "", count) for card, fresh, count in _hand_cards(view)]
    return [(*each, _name(each[0], each[2], words)) for each in held + known]


def _spots(widths: list[int], room: int, indent: int) -> list[tuple[int, int, int]]:
    """The places of tiles in rows of at most `room` px: left edge, row, width. Rows after the first begin at `indent`."""
    found: list[tuple[int, int, int]] = []
    x = row = 0
    for needed in widths:
        wide = min(needed, room)
        if x + wide > room:
            x, row = indent, row + 1
            wide = min(wide, room - indent)
        found.append((x, row, wide))
        x += wide + GAP
    return found
