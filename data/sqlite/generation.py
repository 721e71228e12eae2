"""Which -wal file belongs to which database file.

SQLite applies any -wal file that lies beside a database and has its name. If somebody has replaced the database meanwhile, this
undoes the replacement or mixes the two, without an error. So the only row of the table `opened` is a mark: a random id, which
every copy renews, and the number of logs (-wal files) begun since. The first transaction in a log raises the number, so each
log contains the mark. It belongs to a file that, without the log, has one of the marks in it, or the one before.

The row has a table of its own, so that its page never moves: it can be read from a file of which a part is still in the log.
"""

import contextlib
import re
import secrets
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path

from data.errors import Replaced

NEXT_LOG = "UPDATE opened SET mark = printf('%s%010d', substr(mark, 1, 44), CAST(substr(mark, 45) AS INTEGER) + 1)"
"""Must be in the first transaction of each log. The row keeps its length, so its page never contains an earlier one."""

MARK = re.compile(rb"generation:([0-9a-f]{32}):([0-9]{10})")

MARK_BYTES = 54

LOG_HEADER = struct.Struct(">8xI4x8s8x")
"""Of a log, see "WAL-mode File Format": the size of its pages, the salt that all its valid frames repeat."""

FRAME_HEADER = struct.Struct(">8x8s8x")
"""Of a frame: the salt."""

Mark = tuple[bytes, int]
"""The id and the number."""


def has_mark(db: sqlite3.Connection) -> bool:
    """Returns whether a database has a mark; those of earlier versions have none."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'opened'").fetchone() is not None


def renew(db: sqlite3.Connection) -> None:
    """Make a copy a generation of its own."""
    if has_mark(db):
        with db:
            db.execute("UPDATE opened SET mark = ?", (f"generation:{secrets.token_hex(16)}:{0:010}",))


def log_of(path: Path) -> Path:
    """Returns the path of a database's log."""
    return path.with_name(path.name + "-wal")


def left_log(path: Path) -> bool:
    """Returns whether a database that nobody uses has a log that was not applied: its last process was killed."""
    log = log_of(path)
    return log.exists() and log.stat().st_size > 0


def check_log(path: Path) -> None:
    """Check that the log beside a database that nobody uses belongs to it. Raises Replaced."""
    if not left_log(path) or not (marks := list(_marks_of_log(log_of(path)))):
        return  # an earlier version's, or a torn one
    first, number = marks[0]
    try:
        file = _mark_of_file(path)
    except sqlite3.DatabaseError:
        return  # the process was killed while it moved the log into the file; a copy can always be read
    if file is None and number == 0:
        return  # the log that brought the mark
    if file not in {(first, number - 1), *marks}:
        raise Replaced(f"{path} was replaced while {log_of(path).name} belonged to the file before.")


def _mark_of_file(path: Path) -> Mark | None:
    """Returns the mark that a file has without its log; None: an earlier version made it."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        return _read(db.execute("SELECT mark FROM opened").fetchone()[0].encode()) if has_mark(db) else None


def _marks_of_log(log: Path) -> Iterator[Mark]:
    """Yields the marks in a log: of its beginning, and one for each time that it could not begin again because of readers."""
    with log.open("rb") as file:
        header = file.read(LOG_HEADER.size)
        if len(header) < LOG_HEADER.size:
            return
        size, salt = LOG_HEADER.unpack(header)
        while len(frame := file.read(FRAME_HEADER.size)) == FRAME_HEADER.size and FRAME_HEADER.unpack(frame)[0] == salt:
            page = file.read(size)
            # The page of a table with one row, which SQLite puts at its end.
            if page[:1] == b"\x0d" and page[3:5] == b"\0\1" and len(page) == size and (mark := _read(page[-MARK_BYTES:])):
                yield mark


def _read(text: bytes) -> Mark | None:
    found = MARK.fullmatch(text)
    return (found[1], int(found[2])) if found else None
