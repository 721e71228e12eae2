"""The process of the computer players: `python -m tables.bots.bot_worker module:function`, one line of JSON in and one out per
question.

It is sent the key of a game, an encoded view, a level and a seed, and answers with words: it cannot cheat.

Games wait for moves, for advice only a person does. So one thread reads, and a move that is asked for while advice is being
thought over is found at once: `interrupt_main` has the main thread call the handler of SIGINT, which no system lacks, between
two steps of its thought. The thought goes on when the move has been told.
"""

import _thread
import collections
import importlib
import os
import queue
import random
import signal
import sys
import threading
from collections.abc import Mapping
from types import FrameType

import msgspec

from engines.contract import Candidate, Game, Move, Planned


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the computer player is asked."""

    game: str
    view: msgspec.Raw
    """What the seat may know, in JSON."""
    level: str
    seed: int
    """What its randomness comes from."""
    number: int = 0
    """The answer has it again."""
    advice: int = 0
    """How many candidates are wanted; 0: a move."""
    also: tuple[Move, ...] = ()
    """Moves to be judged besides."""
    played: tuple[Move, ...] = ()
    """A decision of many moves to be compared with the best one, where the game judges whole turns."""


class Drop(msgspec.Struct, frozen=True):
    """Nobody waits for this advice any more."""

    drop: int


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move or the candidates, or the kind of error that thinking ended with."""

    move: Move = ()
    error: str = ""
    number: int = 0
    candidates: tuple[Candidate, ...] = ()


class Dropped(BaseException):
    """Nobody waits for this any more. No error: nothing that thinks may catch it."""


def find(name: str) -> Mapping[str, Game]:
    """The games that `module:function` returns."""
    module, function = name.split(":")
    games: Mapping[str, Game] = getattr(importlib.import_module(module), function)()
    return games


def answer(games: Mapping[str, Game], line: bytes) -> Answer:
    """The answer to one line. Whatever goes wrong is told by its kind alone: messages could quote what is hidden."""
    number = 0
    try:
        question = msgspec.json.decode(line, type=Question)
        number = question.number
        game = games[question.game]
        view = msgspec.json.decode(question.view, type=game.view_type)
        rng = random.Random(question.seed)  # noqa: S311 - the computer player's taste is no secret
        if not question.advice:
            return Answer(game.choose_move(view, rng, question.level), number=number)
        if question.played:
            assert isinstance(game, Planned)
            return Answer(number=number, candidates=game.compared(view, rng, question.level, question.played))
        found = game.candidates(view, rng, question.level, question.advice, question.also)
        return Answer(number=number, candidates=found)
    except Exception as error:  # noqa: BLE001 - one bad question must not end the process
        return Answer(error=type(error).__name__, number=number)


class Worker:
    """Answers questions in the main thread; moves go before advice."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._moves: collections.deque[bytes] = collections.deque()
        self._advice: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._dropped: set[int] = set()
        self._thinking = 0
        """The number of the advice being thought over."""
        self._busy = self._writing = False

    def run(self) -> None:
        """Answer until the input ends, as it does when the bot ends, however it ends."""
        signal.signal(signal.SIGINT, self._interrupted)
        threading.Thread(target=self._read, daemon=True).start()
        while (line := self._advice.get()) is not None:
            self._find_moves()
            answer = self._advise(line)
            if answer is not None:
                self._writing = True  # a move told within it would tear the line
                self._write(answer)
                self._writing = False
                self._find_moves()
        self._find_moves()

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            kind = _kind(line)
            if kind.drop:
                self._dropped.add(kind.drop)
            elif kind.advice:
                self._advice.put(line)
                continue
            else:
                self._moves.append(line)
            _thread.interrupt_main()
            self._advice.put(b"")  # and wakes it where it waits for advice to be asked for
        self._advice.put(None)

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        if self._busy or self._writing:
            return  # whoever is busy looks again
        self._find_moves()
        if self._thinking and self._thinking in self._dropped:
            self._dropped.discard(self._thinking)
            raise Dropped

    def _find_moves(self) -> None:
        while self._moves and not self._busy:
            self._busy = True
            try:
                while self._moves:
                    self._write(answer(self._games, self._moves.popleft()))
            finally:
                self._busy = False

    def _advise(self, line: bytes) -> Answer | None:
        if not line:
            return None
        number = _kind(line).number
        if number in self._dropped:
            self._dropped.discard(number)
            return None
        try:
            self._thinking = number
            try:
                return answer(self._games, line)
            finally:
                self._thinking = 0
        except Dropped:
            self._thinking = 0
            return None

    @staticmethod
    def _write(answer: Answer) -> None:
        line = memoryview(msgspec.json.encode(answer) + b"\n")
        while line:
            line = line[os.write(1, line) :]


class _Kind(msgspec.Struct):
    number: int = 0
    advice: int = 0
    drop: int = 0


def _kind(line: bytes) -> _Kind:
    try:
        return msgspec.json.decode(line, type=_Kind)
    except msgspec.MsgspecError:
        return _Kind()


def main() -> None:
    """The process."""
    Worker(find(sys.argv[1])).run()


if __name__ == "__main__":
    main()
