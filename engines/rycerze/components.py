"""The components of Rycerze i zamki, read once from data/components/rycerze.toml, and tables derived from them.

Army cards are numbers 0..5 in the table's order; the shepherd is 6. A set of army cards is a mask (bit = card). What a seat
shows in a castle round is the number of a *pair*, an unordered pair of cards; the tables below have its cards, mask and words.
Tiles are numbers 0..5 for the castles and 6 for each of the two drums.
"""

import itertools
import tomllib
from pathlib import Path

NONE = -1
"""No card, pair, seat or choice."""

_BOX = tomllib.loads((Path(__file__).parents[2] / "data" / "components" / "rycerze.toml").read_text(encoding="utf-8"))

MATERIALS = ("stone", "brick", "wood")

CARDS: tuple[str, ...] = (*(card["key"] for card in _BOX["card"]), _BOX["blank"]["key"])
"""Words of the cards; the last is the shepherd."""
ARMY = len(CARDS) - 1
SHEPHERD = ARMY
SHEPHERDS: int = _BOX["blank"]["copies"]
ALL = (1 << ARMY) - 1
CARD = {word: card for card, word in enumerate(CARDS)}

STRENGTH: tuple[tuple[int, ...], ...] = tuple(tuple(card[material] for card in _BOX["card"]) for material in MATERIALS)
"""Strength by material and army card."""

TILES: tuple[str, ...] = (*(castle["key"] for castle in _BOX["castle"]), _BOX["recruitment"]["key"])
CASTLES = len(TILES) - 1
DRUM = CASTLES
DRUMS: int = _BOX["recruitment"]["copies"]
TILE = {word: tile for tile, word in enumerate(TILES)}
STACK: tuple[int, ...] = (*range(CASTLES), *(DRUM for _ in range(DRUMS)))
ROUNDS = len(STACK) - 1
"""R1: one tile is put aside unseen."""

VALUE: tuple[int, ...] = tuple(castle["value"] for castle in _BOX["castle"])
MATERIAL: tuple[int, ...] = tuple(MATERIALS.index(castle["material"]) for castle in _BOX["castle"])

PAIRS: tuple[tuple[int, int], ...] = tuple(
    (first, second)
    for first, second in itertools.combinations_with_replacement(range(len(CARDS)), 2)
    if first != second or first == SHEPHERD
)
"""All pairs of cards a seat can show, in the table's order; two shepherds come last."""
PAIR = {pair: number for number, pair in enumerate(PAIRS)}
PAIR_MASK: tuple[int, ...] = tuple(sum(1 << card for card in set(pair) if card != SHEPHERD) for pair in PAIRS)
PAIR_WORDS: tuple[tuple[str, str], ...] = tuple((CARDS[first], CARDS[second]) for first, second in PAIRS)

HELD: tuple[tuple[int, ...], ...] = tuple(tuple(card for card in range(ARMY) if mask >> card & 1) for mask in range(ALL + 1))
"""The army cards of each mask, in the table's order."""
HAND_PAIRS: tuple[tuple[int, ...], ...] = tuple(
    tuple(number for number, shown in enumerate(PAIR_MASK) if shown & mask == shown) for mask in range(ALL + 1)
)
"""R2, R8: by army cards in hand, the pairs that can be shown with them and the shepherds."""

STRONGEST: tuple[tuple[int, ...], ...] = tuple(
    tuple(max(cards, key=strengths.__getitem__) if cards else NONE for cards in HELD) for strengths in STRENGTH
)
"""By material and mask: the strongest card of the mask, or NONE."""
