"""The divisions of a league's season: who plays in which, and who goes up and down after it. Pure.

In a division the places are those of a round robin (`tables.tournaments.standings`); people who share one keep the order in
which they began the season. Between two divisions as many people change places, up and down, as a quarter of the smaller one,
rounded up. People who left, or whose time ran out in two games, go to the bottom of the league. People who were not in the
last season come before those, by their rating, and after everybody else.
"""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from data.records.tournaments import EntrantRow
from tables.tournaments.pairing import Pair
from tables.tournaments.standings import at_the_bottom, overruns, standings
from tables.tournaments.tournament import Tournament

LEAST, MOST = 4, 6
"""The sizes of divisions."""

EFFORT = 20_000
"""How many partial divisions are tried at most, to keep people apart."""

Fate: TypeAlias = Literal["up", "down", "stays", "late", "left"]
"""What follows for somebody: another division, or the bottom, because their time ran out too often or they left."""

BOTTOM: tuple[Fate, ...] = ("late", "left")


class Finish(NamedTuple):
    """Where somebody has finished a season, and what follows."""

    entrant: EntrantRow
    place: int
    """In the division, from 1; ties share it."""
    division: int
    """From 0, the highest."""
    fate: Fate
    overran: int
    """In how many games their time ran out."""

    @property
    def target(self) -> int:
        """The division in which they belong next, apart from the bottom."""
        return self.division + {"up": -1, "down": 1}.get(self.fate, 0)


def sizes(people: int) -> tuple[int, ...]:
    """Returns the sizes of the divisions of these people, the highest first: as few as possible, as even as possible, the
    larger ones below. With too few people there is none; one of seven has no place.
    """
    count = -(-people // MOST)
    if people < LEAST:
        return ()
    if people < LEAST * count:
        return (MOST,) * (count - 1)
    return tuple(sorted(people // count + (at < people % count) for at in range(count)))


def changing(one: int, other: int) -> int:
    """Returns how many people go up, and as many down, between neighbouring divisions of these sizes."""
    return math.ceil(min(one, other) / 4)


def finishes(divisions: Sequence[Tournament]) -> tuple[tuple[Finish, ...], ...]:
    """Returns how a season has ended for everybody in each of its divisions, the highest first; best first."""
    counts = [len(each.drawn) for each in divisions]
    between = [0, *(changing(*pair) for pair in itertools.pairwise(counts)), 0]
    return tuple(_finishes(each, at, between[at], between[at + 1]) for at, each in enumerate(divisions))


def _finishes(division: Tournament, at: int, rise: int, fall: int) -> tuple[Finish, ...]:
    bottom = at_the_bottom(division)
    placed = sorted(standings(division), key=lambda each: (each.place, _began(division, each.entrant.number)))
    stay = len(placed) - len(bottom)
    found = []
    for row, each in enumerate(placed, 1):
        number = each.entrant.number
        fate: Fate = "up" if row <= min(rise, stay) else "down" if row > len(placed) - fall else "stays"
        if number in bottom:
            fate = "left" if each.entrant.withdrawn else "late"
        found.append(Finish(each.entrant, each.place, at, fate, overruns(division, number)))
    return tuple(found)


def _began(division: Tournament, number: int) -> int:
    """Returns somebody's place when the season began; a stand-in is last."""
    return division.drawn[number] if number < len(division.drawn) else number


def ladder(finished: Sequence[Sequence[Finish]], signed: Sequence[int], strength: Mapping[int, float]) -> list[int]:
    """Returns the users who have signed up, in the order in which they fill the divisions of the next season."""
    fates: dict[Fate, int] = {"down": 0, "stays": 1, "up": 2}
    known = {each.entrant.user: (row, each) for division in finished for row, each in enumerate(division)}

    def rank(user: int) -> tuple[float, ...]:
        if user not in known:
            return (1, -strength.get(user, -math.inf))
        row, last = known[user]
        if last.fate in BOTTOM:
            return (2, last.division, row)
        return (0, last.target, fates[last.fate], row)

    return sorted(signed, key=rank)


def part(order: Sequence[int], odds: Collection[Pair]) -> list[list[int]]:
    """Returns these users in divisions, the highest first: as few pairs of `odds` as possible are in one, then everybody is as
    near as possible to the division that is theirs by the order.
    """
    wanted = sizes(len(order))
    people = order[: sum(wanted)]
    own = [at for at, size in enumerate(wanted) for _ in range(size)]
    rivals = {at: [other for other in range(at) if frozenset((people[at], people[other])) in odds] for at in range(len(people))}
    tied = [at for at in rivals if rivals[at] or any(at in others for others in rivals.values())]
    best = _cost(own, own, rivals), own
    tried = 0

    def place(chosen: dict[int, int], clashes: int, moved: int) -> None:
        nonlocal best, tried
        tried += 1
        if (clashes, moved) >= best[0] or tried > EFFORT:
            return
        if len(chosen) == len(tied):
            found = _fill(chosen, wanted, len(people))
            best = min(best, (_cost(found, own, rivals), found))
            return
        at = tied[len(chosen)]
        for division in sorted(range(len(wanted)), key=lambda each: abs(each - own[at])):
            if sum(each == division for each in chosen.values()) < wanted[division]:
                more = sum(chosen[other] == division for other in rivals[at])
                place({**chosen, at: division}, clashes + more, moved + (division - own[at]) ** 2)

    place({}, 0, 0)
    return [[user for user, at in zip(people, best[1], strict=True) if at == division] for division in range(len(wanted))]


def _cost(found: Sequence[int], own: Sequence[int], rivals: Mapping[int, Sequence[int]]) -> tuple[int, int]:
    clashes = sum(found[at] == found[other] for at, others in rivals.items() for other in others)
    return clashes, sum((one - other) ** 2 for one, other in zip(found, own, strict=True))


def _fill(chosen: Mapping[int, int], wanted: Sequence[int], people: int) -> list[int]:
    """Returns everybody's division if these people have theirs: the others take the free places in their order."""
    free = iter([at for at, size in enumerate(wanted) for _ in range(size - sum(each == at for each in chosen.values()))])
    return [chosen[at] if at in chosen else next(free) for at in range(people)]
