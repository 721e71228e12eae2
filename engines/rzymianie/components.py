"""The components of Rzymianie do domu!, read once from data/components/rzymianie.toml, and tables derived from them.

Warriors are numbers 0..7 in the order of their strength (the two Ch'ariotts have the same number). Forts are numbers by kind
and value in the table's order (equal forts have the same number). Clans are 0..3 in seat order.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from engines.colours import shared_out

_BOX = tomllib.loads((Path(__file__).parents[2] / "data" / "components" / "rzymianie.toml").read_text(encoding="utf-8"))

CLANS: tuple[str, ...] = tuple(_BOX["clans"])
"""The words of the clans, also used in moves: gold, green, violet, red."""


CARDS: tuple[str, ...] = tuple(warrior["key"] for warrior in _BOX["warrior"])
CARD = {word: card for card, word in enumerate(CARDS)}
STRENGTH: tuple[int, ...] = tuple(warrior["strength"] for warrior in _BOX["warrior"])
"""Strength by card number."""
STRENGTHS: dict[str, int] = dict(zip(CARDS, STRENGTH, strict=True))
"""Strength by the card's word, weakest first."""
DECK: tuple[int, ...] = tuple(card for card, warrior in enumerate(_BOX["warrior"]) for _ in range(warrior["copies"]))
"""The nine warriors of a clan."""
QWEEN, DRUHID, SVORD, AXX, ARCHR, FILCHY, HORSIE, CHARIOTT = (
    CARD[word] for word in ("qween", "druhid", "svord", "axx", "archr", "filchy", "horsie", "chariott")
)

KINDS: tuple[str, ...] = tuple(fort["kind"] for fort in _BOX["fort"])
"""The kind of each fort number."""
VALUES: tuple[int, ...] = tuple(fort["value"] for fort in _BOX["fort"])
"""The points of each fort number."""
FORT = {named: fort for fort, named in enumerate(zip(KINDS, VALUES, strict=True))}
"""The fort number by kind and value."""
STACK: tuple[int, ...] = tuple(fort for fort, entry in enumerate(_BOX["fort"]) for _ in range(entry["copies"]))
"""The eighteen forts, sorted by number."""
KOMFORT, FOKUS, FORTUNA, FORTHECA = "komfort", "fokus", "fortuna", "fortheca"
HECA: tuple[bool, ...] = tuple(kind == FORTHECA for kind in KINDS)
"""Whether a fort number is a FortHeca."""

TURNS, SHORT_TURNS = 3, 1
"""The number of turns of a game, and of its short form (H14)."""
PLACES = 6
"""The number of forts in a wall, attack rounds in a turn and warriors in a plan."""
DRAWN = 7
"""The number of warriors that a player draws of the nine and chooses from."""
HECAS = 3
"""H4f: the number of FortHecas that wins the game."""

assert len(STACK) == TURNS * PLACES


def clan_words(chosen: Sequence[str]) -> tuple[str, ...]:
    """Returns the words of all clans, those of the players first. `chosen`: what players chose, by seat ("": nothing)."""
    return shared_out((*chosen, *[""] * (len(CLANS) - len(chosen))), CLANS, CLANS)


def called_by(options: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the words of all clans in a game with these options."""
    return clan_words(options["clans"].split("-")) if "clans" in options else CLANS
