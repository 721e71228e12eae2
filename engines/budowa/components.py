"""The components of Budowa zamku, read once from data/components/budowa.toml, and tables derived from them.

A card is its number. Spots of the grid are numbers 0..44 (row by row), written `a1` to `e9` (row, column). A castle is a list
of the numbers of its wall cards, ascending; the start tile is not a card and is in no list.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

_BOX = tomllib.loads((Path(__file__).parents[2] / "data" / "components" / "budowa.toml").read_text(encoding="utf-8"))

ROWS: str = _BOX["rows"]
COLUMNS: int = _BOX["columns"]
SPOTS: tuple[str, ...] = tuple(f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1))
"""Words of the spots (B1)."""
SPOT = {word: spot for spot, word in enumerate(SPOTS)}

TILE: int = _BOX["tile"]
CARDS: tuple[int, ...] = tuple(range(_BOX["first"], _BOX["last"] + 1))
HIGHEST = CARDS[-1]
ELEMENTS: int = _BOX["elements"]
SHORT: int = _BOX["short"]["turns"]
"""Number of turns of the short form (B12)."""
WHOLE = ELEMENTS - 1
"""Wall cards of a whole castle (B6)."""

FIGURE: dict[int, str] = {number: figure["key"] for figure in _BOX["figure"] for number in figure["numbers"]}
"""Figures by card; bare wall has none."""
NUMBERS: dict[str, tuple[int, ...]] = {figure["key"]: tuple(figure["numbers"]) for figure in _BOX["figure"]}
WORTH: dict[str, int] = {figure["key"]: figure["points"] for figure in _BOX["figure"]}
PAIR_WORTH: int = _BOX["pair"]["points"]
(KING,), (QUEEN,), (WIZARD,) = NUMBERS["king"], NUMBERS["queen"], NUMBERS["wizard"]


def top(castle: Sequence[int]) -> int:
    """Returns the number at the right end of a castle: its last card's, or the tile's if it has no cards."""
    return castle[-1] if castle else TILE


def figure_points(castle: Sequence[int]) -> dict[str, int]:
    """B9: returns the points of a castle by kind, in the order shown; `pairs` of a knight and a princess come last."""
    held = [FIGURE.get(card) for card in castle]
    counts = {key: held.count(key) for key in ("king", "queen", "knight", "princess")}
    points = {"cards": len(castle), **{key: WORTH[key] * count for key, count in counts.items()}}
    return {**points, "pairs": PAIR_WORTH * min(counts["knight"], counts["princess"])}
