"""A tournament: its settings, entrants and rounds. Pure values; nothing here waits or stores."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.records.tournaments import EntrantRow
from tables.errors import NotHost, Refusal
from tables.model.table_info import Place
from tables.rules.lobby import AT_ONCE
from tables.time.timing import DAY
from tables.tournaments import pairing
from tables.tournaments.pairing import MOST
from tables.tournaments.schedule import Manner, round_seconds

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


CHOICE = 2 * DAY
"""Seconds in which the host decides what becomes of the games that have not ended after that."""


READY, WAITED = 4, DAY
"""How many people must have joined for its host to be called to begin it, and after how many seconds fewer suffice."""


RESERVE, REMOVED = "reserve", "removed"
"""What becomes of a person (`EntrantRow.status`): they wait for a place, or an organiser has removed them for good."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a tournament."""

    format: Format = "swiss"
    size: int = 2
    """The most players of a game."""
    rounds: int = 0
    """0: as many as needed, which is determined when it begins."""
    together: int = 1
    """How many rounds of a round robin of pairs are played as one, at the same time. If more than one are, nobody has a bye
    because of an odd number of people.
    """
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
    overran: tuple[int, ...] = ()
    """The entrants whose time ran out in it."""
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
    league: int | None = None
    """The league of which it is a division; None: it is none."""
    division: int = 0
    """Which of the league's divisions, from 0, the highest."""
    stand_ins: Mapping[int, int] = {}
    """Who plays the further games of entrants of a round robin of pairs who have left it."""
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

    @property
    def asked(self) -> bool:
        """Whether the host is asked about games that have not ended."""
        return self.asked_until is not None

    def with_round(self, last: Round) -> "Tournament":
        """Returns it with another state of its current round."""
        return replace(self, rounds=(*self.rounds[:-1], last))

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
            whole = -(-pairing.rounds(max(LEAST, people), rules.size) // rules.together)
            return min(rules.rounds or whole, whole)
        return rules.rounds or max(1, min(people - 1, (max(LEAST, people) - 1).bit_length() + (rules.size == 2 and people > 4)))


def with_manner(rules: Rules, game: str, options: Mapping[str, str], manner: Manner) -> Rules:
    """Returns the settings for people who play a game with these options in this manner."""
    return replace(rules, manner=manner, seconds=round_seconds(game, rules.size, manner, options))


def with_variant(tournament: Tournament, key: str, value: str) -> Tournament:
    """Returns it with another value of an option, and as much time for a round as that needs."""
    options = {**tournament.options, key: value}
    rules, manner = tournament.rules, tournament.rules.manner
    timed = with_manner(rules, tournament.game, options, manner) if manner else rules
    return replace(tournament, options=options, rules=timed)


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


def require_open(tournament: Tournament) -> None:
    """Raises Refusal if it has ended."""
    if tournament.state not in {"lobby", "running"}:
        raise Refusal(f"tables.refusal.tournament-{tournament.state}")


def close_early(tournament: Tournament) -> Tournament:
    """Returns it ended early; without standings if it has not begun."""
    require_open(tournament)
    return replace(tournament, state="cancelled", due=None)


def left_nothing(tournament: Tournament) -> bool:
    """Returns whether its host, alone in its lobby, closed it at once: nobody needs to be told of it."""
    alone = len(tournament.entrants) <= 1 and tournament.closed in {"host", "empty"}
    return alone and tournament.changed - tournament.created <= AT_ONCE
