"""Pairings for a round of a tournament: pure functions over entrants' numbers.

A round robin of pairs uses the circle method. Everything else (Swiss, groups of three and four) is the cheapest partition into
groups, found exactly by dynamic programming over the subsets still to be placed (as Held and Karp do for tours). With at most
`EXACT` people that is fast, and "nobody meets again if it can be avoided" holds exactly. For more people a search goes through
all partitions in which nobody meets again, so that holds for them too; only where some must, there may be a partition with
fewer meetings than the one found. No library fits: matching in networkx is for pairs only, and large for that; the Swiss
programs on PyPI are for chess.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from operator import itemgetter

MOST = 64
"""The most entrants of a tournament."""

EXACT = 16
"""The most people of whom the cheapest partition is found exactly."""

EFFORT = 20_000
"""How many people a search for a partition with fewer meetings places at most."""

SCALE = 12
"""Points of games of two, three and four, including shared places, are whole multiples of a twelfth."""

BYE, AGAIN, ODDS, NEVER = 1 << 24, 1 << 40, 1 << 60, 1 << 80
"""The cost of a bye for each place up the ranking, of two people meeting again, and of a person meeting one they block: each is
more than all less important costs together. NEVER: there is no such partition.
"""

Pair = frozenset[int]
Cost = Callable[[int, int], int]
Groups = tuple[tuple[int, ...], ...]


def sizes(people: int, size: int, seats: Collection[int]) -> tuple[tuple[int, ...], int]:
    """Returns the sizes of the groups, largest first, and the number of byes: as few byes as possible, then as few groups as
    possible, as even as possible; each at most `size` and possible in the game. With too few people there is no group.
    """
    for byes in range(people + 1):
        placed = people - byes
        for count in range(-(-placed // size), placed // 2 + 1):
            found = tuple(placed // count + (at < placed % count) for at in range(count)) if count else ()
            if found and all(2 <= each <= size and each in seats for each in found):
                return found, byes
    return (), people


def byes(ranked: Sequence[int], count: int, had: Mapping[int, int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """Returns the people who must have a bye, and what a bye costs for each who may: nobody gets another before all others have
    had as many. Among those who may, a lower ranking (best first) is cheaper; meeting again costs more than all byes together.
    """
    most = sorted(had.get(each, 0) for each in ranked)[count - 1] if count else -1
    must = tuple(each for each in ranked if had.get(each, 0) < most)
    may = [each for each in reversed(ranked) if had.get(each, 0) == most]
    return must, {each: BYE * at for at, each in enumerate(may)}


def swiss(points: Mapping[int, Fraction], met: Mapping[Pair, int], odds: Collection[Pair]) -> Cost:
    """Returns the cost of two people meeting in a Swiss round. Blocks come first, then meeting again, then the difference in
    points (squared, so that several small ones are better than one large one).
    """

    def cost(one: int, other: int) -> int:
        difference = int((points[one] - points[other]) * SCALE)
        return _apart(one, other, met, odds) + difference * difference

    return cost


def even(met: Mapping[Pair, int], odds: Collection[Pair]) -> Cost:
    """Returns the same for a round robin of groups: points do not matter, and all meet as evenly as possible."""
    return lambda one, other: _apart(one, other, met, odds)


def _apart(one: int, other: int, met: Mapping[Pair, int], odds: Collection[Pair]) -> int:
    pair = frozenset((one, other))
    return ODDS * (pair in odds) + AGAIN * met.get(pair, 0)


def partition(people: Sequence[int], wanted: Sequence[int], cost: Cost, alone: Mapping[int, int] | None = None) -> Groups:
    """Returns the cheapest partition of people into groups of the wanted sizes, of at most two different sizes; of more than
    EXACT people a cheap one (`near_partition`). People left over form groups of one, at the cost in `alone`; only people named
    there can be. Of equally cheap partitions, the first in the order of `people`.
    """
    part = _exact_partition if len(people) <= EXACT else near_partition
    return part(people, wanted, cost, alone or {})


def near_partition(people: Sequence[int], wanted: Sequence[int], cost: Cost, alone: Mapping[int, int]) -> Groups:
    """Returns a cheap partition: people in their order are parted into groups, then any two groups are parted again exactly, as
    long as that makes it cheaper. If people meet again in it, all partitions are searched for one in which fewer do
    (`_Search`), from which the same follows.
    """
    order = {each: at for at, each in enumerate(people)}
    groups = _settle(_first_groups(people, wanted, alone), cost, alone, order)
    fewest, again = 0, _price(groups, cost, alone) // AGAIN
    while fewest < again:
        most = (fewest + again - 1) // 2
        better = _Search(people, cost, alone).find(wanted, most)
        if better is None:
            fewest = most + 1
        else:
            groups = _settle(better, cost, alone, order)
            again = _price(groups, cost, alone) // AGAIN
    return tuple(sorted(groups, key=lambda group: min(order[each] for each in group)))


def _settle(groups: Groups, cost: Cost, alone: Mapping[int, int], order: Mapping[int, int]) -> Groups:
    """Returns the groups with any two of them parted again as long as that makes them cheaper."""
    while True:
        pairs = combinations(range(len(groups)), 2)
        better = next(filter(None, (_part_again(groups, pair, cost, alone, order) for pair in pairs)), None)
        if better is None:
            return groups
        groups = better


class _Search:
    """A search for a partition in which people meet again at most so often; a block counts as very many meetings. People are
    known by their place in the order, sets of them as bits.

    The person who has the fewest new people left is placed first, in the group with the fewest meetings. A branch ends where
    too many people have too few new ones left. A search gives up after EFFORT steps.
    """

    def __init__(self, people: Sequence[int], cost: Cost, alone: Mapping[int, int]) -> None:
        every = range(len(people))
        self._people = people
        self._again = [[cost(one, other) // AGAIN if one != other else 0 for other in people] for one in people]
        self._new = [sum(1 << other for other in every if other != one and not self._again[one][other]) for one in every]
        self._alone = {at for at in every if people[at] in alone}
        self._effort = EFFORT

    def find(self, wanted: Sequence[int], most: int) -> Groups | None:
        """Returns a partition with at most this many meetings; None: there is none, or it was not found."""
        found = self._place((1 << len(self._people)) - 1, tuple(wanted), len(self._people) - sum(wanted), most)
        return None if found is None else tuple(tuple(self._people[at] for at in group) for group in found)

    def _place(self, left: int, sizes: tuple[int, ...], byes: int, most: int) -> Groups | None:
        """Returns the groups of the people left."""
        if not left:
            return ()
        self._effort -= 1
        here = _bits(left)
        new = {at: (self._new[at] & left).bit_count() for at in here}
        lacking = sorted(max(0, min(sizes, default=1) - 1 - new[at]) for at in here)
        if sum(lacking[: len(lacking) - byes]) > 2 * most:
            return None
        first = min(here, key=new.__getitem__)
        for group, again in self._ways(first, left, sizes, byes, most):
            rest = list(sizes)
            if len(group) > 1:
                rest.remove(len(group))
            found = self._place(left & ~sum(1 << at for at in group), tuple(rest), byes - (len(group) == 1), most - again)
            if found is not None or self._effort < 0:
                return None if found is None else (group, *found)
        return None

    def _ways(self, first: int, left: int, sizes: Sequence[int], byes: int, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the groups that a person can be in, with their meetings."""
        for size in sorted(set(sizes), reverse=True):
            yield from sorted(self._groups(first, left, size, most), key=itemgetter(1))
        if byes and first in self._alone:
            yield (first,), 0

    def _groups(self, first: int, left: int, size: int, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the groups of this size with at most this many meetings."""
        begun: list[tuple[tuple[int, ...], int, int]] = [((first,), left & ~(1 << first), 0)]
        while begun:
            group, others, again = begun.pop()
            if len(group) == size:
                yield group, again
                continue
            for other in reversed(_bits(others)):
                meetings = again + sum(self._again[other][each] for each in group)
                if meetings <= most:
                    begun.append(((*group, other), others >> other + 1 << other + 1, meetings))


def _bits(some: int) -> list[int]:
    """Returns the places of the bits that are set."""
    return [at for at in range(some.bit_length()) if some >> at & 1]


def _first_groups(people: Sequence[int], wanted: Sequence[int], alone: Mapping[int, int]) -> Groups:
    """Returns people in their order in groups, those with the cheapest byes by themselves."""
    singles = sorted(alone, key=alone.__getitem__)[: len(people) - sum(wanted)]
    left = iter([each for each in people if each not in singles])
    return (*(tuple(islice(left, size)) for size in wanted), *((each,) for each in singles))


def _part_again(
    groups: Groups, chosen: Sequence[int], cost: Cost, alone: Mapping[int, int], order: Mapping[int, int]
) -> Groups | None:
    """Returns the groups with the chosen ones parted again; None if that is no cheaper."""
    before = tuple(groups[at] for at in chosen)
    some = sorted((each for group in before for each in group), key=order.__getitem__)
    after = _exact_partition(some, [len(group) for group in before if len(group) > 1], cost, alone)
    rest = tuple(group for at, group in enumerate(groups) if at not in chosen)
    return (*after, *rest) if _price(after, cost, alone) < _price(before, cost, alone) else None


def _price(groups: Groups, cost: Cost, alone: Mapping[int, int]) -> int:
    """Returns what groups cost."""
    return sum(sum(cost(*pair) for pair in combinations(group, 2)) if len(group) > 1 else alone[group[0]] for group in groups)


def _exact_partition(people: Sequence[int], wanted: Sequence[int], cost: Cost, alone: Mapping[int, int]) -> Groups:
    """Returns the cheapest partition."""
    large, small = max(wanted, default=0), min(wanted, default=0)
    between = {(a, b): cost(people[a], people[b]) for a, b in combinations(range(len(people)), 2)}
    single = {at: alone[each] for at, each in enumerate(people) if alone and each in alone}
    best: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}

    def rest(left: int, larges: int, byes: int) -> int:
        """Returns the least cost of placing the people left (bits), with `larges` large groups and `byes` byes among them."""
        if not left:
            return 0
        known = best.get((left, larges, byes))
        if known is None:
            known = best[left, larges, byes] = min(_ways(left, larges, byes), default=(NEVER, (0,)))
        return known[0]

    def _ways(left: int, larges: int, byes: int) -> list[tuple[int, tuple[int, ...]]]:
        first, *others = (at for at in range(len(people)) if left >> at & 1)
        found: list[tuple[int, tuple[int, ...]]] = []
        if byes and first in single:
            found.append((single[first] + rest(left & ~(1 << first), larges, byes - 1), (first,)))
        groups = (len(others) + 1 - byes - larges * large) // small if small != large else 0
        for size, more in ((large, larges), *([(small, groups)] if small != large else [])):
            if not more:
                continue
            for chosen in combinations(others, size - 1):
                group = (first, *chosen)
                after = left & ~sum(1 << at for at in group)
                price = sum(between[pair] for pair in combinations(group, 2))
                found.append((price + rest(after, larges - (size == large), byes), group))
        return found

    left, larges, byes = (1 << len(people)) - 1, sum(each == large for each in wanted), len(people) - sum(wanted)
    groups = []
    while left:
        rest(left, larges, byes)
        group = best[left, larges, byes][1]
        groups.append(tuple(people[at] for at in group))
        left &= ~sum(1 << at for at in group)
        larges, byes = larges - (len(group) == large), byes - (len(group) == 1)
    return tuple(groups)


def circle(people: Sequence[int], number: int) -> tuple[Groups, tuple[int, ...]]:
    """Returns the pairs of round `number` (from 0) of a round robin, and the byes: one person stays, the others move around a
    table by one place per round. After `len(people) - 1` rounds (`len(people)` if odd), everybody has met everybody once.
    """
    seats: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    turn = number % max(1, len(seats) - 1)
    moving = seats[1:]
    around = [seats[0], *moving[len(moving) - turn :], *moving[: len(moving) - turn]]
    half = len(around) // 2
    found, alone = [], []
    for one, other in zip(around[:half], reversed(around[half:]), strict=True):
        if one is None or other is None:
            alone.append(other if one is None else one)
        else:
            found.append((one, other))
    return tuple(found), tuple(each for each in alone if each is not None)


def rounds(people: int, size: int) -> int:
    """Returns the number of rounds of a full round robin, in which everybody can meet everybody."""
    if size == 2:
        return people - 1 + people % 2
    return max(1, -(-(people - 1) // (size - 1)))
