"""One game between computer players, and the tally of many."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import msgspec

from bench.arena.effort import scaled, tries
from bench.arena.yardsticks import of
from engines.contract import Fleeting, Game, Move, Position, Seat


class Player(msgspec.Struct, frozen=True):
    """A level of the game's own computer player, optionally with a multiple of its effort (`hard@2`), or a yardstick with its
    CPU seconds per decision (`flat:0.5`).
    """

    name: str
    seconds: float = 0.0
    effort: float = 1.0

    @classmethod
    def read(cls, text: str, game: Game) -> Player:
        """Parse a player. Raises ValueError for one that this game does not have."""
        level, _, effort = text.partition("@")
        name, _, seconds = level.partition(":")
        known = (*game.levels, *of(game.key))
        if name not in known:
            raise ValueError(f"{game.key} has no player {text}: {', '.join(known)}")
        if effort and (name in of(game.key) or not tries(game.key, name)):
            raise ValueError(f"{name} at {game.key} has no effort that can be multiplied")
        return cls(name, float(seconds or 0), float(effort or 1))

    def __str__(self) -> str:
        name = f"{self.name}:{self.seconds:g}" if self.seconds else self.name
        return name if self.effort == 1.0 else f"{name}@{self.effort:g}"


class Pairing(msgspec.Struct, frozen=True):
    """The challenger at one seat, the other player at all others."""

    game: str
    seats: int
    challenger: Player
    other: Player


class Played(msgspec.Struct, frozen=True):
    """One game: the challenger's seat, its share of the win, the places, and the time of decisions (CPU, ms)."""

    number: int
    seat: Seat
    share: float
    places: tuple[int, ...]
    took: tuple[float, ...]
    other_took: tuple[float, ...]


def play(game: Game, pairing: Pairing, number: int) -> Played:
    """Play the game of this number. Each deal is played with the challenger at every seat, one game after the other."""
    seats = pairing.seats
    mine = number % seats
    position = game.start(seats, {}, (number // seats).to_bytes(16, "big"))
    rng = random.Random(f"{game.key}/{number}")
    took: tuple[list[float], list[float]] = ([], [])
    while pending := position.pending():
        for seat in pending:
            player = pairing.challenger if seat == mine else pairing.other
            began = time.process_time()
            move = decide(game, position, seat, player, rng)
            took[seat != mine].append(round((time.process_time() - began) * 1000, 2))
            position.play(seat, move)
    result = position.result()
    assert result is not None
    share = 1 / result.rating_places.count(1) if result.rating_places[mine] == 1 else 0.0
    return Played(number, mine, share, result.rating_places, tuple(took[0]), tuple(took[1]))


def decide(game: Game, position: Position, seat: Seat, player: Player, rng: random.Random) -> Move:
    """Returns a player's move, based only on its seat's view (or, if things shown disappear again, on what it remembers)."""
    if player.name in of(game.key):
        view = game.recall(position, seat, game.levels[-1]) if isinstance(game, Fleeting) else position.view(seat)
        return of(game.key)[player.name](game, view, rng, player.seconds)
    view = game.recall(position, seat, player.name) if isinstance(game, Fleeting) else position.view(seat)
    with scaled(game.key, player.name, player.effort):
        return game.choose_move(view, rng, player.name)


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match, as docs/computers/<game>.md shows it. Times are in CPU ms."""

    game: str
    seats: int
    challenger: str
    other: str
    games: int
    won: float
    p50: float
    p99: float
    yardstick: float

    @property
    def share(self) -> float:
        return self.won / self.games


def tally(pairing: Pairing, played: Sequence[Played], yardstick: float) -> Tally:
    """Returns the sum of the games played."""
    took = sorted(time for each in played for time in each.took)
    return Tally(
        game=pairing.game,
        seats=pairing.seats,
        challenger=str(pairing.challenger),
        other=str(pairing.other),
        games=len(played),
        won=round(sum(each.share for each in played), 4),
        p50=took[len(took) // 2],
        p99=took[min(len(took) - 1, len(took) * 99 // 100)],
        yardstick=round(yardstick, 1),
    )
