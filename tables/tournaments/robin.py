"""Who meets whom in a round robin of pairs. Pure functions."""

from tables.tournaments import pairing
from tables.tournaments.tournament import Tournament


def circles(tournament: Tournament, at: int) -> tuple[pairing.Groups, tuple[int, ...]]:
    """Returns who meet in round `at` (from 0) if nobody leaves, and who then has a bye. A stand-in has the place of the
    entrant who has left.
    """
    together = tournament.rules.together
    people = [each.number for each in tournament.entrants if each.number not in tournament.stand_ins.values()]
    people = [_player(tournament, each) for each in people]
    if together == 1:
        return pairing.circle(people, at)
    turns = range(at * together, min((at + 1) * together, pairing.rounds(len(people), 2)))
    return tuple(group for turn in turns for group in pairing.circle(people, turn)[0]), ()


def _player(tournament: Tournament, number: int) -> int:
    """Returns who plays the further games of an entrant."""
    while number in tournament.stand_ins:
        number = tournament.stand_ins[number]
    return number


def opponents_in(tournament: Tournament, number: int, at: int) -> list[int]:
    """Returns whom an entrant meets in round `at` (from 0) if nobody leaves."""
    groups, _ = circles(tournament, at)
    return [other for group in groups if number in group for other in group if other != number]
