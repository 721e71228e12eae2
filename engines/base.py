"""What most games share: option checks, snapshots of every version, copies, counted draws. No game has to use it."""

import functools
import operator
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypedDict, TypeVar, get_args, get_origin

import msgspec

from engines import draws, notation
from engines.colours import COLOURS
from engines.contract import (
    Choices,
    Crest,
    Event,
    EventData,
    Game,
    GameOf,
    IllegalMove,
    Move,
    Option,
    P,
    Position,
    Remembering,
    Result,
    Seat,
    Short,
    Statistic,
    UnreadableSnapshot,
    V,
    Word,
)
from engines.levels import LEVELS

T = TypeVar("T")

Upgrader: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the fields of a snapshot (plain JSON) into those of the next version. It may change its argument."""

UNCHOSEN = -1
"""In `JointStage.chosen`: the seat has chosen nothing yet."""


SHORT_OPTIONS: Mapping[str, str] = MappingProxyType({"length": "short"})
"""The option of a short form (`engines.contract.ShortForm`)."""

IsShort: TypeAlias = bool | msgspec.UnsetType
"""Whether a game is the short form; unset in whole games, whose snapshots do not mention it."""


def is_short(options: Mapping[str, str]) -> IsShort:
    """Returns whether these are the options of a short form."""
    return options.items() >= SHORT_OPTIONS.items() or msgspec.UNSET


def short_options(short: IsShort) -> dict[str, str]:
    """Returns what a short form adds to the options of a view."""
    return dict(SHORT_OPTIONS) if short else {}


class BaseState(msgspec.Struct):
    """The fields of a game's state: plain values, lists and frozen structs. A subclass lists them and ends with `version`, the
    version of its snapshots (`BaseGame.version`).
    """

    def copy(self) -> Self:
        """Returns an equal state that shares nothing mutable: lists and the lists in them are copied."""
        return type(self)(**{field: _copy(getattr(self, field)) for field in self.__struct_fields__})

    def snapshot(self) -> bytes:
        """Returns canonical JSON: the fields in their order."""
        return msgspec.json.encode(self)


class SeatedState(BaseState):
    """A state whose first fields are the secret and the number of seats."""

    seed: bytes
    """The table's secret, from which all chance is drawn."""
    seats: int
    """The number of players."""


def _copy(value: Any) -> Any:
    return [_copy(item) if isinstance(item, list) else item for item in value] if isinstance(value, list) else value


class Staged(Protocol):
    """What `common` needs of a state."""

    @property
    def seats(self) -> int: ...
    @property
    def stage(self) -> int: ...
    @property
    def turn(self) -> int: ...


class DrawCounter(Protocol):
    """What `Chance` needs of a state."""

    seed: bytes
    draws: int
    """How many draws there have been."""


class Chance:
    """Draws from a state that counts them. Each draw happens when its result is needed, not before."""

    __slots__ = ()

    def below(self: DrawCounter, n: int) -> int:
        """Returns an evenly distributed integer in 0..n-1."""
        self.draws += 1
        return draws.below(self.seed, self.draws, n)

    def pick(self: DrawCounter, items: Sequence[T]) -> T:
        """Returns one of the items, each equally likely."""
        self.draws += 1
        return draws.pick(self.seed, self.draws, items)

    def in_random_order(self: DrawCounter, items: Sequence[T]) -> list[T]:
        """Returns the items in a random order. This is one draw."""
        self.draws += 1
        return draws.in_random_order(self.seed, self.draws, items)


class NoJointStage:
    """The contract's `retract` for a position that never asks several seats at the same time."""

    __slots__ = ()

    def retract(self, seat: Seat) -> list[Event]:  # noqa: ARG002 - the contract's
        """There is never anything to take back: raises IllegalMove."""
        raise IllegalMove("tables.refusal.nothing-to-take-back")


class Turning(Protocol):
    """What `JointStage` needs of a state."""

    over: bool

    @property
    def turn(self) -> int: ...


class JointStage:
    """The contract's `stage`, `pending` and `retract` for a position that asks all seats in secret, once a turn."""

    __slots__ = ()
    chosen: list[int]
    """By seat, what it has chosen in the open stage, or UNCHOSEN."""
    over: bool
    """Whether the game is over."""

    @property
    def stage(self: Turning) -> int:
        """The number of the turn; the end of the game counts as one more stage."""
        return self.turn + self.over

    def pending(self) -> tuple[Seat, ...]:
        """Every seat that has not chosen yet."""
        return () if self.over else tuple(seat for seat, choice in enumerate(self.chosen) if choice == UNCHOSEN)

    def retract(self, seat: Seat) -> list[Event]:
        """Take the seat's choice back while the stage is open. Raises IllegalMove if there is none."""
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
    """Returns these fields for the view of `seat` (None: a spectator)."""
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
    """Raises IllegalMove if the game is over (`<game>.illegal.over`) or has no such seat (`<game>.illegal.no-seat`)."""
    if not position.pending():
        raise IllegalMove(f"{game}.illegal.over")
    if seat not in range(position.seats):
        raise IllegalMove(f"{game}.illegal.no-seat")


def among(moves: Iterable[Move], said: Move, ask: str = "") -> Choices:
    """Returns what may follow `said` to make it one of `moves`, in their order. `ask` is the question (`Choices.ask`)."""
    left = [move for move in moves if move[: len(said)] == said]
    following = dict.fromkeys(move[len(said)] for move in left if len(move) > len(said))
    return Choices(tuple(following), complete=said in left, ask=ask if following else "")


def without(every: Iterable[T], taken: Iterable[T]) -> list[T]:
    """Returns `every` in its order, with each item of `taken` removed once. Raises ValueError if one is missing."""
    left = list(every)
    for each in taken:
        left.remove(each)
    return left


def places_of(standing: Sequence[Any]) -> tuple[int, ...]:
    """Returns the place of each seat; the highest standing is first, and equals share a place (1, 2, 2, 4)."""
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def deciding(standing: Iterable[tuple[Any, ...]], reasons: Sequence[str], alike: str = "shared") -> str:
    """Returns the reason that belongs to the first number in which the two best standings differ; `alike` if they are equal."""
    first, second = sorted(standing, reverse=True)[:2]
    return next((reason for reason, own, other in zip(reasons, first, second, strict=True) if own != other), alike)


def by_points(scores: Sequence[int], breakdown: tuple[dict[str, int], ...] = ()) -> Result:
    """Returns the result of a game that is won by most points, without tie-breaks."""
    places = places_of(scores)
    return Result(places, tuple(scores), deciding(zip(scores), ("points",)), places, breakdown)


def lead(figures: Iterable[int]) -> int | None:
    """Returns how far the highest figure is above the next one; None if there is no other."""
    highest = sorted(figures, reverse=True)[:2]
    return highest[0] - highest[1] if len(highest) > 1 else None


def statistics_of(figures: Mapping[str, Sequence[int]]) -> tuple[Statistic, ...]:
    """Returns the figures of a finished game, by key and seat."""
    return tuple(Statistic(key, tuple(values)) for key, values in figures.items())


def events_of(module: ModuleType) -> Any:
    """Returns all kinds of event that a module defines, as `GameOf.event_type` has them: the classes that no other extends."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, EventData)]
    own = [kind for kind in kinds if kind.__module__ == module.__name__ and not kind.__subclasses__()]
    return functools.reduce(operator.or_, own)


def by_rules(game: Game, rules_version: int) -> Game | None:
    """Returns the game by this version of its rules; None: it is not known."""
    if game.rules_version == rules_version:
        return game
    return game.under(rules_version) if isinstance(game, Remembering) else None


class ByTurns:
    """`engines.contract.Successive` for a game in which the seats play in order."""

    def following(self, position: Position) -> Seat | None:
        """Returns the next seat; None unless exactly one seat is asked."""
        pending = position.pending()
        return (pending[0] + 1) % position.view(None).seats if len(pending) == 1 else None


class BaseGame(GameOf[V, P]):
    """The parts of `engines.contract.GameOf` that follow from a few facts about a game."""

    key: str
    seats: range
    turns: Mapping[int, int] = {}
    turns_a_board: int = 0
    options: tuple[Option, ...] = ()
    colours: tuple[Word, ...] = COLOURS
    colour_option: str = ""
    levels: tuple[str, ...] = LEVELS
    crests: Mapping[str, Crest] = {}
    rules_version: int = 1
    view_type: type[V]
    position_type: type[P]
    """The type that `load` returns. It and `view_type` are the classes named in `BaseGame[View, Position]`."""
    version: ClassVar[int] = 1
    """The version of the snapshots made now. It is raised when fields change so that old snapshots could not be read."""
    version_field: ClassVar[str] = "version"
    """The field of a snapshot that holds its version."""
    upgraders: ClassVar[Mapping[int, Upgrader]] = {}
    """By version: the function that upgrades a snapshot to the next one."""
    cautious: ClassVar[tuple[Word, ...]] = ()
    """Words preferred for a player who is late: they end, save or keep something."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is BaseGame:
                for name, kind in zip(("view_type", "position_type"), get_args(base), strict=True):
                    setattr(cls, name, vars(cls).get(name, kind))

    def safe_move(self, position: P, seat: Seat) -> Move:
        return notation.safe_move(position, seat, self.cautious)

    def choose_move(self, view: V, rng: random.Random, level: str) -> Move:
        """For a computer player that always judges all its moves: returns one of those that the level would choose."""
        return rng.choice([each.move for each in self.candidates(view, rng, level, sys.maxsize) if each.chosen])

    def colours_in(self, view: V) -> tuple[Word, ...]:
        """For a game whose moves name no colours."""
        del view
        return ()

    def standing(self, view: V) -> tuple[int, ...]:
        """Returns the `points` of the view; zeros if it has none."""
        points: tuple[int, ...] = getattr(view, "points", (0,) * view.seats)
        return points

    def margin(self, event: Event) -> int | None:
        """For a game in which nothing is contested."""
        del event
        return None

    def statistics(self, events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
        """For a game without figures to argue about."""
        del events, seats
        return ()

    def settings(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Returns the value of every option, with defaults filled in. Raises IllegalMove if the game lacks this number of seats
        (`<game>.illegal.seats`, with `least` and `most`), or an option or value (`<game>.illegal.option`).
        """
        if seats not in self.seats:
            raise IllegalMove(f"{self.key}.illegal.seats", least=self.seats[0], most=self.seats[-1])
        known = {option.key: option for option in self.options}
        short = self.short.options if isinstance(self, Short) else {}
        given = {key: value for key, value in options.items() if short.get(key) != value}
        if any(key not in known or value not in known[key].values for key, value in given.items()):
            raise IllegalMove(f"{self.key}.illegal.option")
        return {key: options.get(key, option.default) for key, option in known.items()}

    def load(self, snapshot: bytes) -> P:
        """Returns the position of a snapshot of any version. Raises UnreadableSnapshot."""
        try:
            return self.restore(self._upgrade(snapshot))
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
            raise UnreadableSnapshot(f"{self.key}: {error}") from error

    def restore(self, fields: dict[str, Any]) -> P:
        """Returns the position of a snapshot's fields in the current version. A game that stores other fields than those of its
        position overrides it. Raises ValueError, TypeError or LookupError if they are wrong.
        """
        return msgspec.convert(fields, self.position_type)

    def _upgrade(self, snapshot: bytes) -> dict[str, Any]:
        """Returns the fields of a snapshot, upgraded to the current version."""
        fields = msgspec.json.decode(snapshot, type=dict[str, Any])
        while (version := int(fields[self.version_field])) != self.version:
            if version not in self.upgraders:
                raise ValueError(f"a snapshot of version {version}, not {self.version}")
            fields = self.upgraders[version](fields)
        return fields
