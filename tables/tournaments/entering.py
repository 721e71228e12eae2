"""Who takes part in a tournament: joining, leaving, the reserve, and checking in before one that has a date. Pure functions."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from data.records.tournaments import EntrantRow
from tables.errors import Refusal
from tables.model.people import Person
from tables.tournaments.clock import CALLS, next_look
from tables.tournaments.pairing import MOST
from tables.tournaments.tournament import REMOVED, RESERVE, Tournament, lobby, require_open


def takes_late(tournament: Tournament) -> bool:
    """Returns whether people may still enter a tournament that has begun: a Swiss one, until half of its rounds have begun."""
    begun = tournament.state == "running" and tournament.rules.format == "swiss"
    return begun and 2 * len(tournament.rounds) <= tournament.rules.rounds


def join(tournament: Tournament, person: Person) -> Tournament:
    """Returns it with one more person; unchanged if they already take part or wait. People who enter late have half a point for
    each round that has begun; those who come back after leaving have nothing for what they have missed. If it is full,
    they wait in the reserve. Raises Refusal if it is too late, if the reserve is full too, or if they have been removed.
    """
    found = tournament.of(person.user)
    known = found or next((each for each in tournament.others if each.user == person.user), None)
    if not takes_late(tournament):
        lobby(tournament)
    if known is not None and known.status == REMOVED:
        raise Refusal("tables.refusal.tournament-removed")
    if known is not None and not known.withdrawn:
        return tournament
    last = len(tournament.entrants) + len(tournament.others)
    new = found or EntrantRow(last, person.user, _storable(person.name), status=RESERVE)
    if len(tournament.active) < tournament.places:
        return _enter(tournament, new)
    if found is not None or len(tournament.reserve) >= MOST:
        raise Refusal("tables.refusal.tournament-full", most=tournament.places)
    return replace(tournament, others=(*tournament.others, new))


def _storable(name: str) -> str:
    return name.replace("\0", "␀").encode("utf-8", "replace").decode()


def _enter(tournament: Tournament, who: EntrantRow) -> Tournament:
    """Returns it with a person who takes part from now on, for the first time or again."""
    if who in tournament.entrants:
        back = tuple(replace(each, withdrawn=False) if each == who else each for each in tournament.entrants)
        return replace(tournament, entrants=back)
    new = replace(who, number=len(tournament.entrants), status="")
    rounds = tuple(replace(each, halves=(*each.halves, new.number)) for each in tournament.rounds)
    others = tuple(each for each in tournament.others if each.user != who.user)
    return replace(tournament, entrants=(*tournament.entrants, new), others=others, rounds=rounds)


def fill(tournament: Tournament) -> Tournament:
    """Returns a lobby whose free places are taken by the reserve, in order."""
    while tournament.state == "lobby" and tournament.reserve and len(tournament.entrants) < tournament.places:
        tournament = _enter(tournament, tournament.reserve[0])
    return tournament


def leave(tournament: Tournament, user: int) -> Tournament:
    """Returns it without this person: removed in the lobby; later they lose all games they have not played. Raises Refusal."""
    found = tournament.of(user)
    require_open(tournament)
    if found is None and any(each.user == user for each in tournament.reserve):
        return replace(tournament, others=tuple(each for each in tournament.others if each.user != user))
    if found is None or found.withdrawn:
        raise Refusal("tables.refusal.tournament-not-in")
    return fill(without(tournament, (user,)))


def remove(tournament: Tournament, number: int) -> Tournament:
    """Returns it without an entrant, who cannot come back."""
    who = replace(tournament.entrants[number], status=REMOVED)
    if tournament.state == "lobby":
        left = without(tournament, (who.user,))
        return fill(replace(left, others=(*left.others, who)))
    entrants = (replace(who, withdrawn=True) if each.number == number else each for each in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def replace_entrant(tournament: Tournament, number: int, user: int) -> Tournament:
    """Returns it with a person of the reserve in place of an entrant. After the beginning they have half a point for each round
    that has begun, and play from the next one on.
    """
    new = next(each for each in tournament.reserve if each.user == user)
    waits = replace(tournament, others=tuple(each for each in tournament.others if each != new))
    return _enter(without(waits, (tournament.entrants[number].user,)), new)


def stand_in(tournament: Tournament, number: int, person: Person) -> Tournament:
    """Returns a round robin of pairs with a person who plays the further games of an entrant who has left. Each game that had
    begun is worth half a point to them.
    """
    new = EntrantRow(len(tournament.entrants), person.user, _storable(person.name))
    rounds = tuple(
        replace(one, halves=(*one.halves, *(new.number for game in one.pairings if number in game.entrants)))
        for one in tournament.rounds
    )
    stand_ins = {**tournament.stand_ins, number: new.number}
    return replace(tournament, entrants=(*tournament.entrants, new), rounds=rounds, stand_ins=stand_ins)


def without(tournament: Tournament, gone: Collection[int]) -> Tournament:
    """Returns it without these users, as `leave` does, for all who still take part. A lobby has no gaps in its numbers."""
    if tournament.state == "lobby":
        return number_entrants(tournament, [each for each in tournament.entrants if each.user not in gone])
    return withdrawn(tournament, [each.number for each in tournament.entrants if each.user in gone])


def withdrawn(tournament: Tournament, gone: Collection[int]) -> Tournament:
    """Returns it with these entrants, by number, withdrawn from all further rounds."""
    entrants = (replace(each, withdrawn=each.withdrawn or each.number in gone) for each in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def number_entrants(tournament: Tournament, entrants: Sequence[EntrantRow]) -> Tournament:
    """Returns it with these entrants, numbered in this order."""
    numbered = (replace(each, number=at) for at, each in enumerate(entrants))
    return replace(tournament, entrants=tuple(numbered))


def set_date(tournament: Tournament, starts: float) -> Tournament:
    """Returns it with the date at which it begins; people check in again."""
    dated = replace(lobby(tournament), starts=starts, calls=0, here=())
    return replace(dated, due=next_look(dated, starts))


def takes_check_ins(tournament: Tournament) -> bool:
    """Returns whether people can check in now."""
    return tournament.state == "lobby" and tournament.starts is not None and tournament.calls > 0


def check_in(tournament: Tournament, user: int) -> Tournament:
    """Returns it with a person who has checked in. Raises Refusal if they cannot."""
    lobby(tournament)
    if all(each.user != user for each in (*tournament.entrants, *tournament.reserve)):
        raise Refusal("tables.refusal.tournament-not-in")
    if not takes_check_ins(tournament):
        raise Refusal("tables.refusal.tournament-early")
    return tournament if user in tournament.here else replace(tournament, here=(*tournament.here, user))


def with_calls(tournament: Tournament, now: float) -> Tournament:
    """Returns it with the calls to check in that are due; after an outage only the last one is sent."""
    if tournament.starts is None:
        return tournament
    past = sum(tournament.starts - each <= now for each in CALLS)
    called = replace(tournament, calls=max(past, tournament.calls))
    return replace(called, due=next_look(called, now))


def seat_checked_in(tournament: Tournament) -> Tournament:
    """Returns a lobby with only those who have checked in; free places are taken by the reserve, and all others wait there."""
    in_turn = [each for each in (*tournament.entrants, *tournament.reserve) if each.user in tournament.here]
    plays, waits = in_turn[: tournament.places], in_turn[tournament.places :]
    late = [each for each in (*tournament.entrants, *tournament.reserve) if each.user not in tournament.here]
    reserve = tuple(replace(each, status=RESERVE) for each in (*waits, *late))
    removed = tuple(each for each in tournament.others if each.status != RESERVE)
    return number_entrants(replace(tournament, others=(*reserve, *removed)), [replace(each, status="") for each in plays])
