"""A tournament: entrants, rounds, standings. Pure values and functions; nothing here waits or stores.

A game is worth 1 to its winner and 0 to the last: place p of n people is worth (n - p) / (n - 1), and a shared place is worth
the average of the places it fills. A bye is worth a win. A game that is undecided at the last deadline of its round is worth
half to everybody who stayed in it. Any other game without a result is worth nothing, and so is every round after a person has
left the tournament. In a round robin, games of a person who leaves before half of their games count for nobody. A round that
began before a person first entered a Swiss tournament is worth half a point to them, and so is one that they have said to skip.

Ties in points are broken in a Swiss tournament by Buchholz (the average points of the opponents of each game, summed over the
games; a bye or half a point counts as an opponent with equal points), then by the direct result if all who are still tied have
met each other. In a round robin the direct result comes first, then Sonneborn-Berger (as Buchholz, with only the opponents that
the person came before, and half of those they shared a place with). People who are
still tied share the place.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.records import EntrantRow
from tables.errors import NotHost, Refusal, TooFew
from tables.model.people import Person
from tables.model.table_info import Place
from tables.rules.lobby import AT_ONCE
from tables.time.plan import Plan, Quiet, together, vacations_since
from tables.time.presence import Outage, missing, missing_until, put_off
from tables.time.timing import DAY, HOUR, LONGEST, LONGEST_BANK, MINUTE, SHORTEST, own_pace_key, read_pace
from tables.tournaments import pairing
from tables.tournaments.pairing import MOST, Pair
from tables.tournaments.schedule import Manner, pace_of, remind_before, round_seconds

Format: TypeAlias = Literal["swiss", "robin"]
"""Swiss (people with equal points play each other) or round robin (everybody meets everybody)."""

State: TypeAlias = Literal["lobby", "running", "over", "cancelled"]

FORMATS: tuple[Format, ...] = ("swiss", "robin")
SIZES = (2, 3, 4)
ROUNDS = (3, 4, 5, 6, 7, 8, 9)
"""The numbers of rounds offered; by default a tournament has as many as it needs."""

LEAST = 2
EXTENSIONS = 2
"""How often a round is extended for games in which nobody has overrun their time, each time by a quarter of its time."""

SKIPS = 5
"""A person skips at most one of this many rounds in a row; rounds before they entered count."""

PLAYED_BY_ALL = 2
"""The last rounds, which nobody may skip."""

NIGHT = (22 * 60, 8 * 60)
"""From when until when nobody is reminded, in minutes of the server's day."""

CHOICE = 2 * DAY
"""Seconds in which the host decides what becomes of the games that have not ended after that."""

PLAYERS = 4
"""The fewest people who must have played for a win to be a trophy."""

LIFE = 7 * DAY
"""Seconds after which a tournament that nobody begins is closed."""

EMPTY = DAY
"""The same if only its host has joined."""

READY, WAITED = 4, DAY
"""How many people must have joined for its host to be called to begin it, and after how many seconds fewer suffice."""


CALLS = (DAY, HOUR)
"""Seconds before a tournament with a date begins when its people are called to check in: from the first on they can."""

RESERVE, REMOVED = "reserve", "removed"
"""What becomes of a person (`EntrantRow.status`): they wait for a place, or an organiser has removed them for good."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a tournament."""

    format: Format = "swiss"
    size: int = 2
    """The most players of a game."""
    rounds: int = 0
    """0: as many as needed, which is determined when it begins."""
    manner: Manner = ""
    """How people play, which determines their clock."""
    places: int = 0
    """The most people who take part; 0: as many as can."""
    seconds: float = 3 * DAY
    """The time limit of a round in seconds; with a manner, what the length of the game says when the tournament is opened."""
    friendly: bool = False


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a round: its entrants by number, and their places in the same order (ties share theirs)."""

    entrants: tuple[int, ...]
    places: tuple[int, ...] | None = None
    """None: it has not ended; (): it ended without a result."""
    undecided: bool = False
    """The round ended before the game did: those who stayed share the first place, and nobody has won."""
    left: tuple[int, ...] = ()
    """The entrants who left it before its end, or never moved until their time ran out."""
    judged: tuple[int, ...] | None = None
    """What the host has decided when the round could not be extended any more: who wins it, or everybody who shares its points;
    (): it has no result. None: nothing, so its end by the rules counts.
    """
    played: tuple[int, ...] | None = None
    """The entrants who made a move themselves; None: it has not ended, or an earlier version has not recorded it."""
    waited: float = 0.0
    """How many seconds more its round has because of the vacations of its entrants."""

    def points(self, entrant: int) -> Fraction:
        """Returns what the game is worth to one of its entrants."""
        if not self.places:
            return Fraction(0)
        place = self.places[self.entrants.index(entrant)]
        filled = range(place, place + self.places.count(place))
        total, most = sum(len(self.entrants) - each for each in filled), len(self.entrants) - 1
        return Fraction(total, len(filled) * most)


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round: its games and byes. Times are Unix seconds."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    """The entrants who do not play in it and have half a point instead."""
    begun: float
    apart: bool = True
    """Whether nobody has to play with a person they block."""
    extended: int = 0
    """How often it has been extended."""
    later: float = 0.0
    """How many seconds more it has, which the host has given or for which the tournament was paused."""
    reminded: bool = False
    """Whether those who were awaited have been reminded of its end."""
    asked: float | None = None
    """Since when the host is asked what becomes of the games that have not ended; None: they are not."""

    @property
    def over(self) -> bool:
        return all(each.places is not None for each in self.pairings)


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a tournament. Its number is that of its subject (`tables.model.subjects`)."""

    id: int = 0
    version: int = 0
    """Rises with each change; 0: it is new."""
    place: Place
    game: str
    options: Mapping[str, str]
    language: str
    host: int
    display: str = "picture"
    theme: str = "dark"
    created: float
    changed: float = 0.0
    """When it changed last, in Unix seconds."""
    rules: Rules
    state: State = "lobby"
    entrants: tuple[EntrantRow, ...] = ()
    others: tuple[EntrantRow, ...] = ()
    """The people who do not take part: the reserve, in the order of their presses, and those removed before it began."""
    rounds: tuple[Round, ...] = ()
    reason: str = ""
    """The reason of the organiser or moderator who closed it."""
    closed: str = ""
    """Why it was closed before it began: by its `host` or a `moderator`, after its `time`, because it was `empty`, or too `few`
    had checked in; "": it was not.
    """
    promise: str = ""
    """SHA-256 (hex) of the bot's part of the seeds of all its games."""
    paused: float | None = None
    """Since when it is paused; None: it is not."""
    halted: bool = False
    """Whether an organiser has paused it. Otherwise it is paused because its channel is missing."""
    presses: tuple[int, ...] = ()
    """The presses that opened, joined and began it, which are the other parts of those seeds."""
    drawn: tuple[int, ...] = ()
    """The places of the entrants in the order in which they had joined; (): not drawn yet."""
    arranged: tuple[tuple[int, ...], ...] = ()
    """The users whom organisers have put together for the next round."""
    cohosts: tuple[int, ...] = ()
    """The users who organise it beside its host."""
    starts: float | None = None
    """When it begins by itself; None: when its host begins it."""
    calls: int = 0
    """How many of its calls to check in (`CALLS`) are past."""
    here: tuple[int, ...] = ()
    """The users who have checked in."""
    skipping: tuple[int, ...] = ()
    """The entrants who skip the next round."""
    due: float | None = None
    """When the clock looks at it next: to open a round's tables, at its deadline, or at the end of a lobby."""
    seen: float = 0.0
    """Up to when outages are accounted for."""
    counted: int | None = None
    """The number of the newest of them (`tables.time.presence`); None: an earlier version stored the tournament."""

    @property
    def home(self) -> None:
        """It has no thread of its own."""
        return

    @property
    def for_moderators(self) -> bool:
        """Whether it waits because its channel is missing."""
        return self.paused is not None and not self.halted

    @property
    def active(self) -> tuple[EntrantRow, ...]:
        """The entrants who still take part."""
        return tuple(each for each in self.entrants if not each.withdrawn)

    @property
    def reserve(self) -> tuple[EntrantRow, ...]:
        """The people who wait for a place."""
        return tuple(each for each in self.others if each.status == RESERVE)

    @property
    def places(self) -> int:
        """The most people who take part at the same time."""
        return self.rules.places or MOST

    @property
    def going(self) -> bool:
        """Whether rounds are played, and it is not paused."""
        return self.state == "running" and self.paused is None

    @property
    def deadline(self) -> float:
        """When the time of the current round is up."""
        last = self.rounds[-1]
        waited = max((each.waited for each in last.pairings), default=0.0)
        return last.begun + self.rules.seconds * (1 + last.extended / 4) + last.later + waited

    @property
    def asked_until(self) -> float | None:
        """Until when the host is asked about games that have not ended; None: they are not."""
        asked = self.rounds[-1].asked if self.state == "running" and self.rounds else None
        return None if asked is None else asked + CHOICE

    def organised_by(self, user: int) -> bool:
        """Returns whether somebody is its host or a co-host."""
        return user == self.host or user in self.cohosts

    def of(self, user: int) -> EntrantRow | None:
        """Returns a person's entrant."""
        return next((each for each in self.entrants if each.user == user), None)

    @property
    def people(self) -> set[int]:
        """The people who take part."""
        return {each.user for each in self.active}

    def concerns(self, user: int) -> bool:
        """Returns whether somebody is its host or takes part in it."""
        return self.organised_by(user) or self.of(user) is not None or any(each.user == user for each in self.reserve)

    @property
    def planned(self) -> int:
        """The number of rounds; in the lobby, the number it would have if it began now."""
        return self.rules.rounds if self.state != "lobby" and self.rules.rounds else self.rounds_of(len(self.entrants))

    def rounds_of(self, people: int) -> int:
        """Returns how many rounds it has if it begins with this number of people."""
        rules = self.rules
        if rules.format == "robin":
            whole = pairing.rounds(max(LEAST, people), rules.size)
            return min(rules.rounds or whole, whole)
        return rules.rounds or max(1, min(people - 1, (max(LEAST, people) - 1).bit_length() + (rules.size == 2 and people > 4)))


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


def with_manner(rules: Rules, game: str, manner: Manner) -> Rules:
    """Returns the settings for people who play in this manner."""
    return replace(rules, manner=manner, seconds=round_seconds(game, rules.size, manner))


def same_rules(tournament: Tournament) -> Rules:
    """Returns the settings with which another tournament is opened like this one."""
    rules, open_ended = tournament.rules, replace(tournament.rules, rounds=0)
    computed = replace(tournament, rules=open_ended).rounds_of(len(tournament.drawn))
    return open_ended if rules.rounds == computed else rules


def not_host(tournament: Tournament) -> NotHost:
    """Returns the refusal for what only the host may do."""
    host = tournament.of(tournament.host)
    return NotHost("tables.refusal.tournament-not-host", host="?" if host is None else host.name)


def lobby(tournament: Tournament) -> Tournament:
    """Returns the tournament if it has not begun. Raises Refusal."""
    if tournament.state != "lobby":
        raise Refusal(f"tables.refusal.tournament-{tournament.state}")
    return tournament


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


def _open(tournament: Tournament) -> None:
    """Raises Refusal if it has ended."""
    if tournament.state not in {"lobby", "running"}:
        raise Refusal(f"tables.refusal.tournament-{tournament.state}")


def leave(tournament: Tournament, user: int) -> Tournament:
    """Returns it without this person: removed in the lobby; later they lose all games they have not played. Raises Refusal."""
    found = tournament.of(user)
    _open(tournament)
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


def without(tournament: Tournament, gone: Collection[int]) -> Tournament:
    """Returns it without these users, as `leave` does, for all who still take part. A lobby has no gaps in its numbers."""
    if tournament.state == "lobby":
        return _number_entrants(tournament, [each for each in tournament.entrants if each.user not in gone])
    return withdrawn(tournament, [each.number for each in tournament.entrants if each.user in gone])


def withdrawn(tournament: Tournament, gone: Collection[int]) -> Tournament:
    """Returns it with these entrants, by number, withdrawn from all further rounds."""
    entrants = (replace(each, withdrawn=each.withdrawn or each.number in gone) for each in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def _number_entrants(tournament: Tournament, entrants: Sequence[EntrantRow]) -> Tournament:
    numbered = (replace(each, number=at) for at, each in enumerate(entrants))
    return replace(tournament, entrants=tuple(numbered))


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
    numbered = _number_entrants(tournament, [tournament.entrants[at] for at in order])
    rules = replace(tournament.rules, rounds=tournament.planned)
    return following(
        replace(numbered, rules=rules, state="running", starts=None, here=(), drawn=tuple(order)), odds, seats, now=now
    )


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
    return _number_entrants(replace(tournament, others=(*reserve, *removed)), [replace(each, status="") for each in plays])


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
    groups, alone = pairing.circle([each.number for each in tournament.entrants], played)
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
    return _with_round(tournament, replace(last, pairings=pairings))


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
    return _with_round(tournament, replace(last, pairings=tuple(pairings)))


def extend_round(tournament: Tournament) -> Tournament:
    """Returns it with the current round extended once more."""
    last = tournament.rounds[-1]
    return _with_round(tournament, replace(last, extended=last.extended + 1))


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
    return _with_round(tournament, replace(tournament.rounds[-1], reminded=True))


def ask_host(tournament: Tournament, now: float) -> Tournament:
    """Returns it with its host asked from now on what becomes of the games of the round that have not ended."""
    return _with_round(tournament, replace(tournament.rounds[-1], asked=now))


def judge(tournament: Tournament, at: int, judged: Collection[int], now: float) -> Tournament:
    """Returns it with an organiser's decision on a game of the round that has not ended: who wins it, everybody if its points
    are shared, nobody if it has no result.
    """
    last = tournament.rounds[-1]
    game = replace(last.pairings[at], judged=tuple(each for each in last.pairings[at].entrants if each in judged))
    pairings = (*last.pairings[:at], game, *last.pairings[at + 1 :])
    return replace(_with_round(tournament, replace(last, pairings=pairings)), due=now)


def give_time(tournament: Tournament, now: float) -> Tournament:
    """Returns it with a quarter of the round's time more, from its deadline on, or from now on if that has passed."""
    last = tournament.rounds[-1]
    until = max(tournament.deadline, now) + tournament.rules.seconds / 4
    later = last.later + until - tournament.deadline
    return replace(_with_round(tournament, replace(last, asked=None, later=later)), due=until)


def _with_round(tournament: Tournament, last: Round) -> Tournament:
    return replace(tournament, rounds=(*tournament.rounds[:-1], last))


def walkover(tournament: Tournament, game: Pairing, gone: Collection[int]) -> tuple[int, ...] | None:
    """Returns the places of a game that cannot begin because some of its people may not play; they share the last place. None:
    it can begin.
    """
    out = [tournament.entrants[each].user in gone for each in game.entrants]
    if not any(out):
        return None
    return tuple(1 + out.count(False) if each else 1 for each in out) if not all(out) else ()


def correct_game(tournament: Tournament, at: int, number: int, game: Pairing) -> Tournament:
    """Returns it with what is true now of a game that was made void or counts again after its end."""
    one = tournament.rounds[at]
    pairings = list(one.pairings)
    pairings[number] = game
    rounds = list(tournament.rounds)
    rounds[at] = replace(one, pairings=tuple(pairings))
    return replace(tournament, rounds=tuple(rounds))


def close_early(tournament: Tournament) -> Tournament:
    """Returns it ended early; without standings if it has not begun."""
    _open(tournament)
    return replace(tournament, state="cancelled", due=None)


def left_nothing(tournament: Tournament) -> bool:
    """Returns whether its host, alone in its lobby, closed it at once: nobody needs to be told of it."""
    alone = len(tournament.entrants) <= 1 and tournament.closed in {"host", "empty"}
    return alone and tournament.changed - tournament.created <= AT_ONCE


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
    return replace(_with_round(new, replace(last, begun=last.begun + back, later=later, asked=asked)), due=due)


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
    _open(tournament)
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
    return replace(_with_round(new, replace(last, later=last.later + away, asked=asked)), due=now)


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


# Standings.


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Returns all standings, best first; people who share a place are in the order of the entrants. Last are those whose games
    count for nobody.
    """
    out = uncounted_entrants(tournament)
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
        number: (number not in out, has, first[number], direct[number], opponents[number]) for number, has in points.items()
    }
    return tuple(
        _standing(tournament, each, 1 + sum(keys[other] > keys[each.number] for other in keys), points, opponents)
        for each in sorted(tournament.entrants, key=lambda each: ([-part for part in keys[each.number]], each.number))
    )


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
    games = [game for one in tournament.rounds for game in one.pairings if number in game.entrants]
    completed = sum(game.places is not None and number not in game.left for game in games)
    planned = tournament.rules.rounds
    if tournament.rules.size == 2:
        planned = sum(_opponent(tournament, number, at) is not None for at in range(planned))
    return 2 * completed < planned


def _opponent(tournament: Tournament, number: int, at: int) -> int | None:
    """Returns whom this entrant of a round robin of pairs meets in round `at` (from 0); None: they have a bye."""
    groups, _ = pairing.circle([each.number for each in tournament.entrants], at)
    return next((other for group in groups if number in group for other in group if other != number), None)


def _without_entrants(tournament: Tournament, out: Collection[int]) -> Tournament:
    """Returns the tournament as if these entrants had never taken part: without their games, and the byes of those who would
    have met them.
    """
    if not out:
        return tournament
    pairs = tournament.rules.size == 2
    rounds = [
        replace(
            one,
            pairings=tuple(_among(game, out) for game in one.pairings if len({*game.entrants}.difference(out)) > 1),
            byes=tuple(bye for bye in one.byes if bye not in out and not (pairs and _opponent(tournament, bye, at) in out)),
        )
        for at, one in enumerate(tournament.rounds)
    ]
    return replace(tournament, rounds=tuple(rounds))


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
    byes = sum(number in one.byes for one in tournament.rounds)
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
