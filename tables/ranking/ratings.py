"""How strong people are: openskill's Plackett–Luce, from the places of rated games alone (`ResultRow.rating_place`).

A rating belongs to a person, a server, a game and its class of variants (`engines.contract.Option.apart`), and one more to the
person and the server over all games. Nothing but the stored results goes in, in the order in which the games ended, so that
everything can be recomputed to the last digit.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from openskill.models import PlackettLuce

from engines.contract import Game

MODEL = PlackettLuce()
"""Its defaults: mu 25, sigma 25/3, tau 25/300, so that nobody's rating freezes."""

VERSION = 2
"""Of the arithmetic: raised when the same results would give other numbers, which are then recomputed."""

GAMES, OPPONENTS = 10, 3
"""A rating is provisional until so many rated games, and so many different opponents."""

DAY = 86400.0

RECENT = 60 * DAY
"""Seconds after somebody's last rated game in which boards list them."""

A_DAY = 5
"""Rated games that the same people may play in one day (UTC); further ones are played unrated."""


def shown(mu: float) -> int:
    """The number that people see."""
    return round(1000 + 40 * (mu - MODEL.mu))


class Rating(msgspec.Struct, frozen=True):
    """What is known of a person's strength. `met`: the first `OPPONENTS` different opponents; `at`: the last game (Unix)."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    met: tuple[int, ...] = ()
    at: float = 0.0

    @property
    def provisional(self) -> bool:
        return self.games < GAMES or len(self.met) < OPPONENTS

    @property
    def shown(self) -> int:
        """The number that people see: 1000 for a newcomer."""
        return shown(self.mu)


NEW = Rating()


def variant(game: Game, options: Mapping[str, str]) -> str:
    """The class of variants that these options make: what is chosen `apart` and is no default, as one word of the notation;
    "" for the game as it is usually played.
    """
    chosen = ((option, options.get(option.key, option.default)) for option in game.options if option.apart)
    return "-".join(f"{option.key}-{value}".replace("_", "-") for option, value in chosen if value != option.default)


def variants(game: Game) -> dict[str, dict[str, str]]:
    """All classes of a game by their word, each with the options that make it; the usual one first."""
    apart = [option for option in game.options if option.apart]
    keys = [option.key for option in apart]
    found = (dict(zip(keys, values, strict=True)) for values in itertools.product(*(option.values for option in apart)))
    return {variant(game, options): options for options in found}


def company(users: Iterable[int], at: float) -> str:
    """The people of a game together with the day (UTC) on which they start it: A_DAY of their games count."""
    return f"{int(at // DAY)}:{','.join(map(str, sorted(users)))}"


def next_day(at: float) -> float:
    """When the next day (UTC) begins, on which the same people's games count again."""
    return (at // DAY + 1) * DAY


def after(ratings: Mapping[int, Rating], places: Mapping[int, int], at: float) -> dict[int, Rating]:
    """The ratings of those who played after one game, by user. `ratings`: before it (who is not in it is new); `places`: the
    rating places, 1 is best, equal ones are ties. At least two people. The order of either changes nothing.
    """
    if len(places) < 2:
        raise ValueError("a rated game has at least two people")
    # Not by who they are first: somebody who is forgotten gets another id, and sums must add up in the same order again.
    known = {user: ratings.get(user, NEW) for user in places}
    users = sorted(places, key=lambda user: (places[user], known[user].mu, known[user].sigma, known[user].games, user))
    before = [known[user] for user in users]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    new = MODEL.rate(teams, ranks=[places[user] for user in users])
    return {
        user: Rating(float(team[0].mu), float(team[0].sigma), old.games + 1, _met(old.met, user, users), at)
        for user, old, team in zip(users, before, new, strict=True)
    }


def _met(met: tuple[int, ...], user: int, users: Sequence[int]) -> tuple[int, ...]:
    fresh = [other for other in users if other != user and other not in met]
    return (*met, *fresh)[:OPPONENTS]
