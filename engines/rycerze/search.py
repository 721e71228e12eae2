"""Tree search for simultaneous choices, on the fast path, guided by the learned policy.

Every iteration draws a world that the searching seat could be in (what others took back, the tiles to come) and walks down a
tree of public states. The seat picks by its own confidence bound and the others as it imagines them (or, as far as it does not
trust that, by bounds of their own: decoupled UCT). It then adds one node, plays out by the policy and gives each seat its
share. A node's statistics are by seat and choice; a seat is offered what it could choose in the world drawn.
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
"""Weight of the confidence bound; shares are in 0..1."""

HANDS = 10
"""Maximum number of hands of another player for which the next choice is imagined."""

CREDIBLE = 0.6
"""A search plays any choice that was tried at least this often, relative to the most tried one."""


class Effort(msgspec.Struct, frozen=True):
    """How much a level thinks."""

    iterations: int
    trust: tuple[float, float] = (1.0, 1.0)
    """How often the others' choices are drawn as the seat imagines them instead of by their own bounds, against one other
    player and against several. Against one, a seat that always relies on it can be exploited; among several that matters less.
    """
    imagined: int = 0
    """Searches for each hand, by which the others' next choices are imagined; 0: they follow the policy."""
    below: int = 0
    """Iterations of each of these searches."""


class Node:
    """A public state: its number of visits and, by seat, the visits and the sum of shares of each choice."""

    __slots__ = ("children", "sums", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.sums: list[dict[int, list[float]]] = [{} for _ in range(seats)]
        self.children: dict[Hashable, Node] = {}


class Search:
    """A search for `seat` (counted in seniority order) from `table`. The other seats' hands are drawn from `hands`, by seat.

    `before`: points of the finished games of a longer match, by seat; `last`: whether this game decides.
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
        """By other seat and hand it may have: its possible next choices, drawn evenly; no entry if the policy decides."""
        self.before = before
        self.last = last
        self.root = Node(len(table.hands))
        self.gains: dict[int, int] = {}
        """By choice of the seat, the points gained in this round, summed over all iterations."""

    def imagine(self, own: Sequence[int]) -> None:
        """Search for each other seat as `hard` does, as many times as the effort says, to learn what it might choose next.
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
        """Run all iterations. Returns how many times each choice of the seat was tried."""
        for _ in range(self.effort.iterations):
            self._iterate()
        return {choice: int(visits) for choice, (visits, _) in self.root.sums[self.seat].items()}

    def results(self) -> dict[int, tuple[float, float, float]]:
        """By choice of the seat: how many times it was tried, its mean share of the win, its mean points in this round."""
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
                        choices.append(table.draw_choice(seat, random_, policy))
                else:
                    choices.append(self._select(node, seat, table.legal(seat), path))
            table.step(choices, pick)
            if node is self.root:
                own = choices[self.seat]
                self.gains[own] = self.gains.get(own, 0) + table.points[self.seat] - points
            # what others take back is hidden: only the seat's own card distinguishes the states after a recruitment
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
        offset = int(self.rng.random() * len(offered))  # untried choices are tried in no fixed order
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
        if not self.last:  # before the last game: its points against the others'
            mean = sum(points) / len(points)
            return [0.5 + (own - mean) / 18 for own in points]
        return shares([own + earlier for own, earlier in zip(points, self.before, strict=True)], table.hands)


def credible(tried: dict[int, int]) -> dict[int, int]:
    """Returns the choices that may be played, by how many times each was tried; that is their weight."""
    most = max(tried.values())
    return {choice: visits for choice, visits in sorted(tried.items()) if visits >= CREDIBLE * most}


def shares(points: Sequence[int], hands: Sequence[int]) -> list[float]:
    """Returns what the end of the last game is worth to each seat, in 0..1: mostly winning, a little for each player beaten."""
    seats = len(points)
    places = standing(points, hands)
    order = sorted(places)
    return [0.3 * order.index(own) / (seats - 1) + (0.7 if own == order[-1] else 0.0) for own in places]
