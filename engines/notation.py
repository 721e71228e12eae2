"""What is derived from the contract once for all games: legal moves, the written forms of moves and events, random games."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engines.contract import MOVE_LENGTH, Choices, Event, EventData, Game, IllegalMove, Move, Position, Seat, Word


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


def safe_move(position: Position, seat: Seat, cautious: Sequence[Word] = ()) -> Move:
    """The same legal move for everybody who asks, made without wit: at each word the first of the `cautious` ones that may
    follow, else the first offered; nothing is said that need not be.
    """
    said: Move = ()
    while True:
        choices = position.choices(seat, said)
        if choices.complete:
            return said
        word = next((word for word in cautious if word in choices.words), None) if choices.together == 1 else None
        said = (*said, *(choices.words[: choices.together] if word is None else (word,)))


def only_move(position: Position, seat: Seat) -> Move | None:
    """The one legal move of a seat that is asked; None: there are several, or none."""
    said: Move = ()
    while True:
        choices = position.choices(seat, said)
        if choices.complete:
            return None if choices.words else said
        alike = len(set(choices.words)) == 1
        if not choices.words or (not alike and len(choices.words) > choices.together):
            return None
        if choices.slots > 1 and len(set(choices.stock)) > 1:
            return None
        said = (*said, *choices.words[: choices.together])


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


def read_event(stored: Mapping[str, Any], game: Game) -> Event:
    """The event of this game that was stored as plain JSON. Raises ValueError where it is none.

    Events stored before their data had types have their kind beside it: {"kind": …, "data": {…}}.
    """
    data = {"kind": stored["kind"], **stored["data"]} if "kind" in stored else stored["data"]
    event_data: EventData = msgspec.convert(data, game.event_type)
    to: list[Seat] | None = stored.get("to")
    return Event(event_data, None if to is None else tuple(to), stored.get("reveals", False), stored.get("scene", False))
