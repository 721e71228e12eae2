"""The components of Torres, read once from data/components/torres.toml."""

import tomllib
from pathlib import Path

from engines.torres.squares import NUMBER, near

_FILE = Path(__file__).parents[2] / "data" / "components" / "torres.toml"

with _FILE.open("rb") as _file:
    _box = tomllib.load(_file)

STARTING_CASTLES: int = sum(1 << NUMBER[name] for name in _box["board"]["castles"])
"""The squares on which castles stand at the start, as a set (T1)."""

CASTLES: int = len(_box["board"]["castles"])
"""How many castles stand at the start."""

CASTLES_AT_LEAST: int = _box["board"]["castles_at_least"]
"""Minimum number of castles left after the card `shift`."""

TOO_NEAR: tuple[int, ...] = near(_box["board"]["castle_distance"])
"""By square of a castle: the squares on which no other castle may be placed (T21)."""

SEGMENTS: int = _box["pieces"]["segments"]
"""Number of segments in the box."""

KNIGHTS: int = _box["pieces"]["knights"]
"""Maximum number of knights of a player on the board."""

TOWER: int = _box["pieces"]["tower"]
"""Maximum number of segments of a player's tower."""

ACTION_POINTS: int = _box["turn"]["points"]
"""AP of a turn."""

PLACE_COST: int = _box["turn"]["place"]
"""AP to place a knight (T3)."""

DRAWS: int = _box["turn"]["draws"]
"""Maximum number of draws in a turn (T9)."""

LOOKED: int = _box["turn"]["looked"]
"""Number of cards looked at in a draw (T9)."""

TOWERS: dict[int, tuple[tuple[int, ...], ...]] = {
    int(seats): tuple(tuple(phase) for phase in phases) for seats, phases in _box["towers"].items()
}
"""By number of players and phase (from 0): the towers dealt, highest first; as many as the phase has rounds (T8, T13)."""

PHASES: int = len(TOWERS[2])
"""Number of phases in a game."""

SHORT: int = _box["short"]["rounds"]
"""Number of rounds of the only phase in the short form (T28)."""

ROYAL: tuple[int, ...] = tuple(_box["royal"]["bonus"])
"""By phase (from 0): the royal bonus (T15)."""

CARDS: tuple[str, ...] = tuple(_box["cards"]["keys"])
"""The action cards by number."""

CARD_NUMBER: dict[str, int] = {key: number for number, key in enumerate(CARDS)}

COLOURS: int = _box["cards"]["colours"]
"""How many copies of each action card the box has: one in each colour."""

CLIMB, UNDER, SUPPLY, GATE, DIAGONAL, SIX, SEVEN, SHIFT, JUMP, HIGHER = (
    CARD_NUMBER[key] for key in ("climb", "under", "supply", "gate", "diagonal", "six", "seven", "shift", "jump", "higher")
)

MASTERS: tuple[str, ...] = tuple(_box["masters"])
"""The master cards by number (T21)."""

MASTER_POINTS: dict[str, tuple[int, ...]] = {key: tuple(points) for key, points in _box["masters"].items()}
"""By master card and phase (from 0): the points it gives."""

CASTLES_IN: tuple[int, ...] = tuple(_box["masters_need"]["castles_in"])
"""By phase (from 0): the number of castles in which the master card `castles` wants knights."""
