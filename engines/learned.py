"""The files in which computer players keep what self-play has taught them: one for each game, made by `tools/learn_*.py`."""

from pathlib import Path
from typing import Generic, TypeVar

import msgspec

FOLDER = Path(__file__).parents[1] / "data" / "learned"

W = TypeVar("W")


class Learned(msgspec.Struct, Generic[W], frozen=True, forbid_unknown_fields=True):
    """The contents of a file."""

    made: str
    """The command that made it."""
    weights: W


def file_of(game: str) -> Path:
    """Returns the path of a game's file."""
    return FOLDER / f"{game}.json"


def read(game: str, kind: type[W]) -> W:
    """Returns the weights in a game's file, of the type `kind`. Raises msgspec.ValidationError if they have another type."""
    return msgspec.json.decode(file_of(game).read_bytes(), type=Learned[kind]).weights  # type: ignore[valid-type]


def write(game: str, made: str, weights: object) -> None:
    """Store what was learned."""
    FOLDER.mkdir(exist_ok=True)
    file_of(game).write_bytes(msgspec.json.encode(Learned(made, weights)) + b"\n")
