"""The pieces of Zamek as emoji."""

from functools import partial

from PIL import Image

from engines.contract import EventData, Move, Word
from engines.zamek import events
from engines.zamek.components import KINDS, ROLES, TILES
from engines.zamek.wall import TOKEN_KINDS
from render.emoji import Piece
from render.theme import INK, PAPER, Look
from render.zamek import pieces, tiles

_NOBODY = Look(colour=PAPER, tint=PAPER, rim=PAPER, shape="circle", ink=INK)
"""The look of a piece of no particular player."""

_ROLE = dict(zip(KINDS, ROLES, strict=True))
"""The role of subjects on areas of a kind."""


def _subject(role: str, size: int) -> Image.Image:
    return pieces.subject(_NOBODY, role, size)


PIECES = {
    "tile": Piece(partial(tiles.sprite, TILES[0].id, 0), "🧩"),
    "keep": Piece(partial(pieces.keep, _NOBODY), "🏰"),
    **{role: Piece(partial(_subject, role), "♟️") for role in ROLES},
    **{kind: Piece(partial(pieces.token, kind), "🪙") for kind in TOKEN_KINDS},
}


def word(word: Word, said: Move) -> str:
    """Tokens as themselves; areas as the subject that would be placed there."""
    if not said:
        return {"lay": "tile", "draw": "tile"}.get(word, "")
    if said[0] in {"score", "target"} or (said[0] == "lay" and len(said) > 2):
        return _ROLE.get(word.rstrip("0123456789"), "")
    return word if word in TOKEN_KINDS and said[0] != "lay" else ""


def event(data: EventData) -> str:
    """The piece that was laid, placed or used."""
    match data:
        case events.TileLaid():
            return data.role or "tile"
        case events.TileDrawn() | events.TileOut():
            return "tile"
        case events.KeepMoved():
            return "keep"
        case events.TokenUsed() | events.TokenWon() | events.TokenAimed():
            return data.token
        case events.AreaScored():
            return _ROLE[data.place.kind]
    return ""
