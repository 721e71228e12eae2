"""What is derived from the contract once for all games: legal moves, written moves and events, random games."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engines.contract import MOVE_LENGTH, Choices, Event, EventData, Game, IllegalMove, Move, Position, Seat, Word


def legal_moves(position: Position, seat: Seat) -> list[Move]:
    """Returns all legal moves of the seat in the table's order, without repetition; [] if nothing is asked of it.

    If words are chosen `together` in any order, each combination appears once, in the order offered.
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
    """Returns the different ways to choose `together` of the words, in the order offered."""
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
    """Returns a random legal move, chosen word by word (not uniform over moves, but cheap if there are very many)."""
    said: Move = ()
    while True:
        choices = position.choices(seat, said)
        if choices.complete and (not choices.words or rng.random() < 1 / (len(choices.words) + 1)):
            return said
        said = (*said, *rng.sample(choices.words, choices.together))


def safe_move(position: Position, seat: Seat, cautious: Sequence[Word] = ()) -> Move:
    """Returns a legal move by a fixed rule, the same for everybody who asks: at each word the first of the `cautious` ones that
    may follow, else the first offered. It stops as soon as the move is complete.
    """
    said: Move = ()
    while True:
        choices = position.choices(seat, said)
        if choices.complete:
            return said
        word = next((word for word in cautious if word in choices.words), None) if choices.together == 1 else None
        said = (*said, *(choices.words[: choices.together] if word is None else (word,)))


def only_move(position: Position, seat: Seat) -> Move | None:
    """Returns the one legal move of a seat that is asked; None if there are several, or none."""
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
    """Play to the end at random and in place, one of the pending seats at a time. Yields each move after it was played."""
    while pending := position.pending():
        seat = rng.choice(pending)
        move = random_move(position, seat, rng)
        yield seat, move, position.play(seat, move)


def write(move: Move) -> str:
    """Returns the written form: the words with single spaces."""
    return " ".join(move)


def read(text: str) -> Move:
    """Returns the move that a person typed: words in any case, any white space. Raises IllegalMove if it cannot be a move."""
    words = tuple(text.lower().split())
    if not words or len(" ".join(words)) > MOVE_LENGTH or not all(re.fullmatch(r"[a-z0-9'-]+", word) for word in words):
        raise IllegalMove("tables.refusal.unreadable")
    return words


def read_event(stored: Mapping[str, Any], game: Game) -> Event:
    """Returns the event of this game that was stored as plain JSON. Raises ValueError if it is not one.

    Events stored before their data had types keep their kind outside of it: {"kind": …, "data": {…}}.
    """
    data = {"kind": stored["kind"], **stored["data"]} if "kind" in stored else stored["data"]
    event_data: EventData = msgspec.convert(data, game.event_type)
    to: list[Seat] | None = stored.get("to")
    return Event(event_data, None if to is None else tuple(to), stored.get("reveals", False), stored.get("scene", False))
