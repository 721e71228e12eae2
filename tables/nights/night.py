"""A game night: its date, who comes, and how its evening goes. Pure; times are Unix seconds.

A date goes through steps: two hours before it is called off if too few come; an hour before, who comes is called; at the hour
people say that they are here, and tables are drawn among them. A night that is held every week goes on with its next date.
"""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from tables.errors import Refusal, Stale
from tables.model.table_info import Place
from tables.time.timing import HOUR, MINUTE

Reply: TypeAlias = Literal["yes", "maybe", "no"]

REPLIES: tuple[Reply, ...] = ("yes", "maybe", "no")

EVERY: dict[str, int] = {"once": 0, "week": 7, "fortnight": 14}
"""After how many days a night is held again."""

NightStep: TypeAlias = Literal["planned", "near", "sure", "called", "begun"]
"""How far a date has come: nothing has happened; it is looked up in Discord's calendar who comes; it has not been called off;
people were called; it has begun.
"""

STEPS: tuple[NightStep, ...] = ("planned", "near", "sure", "called", "begun")

EventFault: TypeAlias = Literal["", "right", "full", "gone", "moved", "refused"]
"""What is wrong with the event in Discord's calendar: the bot may not enter it; the calendar is full; somebody has deleted it,
or changed its date; Discord refuses it.
"""

NightNote: TypeAlias = Literal["", "few", "host", "late", "empty", "lost"]
"""Why the last date did not take place, or the night ended: too few would have come; its host has called it off; the bot could
not be reached; nobody came to two dates in a row, and the host did not answer; its channel was gone.
"""

BEFORE: dict[NightStep, float] = {"planned": 2 * HOUR + 10 * MINUTE, "near": 2 * HOUR, "sure": HOUR, "called": 0.0}
"""Seconds before a date at which its step ends: at the end of the second it is called off if too few come, at that of the third
who comes is called.
"""

ARRIVAL, BREAK = 5 * MINUTE, 3 * MINUTE
"""Seconds until tables are drawn: after the beginning, and later after two people wait."""

QUIET = 15 * MINUTE
"""Seconds without a game, a draw or an arrival after which an evening is over."""

EVENING, LONGEST = 4 * HOUR, 6 * HOUR
"""Seconds after the beginning until which tables are drawn, and after which the evening is over even if games go on."""

EMPTY = 2
"""Dates in a row to which nobody came after which the host is asked whether the night goes on."""

NextDate: TypeAlias = Callable[[float, int], float]
"""Returns the time that many days after a time, at the same hour of the server's zone."""


class Comer(msgspec.Struct, frozen=True):
    """Somebody who has said whether they come to a date, or was there."""

    number: int
    user: int
    name: str
    reply: Reply
    here: float | None = None
    """Since when they wait for a game; None: they do not."""
    came: float | None = None
    """When they last said that they were there; None: never."""


class NightGame(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was drawn."""

    number: int
    game: str
    people: tuple[int, ...]
    """By the numbers of the comers."""
    table: int | None = None
    """None: it is not open yet."""
    over: bool = False


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """A game night. It is a subject (`tables.model.subjects`)."""

    id: int = 0
    version: int = 0
    place: Place
    language: str
    host: int
    state: Literal["open", "over"] = "open"
    changed: float = 0.0
    game: str = ""
    """The title; "": people play what they know."""
    starts: float
    every: int = 0
    """After how many days it is held again; 0: never."""
    strength: bool = False
    """Whether people of like strength play each other."""
    date: int = 1
    """Which of its dates is next, from 1."""
    step: NightStep = "planned"
    people: tuple[Comer, ...] = ()
    games: tuple[NightGame, ...] = ()
    last_comer: int = 0
    last_game: int = 0
    """The last numbers given."""
    draw: float | None = None
    """When tables are drawn next; None: there is nobody to draw."""
    drawn: float = 0.0
    """When they were drawn last."""
    quiet: float = 0.0
    """Since when nothing has happened in the evening."""
    missed: int = 0
    """How many dates in a row nobody came to."""
    note: NightNote = ""
    event: int = 0
    """The date in Discord's calendar; 0: it is not there."""
    event_fault: EventFault = ""
    lost: bool = False
    """Whether its channel is missing: nothing happens until it is moved, or the date has passed."""

    @property
    def home(self) -> None:
        """It has no thread."""
        return

    @property
    def for_moderators(self) -> bool:
        """Whether it waits because its channel is missing."""
        return self.lost

    def concerns(self, user: int) -> bool:
        """Returns whether somebody has opened it or said whether they come."""
        return user == self.host or self.of(user) is not None

    def of(self, user: int) -> Comer | None:
        return next((each for each in self.people if each.user == user), None)

    def who_says(self, *replies: Reply) -> list[Comer]:
        """Returns who has answered like this."""
        return [each for each in self.people if each.reply in replies]

    @property
    def waiting(self) -> list[Comer]:
        """The people who wait for a game, in the order in which they came."""
        return sorted((each for each in self.people if each.here is not None), key=lambda each: (each.here, each.number))

    @property
    def playing(self) -> list[NightGame]:
        """The games that are not over."""
        return [each for each in self.games if not each.over]

    @property
    def asked(self) -> bool:
        """Whether the host is asked if it goes on."""
        return self.missed >= EMPTY and self.state == "open"

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(each.table for each in self.games if each.table is not None)


def open_night(night: Night, name: str, now: float) -> Night:
    """Returns a new night, to which its host comes. A date that is near is not called off, and nobody is called to it."""
    left = night.starts - now
    step: NightStep = next((each for each, seconds in BEFORE.items() if left > seconds), "called")
    return reply(replace(night, step=step), night.host, name, "yes")


def check_open(night: Night) -> None:
    """Raises Stale if the night is over."""
    if night.state != "open":
        raise Stale("tables.refusal.night-over")


def reply(night: Night, user: int, name: str, said: Reply) -> Night:
    """A person says whether they come. Raises Stale."""
    check_open(night)
    old = night.of(user)
    if old is None:
        new = Comer(night.last_comer + 1, user, name, said)
        return replace(night, people=(*night.people, new), last_comer=new.number)
    here = None if said == "no" else old.here
    return _with_draw(_with(night, replace(old, name=name, reply=said, here=here)), None)


def arrive(night: Night, user: int, name: str, now: float) -> Night:
    """A person is here and waits for a game. Raises Stale, Refusal."""
    check_open(night)
    if night.step != "begun":
        raise Refusal("tables.refusal.night-not-begun", when=int(night.starts))
    after = reply(night, user, name, "yes")
    comer = next(each for each in after.people if each.user == user)
    if any(comer.number in game.people for game in night.playing):
        raise Refusal("tables.refusal.night-playing")
    if comer.here is not None:
        return night
    return replace(_with_draw(_with(after, replace(comer, here=now, came=now)), now), quiet=now)


def depart(night: Night, user: int) -> Night:
    """A person waits for no further game; a game of theirs goes on. Raises Stale."""
    check_open(night)
    comer = night.of(user)
    return night if comer is None else _with_draw(_with(night, replace(comer, here=None)), None)


def _with(night: Night, comer: Comer) -> Night:
    return replace(night, people=tuple(comer if each.number == comer.number else each for each in night.people))


def _with_draw(night: Night, now: float | None) -> Night:
    """Returns the night with the time of the next draw; `now`: somebody has just come."""
    first = night.draw is not None and not night.drawn and not night.games
    if len(night.waiting) < 2:
        return night if first else replace(night, draw=None)
    if now is None or night.draw is not None or now + BREAK > night.starts + EVENING:
        return night
    return replace(night, draw=now + BREAK)


def look(night: Night, now: float, least: int, later: NextDate) -> Night:
    """Returns the night after what is due, apart from draws. `least`: how many its game takes."""
    if night.state != "open":
        return night
    if night.lost:
        return _look_without_channel(night, now, later)
    if night.step == "planned" and now >= night.starts - BEFORE["planned"]:
        night = replace(night, step="near")
    if night.step == "near" and now >= night.starts - BEFORE["near"]:
        night = _look_who_comes(night, now, least, later)
    if night.step == "sure" and now >= night.starts - BEFORE["sure"]:
        night = replace(night, step="called")
    if night.step in {"called", "begun"} and now >= night.starts:
        return _look_at_evening(night, now, later)
    return night


def _look_who_comes(night: Night, now: float, least: int, later: NextDate) -> Night:
    """It is called off if too few come."""
    if night.asked and len(night.who_says("yes")) < 2:
        return end(night, "empty")
    if now < night.starts and len(night.who_says("yes", "maybe")) <= least - 2:
        return next_date(replace(night, missed=night.missed + 1), now, later, "few")
    return replace(night, step="sure", note="", missed=0 if night.asked else night.missed)


def _look_without_channel(night: Night, now: float, later: NextDate) -> Night:
    """A date that passes before the night is moved does not take place; after the second one the night is over."""
    if now < night.starts + EVENING:
        return night
    missed = night.missed + 1
    return end(night, "lost") if missed >= EMPTY else next_date(replace(night, missed=missed), now, later, "lost")


def _look_at_evening(night: Night, now: float, later: NextDate) -> Night:
    if night.step == "called":
        if now > night.starts + EVENING:
            return next_date(night, now, later, "late")
        return replace(night, step="begun", draw=now + ARRIVAL, quiet=now)
    if now < over(night):
        return night
    missed = 0 if night.tables else night.missed + 1
    return next_date(replace(night, missed=missed), now, later, "")


def over(night: Night) -> float:
    """Returns when the evening is over."""
    longest = night.starts + LONGEST
    return longest if night.playing or night.draw is not None else min(longest, night.quiet + QUIET)


def next_date(night: Night, now: float, later: NextDate, note: NightNote) -> Night:
    """The date is over, or does not take place: the next one is planned, or the night is over."""
    if not night.every:
        return end(night, note)
    starts = later(night.starts, night.every)
    while starts <= now:
        starts = later(starts, night.every)
    return replace(
        night,
        starts=starts,
        date=night.date + 1,
        step="planned",
        people=(),
        games=(),
        draw=None,
        drawn=0.0,
        quiet=0.0,
        note=note,
        event=0,
        event_fault="",
    )


def end(night: Night, note: NightNote) -> Night:
    """The night is over for good."""
    return replace(night, state="over", draw=None, note=note)


def move(night: Night, channel: int, now: float) -> Night:
    """Returns the night in another channel, where it goes on. People who wait there have time to find it."""
    draw = None if night.draw is None else max(night.draw, now + ARRIVAL)
    return replace(night, place=replace(night.place, channel=channel), lost=False, quiet=max(night.quiet, now), draw=draw)


def note_event(night: Night, date: int, event: int, fault: EventFault) -> Night:
    """Returns the night with its date in Discord's calendar."""
    return replace(night, event=event, event_fault=fault) if night.date == date and night.state == "open" else night


def add_interested(night: Night, people: Iterable[tuple[int, str]]) -> Night:
    """Returns the night with these people, by id and name, who have marked it in Discord's calendar: they come, unless they
    have said otherwise.
    """
    for user, name in people if night.state == "open" else ():
        if night.of(user) is None:
            night = reply(night, user, name, "yes")
    return night


def seat(night: Night, drawn: list[tuple[str, tuple[int, ...]]], now: float) -> Night:
    """Returns the night after a draw, in which these people (by number) go to tables. Whoever is left over waits on."""
    gone = {number for _, people in drawn for number in people}
    games = tuple(
        NightGame(number=night.last_game + at, game=game, people=people) for at, (game, people) in enumerate(drawn, 1)
    )
    people = tuple(replace(each, here=None) if each.number in gone else each for each in night.people)
    return replace(
        night,
        people=people,
        games=(*night.games, *games),
        last_game=night.last_game + len(games),
        draw=None,
        drawn=now,
        quiet=now if games else night.quiet,
    )


def set_table(night: Night, number: int, table: int | None, now: float) -> Night:
    """A drawn game has its table; None: it can have none, and its people wait again."""
    game = next(each for each in night.games if each.number == number)
    if table is not None:
        games = tuple(replace(each, table=table) if each is game else each for each in night.games)
        return replace(night, games=games)
    people = tuple(replace(each, here=now) if each.number in game.people else each for each in night.people)
    return replace(night, games=tuple(each for each in night.games if each is not game), people=people)


def note_ends(night: Night, tables: set[int], now: float) -> Night:
    """The games at these tables are over."""
    games = tuple(replace(each, over=True) if each.table in tables else each for each in night.games)
    return night if games == night.games else replace(night, games=games, quiet=now)


def due(night: Night) -> float | None:
    """Returns when the night must be looked at next; None: never."""
    if night.state != "open":
        return None
    if night.lost:
        return night.starts + EVENING
    if night.step != "begun":
        return night.starts - BEFORE[night.step]
    if night.playing:  # there may be tables to open, and ends of games are not told
        return 0.0
    return min(over(night), night.draw if night.draw is not None else over(night))
