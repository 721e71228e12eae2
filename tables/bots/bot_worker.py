"""The process of the computer players: `python -m tables.bots.bot_worker module:function`, one line of JSON in and out per
question.

It receives the key of a game, an encoded view, a level and a seed, and answers with words, so it cannot cheat.

Games wait for moves, but only a person waits for advice. So one thread reads, and a move requested during advice is found
immediately: `interrupt_main` makes the main thread call its handler of SIGINT, which every system has, between two bytecodes.
The advice continues when the move has been written.
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


class WorkerQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to the computer player."""

    game: str
    view: msgspec.Raw
    """What the seat may know, as JSON."""
    level: str
    seed: int
    """The seed of its random numbers."""
    number: int = 0
    """Repeated in the answer."""
    advice: int = 0
    """Number of candidates wanted; 0: a move."""
    also: tuple[Move, ...] = ()
    """Further moves to judge."""
    played: tuple[Move, ...] = ()
    """A decision of several moves to compare with the best one, if the game judges whole turns."""


class Drop(msgspec.Struct, frozen=True):
    """Cancels advice that nobody waits for any more."""

    drop: int


class WorkerAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move or the candidates, or the type of the error."""

    move: Move = ()
    error: str = ""
    number: int = 0
    candidates: tuple[Candidate, ...] = ()


class Dropped(BaseException):
    """Nobody waits for this advice any more. Not an Exception, so that no game code catches it."""


def find(name: str) -> Mapping[str, Game]:
    """Returns the games from `module:function`."""
    module, function = name.split(":")
    games: Mapping[str, Game] = getattr(importlib.import_module(module), function)()
    return games


def answer(games: Mapping[str, Game], line: bytes) -> WorkerAnswer:
    """Returns the answer to one line. Errors are reported by type only, as messages could quote hidden information."""
    number = 0
    try:
        question = msgspec.json.decode(line, type=WorkerQuestion)
        number = question.number
        game = games[question.game]
        view = msgspec.json.decode(question.view, type=game.view_type)
        rng = random.Random(question.seed)  # noqa: S311 - the computer player's choices need no secure random numbers
        if not question.advice:
            return WorkerAnswer(game.choose_move(view, rng, question.level), number=number)
        if question.played:
            assert isinstance(game, Planned)
            return WorkerAnswer(number=number, candidates=game.compare(view, rng, question.level, question.played))
        found = game.candidates(view, rng, question.level, question.advice, question.also)
        return WorkerAnswer(number=number, candidates=found)
    except Exception as error:  # noqa: BLE001 - one bad question must not end the process
        return WorkerAnswer(error=type(error).__name__, number=number)


class Worker:
    """Answers questions in the main thread; moves have priority over advice."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._moves: collections.deque[bytes] = collections.deque()
        self._advice: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._dropped: set[int] = set()
        self._thinking = 0
        """The number of the advice in progress."""
        self._busy = self._writing = False

    def run(self) -> None:
        """Answer until the input ends, which it does however the bot ends."""
        signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._read, daemon=True).start()
        while (line := self._advice.get()) is not None:
            self._find_moves()
            answer = self._advise(line)
            if answer is not None:
                self._writing = True  # a move written in between would tear the line
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
            self._advice.put(b"")  # and wakes it while it waits for advice to be requested
        self._advice.put(None)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._busy or self._writing:
            return  # the busy code checks again afterwards
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

    def _advise(self, line: bytes) -> WorkerAnswer | None:
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
    def _write(answer: WorkerAnswer) -> None:
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
    """Run the process."""
    Worker(find(sys.argv[1])).run()


if __name__ == "__main__":
    main()
