"""Ratings: openskill's Plackett–Luce, from the places of rated games alone (`ResultRow.rating_place`).

A rating belongs to a person, a server, a game and its class of variants (`engines.contract.Option.apart`); another covers all
games of the person in the server. It depends only on the stored results, in the order in which the games ended, so it can be
recomputed exactly.
"""

import hmac
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from openskill.models import PlackettLuce

from engines.contract import Game

MODEL = PlackettLuce()
"""The default parameters: mu 25, sigma 25/3, and tau 25/300, so that nobody's rating freezes."""

VERSION = 5
"""The version of the arithmetic, raised when the same results would give other numbers, which are then recomputed."""

GAMES, OPPONENTS = 10, 3
"""Rated games and different opponents needed before a rating is no longer provisional."""

DAY = 86400.0

RECENT_SECONDS = 60 * DAY
"""Seconds after a person's last rated game for which boards list them."""

A_DAY = 5
"""Rated games within `DAY` seconds in which the same two people may meet; further ones are unrated."""

RENEWED = 10
"""Rated games after which a person must have proven themselves again (`Rating.proven`)."""


def displayed_number(mu: float) -> int:
    """Returns the displayed number."""
    return round(1000 + 40 * (mu - MODEL.mu))


class Rating(msgspec.Struct, frozen=True):
    """A person's rating. `met`: the first `OPPONENTS` different opponents who had proven themselves; `at`: the last game (Unix
    seconds); `proof`: which of their games was the last in which they proved themselves, from 1; 0: none.
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    met: tuple[int, ...] = ()
    at: float = 0.0
    proof: int = 0

    @property
    def provisional(self) -> bool:
        return self.games < GAMES or len(self.met) < OPPONENTS

    @property
    def proven(self) -> bool:
        """Whether a game against this person says anything: lately they have come first, or before somebody who was proven."""
        return self.proof > 0 and self.games - self.proof < RENEWED

    @property
    def shown(self) -> int:
        """The displayed number; 1000 for a newcomer."""
        return displayed_number(self.mu)


NEW = Rating()


def variant(game: Game, options: Mapping[str, str]) -> str:
    """Returns the class of variants with these options: non-default values of options that are `apart`, as one word of the
    notation; "" for the game as it is usually played.
    """
    chosen = ((option, options.get(option.key, option.default)) for option in game.options if option.apart)
    return "-".join(f"{option.key}-{value}".replace("_", "-") for option, value in chosen if value != option.default)


def variants(game: Game) -> dict[str, dict[str, str]]:
    """Returns all classes of a game by their word, each with the options that make it; the usual one first."""
    apart = [option for option in game.options if option.apart]
    keys = [option.key for option in apart]
    found = (dict(zip(keys, values, strict=True)) for values in itertools.product(*(option.values for option in apart)))
    return {variant(game, options): options for options in found}


def company(users: Iterable[int], at: float) -> str:
    """Returns the people of a rated game together with the day (UTC) on which it starts."""
    return f"{int(at // DAY)}:{','.join(map(str, sorted(users)))}"


def pairs(users: Iterable[int], secret: str) -> tuple[str, ...]:
    """Returns all pairs that meet in a game. No id can be read from a pair, and a person who was forgotten and comes back gets
    the same ones.
    """
    met = (f"{one},{other}" for one, other in itertools.combinations(sorted(users), 2))
    return tuple(hmac.digest(secret.encode(), each.encode(), "sha256").hex()[:32] for each in met)


def most_met(meetings: Iterable[tuple[str, float]]) -> int:
    """Returns how often the pair that has met most has met (`data.store.Reads.meetings`)."""
    return max(Counter(pair for pair, _ in meetings).values(), default=0)


def free_again(meetings: Sequence[tuple[str, float]]) -> float | None:
    """Returns when all these pairs may meet in another rated game (Unix seconds); None: now. Oldest meetings first."""
    by_pair: dict[str, list[float]] = {}
    for pair, at in meetings:
        by_pair.setdefault(pair, []).append(at)
    return max((times[-A_DAY] + DAY for times in by_pair.values() if len(times) >= A_DAY), default=None)


def _by_model(
    users: Sequence[int], places: Mapping[int, int], known: Mapping[int, Rating]
) -> dict[tuple[int, float, float], tuple[float, float]]:
    """Returns the model's new mu and sigma, by place and the former ones. If equal players tie, sums in another order differ in
    the last digit: all get the values of the first.
    """
    teams = [[MODEL.rating(mu=known[user].mu, sigma=known[user].sigma)] for user in users]
    new = MODEL.rate(teams, ranks=[places[user] for user in users])
    same: dict[tuple[int, float, float], tuple[float, float]] = {}
    for user, team in zip(users, new, strict=True):
        same.setdefault((places[user], known[user].mu, known[user].sigma), (float(team[0].mu), float(team[0].sigma)))
    return same


def after(ratings: Mapping[int, Rating], places: Mapping[int, int], at: float, left: Collection[int] = ()) -> dict[int, Rating]:
    """Returns the players' ratings after one game, by user. `ratings`: those before it, without newcomers; `places`: the rating
    places; 1 is best, equal ones are ties; `left`: people who left it. At least two people. Their order (by seat) only decides
    in which order people who tie are added to `met`.

    The game changes a rating by the share of the others who had proven themselves, so accounts that only lose are worth
    nothing. Leaving costs its whole price.
    """
    if len(places) < 2:
        raise ValueError("a rated game has at least two people")
    # Ids come last, as a forgotten person gets another id, and sums must be added in the same order again.
    known = {user: ratings.get(user, NEW) for user in places}
    users = sorted(places, key=lambda user: (places[user], known[user].mu, known[user].sigma, known[user].games))
    rated = _by_model(users, places, known)
    found = {}
    for user in users:
        old = known[user]
        proven = [other for other in users if other != user and known[other].proven]
        share = 1.0 if user in left else len(proven) / (len(users) - 1)
        mu, sigma = rated[places[user], old.mu, old.sigma]
        behind = [other for other in users if places[other] > places[user] and other not in left]
        first = places[user] == places[users[0]]
        proof = old.games + 1 if behind and (first or not set(behind).isdisjoint(proven)) else old.proof
        met = tuple(dict.fromkeys((*old.met, *proven)))[:OPPONENTS]
        mu, sigma = old.mu + share * (mu - old.mu), old.sigma + share * (sigma - old.sigma)
        found[user] = Rating(mu, sigma, old.games + 1, met, at, proof)
    return found
