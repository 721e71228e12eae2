"""Who plays whom at a night: tables are drawn among those who are there. Pure but for the chance it is given."""

import itertools
import random
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from tables.matchmaking.matching import Surroundings, find_matches
from tables.matchmaking.wishes import SIZES, Match, Wish, WishList
from tables.nights.night import Comer, Night

TRIES = 12
"""Orders of the people that are tried for each size of tables."""


def wish_list(night: Night, comers: Sequence[Comer], games: dict[int, tuple[str, ...]]) -> WishList:
    """Returns the people of a night as people who look for a game, so that they are brought together by the same rules.
    `games`: what each of them (by user) may play.
    """
    wishes = tuple(
        Wish(
            number=each.number,
            user=each.user,
            name=each.name,
            language=night.language,
            games=games[each.user],
            speeds=("live",),
            since=0.0,
            until=1.0,
            live_until=1.0,
        )
        for each in comers
    )
    return WishList(id=night.id, place=night.place, language=night.language, wishes=wishes)


def draw(found: WishList, around: Surroundings, night: Night, chance: random.Random) -> tuple[Match, ...]:
    """Returns the tables: as few people as possible are left over, then as few as possible meet again, and no table is smaller
    than it must be. Whoever was left over by the last draw comes first.
    """
    met = {pair for game in night.games for pair in _pairs(game.people)}
    waits = {each.number for each in night.waiting if (each.here or 0.0) < night.drawn}
    still, best = replace(around, now=0.0), None
    for _, most in itertools.product(range(TRIES), SIZES):
        order = chance.sample(found.wishes, len(found.wishes))
        order.sort(key=lambda each: each.number not in waits)
        wishes = tuple(
            replace(each, games=tuple(chance.sample(each.games, len(each.games))), most=most, since=-float(len(order) - at))
            for at, each in enumerate(order)
        )
        matches = find_matches(replace(found, wishes=wishes), still).asked
        people = [tuple(each.wish for each in match.people) for match in matches]
        again = sum(pair in met for company in people for pair in _pairs(company))
        rank = (-sum(map(len, people)), again, -min(map(len, people), default=0))
        if best is None or rank < best[0]:
            best = rank, matches
    return best[1] if best is not None else ()


def _pairs(people: Collection[int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in itertools.combinations(people, 2)}
