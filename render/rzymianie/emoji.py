"""The pieces of Romans Go Home! as emoji."""

from functools import partial

from PIL import Image

from engines.contract import EventData, Move, Word
from engines.rzymianie import events
from engines.rzymianie.components import CLANS, FORTHECA, KINDS, STRENGTHS
from render.emoji import Piece
from render.pen import Pen
from render.rzymianie import clans, forts
from render.rzymianie.buildings import FORTS
from render.rzymianie.figures import PORTRAITS

_TUNIC = "#B9AE98"
"""The tunic of a warrior of no particular clan."""

_CHARACTERS = {
    "qween": "💋", "druhid": "🌙", "svord": "🗡️", "axx": "🪓", "archr": "🏹", "filchy": "🤏", "horsie": "🐴", "chariott": "🛞",
    "komfort": "🏰", "fokus": "🎩", "fortuna": "🎲", "niefort": "🏰", "fortheca": "💀",
}  # fmt: skip


def _warrior(card: str, size: int) -> Image.Image:
    pen = Pen(100, 100)
    PORTRAITS[card](pen, _TUNIC)
    return pen.finish(size, size)


def _fort(kind: str, size: int) -> Image.Image:
    pen = Pen(148, 170)
    FORTS[kind][0](pen)
    return pen.finish(round(size * 148 / 170), size)


PIECES = {
    **{card: Piece(partial(_warrior, card), _CHARACTERS[card]) for card in STRENGTHS},
    **{kind: Piece(partial(_fort, kind), _CHARACTERS[kind]) for kind in dict.fromkeys(KINDS)},
    "skull": Piece(forts.skull, "💀"),
    **{clan: Piece(partial(clans.badge, clans.look(number)), "🔰") for number, clan in enumerate(CLANS)},
}


def word(word: Word, said: Move) -> str:
    """The warrior or clan itself, if the word is one."""
    del said
    return {"seduce": "qween"}.get(word, word if word in STRENGTHS or word in CLANS else "")


def event(data: EventData) -> str:
    """The fort or the warrior that the event is about."""
    match data:
        case events.FortTaken() | events.FortGivenUp():
            return "skull" if data.fort.kind == FORTHECA else data.fort.kind
        case events.Seduced():
            return "qween"
        case events.WarriorsDropped():
            return data.why
        case events.WarriorsKept():
            return "axx"
        case events.OrdersChanged():
            return "svord"
        case events.InstantWin():
            return "skull"
    return ""
