"""The fast path for the search: the same rules on bit masks, without words, events or checks.

Here seats are counted in seniority order (0 the youngest of this game), so that "the youngest of the poorest" is the first seat
with the smallest number. A choice is a mask: the army cards shown (0: two shepherds), or the one card taken back. Who showed
what does not matter later; cards in hand, points, sword and unseen tiles do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.contract import Seat
from engines.rycerze.components import ALL, ARMY, DRUM, HAND_PAIRS, HELD, MATERIAL, PAIR_MASK, STRONGEST, VALUE
from engines.rycerze.policy import Policy
from engines.rycerze.state import RycerzeState

NOTHING = 0
"""The choice of a seat that is passed over in a recruitment."""

SHOWS: tuple[tuple[int, ...], ...] = tuple(tuple(PAIR_MASK[pair] for pair in pairs) for pairs in HAND_PAIRS)
"""By army cards in hand, the choices that can be shown."""
RECRUITS: tuple[tuple[int, ...], ...] = tuple(tuple(1 << card for card in HELD[ALL ^ hand]) for hand in range(ALL + 1))
"""By army cards in hand, the cards that can be taken back; () for an empty camp."""
BEST: tuple[tuple[int, ...], ...] = tuple(
    tuple(1 << card if card >= 0 else 0 for card in STRONGEST[material]) for material in MATERIAL
)
"""By castle and by the army cards shown once: the winning card, as a mask."""
CARDS: tuple[int, ...] = tuple(mask.bit_count() for mask in range(ALL + 1))


class Table:
    """One game (not a match of several) between two rounds, or finished (`tile` -1). `unseen` includes the tile put aside."""

    __slots__ = ("hands", "points", "sword", "tile", "unseen")

    def __init__(self, hands: list[int], points: list[int], sword: Seat, tile: int, unseen: list[int]) -> None:
        self.hands = hands
        self.points = points
        self.sword = sword
        self.tile = tile
        self.unseen = unseen

    def copy(self) -> Table:
        return Table(self.hands[:], self.points[:], self.sword, self.tile, self.unseen[:])

    def legal(self, seat: Seat) -> tuple[int, ...]:
        """Returns the choices of a seat; () if nothing is asked of it."""
        if self.tile < 0:
            return ()
        return RECRUITS[self.hands[seat]] if self.tile == DRUM else SHOWS[self.hands[seat]]

    def step(self, choices: Sequence[int], pick: Callable[[list[int]], int]) -> None:
        """Close the round with one choice per seat (NOTHING if passed over). `pick` draws the next of the unseen tiles."""
        hands = self.hands
        if self.tile == DRUM:
            self.hands = [hand | choice for hand, choice in zip(hands, choices, strict=True)]
        else:
            once = more = 0
            for choice in choices:
                more |= once & choice
                once |= choice
            best = BEST[self.tile][once & ~more]
            winner = self.sword
            if best:
                for seat, choice in enumerate(choices):
                    if choice & best:
                        winner = seat
            self.hands = [hand ^ choice for hand, choice in zip(hands, choices, strict=True)]
            points = self.points
            points[winner] += VALUE[self.tile]
            self.sword = points.index(min(points))
        if len(self.unseen) > 1:
            self.tile = pick(self.unseen)
            self.unseen.remove(self.tile)
        else:
            self.tile = -1

    def led_playout(self, random: Callable[[], float], policy: Policy) -> None:
        """Play to the end, with every seat choosing by the policy. `random` returns numbers in 0..1."""
        hands, points, sword, tile, unseen = self.hands, self.points, self.sword, self.tile, self.unseen
        while tile >= 0:
            left = len(unseen)
            if tile == DRUM:
                coming = sum([1 << castle for castle in unseen if castle != DRUM])
                for seat, hand in enumerate(hands):
                    if hand != ALL:
                        draws = policy.take(left, coming, hand)
                        hands[seat] = hand | draws[int(random() * len(draws))]
            else:
                once = more = 0
                shown = []
                known, with_sword = policy.shows(left, tile, False), policy.shows(left, tile, True)
                for seat, hand in enumerate(hands):
                    found = with_sword[hand] if seat == sword else known[hand]
                    draws = found or policy.show(left, tile, seat == sword, hand)
                    choice = draws[int(random() * len(draws))]
                    more |= once & choice
                    once |= choice
                    hands[seat] = hand ^ choice
                    shown.append(choice)
                best = BEST[tile][once & ~more]
                if best:
                    for seat, choice in enumerate(shown):
                        if choice & best:
                            points[seat] += VALUE[tile]
                            break
                else:
                    points[sword] += VALUE[tile]
                sword = points.index(min(points))
            tile = unseen.pop(int(random() * left)) if left > 1 else -1
        self.sword, self.tile = sword, tile

    def draw_choice(self, seat: Seat, random: Callable[[], float], policy: Policy) -> int:
        """Returns a choice of the seat drawn from the policy; NOTHING if it is passed over."""
        left, hand = len(self.unseen), self.hands[seat]
        if self.tile == DRUM:
            if hand == ALL:
                return NOTHING
            draws = policy.take(left, sum([1 << castle for castle in self.unseen if castle != DRUM]), hand)
        else:
            sword = seat == self.sword
            draws = policy.shows(left, self.tile, sword)[hand] or policy.show(left, self.tile, sword, hand)
        return draws[int(random() * len(draws))]


def standing(points: Sequence[int], hands: Sequence[int]) -> list[int]:
    """Returns a number by seat, higher for a better place by R7: points, then cards in hand, then youth. All are different."""
    places = len(points)
    return [
        ((own * (ARMY + 1) + CARDS[hand]) * places) + places - 1 - seat
        for seat, (own, hand) in enumerate(zip(points, hands, strict=True))
    ]


def table_of(state: RycerzeState) -> Table:
    """Returns the current game of a state, its seats in seniority order."""
    order = state.seniority
    points = state.points()
    return Table(
        [state.hands[seat] for seat in order],
        [points[seat] for seat in order],
        order.index(state.sword),
        -1 if state.over else state.tile,
        state.unseen,
    )
