"""What is derived from the contract once for all games: legal moves, the written form of a move, whole random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from engines.contract import MOVE_LENGTH, Choices, Event, IllegalMove, Move, Position, Seat


def legal_moves(position: Position, seat: Seat) -> list[Move]:
    """All legal moves of the seat in the table's order, without repetition; [] when nothing is asked of it.

    Where words are chosen `together` in any order, each combination stands once, in the order offered.
    """
    return list(_walk(position, seat, ()))


def _walk(position: Position, seat: Seat, said: Move) -> Iterator[Move]:
    choices = position.choices(seat, said)
    if choices.complete:
        yield said
    if choices.together == 1:
        for word in choices.words:
            yield from _walk(position, seat, (*said, word))
    else:
        for words in combinations(choices):
            yield from _walk(position, seat, (*said, *words))


def combinations(choices: Choices) -> list[Move]:
    """The different ways to choose `together` of the words, in the order offered."""
    found: dict[Move, None] = {}

    def extend(start: int, taken: Move) -> None:
        if len(taken) == choices.together:
            found[taken] = None
            return
        for index in range(start, len(choices.words)):
            extend(index + 1, (*taken, choices.words[index]))

    extend(0, ())
    return list(found)


def random_move(position: Position, seat: Seat, rng: random.Random) -> Move:
    """A random legal move, walked word by word (not uniform over moves, but cheap where there are very many)."""
    said: Move = ()
    while True:
        choices = position.choices(seat, said)
        if choices.complete and (not choices.words or rng.random() < 1 / (len(choices.words) + 1)):
            return said
        said = (*said, *rng.sample(choices.words, choices.together))


def random_game(position: Position, rng: random.Random) -> Iterator[tuple[Seat, Move, list[Event]]]:
    """Play on at random in place to the end, one of the pending seats at a time, and tell each move after it was played."""
    while pending := position.pending():
        seat = rng.choice(pending)
        move = random_move(position, seat, rng)
        yield seat, move, position.play(seat, move)


def write(move: Move) -> str:
    """The written form: the words with single spaces."""
    return " ".join(move)


def read(text: str) -> Move:
    """The move a person typed: words in any case, any white space. Raises IllegalMove when it cannot be one at all."""
    words = tuple(text.lower().split())
    if not words or len(" ".join(words)) > MOVE_LENGTH or not all(re.fullmatch(r"[a-z0-9'-]+", word) for word in words):
        raise IllegalMove("tables.refusal.unreadable")
    return words
