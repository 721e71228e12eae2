"""Simulated servers for ratings: an honest field, and accounts that lose so that one of them wins.

python -m tests.support.rating_fields     prints the figures of docs/decisions/18-ratings.md
"""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Callable, Collection, Mapping

from tables.ranking.ratings import A_DAY, DAY, MODEL, NEW, RENEWED, Rating, after

Ratings = dict[int, Rating]
Arithmetic = Callable[[Mapping[int, Rating], Mapping[int, int], float, Collection[int]], Ratings]
"""As `tables.ranking.ratings.after`."""

MAIN = 0
"""The account that wins."""


def plain(ratings: Mapping[int, Rating], places: Mapping[int, int], at: float, _left: Collection[int] = ()) -> Ratings:
    """The model alone, without any measure."""
    users = sorted(places, key=lambda user: places[user])
    before = [ratings.get(user, NEW) for user in users]
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    new = MODEL.rate(teams, ranks=[places[user] for user in users])
    return {
        user: Rating(float(team[0].mu), float(team[0].sigma), old.games + 1, at=at)
        for user, old, team in zip(users, before, new, strict=True)
    }


def honest(arithmetic: Arithmetic, seed: int, *, people: int = 40, games: int = 1600) -> Ratings:
    """Ratings after games of two to four people, drawn from a field whose skill is spread as much as their form."""
    chance = random.Random(seed)
    skill = {user: chance.gauss(0, 1) for user in range(people)}
    ratings: Ratings = {}
    for game in range(games):
        seated = chance.sample(range(people), chance.randint(2, min(4, people)))
        form = sorted(seated, key=lambda user: -(skill[user] + chance.gauss(0, 1)))
        places = {user: place for place, user in enumerate(form, 1)}
        ratings.update(arithmetic(ratings, places, game * 3600.0, ()))
    return ratings


def bought(
    arithmetic: Arithmetic,
    *,
    others: int = 4,
    days: int = 30,
    seats: int = 2,
    fresh: bool = False,
    leaving: bool = True,
    ring: bool = False,
) -> list[Rating]:
    """The winner's rating after each day. `fresh`: the others are new every day; `leaving`: they leave instead of playing to
    the end; `ring`: each of them wins a game against another one whenever it is no longer proven.
    """
    ratings: Ratings = {}
    found = []
    for day in range(days):
        at, met = day * DAY, dict[tuple[int, ...], int]()
        accounts = [1 + number + (day * others if fresh else 0) for number in range(others)]
        for group in itertools.combinations(accounts, seats - 1):
            while all(met.get(pair, 0) < A_DAY for pair in itertools.combinations((MAIN, *group), 2)):
                for pair in itertools.combinations((MAIN, *group), 2):
                    met[pair] = met.get(pair, 0) + 1
                for account in group if ring else ():
                    if not ratings.get(account, NEW).proven:
                        other = next(each for each in accounts if each != account)
                        ratings.update(arithmetic(ratings, {account: 1, other: 2}, at, ()))
                places = {MAIN: 1, **{account: 2 if leaving else 2 + number for number, account in enumerate(group)}}
                ratings.update(arithmetic(ratings, places, at, group if leaving else ()))
        found.append(ratings[MAIN])
    return found


def difference(seed: int, *, people: int = 40, games: int = 1600) -> float:
    """How far honest people's numbers are from those of the model alone, on average, as a share of a newcomer's number."""
    ours, model = (honest(rule, seed, people=people, games=games) for rule in (after, plain))
    return statistics.fmean(abs(ours[user].shown - model[user].shown) for user in ours) / NEW.shown


def _figures() -> None:
    for name, rule in (("the model alone", plain), (f"with proof, renewed within {RENEWED} games", after)):
        medians = [statistics.median(each.shown for each in honest(rule, seed).values()) for seed in range(1, 9)]
        best = [max(each.shown for each in honest(rule, seed).values()) for seed in range(1, 9)]
        print(name, "| honest fields of 40: median", min(medians), "to", max(medians), "best", min(best), "to", max(best))
        for others, seats, fresh, leaving, ring in (
            (1, 2, False, True, False), (2, 2, False, True, False), (4, 2, False, True, False), (4, 4, False, True, False),
            (4, 4, False, False, False), (4, 2, True, True, False), (4, 2, False, False, True),
        ):  # fmt: skip
            days = bought(rule, others=others, seats=seats, fresh=fresh, leaving=leaving, ring=ring)
            told = {day: f"{days[day - 1].shown}{'?' if days[day - 1].provisional else ''}" for day in (1, 7, 30)}
            print("  ", others + 1, "accounts, tables of", seats, "new" * fresh, "leaving" * leaving, "ring" * ring, told)
    print("honest people, from the model alone:", [f"{difference(seed):.1%}" for seed in range(1, 9)])


if __name__ == "__main__":
    _figures()
