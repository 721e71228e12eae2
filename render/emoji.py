"""The pieces of the games as emoji: small square pictures without words, with the character that stands in for each.

A game that has such pieces says so in `render/<game>/emoji.py`: `PIECES`, by name; `word`, which of them a word of the notation
is about after what was said; `event`, which of them an event is about ("" none).
"""

import functools
import hashlib
import importlib
import io
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from types import MappingProxyType

import msgspec
from PIL import Image

from data.themes import DEFAULT
from engines.contract import EventData, Move, Word
from render import renderers
from render.theme import using

SIDE = 128
"""Width and height in px, as Discord wants them."""

HASH = 6
"""Characters of the picture's hash in the name: a picture that changes gets another name."""


class Piece(msgspec.Struct, frozen=True):
    """A piece that has an emoji."""

    draw: Callable[[int], Image.Image]
    """Its sprite, about this large."""
    character: str
    """What is shown where the emoji is missing."""


class Pieces(msgspec.Struct, frozen=True):
    """The pieces of a game, by name, and what is about which of them."""

    pieces: Mapping[str, Piece]
    word: Callable[[Word, Move], str]
    event: Callable[[EventData], str]


@functools.cache
def pieces() -> Mapping[str, Pieces]:
    """By game, those of all games that have some."""
    found = {}
    for game in renderers():
        name = f"render.{game}.emoji"
        if find_spec(f"render.{game}") is not None and find_spec(name) is not None:
            module = importlib.import_module(name)
            found[game] = Pieces(module.PIECES, module.word, module.event)
    return MappingProxyType(found)


def every() -> Iterator[tuple[str, str]]:
    """Game and name of each piece."""
    return ((game, piece) for game, known in pieces().items() for piece in known.pieces)


def image(game: str, piece: str) -> Image.Image:
    """A piece in the middle of a square that is clear elsewhere."""
    with using(DEFAULT):
        sprite = pieces()[game].pieces[piece].draw(SIDE).convert("RGBA")
    sprite = sprite.crop(sprite.getbbox())
    k = SIDE / max(sprite.size)
    sprite = sprite.resize((max(1, round(sprite.width * k)), max(1, round(sprite.height * k))), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (SIDE, SIDE))
    square.paste(sprite, ((SIDE - sprite.width) // 2, (SIDE - sprite.height) // 2))
    return square


def drawn(game: str, piece: str) -> tuple[str, bytes]:
    """The emoji's name, which tells its picture apart from any other, and the picture."""
    square, file = image(game, piece), io.BytesIO()
    digest = hashlib.sha256(square.tobytes()).hexdigest()
    square.save(file, "PNG")
    return f"{game}_{piece}_{digest[:HASH]}", file.getvalue()
