"""The pieces of Torres as emoji."""

from functools import partial

from PIL import Image

from engines.contract import EventData, Move, Word
from engines.torres import events
from engines.torres.components import CARDS
from render.emoji import Piece
from render.torres import cards, figures

_WORDS = {
    "castle": "segment", "build": "segment", "king": "king", "stay": "king",
    "start": "knight", "move": "knight", "place": "knight",
}  # fmt: skip

_EVENTS: dict[type[EventData], str] = {
    events.CastlePlaced: "segment",
    events.KnightStarted: "knight",
    events.KingMoved: "king",
    events.KingStayed: "king",
    events.KnightPlaced: "knight",
    events.KnightMoved: "knight",
    events.SegmentBuilt: "segment",
}


def _card(card: str, size: int) -> Image.Image:
    """The drawing on a card, made square by repeating its upper and lower edge."""
    sprite = cards.emblem(card, size)
    top, foot = (size - sprite.height) // 2, (size + sprite.height) // 2
    square = Image.new("RGBA", (size, size))
    square.paste(sprite.crop((0, 2, size, 3)).resize((size, top)), (0, 0))
    square.paste(sprite.crop((0, sprite.height - 3, size, sprite.height - 2)).resize((size, size - foot)), (0, foot))
    square.paste(sprite, (0, top))
    return square


PIECES = {
    "knight": Piece(figures.pawn, "♞"),
    "king": Piece(figures.king, "♚"),
    "segment": Piece(figures.segment, "🧱"),
    **{card: Piece(partial(_card, card), "🎴") for card in CARDS},
}


def word(word: Word, said: Move) -> str:
    """Verbs by the piece they move; a card as itself."""
    return _WORDS.get(word, "") if not said else word if word in CARDS else ""


def event(data: EventData) -> str:
    """The piece that was moved, or the card that was played."""
    return data.card if isinstance(data, events.CardPlayed) else _EVENTS.get(type(data), "")
