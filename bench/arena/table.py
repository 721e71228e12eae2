"""The pages docs/computers/<game>.md with the results of the matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from openskill.models import PlackettLuce

from bench.arena.effort import effort
from bench.arena.match import Tally
from bench.measure import wilson

HEAD = """# Computer players of {game}

Written by `python -m bench arena`; do not edit. [What the columns mean](../computers.md)
"""


def written(game: str, results: Sequence[Tally]) -> str:
    """Returns the page of a game."""
    parts = [HEAD.format(game=game)]
    if note := effort(game).note:
        parts += [note, ""]
    parts.append("| seats | challenger | other | games | share | 95 % | fair | p50 ms | p99 ms | yardstick |")
    parts.append("|---|---|---|---|---|---|---|---|---|---|")
    parts += [_row(each) for each in results]
    parts.append("")
    parts += [f"Ratings at {seats}: {_ratings(some)}." for seats, some in _by_seats(results)]
    if read := effort(game).games:
        parts += ["", "## Does it open and end sensibly?", "", read.strip()]
    return "\n".join(parts) + "\n"


def _row(each: Tally) -> str:
    low, high = wilson(each.won, each.games)
    return (
        f"| {each.seats} | {each.challenger} | {each.other} | {each.games} | {each.share:.1%} | {low:.1%}–{high:.1%} "
        f"| {1 / each.seats:.0%} | {each.p50:.0f} | {each.p99:.0f} | {each.yardstick:g} |"
    )


def _by_seats(every: Iterable[Tally]) -> list[tuple[int, list[Tally]]]:
    return [(seats, list(some)) for seats, some in groupby(every, key=lambda each: each.seats)]


def _ratings(some: Sequence[Tally]) -> str:
    """Returns Openskill's ratings of the players from the matches' wins and losses, interleaved evenly across matches, since
    the latest results count most.
    """
    model = PlackettLuce()
    known = {name: model.rating(name=name) for each in some for name in (each.challenger, each.other)}
    duels = sorted(chain.from_iterable(map(_duels, some)), key=lambda duel: duel[0])
    for _, each, won in duels:
        teams = [[known[each.challenger]], [known[each.other]]]
        (one,), (two,) = model.rate(teams, ranks=[1, 2] if won else [2, 1])
        known[each.challenger], known[each.other] = one, two
    ranked = sorted(known.items(), key=lambda item: -item[1].mu)
    return ", ".join(f"{name} {1000 + 40 * (rating.mu - 25):.0f}" for name, rating in ranked)


def _duels(each: Tally) -> Iterator[tuple[float, Tally, bool]]:
    """Yields a match as if it had been between two players, with wins and losses spread evenly: the part that is over, the
    match, and whether the game was won.
    """
    lost = 1 - each.share
    even = each.share * (each.seats - 1) / (each.share * (each.seats - 1) + lost)
    wins = 0.0
    for number in range(1, each.games + 1):
        won = wins + 0.5 < even * number
        wins += won
        yield number / each.games, each, won
