"""The components of Torres, read once from data/components/torres.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engines.torres.squares import NUMBER, near

_FILE = Path(__file__).parents[2] / "data" / "components" / "torres.toml"

with _FILE.open("rb") as _file:
    _box = tomllib.load(_file)

STARTING_CASTLES: int = sum(1 << NUMBER[name] for name in _box["board"]["castles"])
CASTLES: int = len(_box["board"]["castles"])
CASTLES_AT_LEAST: int = _box["board"]["castles_at_least"]
TOO_NEAR: tuple[int, ...] = near(_box["board"]["castle_distance"])
"""By square of a castle: where no other castle may be placed (T21)."""

SEGMENTS: int = _box["pieces"]["segments"]
KNIGHTS: int = _box["pieces"]["knights"]
TOWER: int = _box["pieces"]["tower"]

POINTS: int = _box["turn"]["points"]
PLACE: int = _box["turn"]["place"]
DRAWS: int = _box["turn"]["draws"]
LOOKED: int = _box["turn"]["looked"]

TOWERS: dict[int, tuple[tuple[int, ...], ...]] = {
    int(seats): tuple(tuple(phase) for phase in phases) for seats, phases in _box["towers"].items()
}
"""By number of players and phase (from 0): the towers dealt, highest first; as many as the phase has rounds (T13)."""

PHASES: int = len(TOWERS[2])
ROYAL: tuple[int, ...] = tuple(_box["royal"]["bonus"])

CARDS: tuple[str, ...] = tuple(_box["cards"]["keys"])
CARD: dict[str, int] = {key: number for number, key in enumerate(CARDS)}
COLOURS: int = _box["cards"]["colours"]
CLIMB, UNDER, SUPPLY, GATE, DIAGONAL, SIX, SEVEN, SHIFT, JUMP, HIGHER = (
    CARD[key] for key in ("climb", "under", "supply", "gate", "diagonal", "six", "seven", "shift", "jump", "higher")
)

MASTERS: tuple[str, ...] = tuple(_box["masters"])
MASTER_POINTS: dict[str, tuple[int, ...]] = {key: tuple(points) for key, points in _box["masters"].items()}
CASTLES_IN: tuple[int, ...] = tuple(_box["masters_need"]["castles_in"])
