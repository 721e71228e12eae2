"""The private hand of Rycerze i zamki: all eight cards, lettered A-H as in the menus; those that can be chosen are bright."""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec
from PIL import Image

from data.shapes import TALL
from engines.contract import Move
from engines.rycerze.components import CARDS, ROUNDS, SHEPHERDS
from engines.rycerze.view import RycerzeView
from render import frame
from render.art import castles, icons
from render.canvas import number, paste, picture, plate, text
from render.contract import Audience
from render.frame import MARGIN
from render.rycerze import board, cards
from render.rycerze.cards import GLOW, Size
from render.sheet import Sheet
from render.theme import CAPTION, GOLD, INK, SMALL, SOFT, TEXT, WHITE, Colour, player, shape
from render.word_places import note_word

Box: TypeAlias = tuple[int, int, int, int]
"""Left, upper, right and lower edge."""

HEAD, GAP = 144, 12
FACE = Size(254, 414, 116, 84, bar=60, left=48)
LETTERED = (*CARDS, *CARDS[-1:] * (SHEPHERDS - 1))
LETTERS = "ABCDEFGH"
SUNK = 0.5
"""How much a card that cannot be chosen fades into the page (0..1)."""
ASIDE = ("#3A3F46", WHITE)
LETTER: dict[str, tuple[Colour, Colour]] = {"chosen": (GOLD, INK), "camp": ASIDE, "hand": ASIDE}
"""Background and ink of a card's letter, by where the card is."""


def letter(card: str, said: tuple[str, ...] = ()) -> str:
    """The letter of a card in the picture and in the menus; the second shepherd's comes after the first was `said`."""
    at = CARDS.index(card)
    return LETTERS[at + 1 if card == CARDS[-1] and card in said else at]


def first_of_two(said: Move) -> bool:
    """Whether a second card must follow what was said."""
    return said[:1] == ("play",) and len(said) == 2


class HandCard(msgspec.Struct, frozen=True):
    """A card of the hand as it is drawn: its letter, kind and state (see `where`), the material that counts, its words, and
    whether the game is over. `away` is the word on a card that cannot be chosen.
    """

    letter: str
    kind: str
    state: str
    counts: str | None
    name: str
    returns: str
    away: str
    over: bool


class Placed(msgspec.Struct, frozen=True):
    """A card, and where its corner is."""

    x: int
    y: int
    card: HandCard


def draw(view: RycerzeView, audience: Audience, *, begun: bool = False) -> Sheet:
    """Draw the hand of `view.seat`, which must not be None; `begun`: the chosen card is the first of two."""
    across = 3 if shape() == TALL else 4
    rows, top = -(-len(LETTERED) // across), MARGIN + head() + 16
    width, height = 2 * MARGIN + across * (FACE.w + GAP) - GAP, top + rows * (FACE.h + 16) - 16 + MARGIN
    above = picture(top, width)
    _head(above, view, audience, begun=begun)
    sheet = Sheet(width, height)
    sheet.paste((0, 0), above)
    placed = [
        Placed(MARGIN + i % across * (FACE.w + GAP), top + i // across * (FACE.h + 16), card)
        for i, card in enumerate(_cards(view, audience))
    ]
    for each in placed:
        note_word(each.card.kind, (each.x, each.y, FACE.w, FACE.h))
        if each.card.state != "chosen":
            sheet.add((each.x, each.y), _alone, each.card)
    for group in _groups([each for each in placed if each.card.state == "chosen"]):
        left, up, right, down = _lit_box(group, (width, height))
        over = [each for each in placed if each.card.state != "chosen" and _meets(_box(each), (left, up, right, down))]
        if up < top:
            sheet.paste((left, up), _under_head(group, above.crop((left, up, right, top)), (left, up)))
        low = max(up, top)
        parts = tuple(Placed(each.x - left, each.y - low, each.card) for each in (*over, *group))
        sheet.add((left, low), _lit, parts, right - left, down - low)
    return sheet


def _box(placed: Placed, around: int = 0) -> Box:
    """A card's place, and so much around it."""
    return placed.x - around, placed.y - around, placed.x + FACE.w + around, placed.y + FACE.h + around


def _meets(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _groups(chosen: Sequence[Placed]) -> list[list[Placed]]:
    """Chosen cards, those together whose glow meets."""
    if len(chosen) > 1 and all(not _meets(_box(one, GLOW), _box(other, GLOW)) for one, other in combinations(chosen, 2)):
        return [[each] for each in chosen]
    return [[*chosen]] if chosen else []


def _lit_box(group: Sequence[Placed], size: tuple[int, int]) -> Box:
    """What the glow of these cards covers of a picture of this size."""
    boxes = [_box(each, GLOW) for each in group]
    return (
        max(0, min(box[0] for box in boxes)),
        max(0, min(box[1] for box in boxes)),
        min(size[0], max(box[2] for box in boxes)),
        min(size[1], max(box[3] for box in boxes)),
    )


def _under_head(group: Sequence[Placed], strip: Image.Image, at: tuple[int, int]) -> Image.Image:
    """The lowest part of the head, which begins `at` this place, below the glow of chosen cards."""
    for each in group:
        cards.shine(strip, each.x - at[0], each.y - at[1], FACE.w, FACE.h)
    return strip


def _lit(placed: Sequence[Placed], width: int, height: int) -> Image.Image:
    """Chosen cards with their glow, on the plain ground and the cards around them."""
    part = picture(height, width)
    for each in placed:
        if each.card.state == "chosen":
            _card(part, (each.x, each.y), each.card)
        else:
            part.paste(_alone(each.card), (each.x, each.y))
    return part


def head() -> int:
    """Height of the head; in the narrow shape the player's name has a line of its own."""
    return HEAD + (60 if shape() == TALL else 0)


def where(view: RycerzeView) -> tuple[str, ...]:
    """The state of each card, by letter: `chosen`, `free` (may be chosen now), `hand` or `camp` (cannot be chosen)."""
    recruiting = view.tile is not None and board.parts(view.tile) is None
    out: list[str] = []
    for i, card in enumerate(LETTERED):
        nth = LETTERED[:i].count(card)
        if view.chosen.count(card) > nth:
            out.append("chosen")
        elif view.hand.count(card) > nth:
            out.append("hand" if recruiting or view.over else "free")
        else:
            out.append("free" if recruiting and not view.over else "camp")
    return tuple(out)


def chosen_letters(view: RycerzeView) -> list[str]:
    """The letters of the cards that are chosen and not yet revealed."""
    return [LETTERS[i] for i, state in enumerate(where(view)) if state == "chosen"]


def _head(im: Image.Image, view: RycerzeView, audience: Audience, *, begun: bool) -> None:
    words, look = audience.words, player(view.viewer, view.seats)
    frame.header(im, MARGIN, head(), look)
    castle = board.parts(view.tile) if view.tile else None
    base = MARGIN + HEAD - 10
    if castle:
        paste(im, castles.castle(castle[0], castle[1], 142), (MARGIN + 12, base - castles.ground(142)))
        paste(im, icons.coin(84, str(castle[2])), (MARGIN + 160, MARGIN + 30))
    else:
        paste(im, icons.drum(118) if view.tile else icons.crown(118), (MARGIN + 60, MARGIN + 12))
    left, right = MARGIN + 262, im.width - MARGIN - 24
    name = frame.names(audience)[view.viewer]
    caption = words("rycerze.alt.round", round=view.round, rounds=ROUNDS)
    if shape() == TALL:
        low = MARGIN + head() - 26
        wide = text(im, (right, low), caption, "body", 42, SOFT, "r", 260)
        paste(im, icons.badge(look, 48), (MARGIN + 22, low - 38))
        text(im, (MARGIN + 82, low), name, "bold", 42, TEXT, room=right - wide - 24 - MARGIN - 82)
        wide = -24.0
    else:
        wide = text(im, (right, MARGIN + 62), name, "bold", 42, TEXT, "r", 210)
        paste(im, icons.badge(look, 48), (right - wide - 58, MARGIN + 24))
        wide = max(wide + 58, text(im, (right, MARGIN + 118), caption, "body", 42, SOFT, "r", 260))
    title = board.heading(audience, view.tile) if view.tile else words("rycerze.over")
    frame.title(im, (left, MARGIN + 64), title, right - wide - 24 - left, CAPTION, 58)
    _write_question(im, left, right - wide - 20 - left, view, audience, begun=begun)


def _write_question(im: Image.Image, x: float, room: float, view: RycerzeView, audience: Audience, *, begun: bool) -> None:
    """Write what is asked or chosen. Cards shown to a person who is still asked cannot be changed (a hint, a lesson)."""
    words, y = audience.words, MARGIN + 118
    chosen = chosen_letters(view)
    if not chosen:
        if view.over or view.tile is None:
            return
        recruiting = board.parts(view.tile) is None
        key = "two" if not recruiting else "one" if view.camp else "empty"
        text(im, (x, y), words(f"rycerze.hand.{key}"), "bold", 42, TEXT, room=room)
        return
    end = x + room
    asked = view.seat in view.pending
    said_as = "first" if begun else "shown" if asked else "chosen"
    x += text(im, (x, y), words(f"rycerze.hand.{said_as}"), "bold", 42, TEXT) + 12
    for said in chosen:
        plate(im, (x, y - 37), 48, 48, 10, GOLD, INK, 3)
        number(im, (x + 24, y - 13), said, SMALL, INK)
        x += 56
    if begun or not asked:
        caption = words("rycerze.hand.then" if begun else "rycerze.hand.change")
        text(im, (x + 4, y), caption, "body", 42, SOFT, room=end - x - 4)


def _cards(view: RycerzeView, audience: Audience) -> list[HandCard]:
    words = audience.words
    castle = board.parts(view.tile) if view.tile else None
    counts, returns = castle[0] if castle else None, words("rycerze.returns")
    return [
        HandCard(
            letter=LETTERS[i],
            kind=kind,
            state=state,
            counts=counts,
            name=words(f"rycerze.card.{kind}"),
            returns=returns,
            away=words("rycerze.in-camp" if state == "camp" else "rycerze.in-hand"),
            over=view.over,
        )
        for i, (kind, state) in enumerate(zip(LETTERED, where(view), strict=True))
    ]


def _alone(card: HandCard) -> Image.Image:
    """A card on the plain ground."""
    im = picture(FACE.h, FACE.w)
    _card(im, (0, 0), card)
    return im


def _card(im: Image.Image, at: tuple[int, int], card: HandCard) -> None:
    x, y = at
    state = card.state
    face = (card.kind, card.name, FACE, card.counts, card.returns)
    gone = state == "camp" or (state == "hand" and not card.over)
    if state == "chosen":
        cards.shine(im, x, y, FACE.w, FACE.h)
    paste(im, cards.dull_face(*face, bare=False, t=SUNK) if gone else cards.face(*face), at)
    fill, ink = LETTER.get(state, (INK, WHITE))
    if card.over and state == "hand":
        fill, ink = INK, WHITE
    plate(im, (x + 4, y + 4), 46, 54, 12, fill, INK, 3)
    number(im, (x + 27, y + 31), card.letter, 46, ink)
    if state == "chosen":
        paste(im, icons.tick(66), (x + FACE.w - 58, y + 40))
    if gone:
        paste(im, icons.ribbon(FACE.w - 16, 68, card.away, "tent" if state == "camp" else "hand"), (x + 8, y + 226))
