"""Which people fit together: whoever waits longest is served first, with those who are nearest to them in strength. Pure."""

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tables.matchmaking.wishes import Invited, Match, Speed, Step, Wish, WishList, answer, take_back

EVEN = 100.0
"""Points of strength between people who want others of about their strength, at first; it grows by as much with each quarter of
the time that the one who waits longer would wait.
"""


class OpenLobby(msgspec.Struct, frozen=True, kw_only=True):
    """A lobby in the channel that has a free seat for whoever comes."""

    table: int
    game: str
    speed: Speed
    people: tuple[int, ...]
    """Who sits there."""
    asked: tuple[int, ...] = ()
    """Who of the list was invited, waits for a seat, or was turned away: they are not asked a second time."""
    seats: int
    """How many sit there, computer players included."""
    free: int


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What must be known besides the list."""

    now: float
    seats: Mapping[str, Sequence[int]]
    """How many may play a game, by its key."""
    apart: Collection[frozenset[int]] = ()
    """Pairs of people of whom one does not want to meet the other."""
    strength: Mapping[tuple[int, str], float] = {}
    """The rating of a person in a game, as displayed; people without one count as average."""
    full: Mapping[int, Collection[Speed]] = {}
    """The speeds at which a person may not sit at a further table."""
    answer_times: Callable[[Wish, Speed], tuple[float, float]]
    """When a person is asked, and until when they may answer."""
    lobbies: tuple[OpenLobby, ...] = ()
    room: bool = True
    """Whether a table may be opened in the channel."""


def find_matches(wishes: WishList, around: Surroundings) -> Step:
    """Returns the list with everybody asked for whom there is a game, and nobody about a lobby that has no seat for them any
    more.
    """
    step = _drop_lost(wishes, around)
    for lobby in around.lobbies:
        step = step.then(_fill(step.after, lobby, around))
    while around.room and (match := _find(step.after, around)) is not None:
        step = step.then(_ask(step.after, match))
    return step


def _drop_lost(before: WishList, around: Surroundings) -> Step:
    """Take back the questions about lobbies that the person cannot join any more or that no longer suit them. Sitting down
    there without an answer is one; people who have agreed may sit there already.
    """
    step, lobbies = Step(after=before), {lobby.table: lobby for lobby in around.lobbies}
    for match in before.matches:
        wish = before.wish(match.people[0].wish)
        if match.lobby is None or match.agreed or wish is None:
            continue
        lobby = lobbies.get(match.lobby)
        if lobby is not None and wish.user in lobby.people:
            step = step.then(answer(step.after, match, wish.number, None, comes=True))
        elif lobby is None or lobby.free <= 0 or lobby.speed != match.speed or not _may_sit(wish, lobby, around):
            step = step.then(take_back(step.after, [match]))
    return step


def _ask(before: WishList, match: Match) -> Step:
    after = replace(before, matches=(*before.matches, match), last_match=match.number)
    return Step(after=after, asked=(match,))


def _fill(before: WishList, lobby: OpenLobby, around: Surroundings) -> Step:
    """Ask those who would join a lobby, as many as have a seat there and want so large a company."""
    step = Step(after=before)
    invited = [wish for match in before.matches if match.lobby == lobby.table for wish in before.people(match)]
    for wish in _ready(before, around):
        most = min(lobby.seats + lobby.free, *(each.most for each in (*invited, wish)))
        fits = _suits(wish, lobby.game, lobby.speed, around) and _may_sit(wish, lobby, around)
        if fits and lobby.seats + len(invited) < most:
            match = _match(step.after, lobby.game, lobby.speed, [wish], around, lobby.table)
            step = step.then(_ask(step.after, match))
            invited.append(wish)
    return step


def _may_sit(wish: Wish, lobby: OpenLobby, around: Surroundings) -> bool:
    """Returns whether the people in a lobby suit a person, who has not been asked about it in another way."""
    if lobby.seats >= wish.most or wish.user in {*lobby.people, *lobby.asked}:
        return False
    window = _window(_patience(wish, around.now)) if wish.even else math.inf
    return all(
        frozenset((wish.user, each)) not in around.apart and _distance(wish.user, each, lobby.game, around) <= window
        for each in lobby.people
    )


def _find(wishes: WishList, around: Surroundings) -> Match | None:
    ready = _ready(wishes, around)
    for first in ready:
        found = max(_companies(first, ready, around), key=lambda each: len(each[2]), default=None)
        if found is not None:
            game, speed, company = found
            return _match(wishes, game, speed, company, around)
    return None


def _ready(wishes: WishList, around: Surroundings) -> list[Wish]:
    """Returns the wishes that may be matched now, those that wait longest first."""
    return [each for each in wishes.waiting if each.rests <= around.now < each.until]


def _companies(first: Wish, ready: Sequence[Wish], around: Surroundings) -> Iterator[tuple[str, Speed, Sequence[Wish]]]:
    """Yield the companies that are there for the person who waits longest, each as large as it can be."""
    for speed, game in itertools.product(first.speeds, first.games):
        if not _suits(first, game, speed, around):
            continue
        company = [first]
        others = [each for each in ready if each is not first and _suits(each, game, speed, around)]
        for other in sorted(others, key=lambda each: _distance(first.user, each.user, game, around)):
            if len(company) < min(each.most for each in (*company, other)) and _go_together(
                other, company, game, speed, around
            ):
                company.append(other)
        sizes = [size for size in around.seats[game] if 2 <= size <= len(company)]
        if sizes:
            yield game, speed, company[: max(sizes)]


def _suits(wish: Wish, game: str, speed: Speed, around: Surroundings) -> bool:
    within = any(2 <= size <= wish.most for size in around.seats.get(game, ()))
    there = speed != "live" or around.now < wish.live_until
    return game in wish.games and speed in wish.speeds and within and there and speed not in around.full.get(wish.user, ())


def _go_together(wish: Wish, company: Sequence[Wish], game: str, speed: Speed, around: Surroundings) -> bool:
    """Returns whether a person may join a company: nobody there is apart from them, and what anybody asked for holds."""
    for each in company:
        if frozenset((wish.user, each.user)) in around.apart or wish.user == each.user:
            return False
        window = _window(max(_patience(wish, around.now), _patience(each, around.now)))
        if (wish.even or each.even) and _distance(wish.user, each.user, game, around) > window:
            return False
    said = [set(each.hours) for each in (*company, wish) if each.hours]
    return speed == "live" or not said or bool(set.intersection(*said))


def _patience(wish: Wish, now: float) -> float:
    """Returns which part of its time a wish has waited."""
    return (now - wish.since) / max(wish.until - wish.since, 1.0)


def _window(patience: float) -> float:
    return EVEN * (1 + int(4 * patience))


def _distance(one: int, other: int, game: str, around: Surroundings) -> float:
    average = 1000.0
    return abs(around.strength.get((one, game), average) - around.strength.get((other, game), average))


def _match(  # noqa: PLR0917 - a match is all of these
    wishes: WishList, game: str, speed: Speed, company: Sequence[Wish], around: Surroundings, lobby: int | None = None
) -> Match:
    people = tuple(Invited(each.number, *around.answer_times(each, speed)) for each in company)
    return Match(number=wishes.last_match + 1, game=game, speed=speed, people=people, lobby=lobby)
