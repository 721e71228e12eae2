"""Wishes: what somebody who looks for a game would play, and the list of those who look in one channel. Pure; times are Unix
seconds.

A wish names everything that suits its person. A match is a game that fits several wishes, about which each person is asked
before anything happens: until all have agreed nobody sits anywhere, no table is open, and nobody learns who the others are.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.records.wishes import WishEnd
from tables.errors import Refusal
from tables.model.subjects import Unowned
from tables.model.table_info import Place
from tables.time.presence import Outage, missing, missing_until, put_off
from tables.time.timing import DAY, HOUR, MINUTE

Speed: TypeAlias = Literal["live", "days"]
"""Everybody is there now, or moves take up to a day."""

SPEEDS: tuple[Speed, ...] = ("live", "days")

PACES: dict[Speed, str] = {"live": "live", "days": "daily"}
"""The pace of the tables that are opened, by speed."""

Hours: TypeAlias = Literal["morning", "afternoon", "evening", "night"]

HOURS: tuple[Hours, ...] = ("morning", "afternoon", "evening", "night")

PATIENCE = {"quarter": 15 * MINUTE, "evening": 5 * HOUR, "days": 3 * DAY}
"""Seconds for which a wish may last."""

SIZES = (2, 3, 4)
"""The most people that somebody may want at a table."""

REST_SECONDS = HOUR
"""Seconds for which the wish of somebody rests before it is matched who has backed out of `REFUSALS` games: within a week by
not answering, or within the same time by declining.
"""

REFUSALS = 2
"""Games of which somebody has backed out, and for which others were asked in vain, after which their next wish rests."""

HELD_SECONDS = 5 * MINUTE
"""Seconds after which people are looked at again whom a limit on tables held back: those that end elsewhere wake no list."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What one person would play. `rests`: it is matched from then on."""

    number: int = 0
    """From 1 in its list; 0: it is not stored yet."""
    user: int
    name: str
    language: str
    games: tuple[str, ...]
    speeds: tuple[Speed, ...]
    most: int = SIZES[-1]
    """The most people at the table, this one included."""
    even: bool = False
    """Whether they want others of about their own strength."""
    named: bool = False
    """Whether the card in the channel may show their name."""
    hours: tuple[Hours, ...] = ()
    """When they play, as they have said; (): they have not."""
    since: float
    changed: float = 0.0
    """When it replaced an earlier wish, whose place it keeps; its times count from then."""
    until: float
    live_until: float
    """Until when they are there to play at once; later only slow games suit them."""
    rests: float = 0.0
    request: int | None = None
    """The press that stored it, which becomes part of the seed as one that joins a lobby does."""
    end: WishEnd | None = None
    """How it has ended; None: it has not."""


class Invited(msgspec.Struct, frozen=True):
    """A person who is asked about a match."""

    wish: int
    asked: float
    """When they are asked: after their quiet hours."""
    until: float
    """Until when they may answer."""
    agreed: bool = False
    request: int | None = None
    """The press with which they agreed."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A game about which people are asked."""

    number: int
    game: str
    speed: Speed
    people: tuple[Invited, ...]
    lobby: int | None = None
    """The open lobby that they would join; None: a table is opened when all have agreed."""

    @property
    def agreed(self) -> bool:
        return all(each.agreed for each in self.people)

    def of(self, wish: int) -> Invited | None:
        """Returns who is asked because of a wish; None: nobody."""
        return next((each for each in self.people if each.wish == wish), None)

    def repeats(self, other: "Match") -> bool:
        """Returns whether the people of another match are asked about the same as there."""
        people = {each.wish for each in self.people}
        return (self.game, self.speed, self.lobby) == (other.game, other.speed, other.lobby) and all(
            each.wish in people for each in other.people
        )


class WishList(Unowned, frozen=True, kw_only=True):
    """The people who look for a game in one channel, and what they are being asked. It is a subject
    (`tables.model.subjects`).
    """

    id: int = 0
    version: int = 0
    place: Place
    language: str
    wishes: tuple[Wish, ...] = ()
    """Those that have not ended, in the order of their numbers."""
    matches: tuple[Match, ...] = ()
    """Those that somebody is being asked about, and those agreed that have no table yet."""
    last_wish: int = 0
    last_match: int = 0
    """The last numbers given."""
    seen: float = 0.0
    """Up to when outages are accounted for."""
    counted: int | None = None
    """The number of the newest of them (`tables.time.presence`); None: an earlier version stored the list."""

    @property
    def for_moderators(self) -> bool:
        """Nobody who does not see its channel finds it."""
        return False

    def concerns(self, user: int) -> bool:
        """Returns whether somebody looks for a game here; they may say so wherever they are."""
        return self.wish_of(user) is not None

    def wish_of(self, user: int) -> Wish | None:
        return next((each for each in self.wishes if each.user == user), None)

    def others(self, wish: Wish) -> int:
        """Returns how many others name one of the games of a wish, whoever they are: its person learns nothing that the card in
        the channel does not say, so blocks show nowhere.
        """
        return sum(each.number != wish.number and bool({*each.games} & {*wish.games}) for each in self.wishes)

    def wish(self, number: int) -> Wish | None:
        return next((each for each in self.wishes if each.number == number), None)

    def match(self, number: int) -> Match | None:
        return next((each for each in self.matches if each.number == number), None)

    def match_of(self, wish: int) -> Match | None:
        """Returns the match that the person of a wish is being asked about; None: there is none."""
        return next((each for each in self.matches if each.of(wish) is not None), None)

    def people(self, match: Match) -> tuple[Wish, ...]:
        """Returns the wishes of those who are asked about a match, without people who were forgotten."""
        return tuple(wish for each in match.people if (wish := self.wish(each.wish)) is not None)

    @property
    def waiting(self) -> tuple[Wish, ...]:
        """The wishes whose people are not being asked about anything, those that wait longest first."""
        asked = {each.wish for match in self.matches for each in match.people}
        return tuple(sorted((each for each in self.wishes if each.number not in asked), key=lambda each: each.since))


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What a change makes of a list: the list after it, and what has ended with it."""

    after: WishList
    ended: tuple[Wish, ...] = ()
    """Wishes that have ended."""
    asked: tuple[Match, ...] = ()
    """Matches whose people are to be asked."""
    off: tuple[Match, ...] = ()
    """Matches that will not come about."""
    held: bool = False
    """Somebody was not asked because there may be no further table for them, or none in the channel."""

    def then(self, step: "Step") -> "Step":
        """Returns both steps as one; `step` is the later one."""
        return Step(
            after=step.after,
            ended=self.ended + step.ended,
            asked=tuple(each for each in self.asked if each not in step.off) + step.asked,
            off=tuple(each for each in step.off if each not in self.asked) + self.off,
            held=self.held or step.held,
        )


def without_games(before: WishList, known: Collection[str]) -> WishList:
    """Returns the list without games that are not known any more, and without questions about them."""
    asked = tuple(each for each in before.matches if each.game in known)
    named = tuple(replace(each, games=tuple(game for game in each.games if game in known)) for each in before.wishes)
    return replace(before, wishes=named, matches=asked)


def excuse_outages(before: WishList, outages: Sequence[Outage]) -> WishList:
    """Returns the list with its times moved by these outages, which it has not accounted for."""
    if not outages:
        return before

    def excuse_wish(wish: Wish) -> Wish:
        since = max(before.seen, wish.since, wish.changed)
        lost = missing(outages, since)
        return replace(
            wish,
            since=wish.since + lost,
            changed=wish.changed and wish.changed + lost,
            until=put_off(wish.until, outages, since),
            live_until=put_off(wish.live_until, outages, since),
            rests=wish.rests and wish.rests + lost,
        )

    def excuse_answer(one: Invited) -> Invited:
        since = max(before.seen, one.asked)
        return replace(one, asked=one.asked + missing(outages, since), until=put_off(one.until, outages, since))

    return replace(
        before,
        wishes=tuple(excuse_wish(each) for each in before.wishes),
        matches=tuple(replace(each, people=tuple(map(excuse_answer, each.people))) for each in before.matches),
        seen=missing_until(outages, before.seen)[1],
        counted=outages[-1].number,
    )


def add(before: WishList, wish: Wish, refusals: int) -> Step:
    """A person looks for a game; a wish of theirs that is in the list ends. `refusals`: of how many games they have backed out
    of late. Raises Refusal while they are asked about a game: others would be asked again with each change.
    """
    old = before.wish_of(wish.user)
    if old is not None and before.match_of(old.number) is not None:
        raise Refusal("tables.refusal.wish-asked")
    step = Step(after=before) if old is None else end(before, [old.number], "changed")
    number = step.after.last_wish + 1
    rests = wish.since + REST_SECONDS if refusals >= REFUSALS else 0.0
    if old is not None:
        rests = old.rests  # who changes what suits them has rested already, or does so
    until = max(wish.until, rests + MINUTE) if rests else wish.until
    new = replace(wish, number=number, rests=rests, until=until)
    if old is not None:
        new = replace(new, since=old.since, changed=wish.since)
    after = replace(step.after, wishes=(*step.after.wishes, new), last_wish=number)
    return step.then(Step(after=after))


def end(before: WishList, numbers: Iterable[int], why: WishEnd) -> Step:
    """Wishes end. The others who were asked about the same games wait on, with their time and their place."""
    gone = [each for each in before.wishes if each.number in set(numbers)]
    off = tuple(match for match in before.matches if any(match.of(each.number) for each in gone))
    after = replace(
        before,
        wishes=tuple(each for each in before.wishes if each not in gone),
        matches=tuple(each for each in before.matches if each not in off),
    )
    return Step(after=after, ended=tuple(replace(each, end=why) for each in gone), off=off)


def leave(before: WishList, user: int, why: WishEnd) -> Step:
    """A person looks for no game any more; nothing happens if they do not. To stop while one is asked is to decline."""
    mine = before.wish_of(user)
    if mine is None:
        return Step(after=before)
    backs_out = why == "stopped" and before.match_of(mine.number) is not None
    return end(before, [mine.number], "declined" if backs_out else why)


def answer(before: WishList, match: Match, wish: int, request: int | None, *, comes: bool) -> Step:
    """A person who is asked about a match agrees, or leaves the list."""
    if not comes:
        return end(before, [wish], "declined")
    people = tuple(replace(each, agreed=True, request=request) if each.wish == wish else each for each in match.people)
    new = replace(match, people=people)
    return Step(after=replace(before, matches=tuple(new if each == match else each for each in before.matches)))


def lapse(before: WishList, now: float) -> Step:
    """What has lasted long enough ends: wishes of people who are not being asked, questions without an answer, rests, and
    matches of people who were forgotten.
    """
    rested = tuple(replace(each, rests=0.0) if each.rests <= now else each for each in before.wishes)
    off = tuple(match for match in before.matches if any(before.wish(each.wish) is None for each in match.people))
    kept = tuple(each for each in before.matches if each not in off)
    step = Step(after=replace(before, wishes=rested, matches=kept), off=off)
    silent = [each.wish for each in _open_invitations(step.after) if each.until <= now]
    step = step.then(end(step.after, silent, "silent"))
    late = [each.number for each in step.after.waiting if each.until <= now]
    return step.then(end(step.after, late, "time"))


def _open_invitations(wishes: WishList) -> list[Invited]:
    """Returns the people who have not answered yet."""
    return [each for match in wishes.matches for each in match.people if not each.agreed]


def take_back(before: WishList, matches: Collection[Match]) -> Step:
    """Matches do not come about, through nobody's fault: their people wait on, with their time and their place."""
    after = replace(before, matches=tuple(each for each in before.matches if each not in matches))
    return Step(after=after, off=tuple(matches))


def call_off(before: WishList, match: Match) -> Step:
    """A match does not come about although all have agreed: no table can be opened for its people."""
    return end(before, [each.wish for each in match.people], "refused")


def settle(before: WishList, match: Match) -> Step:
    """The people of a match sit at their table: their wishes have ended."""
    step = end(before, [each.wish for each in match.people], "seated")
    return replace(step, off=())


def due(wishes: WishList, now: float, *, held: bool = False) -> float | None:
    """Returns when the list must be looked at next; None: nobody looks for a game. Whoever wants others of about their strength
    accepts more and more as they wait (`tables.matchmaking.matching.EVEN`), so it is looked at eight times while they do.
    `held`: see `Step`.
    """
    times = [each.until for each in wishes.waiting]
    times += [each.rests for each in wishes.waiting if each.rests]
    times += [each.until for each in _open_invitations(wishes)]
    times += [0.0 for match in wishes.matches if match.agreed]
    times += [now + (each.until - each.since) / 8 for each in wishes.waiting if each.even]
    times += [now + HELD_SECONDS] if held else []
    return min(times, default=None)
