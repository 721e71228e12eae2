"""Where what computer players have learned by playing against themselves is kept: a file a game, made by `tools/learn_*.py`."""

from pathlib import Path
from typing import Generic, TypeVar

import msgspec

FOLDER = Path(__file__).parents[1] / "data" / "learned"

W = TypeVar("W")


class Learned(msgspec.Struct, Generic[W], frozen=True, forbid_unknown_fields=True):
    """What a file holds."""

    made: str
    """The command it was made by."""
    weights: W


def file_of(game: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{game}.json"


def read(game: str, kind: type[W]) -> W:
    """What a game's file holds; `kind`: what that is. Raises msgspec.ValidationError for anything else."""
    return msgspec.json.decode(file_of(game).read_bytes(), type=Learned[kind]).weights  # type: ignore[valid-type]


def write(game: str, made: str, weights: object) -> None:
    """Keep what was learned."""
    FOLDER.mkdir(exist_ok=True)
    file_of(game).write_bytes(msgspec.json.encode(Learned(made, weights)) + b"\n")
