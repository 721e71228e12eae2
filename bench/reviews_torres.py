"""Are the decisions that a review calls costly really worse? `python -m bench.reviews_torres [GAMES] [PLAYOUTS]`.

Computer players play games of Torres, and each game is reviewed like one of people. The costliest decisions of each review are
then played out: the turn that was played and the one called better, each this many times from positions that look alike to the
seat. Both have the same hidden cards. All seats play on by search, in a fast twin (tools/play_torres.py), so a C++ compiler is
needed.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from bench.measure import wilson
from cogs.review import DEAREST
from engines.contract import Candidate, Move, View
from engines.draws import commitment
from engines.levels import advising
from engines.torres import advice, choices
from engines.torres.answers import buy
from engines.torres.bots import single
from engines.torres.choices import DRAW
from engines.torres.play import apply
from engines.torres.position import TorresPosition
from engines.torres.rules import GAME
from engines.torres.state import ACT, OVER, State
from engines.torres.view import TorresView
from tables.history.replay import Replay
from tables.history.review import Decision, Review, decide, questions
from tables.history.verify import Played, Record, Sitting
from tools.play_torres import Twin

LEVELS = ("easy", "normal", "hard")
"""The levels that play, in turns, with a different one first in each game."""

SEATS = (2, 2, 3, 2, 4)
"""Numbers of players, by game, repeated."""

BREADTH = 60
"""Breadth of the searches in a playout."""


Choose: TypeAlias = Callable[[int, TorresPosition, random.Random], Move]
"""Chooses a move in the game of a number."""


class Judge:
    """Judges like the worker of the computer players, but in this process."""

    async def candidates(  # noqa: PLR0917 - the protocol's
        self, game: str, view: View, level: str, seed: int, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        assert game == GAME.key
        assert isinstance(view, TorresView)
        return advice.candidates(view, random.Random(seed), level, limit, also)

    async def compared(self, game: str, view: View, level: str, seed: int, played: Sequence[Move]) -> tuple[Candidate, ...]:
        assert game == GAME.key
        assert isinstance(view, TorresView)
        return advice.compared(view, random.Random(seed), level, played)


class Costly(msgspec.Struct, frozen=True):
    """A decision that a review calls costly, and the result of playing it out."""

    decision: Decision
    wins: float
    """How much larger the share of wins of the turn called better was."""
    lead: float
    """By how many points more it led at the end."""
    error: float
    """The standard error of `lead`."""


def usual(number: int, position: TorresPosition, rng: random.Random) -> Move:
    """Returns the move of the computer player on turn in the game of this number."""
    return GAME.choose_move(position.view(position.seat), rng, LEVELS[(number + position.seat) % len(LEVELS)])


def game(number: int, choose: Choose = usual) -> Replay:
    """Returns a game of computer players. `choose`: uses other players."""
    seats, rng = SEATS[number % len(SEATS)], random.Random(number)
    seed, moves = rng.randbytes(16), []
    position = GAME.start(seats, {}, seed)
    while position.pending():
        seat = position.seat
        move = choose(number, position, rng)
        position.play(seat, move)
        moves.append(Played(seat, " ".join(move)))
    record = Record(
        table=number,
        game=GAME.key,
        rules_version=GAME.rules_version,
        options={},
        seats=tuple(Sitting(LEVELS[(number + seat) % len(LEVELS)], "computer") for seat in range(seats)),
        random_order=False,
        drawn=tuple(range(seats)),
        commitment=commitment(seed),
        over=True,
        seed=seed.hex(),
        moves=tuple(moves),
        result=position.result(),
    )
    return Replay(record, GAME)


async def costliest(replay: Replay, most: int = DEAREST, every: int = 1) -> list[Decision]:
    """Returns the costliest decisions of the game by a review. `every`: examines only every n-th decision."""
    decisions = [await decide(replay, number, Judge()) for number in list(questions(replay))[::every]]
    return Review(replay.record.table, advising(GAME), tuple(decisions)).biggest(most)


def played_out(twin: Twin, replay: Replay, decision: Decision, playouts: int) -> Costly:
    """Plays out both turns of a decision, this number of times each."""
    view = replay.position(decision.step - 1).view(decision.seat)
    assert isinstance(view, TorresView)
    ends = [_end(view, moves, number) for moves in (decision.line, decision.played) for number in range(playouts)]
    going_on = {at: (at % playouts + 1, state) for at, state in enumerate(ends) if state.mode == ACT}
    scores = dict(zip(going_on, twin.play_on(going_on.values(), BREADTH), strict=True))
    leads = [_lead(scores.get(at, tuple(state.scores)), decision.seat) for at, state in enumerate(ends)]
    gained = [better - own for better, own in zip(leads[:playouts], leads[playouts:], strict=True)]
    wins = sum(lead > 0 for lead in leads[:playouts]) - sum(lead > 0 for lead in leads[playouts:])
    return Costly(decision, wins / playouts, statistics.fmean(gained), statistics.stdev(gained) / playouts**0.5)


def _end(view: TorresView, moves: Sequence[Move], number: int) -> State:
    """A position like that of the view, after these moves of a turn and its end, or up to a draw, whose cards are random."""
    rng = random.Random(number)
    state = GAME.determinize(view, rng)
    state.seed = rng.randbytes(16)
    seat, turn = state.seat, state.turn
    for move in moves:
        atom = choices.find(state, move)
        assert atom is not None, "a move of a turn is legal"
        apply(state, *atom)
        if atom[0] == DRAW:
            break
    else:
        if state.mode == ACT and (state.seat, state.turn) == (seat, turn):
            apply(state, *buy(state))
    while state.mode not in {ACT, OVER}:
        apply(state, *single(state, rng))
    return state


def _lead(scores: Sequence[int], seat: int) -> int:
    return scores[seat] - max(score for each, score in enumerate(scores) if each != seat)


async def measured(twin: Twin, games: range, playouts: int) -> list[Costly]:
    """Plays out the costliest decisions of the games and prints each."""
    found = []
    for number in games:
        replay = game(number)
        for decision in await costliest(replay):
            each = played_out(twin, replay, decision, playouts)
            found.append(each)
            print(
                f"game {number} ({replay.seats}), step {decision.step}, {replay.record.seats[decision.seat].name}: "
                f"said {decision.gain:+.3f}, wins {each.wins:+.3f}, points {each.lead:+.1f} ± {1.96 * each.error:.1f}",
                flush=True,
            )
    return found


def summary(found: Sequence[Costly]) -> str:
    """Returns the summary."""
    worse = sum(each.lead > 0 for each in found)
    sure = [each for each in found if abs(each.lead) > 1.96 * each.error]
    low, high = wilson(worse, len(found))
    return (
        f"{worse} of {len(found)} ({worse / len(found):.0%}, {low:.0%}-{high:.0%}) are worse when played out, "
        f"{sum(each.lead > 0 for each in sure)} of the {len(sure)} that differ for certain; by the wins "
        f"{sum(each.wins > 0 for each in found)} are worse, {sum(each.wins == 0 for each in found)} equal; "
        f"mean {statistics.fmean(each.lead for each in found):+.1f} points"
    )


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    games, playouts = (int(each) for each in (*arguments, *("40", "200")[len(arguments) :]))
    with tempfile.TemporaryDirectory() as folder:
        print(summary(asyncio.run(measured(Twin(Path(folder)), range(games), playouts))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
