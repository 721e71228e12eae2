"""The process of the computer players: `python -m tables.bot_worker module:function`, a line of JSON in and one out a move.

It is sent the key of a game, an encoded view, a level and a seed, and answers with words: it can not cheat.
"""

from __future__ import annotations

import importlib
import random
import signal
import sys
from collections.abc import Mapping

import msgspec

from engines.contract import Game, Move


class Question(msgspec.Struct, frozen=True):
    """What the computer player is asked."""

    game: str
    """The game's key."""
    view: msgspec.Raw
    """What the seat may know, in JSON."""
    level: str
    seed: int
    """What its randomness comes from."""


class Answer(msgspec.Struct, frozen=True):
    """The move, or the kind of error that thinking ended with."""

    move: Move = ()
    error: str = ""


def find(name: str) -> Mapping[str, Game]:
    """The games that `module:function` returns."""
    module, function = name.split(":")
    games: Mapping[str, Game] = getattr(importlib.import_module(module), function)()
    return games


def answer(games: Mapping[str, Game], line: bytes) -> Answer:
    """The answer to one line. Whatever goes wrong is told by its kind alone: messages could quote what is hidden."""
    try:
        question = msgspec.json.decode(line, type=Question)
        game = games[question.game]
        view = msgspec.json.decode(question.view, type=game.view_type)
        rng = random.Random(question.seed)  # noqa: S311 - the computer player's taste is no secret
        return Answer(game.choose_move(view, rng, question.level))
    except Exception as error:  # noqa: BLE001 - one bad question must not end the process
        return Answer(error=type(error).__name__)


def main() -> None:
    """Answer until the input ends, as it does when the bot ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games = find(sys.argv[1])
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(games, line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
