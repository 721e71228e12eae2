"""The pieces of Rycerze i zamki as emoji."""

from functools import partial

from engines.contract import EventData, Move, Word
from engines.rycerze.components import CARD, MATERIALS
from engines.rycerze.events import CastleWon, Recruitment, TileTurned
from render.art import castles, icons
from render.emoji import Piece
from render.rycerze import board, cards

PIECES = {
    **{card: Piece(partial(cards.figure, card), "🎴") for card in CARD},
    **{
        f"{size}_{material}": Piece(partial(castles.castle_icon, material, size == "large"), "🏰")
        for material in MATERIALS
        for size in ("large", "small")
    },
    "drum": Piece(icons.drum, "🥁"),
}


def word(word: Word, said: Move) -> str:
    """The card itself, if the word is one."""
    del said
    return word if word in CARD else ""


def event(data: EventData) -> str:
    """The tile that the event is about."""
    match data:
        case TileTurned() | CastleWon():
            return data.tile.replace("-", "_") if board.parts(data.tile) else "drum"
        case Recruitment():
            return "drum"
    return ""
