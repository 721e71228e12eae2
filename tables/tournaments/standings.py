"""The standings of a tournament. Pure values and functions.

A game is worth 1 to its winner and 0 to the last: place p of n people is worth (n - p) / (n - 1), and a shared place is worth
the average of the places it fills. A bye is worth a win. A game that is undecided at the last deadline of its round is worth
half to everybody who stayed in it. Any other game without a result is worth nothing, and so is every round after a person has
left the tournament. In a round robin, games of a person who leaves before half of their games count for nobody, unless somebody
stands in for them. To a stand-in, each game that had begun is worth half a point. A round that
began before a person first entered a Swiss tournament is worth half a point to them, and so is one that they have said to skip.

Ties in points are broken in a Swiss tournament by Buchholz (the average points of the opponents of each game, summed over the
games; a bye or half a point counts as an opponent with equal points), then by the direct result if all who are still tied have
met each other. In a round robin the direct result comes first, then Sonneborn-Berger (as Buchholz, with only the opponents that
the person came before, and half of those they shared a place with). People who are
still tied share the place. In a division of a league, people who left, or whose time ran out in two games, come after all
others.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
from msgspec.structs import replace

from data.records.tournaments import EntrantRow
from tables.tournaments.robin import opponents_in
from tables.tournaments.tournament import Pairing, Tournament

PLAYERS = 4
"""The fewest people who must have played for a win to be a trophy."""

LATE = 2
"""In how many games of a division somebody's time may run out before they go to the bottom."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings. Equal entrants share `place`."""

    place: int
    entrant: EntrantRow
    points: Fraction
    tiebreak: Fraction
    """Swiss: Buchholz; round robin: Sonneborn-Berger."""
    games: int
    """Games that have ended, including byes."""
    wins: int
    places: tuple[int, int, int, int]
    """Number of first, second, third and fourth places."""


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Returns all standings, best first; people who share a place are in the order of the entrants. Last are those whose games
    count for nobody.
    """
    out, behind = uncounted_entrants(tournament), at_the_bottom(tournament)
    tournament = _without_entrants(tournament, out)
    points = _all_points(tournament)
    robin = tournament.rules.format == "robin"
    opponents = {number: _opponents(tournament, number, points, beaten=robin) for number in points}
    first = dict.fromkeys(points, Fraction(0)) if robin else opponents
    tied: dict[tuple[bool, Fraction, Fraction], list[int]] = {}
    for number, has in points.items():
        tied.setdefault((number in out, has, first[number]), []).append(number)
    direct = {number: _direct(tournament, number, group) for group in tied.values() for number in group}
    keys = {
        number: (number not in out, number not in behind, has, first[number], direct[number], opponents[number])
        for number, has in points.items()
    }
    return tuple(
        _standing(tournament, each, 1 + sum(keys[other] > keys[each.number] for other in keys), points, opponents)
        for each in sorted(tournament.entrants, key=lambda each: ([-part for part in keys[each.number]], each.number))
    )


def overruns(tournament: Tournament, number: int) -> int:
    """Returns in how many games an entrant's time ran out."""
    return sum(number in game.overran for one in tournament.rounds for game in one.pairings)


def at_the_bottom(tournament: Tournament) -> frozenset[int]:
    """Returns the entrants of a division who go to the bottom of its league."""
    if tournament.league is None:
        return frozenset()
    return frozenset(each.number for each in tournament.entrants if each.withdrawn or overruns(tournament, each.number) >= LATE)


def _all_points(tournament: Tournament) -> dict[int, Fraction]:
    points = {each.number: Fraction(0) for each in tournament.entrants}
    for one in tournament.rounds:
        for bye in one.byes:
            points[bye] += 1
        for half in one.halves:
            points[half] += Fraction(1, 2)
        for game in one.pairings:
            for each in game.entrants:
                points[each] += game.points(each)
    return points


def uncounted_entrants(tournament: Tournament) -> frozenset[int]:
    """Returns the entrants of a round robin who left it before they had completed half of their games."""
    if tournament.rules.format != "robin":
        return frozenset()
    return frozenset(each.number for each in tournament.entrants if each.withdrawn and _left_early(tournament, each.number))


def _left_early(tournament: Tournament, number: int) -> bool:
    if {number} & {*tournament.stand_ins, *tournament.stand_ins.values()}:
        return False
    games = [game for one in tournament.rounds for game in one.pairings if number in game.entrants]
    completed = sum(game.places is not None and number not in game.left for game in games)
    planned = tournament.rules.rounds
    if tournament.rules.size == 2:
        planned = sum(len(opponents_in(tournament, number, at)) for at in range(planned))
    return 2 * completed < planned


def _without_entrants(tournament: Tournament, out: Collection[int]) -> Tournament:
    """Returns the tournament as if these entrants had never taken part: without their games, and the byes of those who would
    have met them.
    """
    if not out:
        return tournament
    rounds = [
        replace(
            one,
            pairings=tuple(_among(game, out) for game in one.pairings if len({*game.entrants}.difference(out)) > 1),
            byes=_byes_without(tournament, at, out),
        )
        for at, one in enumerate(tournament.rounds)
    ]
    return replace(tournament, rounds=tuple(rounds))


def _byes_without(tournament: Tournament, at: int, out: Collection[int]) -> tuple[int, ...]:
    """Returns the byes of round `at` (from 0) that none of these entrants has had or caused."""
    one = tournament.rounds[at]
    byes, played = Counter(one.byes), {frozenset(game.entrants) for game in one.pairings}
    if tournament.rules.size == 2:
        for each in byes:
            away = {*opponents_in(tournament, each, at)}.intersection(out)
            byes[each] -= sum(frozenset((each, other)) not in played for other in away)
    return tuple(each for each in byes.elements() if each not in out)


def _among(game: Pairing, out: Collection[int]) -> Pairing:
    """Returns a game with the places of the other entrants among themselves."""
    stay = [at for at, each in enumerate(game.entrants) if each not in out]
    places = game.places
    if places:
        places = tuple(1 + sum(places[other] < places[at] for other in stay) for at in stay)
    return replace(game, entrants=tuple(game.entrants[at] for at in stay), places=places)


def players(tournament: Tournament) -> frozenset[int]:
    """Returns the entrants who have made a move in one of its games."""
    games = [game for one in tournament.rounds for game in one.pairings if game.places is not None]
    return frozenset(
        each for game in games for each in (game.played if game.played is not None else game.entrants if game.places else ())
    )


def games_to_the_end(tournament: Tournament) -> list[tuple[int, int]]:
    """Returns the games that all of their entrants have played until the rules ended them, by round and number, from 0."""
    return [
        (at, number)
        for at, one in enumerate(tournament.rounds)
        for number, game in enumerate(one.pairings)
        if game.places and not game.undecided and game.judged is None and not game.left
    ]


def winners(tournament: Tournament) -> tuple[EntrantRow, ...]:
    """Returns who has won a tournament that is over: who is first, has points, and has played."""
    played = players(tournament) if tournament.state == "over" else ()
    return tuple(
        each.entrant for each in standings(tournament) if each.place == 1 and each.points and each.entrant.number in played
    )


def trophies(tournament: Tournament) -> tuple[EntrantRow, ...]:
    """Returns the winners, if enough people have played."""
    return winners(tournament) if len(players(tournament)) >= PLAYERS else ()


def _standing(
    tournament: Tournament, entrant: EntrantRow, place: int, points: Mapping[int, Fraction], tiebreaks: Mapping[int, Fraction]
) -> Standing:
    number = entrant.number
    games = [game for one in tournament.rounds for game in one.pairings if number in game.entrants and game.places is not None]
    byes = sum(one.byes.count(number) for one in tournament.rounds)
    had = Counter(game.places[game.entrants.index(number)] for game in games if game.places and not game.undecided)
    return Standing(
        place=place,
        entrant=entrant,
        points=points[number],
        tiebreak=tiebreaks[number],
        games=len(games) + byes,
        wins=had[1] + byes,
        places=(had[1], had[2], had[3], had[4]),
    )


def _opponents(tournament: Tournament, number: int, points: Mapping[int, Fraction], *, beaten: bool) -> Fraction:
    """Returns the average points of the opponents of each game, summed over the games: of all opponents (Buchholz), or of those
    `beaten`, with half of those sharing a place (Sonneborn-Berger).
    """
    found = Fraction(0)
    for one in tournament.rounds:
        if number in {*one.byes, *one.halves}:
            found += points[number]
        for game in one.pairings:
            if number in game.entrants and game.places is not None:
                found += sum((points[each] * _share(game, number, each, beaten=beaten) for each in game.entrants), Fraction(0))
    return found


def _share(game: Pairing, number: int, other: int, *, beaten: bool) -> Fraction:
    """Returns the share of an opponent's points that a game contributes to a tie-break."""
    if other == number:
        return Fraction(0)
    share = Fraction(1, len(game.entrants) - 1)
    return share * _before(game, number, other) if beaten else share


def _before(game: Pairing, number: int, other: int) -> Fraction:
    """Returns 1 if an entrant came before another in a game, a half if they shared a place, else 0."""
    if not game.places:
        return Fraction(0)
    place = dict(zip(game.entrants, game.places, strict=True))
    return Fraction((place[number] <= place[other]) + (place[number] < place[other]), 2)


def _direct(tournament: Tournament, number: int, tied: Sequence[int]) -> Fraction:
    """Returns a person's result against those they are tied with: 1 for each game in which they came before one of them, a half
    for a shared place. 0 for all if some of them have never met.
    """
    games = [game for one in tournament.rounds for game in one.pairings if game.places]
    met = {frozenset(pair) for game in games for pair in combinations(game.entrants, 2)}
    if len(tied) < 2 or not all(frozenset(pair) in met for pair in combinations(tied, 2)):
        return Fraction(0)
    rivals = set(tied) - {number}
    return sum(
        (_before(game, number, each) for game in games if number in game.entrants for each in rivals & set(game.entrants)),
        Fraction(0),
    )
