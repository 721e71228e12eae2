"""A finished game reviewed by the computer player: each decision, what it would have done instead, and what that was worth.

It judges each decision from what the seat knew at that time, as hints do, one at a time while no game waits for a move.
"""

import random
from collections.abc import Collection, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engines.contract import Candidate, Fleeting, Game, Move, Planned, Position, Revealing, Seat, Term
from engines.levels import advising
from tables.bots.bots import Adviser
from tables.history.replay import Replay

TELLING = 0.02
"""Differences count from this share of the win on."""


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as it was made, and the computer player's choice."""

    step: int
    """The replay's step of the move."""
    turn: int
    seat: Seat
    share: float
    """The seat's expected share of the win after the move, 0 to 1."""
    best: float
    """The same after the computer player's best move."""
    spread: float = 0.0
    """Half of the 95 % confidence interval of the difference, if it is sampled."""
    better: Move = ()
    """The computer player's move; () if the move made is as good by its judgement."""
    line: tuple[Move, ...] = ()
    """All moves of the better turn, if whole turns are judged."""
    played: tuple[Move, ...] = ()
    """All moves that were made, in that case."""
    terms: tuple[Term, ...] = ()
    """The reasons."""
    margin: float = 0.0
    """By how much the move made is better than every other, in shares of the win; 0 if another is as good within the
    statistical error, or if it was not computed (reviews of earlier versions).
    """

    @property
    def gain(self) -> float:
        """How much more the other move would have been worth, in shares of the win."""
        return self.best - self.share


class Review(msgspec.Struct, frozen=True):
    """The computer player's review of a whole game."""

    table: int
    level: str
    decisions: tuple[Decision, ...]
    """Those of the people, in order; if no people played, those of all seats."""

    def biggest(self, most: int) -> list[Decision]:
        """Returns the costliest decisions beyond the statistical error, the costliest first."""
        mistakes = [each for each in self.decisions if each.better and each.gain >= max(TELLING, each.spread)]
        return sorted(mistakes, key=lambda each: (-each.gain, each.step))[:most]

    def count_agreed(self, made: Collection[int]) -> tuple[int, int]:
        """Returns how many of these steps' decisions were as good as the computer player's by its judgement, and how many there
        are.
        """
        found = [each for each in self.decisions if each.step in made]
        return sum(each.gain < max(TELLING, each.spread) for each in found), len(found)


def questions(replay: Replay) -> Iterator[int]:
    """Returns the steps whose moves are judged: people's decisions with more than one possibility."""
    people = {seat for seat, sitting in enumerate(replay.record.seats) if sitting.kind != "computer"}
    judged = people or set(range(replay.seats))
    number = 1
    while number <= replay.last:
        before = replay.position(number - 1)  # in this order: a replay goes forward faster than back
        seat = replay.step(number).seat
        if seat in judged and not replay.stood_in(number) and _open(replay.game, before, seat):
            yield number
        number += len(decision_moves(replay, number))


def decision_moves(replay: Replay, number: int) -> tuple[Move, ...]:
    """Returns the moves from this step on that form one decision."""
    first = replay.step(number)
    if first.seat is None or not isinstance(replay.game, Planned):
        return (first.move,)
    moves = [first.move]
    for later in range(number + 1, replay.last + 1):
        step = replay.step(later)
        if (step.seat, step.turn) != (first.seat, first.turn):
            break
        moves.append(step.move)
    return tuple(moves[: replay.game.together(replay.position(number - 1).view(first.seat), moves)])


def drop_computer_moves(review: Review, replay: Replay) -> Review:
    """Returns the review without the computer player's moves for people, which reviews of earlier versions contain."""
    kept = tuple(each for each in review.decisions if not replay.stood_in(each.step))
    return replace(review, decisions=kept)


def _open(game: Game, position: Position, seat: Seat) -> bool:
    """Returns whether there was more than one thing to do."""
    if isinstance(game, Revealing) and game.reveal_move(position) is not None:
        return False
    said: Move = ()
    while True:
        choices = position.choices(seat, said)
        if not choices.words or choices.together > 1 or len(choices.words) > 1 or choices.complete:
            return len(choices.words) > choices.together or (bool(choices.words) and choices.complete)
        said = (*said, choices.words[0])


def _find_candidate(found: Sequence[Candidate], move: Move) -> Candidate:
    """Returns the candidate of the move made: one of the two best, or the one after them. Its words may be in another order."""
    if len(found) > 2:
        return found[2]
    same = [each for each in found if each.move == move] or [each for each in found if sorted(each.move) == sorted(move)]
    return same[0]


def _margin(best: Candidate, second: Candidate) -> float:
    lead = best.worth - second.worth
    return lead if lead >= max(TELLING, (best.spread**2 + second.spread**2) ** 0.5) else 0.0


async def decide(replay: Replay, number: int, adviser: Adviser) -> Decision:
    """Returns the computer player's judgement on the move of one step. Raises NoAdvice."""
    game, before = replay.game, replay.position(number - 1)
    step = replay.step(number)
    assert step.seat is not None
    level = advising(game)
    view = game.recall(before, step.seat, level) if isinstance(game, Fleeting) else before.view(step.seat)
    # A fixed seed: a repeated review says the same.
    seed = random.Random(f"{replay.record.table} {number}").getrandbits(64)  # noqa: S311
    if isinstance(game, Planned):
        moves = decision_moves(replay, number)
        own, *others = await adviser.compare_moves(game.key, view, level, seed, moves)
        best = max((own, *others), key=lambda each: each.worth)
        if best is own:
            lead = _margin(own, others[0]) if others else 0.0
            return Decision(step.number, step.turn, step.seat, own.worth, own.worth, played=moves, margin=lead)
        return Decision(
            step=step.number,
            turn=step.turn,
            seat=step.seat,
            share=own.worth,
            best=best.worth,
            better=best.move,
            terms=best.terms,
            line=best.line or (best.move,),
            played=moves,
        )
    found = await adviser.candidates(game.key, view, level, seed, 2, (step.move,))
    best, own = found[0], _find_candidate(found, step.move)
    if own is best:
        lead = _margin(best, found[1]) if len(found) > 1 else 0.0
        return Decision(step.number, step.turn, step.seat, best.worth, best.worth, margin=lead)
    return Decision(
        step=step.number,
        turn=step.turn,
        seat=step.seat,
        share=own.worth,
        best=best.worth,
        spread=(own.spread**2 + best.spread**2) ** 0.5,
        better=best.move,
        terms=best.terms,
    )
