"""The games' pieces as emoji: small square pictures without words, each with a character as its fallback.

A game with such pieces declares them in `render/<game>/emoji.py`: `PIECES` has them by name; `word` returns the piece that a
word of the notation is about, after what was said; `event` returns the piece that an event is about ("" for none).
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

from data import telemetry
from data.themes import DEFAULT
from engines.contract import EventData, Move, Word
from render import renderers
from render.theme import using

SIDE = 128
"""Width and height in px, as Discord requires."""

HASH = 6
"""Characters of the picture's hash in the name, so that a changed picture gets another name."""


class Piece(msgspec.Struct, frozen=True):
    """A piece that has an emoji."""

    draw: Callable[[int], Image.Image]
    """Draws its sprite at about this size (px)."""
    character: str
    """The character shown if the emoji is missing."""


class Pieces(msgspec.Struct, frozen=True):
    """The pieces of a game by name, and the functions that find the piece of a word or event."""

    pieces: Mapping[str, Piece]
    word: Callable[[Word, Move], str]
    event: Callable[[EventData], str]


@functools.cache
def pieces() -> Mapping[str, Pieces]:
    """The pieces of all games that have some, by game."""
    found = {}
    for game in renderers():
        name = f"render.{game}.emoji"
        if find_spec(f"render.{game}") is not None and find_spec(name) is not None:
            module = importlib.import_module(name)
            found[game] = Pieces(module.PIECES, module.word, module.event)
    return MappingProxyType(found)


def every() -> Iterator[tuple[str, str]]:
    """The game and name of each piece."""
    return ((game, piece) for game, known in pieces().items() for piece in known.pieces)


def image(game: str, piece: str) -> Image.Image:
    """A piece in the middle of a transparent square."""
    with using(DEFAULT):
        sprite = pieces()[game].pieces[piece].draw(SIDE).convert("RGBA")
    sprite = sprite.crop(sprite.getbbox())
    k = SIDE / max(sprite.size)
    sprite = sprite.resize((max(1, round(sprite.width * k)), max(1, round(sprite.height * k))), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (SIDE, SIDE))
    square.paste(sprite, ((SIDE - sprite.width) // 2, (SIDE - sprite.height) // 2))
    return square


def draw_piece(game: str, piece: str) -> tuple[str, bytes]:
    """The emoji's name, which is unique to its picture, and the picture."""
    file = io.BytesIO()
    with telemetry.picture("emoji"):
        square = image(game, piece)
        digest = hashlib.sha256(square.tobytes()).hexdigest()
        square.save(file, "PNG")
    return f"{game}_{piece}_{digest[:HASH]}", file.getvalue()
