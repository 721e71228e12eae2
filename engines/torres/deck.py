"""The answers to a draw: which card is kept and where the others go (T9)."""

import functools
import itertools

import msgspec

from engines.torres.components import CARDS


class Keeping(msgspec.Struct, frozen=True):
    """One answer to a draw."""

    words: tuple[str, ...]
    """The words after `keep`."""
    card: int
    """The card that is kept."""
    tops: tuple[int, ...]
    """The cards put on top, the first highest."""
    bottoms: tuple[int, ...]
    """The cards put at the bottom, the last lowest."""


@functools.lru_cache(maxsize=4096)
def keepings(looked: tuple[int, ...]) -> tuple[Keeping, ...]:
    """Returns all distinct answers to a draw of these cards."""
    found: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Keeping] = {}
    for card in sorted(set(looked)):
        at = looked.index(card)
        rest = looked[:at] + looked[at + 1 :]
        for order in itertools.permutations(rest):
            for cut in reversed(range(len(order) + 1)):
                tops, bottoms = order[:cut], order[cut:]
                words = [CARDS[card]]
                for top in tops:
                    words += ["top", CARDS[top]]
                for bottom in bottoms:
                    words += ["bottom", CARDS[bottom]]
                found.setdefault((card, tops, bottoms), Keeping(tuple(words), card, tops, bottoms))
    return tuple(found.values())
