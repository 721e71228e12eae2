"""A league: seasons in which everybody plays everybody of their division, one after another. Pure; times are Unix seconds.

A week before a season people sign up for it. At its date they are parted into divisions, each of which is a tournament
(`tables.tournaments`) that the league owns and in which everybody meets everybody in two rounds. While it runs, people can
stand in for those who leave. When all its games have ended, the next season is planned. A season for which too few have signed
up is called off; after two in a row the host is asked whether the league goes on.
"""

import math
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.records.leagues import LeaguePlayerRow
from tables.errors import Refusal, Stale
from tables.model.table_info import Place
from tables.time.timing import DAY, HOUR
from tables.tournaments.schedule import round_seconds

LeagueStep: TypeAlias = Literal["planned", "sign-up", "running"]
"""How far a season has come: people cannot sign up yet; they can; it is played."""

LeagueNote: TypeAlias = Literal["", "few", "full", "host", "empty"]
"""Why the last season did not take place, this one waits, or the league ended: too few had signed up; the server has no room
for its tables; its host has ended it; too few had signed up for two seasons in a row, and the host did not answer.
"""

WEEK = 7 * DAY

SIGN_UP, SHORTEST_SIGN_UP = WEEK, 3 * DAY
"""Seconds in which people can sign up: usually, and at least if the bot could not be reached when that should have begun."""

HALVES = 2
"""A season is played in two rounds, so that nobody has more than three games at the same time."""

FEWEST_WEEKS, MOST_WEEKS = 4, 8
"""The length of a season."""

EMPTY = 2
"""Seasons in a row for which too few had signed up after which the host is asked whether the league goes on."""

MOST = 60
"""The most people who sign up for a season."""

LaterDate: TypeAlias = Callable[[float, int], float]
"""Returns the time that many days after a time, at the same hour of the server's zone."""


class LeagueSeason(msgspec.Struct, frozen=True):
    """A season that has begun."""

    begun: float
    divisions: tuple[int, ...]
    """Its tournaments, the highest division first."""
    ended: float | None = None


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A league. It is a subject (`tables.model.subjects`)."""

    id: int = 0
    version: int = 0
    place: Place
    language: str
    host: int
    state: Literal["open", "over"] = "open"
    changed: float = 0.0
    game: str
    friendly: bool = False
    starts: float
    """When the season that runs has begun, or the next one begins."""
    step: LeagueStep = "planned"
    opened: int = 0
    """How often people could sign up, which numbers the messages about that."""
    players: tuple[LeaguePlayerRow, ...] = ()
    promise: str = ""
    """SHA-256 (hex) of the bot's part of the seeds of the next season's games, published before anybody can sign up."""
    presses: tuple[int, ...] = ()
    """The presses that signed people up, which are parts of the seeds of the season's games."""
    seasons: tuple[LeagueSeason, ...] = ()
    """The seasons that have begun, oldest first."""
    missed: int = 0
    """For how many seasons in a row too few have signed up."""
    note: LeagueNote = ""
    lost: bool = False
    """Whether its channel is missing: nothing happens until it is moved."""

    @property
    def home(self) -> None:
        """It is told in its channel."""
        return

    @property
    def for_moderators(self) -> bool:
        """Whether it waits because its channel is missing."""
        return self.lost

    def concerns(self, user: int) -> bool:
        """Returns whether somebody has opened it, has signed up, or would stand in."""
        return user == self.host or self.of(user) is not None

    def of(self, user: int) -> LeaguePlayerRow | None:
        return next((each for each in self.players if each.user == user), None)

    @property
    def season(self) -> int:
        """The number of the season that runs or comes next."""
        return len(self.seasons) + (self.step != "running")

    @property
    def divisions(self) -> tuple[int, ...]:
        """The tournaments of the season that runs or has ended last."""
        return self.seasons[-1].divisions if self.seasons else ()

    @property
    def asked(self) -> bool:
        """Whether the host is asked if it goes on."""
        return self.missed >= EMPTY and self.state == "open"


def weeks(game: str) -> int:
    """Returns how many weeks a season takes if people look in once a day."""
    return max(FEWEST_WEEKS, math.ceil(HALVES * round_seconds(game, 2, "daily") / WEEK))


def open_league(league: League, now: float) -> League:
    """Returns a new league, for whose first season people may sign up at once if it is near. Raises Refusal."""
    if weeks(league.game) > MOST_WEEKS:
        raise Refusal("tables.refusal.league-long", weeks=weeks(league.game), most=MOST_WEEKS)
    return _open_sign_up(league) if league.starts - SIGN_UP <= now else league


def check_open(league: League) -> None:
    """Raises Stale if the league is over."""
    if league.state != "open":
        raise Stale("tables.refusal.league-over")


def sign_up(league: League, user: int, name: str, now: float, press: int | None = None) -> League:
    """A person signs up for the next season, or would stand in during the one that runs. Raises Stale, Refusal."""
    check_open(league)
    if league.step == "planned":
        raise Refusal("tables.refusal.league-early", when=int(league.starts - SIGN_UP))
    if league.of(user) is not None:
        return league
    if len(league.players) >= MOST:
        raise Refusal("tables.refusal.league-full", most=MOST)
    presses = league.presses if press is None else (*league.presses, press)
    return replace(league, players=(*league.players, LeaguePlayerRow(user, name, now)), presses=presses)


def withdraw(league: League, user: int) -> League:
    """A person no longer wants to take part in the next season, or to stand in. Raises Stale."""
    check_open(league)
    return replace(league, players=tuple(each for each in league.players if each.user != user))


def look(league: League, now: float, later: LaterDate) -> League:
    """Returns the league after what is due, apart from the beginning and the end of a season."""
    if league.state != "open" or league.lost or league.step != "planned" or now < league.starts - SIGN_UP:
        return league
    if league.asked:
        return end(league, "empty")
    while league.starts - now < SHORTEST_SIGN_UP:
        league = replace(league, starts=later(league.starts, 7))
    return _open_sign_up(league)


def _open_sign_up(league: League) -> League:
    return replace(league, step="sign-up", opened=league.opened + 1)


def is_due(league: League, now: float) -> bool:
    """Returns whether the season begins now, if enough people have signed up."""
    return league.state == "open" and not league.lost and league.step == "sign-up" and league.starts <= now


def begin_season(league: League, divisions: tuple[int, ...], waiting: tuple[LeaguePlayerRow, ...], now: float) -> League:
    """Returns the league whose season begins now in these divisions. `waiting`: who would stand in."""
    season = LeagueSeason(now, divisions)
    return replace(
        league,
        step="running",
        starts=now,
        players=waiting,
        seasons=(*league.seasons, season),
        missed=0,
        note="",
        promise="",
        presses=(),
    )


def call_off(league: League, now: float, later: LaterDate) -> League:
    """Too few have signed up: the season is put off by a week, or by two if the host is asked. That does not count against the
    league if the bot could not be reached at its date.
    """
    off = replace(league, missed=league.missed + (now - league.starts < HOUR), note="few")
    return _plan(off, later(league.starts, 14 if off.asked else 7), now, later)


def end_season(league: League, now: float, later: LaterDate) -> League:
    """All games of the season have ended: the next one is planned, a week after this one was to end or later."""
    *before, last = league.seasons
    ended = replace(league, seasons=(*before, replace(last, ended=now)), players=())
    return _plan(ended, later(last.begun, 7 * (weeks(league.game) + 1)), now, later)


def _plan(league: League, starts: float, now: float, later: LaterDate) -> League:
    while starts - SIGN_UP < now:
        starts = later(starts, 7)
    return replace(league, step="planned", starts=starts)


def end(league: League, note: LeagueNote) -> League:
    """The league is over for good. The games of a season that runs go on."""
    return replace(league, state="over", note=note)


def move(league: League, channel: int, now: float, later: LaterDate) -> League:
    """Returns the league in another channel, where it goes on. People have time to find it and sign up."""
    found = replace(league, place=replace(league.place, channel=channel), lost=False)
    while found.step != "running" and league.lost and found.starts - now < SHORTEST_SIGN_UP:
        found = replace(found, starts=later(found.starts, 7))
    return found


def due(league: League) -> float | None:
    """Returns when the clock must look at the league next; None: when a game of its season has ended, or never."""
    if league.state != "open" or league.lost or league.step == "running":
        return None
    return league.starts - SIGN_UP if league.step == "planned" else league.starts
