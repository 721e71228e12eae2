"""The rounds of a tournament: who plays whom, who skips one, and what is noted of its games. Pure functions."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from tables.errors import Refusal, TooFew
from tables.tournaments import pairing
from tables.tournaments.entering import number_entrants
from tables.tournaments.pairing import MOST, Pair
from tables.tournaments.robin import circles
from tables.tournaments.standings import standings
from tables.tournaments.tournament import LEAST, Pairing, Round, Tournament, lobby

SKIPS = 5
"""A person skips at most one of this many rounds in a row; rounds before they entered count."""

PLAYED_BY_ALL = 2
"""The last rounds, which nobody may skip."""


def begin(
    tournament: Tournament, order: Sequence[int], odds: Collection[Pair], seats: Collection[int], *, now: float
) -> Tournament:
    """Returns it with its first round. `order`: the drawn order of the entrants; `odds`: pairs of users of whom one has blocked
    the other; `seats`: the game's possible numbers of seats. Raises Refusal, TooFew.
    """
    people = len(lobby(tournament).entrants)
    least = next((n for n in range(LEAST, MOST + 1) if pairing.sizes(n, tournament.rules.size, seats)[0]), LEAST)
    if people < least:
        raise TooFew("tables.refusal.tournament-too-few", seats=least, players=people)
    numbered = number_entrants(tournament, [tournament.entrants[at] for at in order])
    rules = replace(tournament.rules, rounds=tournament.planned)
    return following(
        replace(numbered, rules=rules, state="running", starts=None, here=(), drawn=tuple(order)), odds, seats, now=now
    )


def following(tournament: Tournament, odds: Collection[Pair], seats: Collection[int], *, now: float) -> Tournament:
    """Returns it with the next round, due immediately; or over, if all rounds are played or too few people are left."""
    skipping, played = _skipping(tournament, seats), len(tournament.rounds)
    active = [each.number for each in tournament.active if each.number not in skipping]
    apart = _at_odds(tournament, active, odds)
    fixed = _arranged_groups(tournament, active, apart, seats)
    active = [each for each in active if not any(each in group for group in fixed)]
    wanted, alone = pairing.sizes(len(active), tournament.rules.size, seats)
    if played >= tournament.rules.rounds or not (wanted or fixed):
        return replace(tournament, state="over", due=None)
    if tournament.rules.format == "robin" and tournament.rules.size == 2:
        groups, byes = _circle(tournament, played)
    else:
        groups, byes = _by_standings(tournament, active, wanted, alone, apart)
    groups = (*fixed, *groups)
    together = any(frozenset(pair) in apart for group in groups for pair in combinations(group, 2))
    games = tuple(Pairing(group) for group in groups)
    new = Round(pairings=games, byes=byes, halves=skipping, begun=now, apart=not together)
    return replace(tournament, rounds=(*tournament.rounds, new), arranged=(), skipping=(), due=now)


def _at_odds(tournament: Tournament, active: Collection[int], odds: Collection[Pair]) -> set[Pair]:
    """Returns the pairs of entrants of whom one has blocked the other."""
    user = {each.number: each.user for each in tournament.entrants}
    return {frozenset(pair) for pair in combinations(active, 2) if frozenset(user[each] for each in pair) in odds}


def _arranged_groups(
    tournament: Tournament, active: Collection[int], apart: Collection[Pair], seats: Collection[int]
) -> pairing.Groups:
    """Returns the groups that organisers have put together, without those that cannot play or that somebody has blocked."""
    number = {each.user: each.number for each in tournament.entrants}
    groups = (tuple(number.get(each, -1) for each in group) for group in tournament.arranged)
    return tuple(
        group
        for group in groups
        if len(group) in seats
        and all(each in active for each in group)
        and not any(frozenset(pair) in apart for pair in combinations(group, 2))
    )


def _skipping(tournament: Tournament, seats: Collection[int]) -> tuple[int, ...]:
    """Returns the entrants who skip the next round: nobody if too few others have stayed to play it."""
    found = tuple(each.number for each in tournament.active if each.number in tournament.skipping)
    stay = len(tournament.active) - len(found)
    return found if pairing.sizes(stay, tournament.rules.size, seats)[0] else ()


def may_skip(tournament: Tournament, number: int) -> bool:
    """Returns whether an entrant may skip the next round for half a point."""
    played = len(tournament.rounds)
    begun = tournament.state == "running" and tournament.rules.format == "swiss" and not tournament.entrants[number].withdrawn
    return (
        begun
        and played < tournament.rules.rounds - PLAYED_BY_ALL
        and not any(number in each.halves for each in tournament.rounds[-SKIPS + 1 :])
    )


def skip_round(tournament: Tournament, user: int, seats: Collection[int], *, skips: bool) -> Tournament:
    """Returns it with a person who skips the next round, or plays it after all. Raises Refusal."""
    entrant = tournament.of(user)
    if entrant is None or not may_skip(tournament, entrant.number):
        raise Refusal("tables.refusal.tournament-skip", rounds=SKIPS, last=PLAYED_BY_ALL)
    others = [each for each in tournament.skipping if each != entrant.number]
    skipping = (*others, entrant.number) if skips else tuple(others)
    stay = sum(each.number not in skipping for each in tournament.active)
    if skips and not pairing.sizes(stay, tournament.rules.size, seats)[0]:
        raise Refusal("tables.refusal.tournament-skip-few")
    return replace(tournament, skipping=skipping)


def _by_standings(
    tournament: Tournament, active: Collection[int], wanted: Sequence[int], alone: int, apart: Collection[Pair]
) -> tuple[pairing.Groups, tuple[int, ...]]:
    """Returns a round's groups of these sizes, and its byes (`alone`: how many), by what those who play have achieved and whom
    they have met. `apart`: pairs that should not meet.
    """
    ranked = [each.entrant.number for each in standings(tournament) if each.entrant.number in active]
    had = Counter(each for one in tournament.rounds for each in one.byes)
    must, may = pairing.byes(ranked, alone, had)
    points = {each.entrant.number: each.points for each in standings(tournament)}
    met = meetings(tournament)
    cost = pairing.swiss(points, met, apart) if tournament.rules.format == "swiss" else pairing.even(met, apart)
    found = pairing.partition([each for each in ranked if each not in must], wanted, cost, may)
    groups = tuple(each for each in found if len(each) > 1)
    return groups, (*must, *(each for (each, *others) in found if not others))


def _circle(tournament: Tournament, played: int) -> tuple[pairing.Groups, tuple[int, ...]]:
    """Returns a round of pairs. An entrant whose opponent has left the tournament has a bye."""
    here = {each.number for each in tournament.active}
    groups, alone = circles(tournament, played)
    byes = [each for each in alone if each in here]
    byes += [each for group in groups if not here.issuperset(group) for each in group if each in here]
    return tuple(group for group in groups if here.issuperset(group)), tuple(byes)


def meetings(tournament: Tournament) -> Counter[Pair]:
    """Returns how often each pair of entrants has played together."""
    groups = (each.entrants for one in tournament.rounds for each in one.pairings)
    return Counter(frozenset(pair) for group in groups for pair in combinations(group, 2))


def note_games(tournament: Tournament, ended: Mapping[int, Pairing]) -> Tournament:
    """Returns it with ended games of the current round, by their index in it."""
    last = tournament.rounds[-1]
    pairings = tuple(ended.get(at, each) if each.places is None else each for at, each in enumerate(last.pairings))
    return tournament.with_round(replace(last, pairings=pairings))


def judge(tournament: Tournament, at: int, judged: Collection[int], now: float) -> Tournament:
    """Returns it with an organiser's decision on a game of the round that has not ended: who wins it, everybody if its points
    are shared, nobody if it has no result.
    """
    last = tournament.rounds[-1]
    game = replace(last.pairings[at], judged=tuple(each for each in last.pairings[at].entrants if each in judged))
    pairings = (*last.pairings[:at], game, *last.pairings[at + 1 :])
    return replace(tournament.with_round(replace(last, pairings=pairings)), due=now)


def walkover(tournament: Tournament, game: Pairing, gone: Collection[int]) -> tuple[int, ...] | None:
    """Returns the places of a game that cannot begin because some of its people may not play; they share the last place. None:
    it can begin.
    """
    out = [tournament.entrants[each].user in gone for each in game.entrants]
    if not any(out):
        return None
    return tuple(1 + out.count(False) if each else 1 for each in out) if not all(out) else ()


def correct_game(tournament: Tournament, at: int, number: int, game: Pairing) -> Tournament:
    """Returns it with a game as it is now that it was voided, or counts again, after its end."""
    one = tournament.rounds[at]
    pairings = list(one.pairings)
    pairings[number] = game
    rounds = list(tournament.rounds)
    rounds[at] = replace(one, pairings=tuple(pairings))
    return replace(tournament, rounds=tuple(rounds))
