"""Tree search for simultaneous choices, on the fast path, led by the learned policy.

Every iteration draws a world the searching seat could be in (what others took back, the tiles to come), walks down a tree of
public states in which the seat picks by its own confidence bound and the others as it imagines them (or, as far as it does not
trust that, by bounds of their own: decoupled UCT), adds one node, plays out by the policy and gives each seat its share. A
node's statistics are by seat and choice; a seat is offered what it could choose in the world drawn.
"""

import math
import random
from collections.abc import Hashable, Sequence

import msgspec

from engines.contract import Seat
from engines.rycerze.components import DRUM
from engines.rycerze.fast import NOTHING, Table, standing
from engines.rycerze.policy import GRAIN, policy

EXPLORATION = 0.7
"""Weight of the confidence bound; shares lie in 0..1."""


class Effort(msgspec.Struct, frozen=True):
    """How a level thinks."""

    iterations: int
    trust: tuple[float, float] = (1.0, 1.0)
    """So often the others' choices are drawn as the seat imagines them instead of by their own bounds: of one other player, and
    of several. Against one other, who always relies on it can be exploited; among several that matters less.
    """
    imagined: int = 0
    """Searches for each hand by which the others' next choices are imagined; 0: by the policy."""
    below: int = 0
    """Iterations of each of these searches."""


HANDS = 10
"""Different hands of another player for which its next choice is imagined."""


class Node:
    """A public state: how often it was passed, and by seat each choice's visits and sum of shares."""

    __slots__ = ("children", "sums", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.sums: list[dict[int, list[float]]] = [{} for _ in range(seats)]
        self.children: dict[Hashable, Node] = {}


class Search:
    """A search for `seat` (counted in seniority order) from `table`, whose other hands are drawn from `hands` by seat.

    `before`: points of the finished games of a longer match by seat; `last`: whether this game decides.
    """

    def __init__(
        self,
        table: Table,
        seat: Seat,
        hands: Sequence[Sequence[int]],
        rng: random.Random,
        effort: Effort,
        *,
        before: Sequence[int],
        last: bool,
    ) -> None:
        self.table = table
        self.seat = seat
        self.hands = [*hands]
        self.rng = rng
        self.effort = effort
        self.trust = effort.trust[len(table.hands) > 2]
        self.policy = policy(len(table.hands))
        self.imagined: list[dict[int, list[int]]] = [{} for _ in table.hands]
        """By other seat and hand it may have: what it might choose next, evenly; nothing where the policy says it."""
        self.before = before
        self.last = last
        self.root = Node(len(table.hands))
        self.gains: dict[int, int] = {}
        """By choice of the seat, the points that this round gave it, over all iterations."""

    def imagine(self, own: Sequence[int]) -> None:
        """Search for each other seat as `hard` does, as often as the effort says, to know what it might choose next.
        `own`: the hands that others may think the searching seat has.
        """
        effort = Effort(self.effort.below, trust=(0.0, 0.0))
        for seat, hands in enumerate(self.hands):
            if seat == self.seat or not self.table.legal(seat):
                continue
            some = self.rng.sample(hands, HANDS) if len(hands) > HANDS else hands
            self.hands[seat] = some
            for hand in dict.fromkeys(some):
                table = self.table.copy()
                table.hands[seat] = hand
                theirs = [own if other == self.seat else each for other, each in enumerate(self.hands)]
                theirs[seat] = [hand]
                found: list[int] = []
                for _ in range(self.effort.imagined):
                    search = Search(table, seat, theirs, self.rng, effort, before=self.before, last=self.last)
                    mixed = credible(search.run())
                    total = sum(mixed.values())
                    found += [choice for choice, visits in mixed.items() for _ in range(round(GRAIN * visits / total))]
                self.imagined[seat][hand] = found

    def run(self) -> dict[int, int]:
        """How often each choice of the seat was tried."""
        for _ in range(self.effort.iterations):
            self._iterate()
        return {choice: int(visits) for choice, (visits, _) in self.root.sums[self.seat].items()}

    def tried(self) -> dict[int, tuple[float, float, float]]:
        """By choice of the seat: how often it was tried, its mean share of the win, its mean points in this round."""
        return {
            choice: (visits, worth / visits, self.gains.get(choice, 0) / visits)
            for choice, (visits, worth) in self.root.sums[self.seat].items()
        }

    def _iterate(self) -> None:
        pick, random_, policy = self.rng.choice, self.rng.random, self.policy
        table = self.table.copy()
        table.hands = [hands[int(random_() * len(hands))] for hands in self.hands]
        node: Node | None = self.root
        path: list[tuple[Seat, list[float]]] = []
        points = table.points[self.seat]
        while node is not None and table.tile >= 0:
            node.visits += 1
            drum = table.tile == DRUM
            choices = []
            for seat in range(len(table.hands)):
                if seat != self.seat and random_() < self.trust:
                    imagined = self.imagined[seat].get(table.hands[seat]) if node is self.root else None
                    if imagined:
                        choices.append(imagined[int(random_() * len(imagined))])
                    else:
                        choices.append(table.drawn(seat, random_, policy))
                else:
                    choices.append(self._select(node, seat, table.legal(seat), path))
            table.step(choices, pick)
            if node is self.root:
                own = choices[self.seat]
                self.gains[own] = self.gains.get(own, 0) + table.points[self.seat] - points
            # what others take back is hidden: only the own card tells apart the states after a recruitment
            key = (choices[self.seat] if drum else tuple(choices), table.tile)
            below = node.children.get(key)
            if below is None:
                node.children[key] = Node(len(choices))
            node = below
        table.led_playout(random_, policy)
        worth = self._shares(table)
        for seat, entry in path:
            entry[0] += 1
            entry[1] += worth[seat]

    def _select(self, node: Node, seat: Seat, offered: Sequence[int], path: list[tuple[Seat, list[float]]]) -> int:
        sums = node.sums[seat]
        bound = math.log(node.visits + 1)
        best, choice = -1.0, NOTHING
        offset = int(self.rng.random() * len(offered))  # the untried are tried in no fixed order
        for option in (*offered[offset:], *offered[:offset]):
            entry = sums.get(option)
            if entry is None:
                choice = option
                break
            value = entry[1] / entry[0] + EXPLORATION * math.sqrt(bound / entry[0])
            if value > best:
                best, choice = value, option
        path.append((seat, sums.setdefault(choice, [0.0, 0.0])))
        return choice

    def _shares(self, table: Table) -> list[float]:
        points = table.points
        if not self.last:  # its points against the others'
            mean = sum(points) / len(points)
            return [0.5 + (own - mean) / 18 for own in points]
        return shares([own + earlier for own, earlier in zip(points, self.before, strict=True)], table.hands)


CREDIBLE = 0.6
"""A search plays any choice that was tried at least so often in proportion to the most tried one."""


def credible(tried: dict[int, int]) -> dict[int, int]:
    """Of how often each choice was tried: what is played, by its weight."""
    most = max(tried.values())
    return {choice: visits for choice, visits in sorted(tried.items()) if visits >= CREDIBLE * most}


def shares(points: Sequence[int], hands: Sequence[int]) -> list[float]:
    """What the end of the last game is worth to each seat, in 0..1: mostly winning, a little for each player left behind."""
    seats = len(points)
    places = standing(points, hands)
    order = sorted(places)
    return [0.3 * order.index(own) / (seats - 1) + (0.7 if own == order[-1] else 0.0) for own in places]
