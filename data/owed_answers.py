"""The private answers that this process owes, in a file beside the database: a killed process leaves there what it still owed.

One line for each answer begun or given is appended before anything is awaited. The operating system keeps what was written when
the process dies. Nothing is synced: after a power cut the answers are out of date anyway.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from data.records import AnswerRow

ROOM_BYTES = 1 << 16
"""Size from which the file is emptied as soon as nothing is owed."""


class AnswersFile:
    """Knows what is owed. One process at a time, the one that holds the database."""

    def __init__(self, path: Path) -> None:
        """Read what the process before has left. Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._left: dict[int, AnswerRow] = {}
        for line in path.read_bytes().splitlines():
            with contextlib.suppress(msgspec.DecodeError, ValueError):  # the last line may be cut
                if line.isdigit():
                    self._left.pop(int(line), None)
                else:
                    row = msgspec.json.decode(line, type=AnswerRow)
                    self._left[row.interaction] = row
        self._owed: set[int] = set()

    def begin(self, row: AnswerRow) -> None:
        """An answer is owed from now on."""
        self._owed.add(row.interaction)
        self._append(msgspec.json.encode(row))

    def end(self, interaction: int) -> None:
        """It is given, or will never be."""
        if interaction not in self._owed:
            return
        self._owed.discard(interaction)
        self._append(b"%d" % interaction)
        with contextlib.suppress(OSError):
            if not self._owed and not self._left and os.fstat(self._file).st_size > ROOM_BYTES:
                os.ftruncate(self._file, 0)

    def left(self) -> list[AnswerRow]:
        """What was left before this process, once."""
        rows, self._left = list(self._left.values()), {}
        for row in rows:
            self._append(b"%d" % row.interaction)
        return rows

    def close(self) -> None:
        """Write no more: an answer that ends later may find the number of the file given to another."""
        file, self._file = self._file, -1
        os.close(file)

    def _append(self, line: bytes) -> None:
        # A full disk costs the line at "is thinking" after a kill, never the answer.
        with contextlib.suppress(OSError):
            os.write(self._file, line + b"\n")
