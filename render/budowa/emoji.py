"""The pieces of Budowa zamku as emoji."""

from functools import partial

from PIL import Image

from engines.budowa.components import FIGURE
from engines.budowa.events import Back, Build, Flip, Insert
from engines.contract import EventData, Move, Word
from render.budowa import blocks, figures
from render.budowa.towers import BRICK
from render.emoji import Piece
from render.pen import Pen
from render.theme import light


def _block(size: int) -> Image.Image:
    """A card built into a castle."""
    pen = Pen(58, 58)
    pen.box((1.5, 5, 56.5, 56.5), 8, BRICK)
    for y, xs in ((18, (29,)), (31, (16, 42)), (44, (29,))):
        pen.line([(4, y + 6), (54, y + 6)], light(BRICK, 0.35), 2)
        for x in xs:
            pen.line([(x, y - 5), (x, y + 5)], light(BRICK, 0.35), 2)
    return pen.finish(size, size)


PIECES = {
    "block": Piece(_block, "🧱"),
    "card": Piece(partial(blocks.face_down, ""), "🎴"),
    **{kind: Piece(partial(figures.head, kind), character) for kind, character in (
        ("king", "🤴"), ("queen", "👸"), ("knight", "💂"), ("princess", "👧"), ("wizard", "🧙")
    )},
}  # fmt: skip


def word(word: Word, said: Move) -> str:
    """The piece of a decision, by what is done with the card."""
    del said
    return {"flip": "card", "build": "block", "insert": "wizard", "back": "card"}.get(word, "")


def event(data: EventData) -> str:
    """The piece of what was done with the card, or of the figure on it."""
    match data:
        case Flip() | Back():
            return "card"
        case Insert():
            return "wizard"
        case Build():
            return FIGURE.get(data.number, "block")
    return ""
