"""The answers that a process owes, in a file: Discord shows "is thinking" until they are given, also after a kill."""

import contextlib
import itertools
import os
from pathlib import Path

import msgspec

from data.locks import lock
from data.records.people import AnswerRow

ROOM_BYTES = 1 << 16
"""Bytes from which the file is emptied as soon as no answer is owed."""


class AnswersFile:
    """Records the answers that a process owes. Only one process uses it at a time: the holder of the database or file."""

    def __init__(self, path: Path, *, hold: bool = False) -> None:
        """Read what the previous process left. `hold`: keep other processes out. Raises OSError, and BlockingIOError if another
        one holds the file.
        """
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        if hold and not lock(self._file):
            os.close(self._file)
            raise BlockingIOError(f"{path} is held by another running process")
        self._left: dict[int, AnswerRow] = {}
        for line in path.read_bytes().splitlines():
            with contextlib.suppress(msgspec.DecodeError, ValueError):  # the last line may be incomplete
                if line.isdigit():
                    self._left.pop(int(line), None)
                else:
                    row = msgspec.json.decode(line, type=AnswerRow)
                    self._left[row.interaction] = row
        self._owed: set[int] = set()

    def begin(self, row: AnswerRow) -> None:
        """Record that an answer is owed."""
        self._owed.add(row.interaction)
        self._append(msgspec.json.encode(row))

    def end(self, interaction: int) -> None:
        """Record that it was given, or will never be."""
        if interaction not in self._owed:
            return
        self._owed.discard(interaction)
        self._append(b"%d" % interaction)
        with contextlib.suppress(OSError):
            if not self._owed and not self._left and os.fstat(self._file).st_size > ROOM_BYTES:
                os.ftruncate(self._file, 0)

    def take_left(self) -> list[AnswerRow]:
        """Returns what earlier processes left; only the first call does."""
        rows, self._left = list(self._left.values()), {}
        for row in rows:
            self._append(b"%d" % row.interaction)
        return rows

    def close(self) -> None:
        """Stop writing: if an answer ends later, the file's descriptor may belong to another file."""
        file, self._file = self._file, -1
        os.close(file)

    def _append(self, line: bytes) -> None:
        # If the disk is full, a kill can leave the line at "is thinking", but the answer itself is never lost.
        with contextlib.suppress(OSError):
            os.write(self._file, line + b"\n")


class SharedAnswers(AnswersFile):
    """The answers of several processes on this computer that share a store: each holds its own file in a folder. All others can
    take over what a killed one has left.
    """

    def __init__(self, folder: Path, name: str) -> None:
        """Hold the first file of this name that is free. Raises OSError."""
        self._folder, self._name = folder, name
        folder.mkdir(0o700, parents=True, exist_ok=True)
        for number in itertools.count(1):
            with contextlib.suppress(BlockingIOError):
                super().__init__(folder / f"{name}-{number}.answers", hold=True)
                return

    def take_left(self) -> list[AnswerRow]:
        rows = super().take_left()
        for path in sorted(self._folder.glob(f"{self._name}-*.answers")):
            with contextlib.suppress(OSError):  # its process lives, or the disk is full
                dead = AnswersFile(path, hold=True)
                rows += dead.take_left()
                dead.close()
        return rows
