"""The times of a tournament: its deadlines, reminders, vacations, outages and pauses. Pure functions."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tables.time.plan import NIGHT, Plan, Quiet, together, vacations_since
from tables.time.presence import Outage, missing, missing_until, put_off
from tables.time.timing import DAY, HOUR, LONGEST, LONGEST_BANK, MINUTE, SHORTEST, own_pace_key, read_pace
from tables.tournaments.schedule import pace_of, remind_before
from tables.tournaments.tournament import CHOICE, WAITED, Pairing, Tournament, require_open

LIFE = 7 * DAY
"""Seconds after which a tournament that nobody begins is closed."""

EMPTY = DAY
"""The same if only its host has joined."""

CALLS = (DAY, HOUR)
"""Seconds before a tournament with a date begins when its people are called to check in: from the first on they can."""


def with_vacations(tournament: Tournament, plans: Mapping[int, Plan]) -> Tournament:
    """Returns it with the time that games of the round wait because their people are on vacation, by the plans of these users.
    A game that has ended keeps the time that the round had for it.
    """
    if not read_pace(pace(tournament, tournament.rules.size)).slow:
        return tournament
    last = tournament.rounds[-1]

    def wait_of(game: Pairing) -> float:
        people = (plans.get(tournament.entrants[each].user, Plan()) for each in game.entrants)
        return together(vacations_since(each, last.begun) for each in people)

    pairings = (each if each.places is not None else replace(each, waited=wait_of(each)) for each in last.pairings)
    return tournament.with_round(replace(last, pairings=tuple(pairings)))


def extend_round(tournament: Tournament) -> Tournament:
    """Returns it with the current round extended once more."""
    last = tournament.rounds[-1]
    return tournament.with_round(replace(last, extended=last.extended + 1))


def remind_at(tournament: Tournament, zone: str) -> float | None:
    """Returns when those who are awaited are reminded that the round ends: not at night in the server's zone. None: never, or
    they have been.
    """
    until = tournament.deadline
    lead = remind_before(tournament.rules.manner, tournament.rules.seconds)
    if not lead or tournament.rounds[-1].reminded:
        return None
    at = Quiet(*NIGHT, zone).ends(until - lead)
    return at if at < until else None


def remind(tournament: Tournament) -> Tournament:
    """Returns it with those reminded who are awaited in the round."""
    return tournament.with_round(replace(tournament.rounds[-1], reminded=True))


def ask_host(tournament: Tournament, now: float) -> Tournament:
    """Returns it with its host asked from now on what becomes of the games of the round that have not ended."""
    return tournament.with_round(replace(tournament.rounds[-1], asked=now))


def give_time(tournament: Tournament, now: float) -> Tournament:
    """Returns it with a quarter of the round's time more, from its deadline on, or from now on if that has passed."""
    last = tournament.rounds[-1]
    until = max(tournament.deadline, now) + tournament.rules.seconds / 4
    later = last.later + until - tournament.deadline
    return replace(tournament.with_round(replace(last, asked=None, later=later)), due=until)


def excuse_outages(tournament: Tournament, outages: Sequence[Outage]) -> Tournament:
    """Returns it with its times moved by these outages, which it has not accounted for."""
    if not outages or tournament.state not in {"lobby", "running"}:
        return tournament
    seen, paused, due = tournament.seen, tournament.paused, tournament.due
    new = replace(
        tournament,
        paused=None if paused is None else paused + missing(outages, max(seen, paused)),
        seen=missing_until(outages, seen)[1],
        counted=outages[-1].number,
    )
    if tournament.state == "lobby":
        since = max(seen, tournament.created)
        new = replace(new, created=tournament.created + missing(outages, since))
        if tournament.starts is not None:  # a date stays, unless people could not check in during the last hour
            dated = replace(new, starts=put_off(tournament.starts, outages, max(seen, tournament.starts - CALLS[-1])))
            return replace(dated, due=None if due is None else next_look(dated, since))
        return replace(new, due=None if due is None else put_off(due, outages, since))
    last = tournament.rounds[-1]
    since = max(seen, last.begun)
    back = missing([each for each in outages if each.end < each.begin], since)
    later = last.later + put_off(tournament.deadline, outages, since) - tournament.deadline - back
    asked = last.asked
    if asked is not None:
        asked = put_off(asked + CHOICE, outages, max(seen, asked)) - CHOICE
    due = None if due is None else due + missing(outages, since)  # the next look finds when it is due
    return replace(new.with_round(replace(last, begun=last.begun + back, later=later, asked=asked)), due=due)


def next_look(tournament: Tournament, now: float) -> float:
    """Returns when the clock looks at a lobby next: to call its host, or to close it; if it has a date, to call its people, and
    then to begin.
    """
    if tournament.starts is not None:
        return tournament.starts - (*CALLS, 0.0)[tournament.calls]
    if len(tournament.entrants) == 1:
        return tournament.created + EMPTY
    return tournament.created + (WAITED if now < tournament.created + WAITED else LIFE)


def move_channel(tournament: Tournament, channel: int, now: float) -> Tournament:
    """Returns it in another channel, going on if it was paused: the current round has the time that it had. Raises Refusal."""
    require_open(tournament)
    away = 0.0 if tournament.paused is None else now - tournament.paused
    new = replace(tournament, place=replace(tournament.place, channel=channel), paused=None, halted=False)
    if tournament.state == "lobby" and tournament.starts is not None:
        return replace(new, due=next_look(new, now))
    if tournament.state == "lobby":
        return replace(new, due=max(next_look(tournament, now), (tournament.due or now) + away, now + WAITED))
    last = tournament.rounds[-1]
    if tournament.paused is None:
        return replace(new, due=now)
    asked = None if last.asked is None else last.asked + away
    return replace(new.with_round(replace(last, later=last.later + away, asked=asked)), due=now)


def pace(tournament: Tournament, people: int) -> str:
    """Returns the pace of a game: that of the manner. If an earlier version opened the tournament, half of the round's time is
    split into the banks, and each move has a twentieth of it.
    """
    if tournament.rules.manner:
        return pace_of(tournament.rules.manner)
    seconds = tournament.rules.seconds
    each = min(max(seconds / 20, SHORTEST), LONGEST)
    bank = min(max(seconds / 2 / people, each), LONGEST_BANK)
    return own_pace_key(_whole(each), _whole(bank))


def _whole(seconds: float) -> float:
    unit = MINUTE if seconds >= 10 * MINUTE else 1
    return seconds // unit * unit
