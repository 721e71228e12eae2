"""What most games write alike: option checks, snapshots of every version, copies, counted chance. None has to use it."""

import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypedDict, TypeVar, get_args, get_origin

import msgspec

from engines import draws, notation
from engines.contract import (
    Choices,
    Crest,
    Event,
    GameOf,
    IllegalMove,
    Move,
    Option,
    P,
    Position,
    Result,
    Seat,
    Statistic,
    UnreadableSnapshot,
    V,
    Word,
)
from engines.levels import LEVELS

T = TypeVar("T")

Upgrader: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes the fields of a snapshot of one version (plain JSON) those of the next; it may change its argument."""


class BaseState(msgspec.Struct):
    """The fields of a game's state: plain values, lists and frozen structs. A subclass lists them; `version`, the last of them,
    is that of its snapshots (`BaseGame.version`).
    """

    def copy(self) -> Self:
        """An equal one that shares nothing that changes: lists are copied, with the lists in them."""
        return type(self)(**{field: _copied(getattr(self, field)) for field in self.__struct_fields__})

    def snapshot(self) -> bytes:
        """Canonical JSON: the fields in their order."""
        return msgspec.json.encode(self)


class SeatedState(BaseState):
    """A state that begins with the secret and the number of seats."""

    seed: bytes
    """The table's secret, from which all chance is drawn."""
    seats: int
    """How many play."""


def _copied(value: Any) -> Any:
    return [_copied(item) if isinstance(item, list) else item for item in value] if isinstance(value, list) else value


class Staged(Protocol):
    """What `common` needs of a state."""

    @property
    def seats(self) -> int: ...
    @property
    def stage(self) -> int: ...
    @property
    def turn(self) -> int: ...


class Counted(Protocol):
    """What `Chance` needs of a state."""

    seed: bytes
    draws: int
    """How many draws there have been."""


class Chance:
    """Draws of a state that counts them: each happens when somebody looks, not before."""

    __slots__ = ()

    def below(self: Counted, n: int) -> int:
        """An evenly drawn integer in 0..n-1."""
        self.draws += 1
        return draws.below(self.seed, self.draws, n)

    def pick(self: Counted, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        self.draws += 1
        return draws.pick(self.seed, self.draws, items)

    def shuffled(self: Counted, items: Sequence[T]) -> list[T]:
        """The items in a random order; one draw."""
        self.draws += 1
        return draws.shuffled(self.seed, self.draws, items)


class NoJointStage:
    """The contract's `retract` of a position that never asks several seats at once."""

    __slots__ = ()

    def retract(self, seat: Seat) -> list[Event]:  # noqa: ARG002 - the contract's
        """There is nothing to take back. Raises IllegalMove."""
        raise IllegalMove("tables.refusal.nothing-to-take-back")


UNCHOSEN = -1
"""In `JointStage.chosen`: the seat has chosen nothing yet."""


class Turning(Protocol):
    """What `JointStage` needs of a state."""

    over: bool

    @property
    def turn(self) -> int: ...


class JointStage:
    """The contract's `stage`, `pending` and `retract` of a position that asks all seats at once and in secret, once a turn."""

    __slots__ = ()
    chosen: list[int]
    """By seat, what it has chosen in the open stage, or UNCHOSEN."""
    over: bool
    """Whether the game is over."""

    @property
    def stage(self: Turning) -> int:
        """That of the turn; the end comes after the last."""
        return self.turn + self.over

    def pending(self) -> tuple[Seat, ...]:
        """Everybody who has not chosen yet."""
        return () if self.over else tuple(seat for seat, choice in enumerate(self.chosen) if choice == UNCHOSEN)

    def retract(self, seat: Seat) -> list[Event]:
        """Take the seat's choice back while the stage is open. Raises IllegalMove where there is none."""
        if not self.pending() or seat not in range(len(self.chosen)) or self.chosen[seat] == UNCHOSEN:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.chosen[seat] = UNCHOSEN
        return []


class Common(TypedDict):
    """The fields that every view has (`engines.contract.View`); `private` and `chosen` are left at their defaults."""

    seat: Seat | None
    seats: int
    stage: int
    turn: int
    pending: tuple[Seat, ...]
    over: bool
    options: dict[str, str]


def common(state: Staged, seat: Seat | None, pending: tuple[Seat, ...], options: dict[str, str]) -> Common:
    """These fields of the view of `seat` (None: a spectator)."""
    return {
        "seat": seat,
        "seats": state.seats,
        "stage": state.stage,
        "turn": state.turn,
        "pending": pending,
        "over": not pending,
        "options": options,
    }


def check_seat(game: str, position: Any, seat: Seat) -> None:
    """Raises IllegalMove (`<game>.illegal.over`, `<game>.illegal.no-seat`) where nobody can play."""
    if not position.pending():
        raise IllegalMove(f"{game}.illegal.over")
    if seat not in range(position.seats):
        raise IllegalMove(f"{game}.illegal.no-seat")


def among(moves: Iterable[Move], said: Move, ask: str = "") -> Choices:
    """What may follow `said` so that it becomes one of `moves`, in their order; `ask`: what is asked (`Choices.ask`)."""
    left = [move for move in moves if move[: len(said)] == said]
    following = dict.fromkeys(move[len(said)] for move in left if len(move) > len(said))
    return Choices(tuple(following), complete=said in left, ask=ask if following else "")


def without(every: Iterable[T], taken: Iterable[T]) -> list[T]:
    """What is left in its order when each of `taken` is taken away once. Raises ValueError where one is not there."""
    left = list(every)
    for each in taken:
        left.remove(each)
    return left


def places_of(standing: Sequence[Any]) -> tuple[int, ...]:
    """By seat the place, the highest first; equals share theirs (1, 2, 2, 4)."""
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def deciding(standing: Iterable[tuple[Any, ...]], reasons: Sequence[str], alike: str = "shared") -> str:
    """Which of the reasons put the first before the second: that of the first number in which they differ; else `alike`."""
    first, second = sorted(standing, reverse=True)[:2]
    return next((reason for reason, own, other in zip(reasons, first, second, strict=True) if own != other), alike)


def by_points(scores: Sequence[int], breakdown: tuple[dict[str, int], ...] = ()) -> Result:
    """The result of a game that most points win, without tie-breaks."""
    places = places_of(scores)
    return Result(places, tuple(scores), deciding(zip(scores), ("points",)), places, breakdown)


def lead(figures: Iterable[int]) -> int | None:
    """By how much the highest is above the next one; None where there is no other."""
    highest = sorted(figures, reverse=True)[:2]
    return highest[0] - highest[1] if len(highest) > 1 else None


def statistics_of(figures: Mapping[str, Sequence[int]]) -> tuple[Statistic, ...]:
    """The figures of a finished game, by key and seat."""
    return tuple(Statistic(key, tuple(values)) for key, values in figures.items())


class ByTurns:
    """`engines.contract.Successive` of a game in which the seats play in their order."""

    def following(self, position: Position) -> Seat | None:
        """The next seat; None where not one alone is asked."""
        pending = position.pending()
        return (pending[0] + 1) % position.view(None).seats if len(pending) == 1 else None


class BaseGame(GameOf[V, P]):
    """The parts of `engines.contract.GameOf` that follow from a few facts about a game."""

    key: str
    seats: range
    options: tuple[Option, ...] = ()
    levels: tuple[str, ...] = LEVELS
    crests: Mapping[str, Crest] = {}
    rules_version: int = 1
    view_type: type[V]
    position_type: type[P]
    """What `load` makes of a snapshot; this and `view_type` are those that the class names (`BaseGame[View, Position]`)."""
    version: ClassVar[int] = 1
    """The version of the snapshots made now; raised when fields change so that old ones would not be read."""
    version_field: ClassVar[str] = "version"
    """The field of a snapshot that tells its version."""
    upgraders: ClassVar[Mapping[int, Upgrader]] = {}
    """By version: what makes a snapshot of it one of the next."""
    cautious: ClassVar[tuple[Word, ...]] = ()
    """Words that are said for somebody who is late before all others: they end, save or keep something."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is BaseGame:
                for name, kind in zip(("view_type", "position_type"), get_args(base), strict=True):
                    setattr(cls, name, vars(cls).get(name, kind))

    def safe_move(self, position: P, seat: Seat) -> Move:
        return notation.safe_move(position, seat, self.cautious)

    def choose_move(self, view: V, rng: random.Random, level: str) -> Move:
        """Of a computer player that judges all its moves whenever it plays: one of those that it would choose."""
        return rng.choice([each.move for each in self.candidates(view, rng, level, sys.maxsize) if each.chosen])

    def standing(self, view: V) -> tuple[int, ...]:
        """The `points` of the view, where it has some."""
        points: tuple[int, ...] = getattr(view, "points", (0,) * view.seats)
        return points

    def margin(self, event: Event) -> int | None:
        """Of a game in which nothing is contested."""
        del event
        return None

    def statistics(self, events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
        """Of a game without figures to argue about."""
        del events, seats
        return ()

    def settings(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """The value of every option, those left out at their default. Raises IllegalMove where the game has no such number of
        seats (`<game>.illegal.seats`, with `least` and `most`), option or value (`<game>.illegal.option`).
        """
        if seats not in self.seats:
            raise IllegalMove(f"{self.key}.illegal.seats", least=self.seats[0], most=self.seats[-1])
        known = {option.key: option for option in self.options}
        if any(key not in known or value not in known[key].values for key, value in options.items()):
            raise IllegalMove(f"{self.key}.illegal.option")
        return {key: options.get(key, option.default) for key, option in known.items()}

    def load(self, snapshot: bytes) -> P:
        """The position of a snapshot of any version there was. Raises UnreadableSnapshot."""
        try:
            return self.restored(self._upgraded(snapshot))
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
            raise UnreadableSnapshot(f"{self.key}: {error}") from error

    def restored(self, fields: dict[str, Any]) -> P:
        """The position of a snapshot's fields as this version has them. A game that stores other fields than its position has
        overrides it. Raises ValueError, TypeError or LookupError where they are not right.
        """
        return msgspec.convert(fields, self.position_type)

    def _upgraded(self, snapshot: bytes) -> dict[str, Any]:
        """The fields of a snapshot as this version has them."""
        fields = msgspec.json.decode(snapshot, type=dict[str, Any])
        while (version := int(fields[self.version_field])) != self.version:
            if version not in self.upgraders:
                raise ValueError(f"a snapshot of version {version}, not {self.version}")
            fields = self.upgraders[version](fields)
        return fields
