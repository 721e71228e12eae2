"""Shows a game from its record alone: `python examples/viewer FILE`. A starting point for viewers in other languages.

It imports nothing of Zamki and knows no rules; everything it uses is described in docs/record.md and docs/events. A game is a
module of its name with a `Table(record)`, which is shown each event (`see`) and counts the `points` by seat.
"""

from __future__ import annotations

import datetime as dt
import importlib
import json
import sys
from pathlib import Path
from typing import Any

from seats import letter

Data = dict[str, Any]
"""The data of an event, or a record."""

FORMATS = ("zamki-record-3", "zamki-record-4")
"""The formats of records that have events."""

HERE = Path(__file__).parent


class Unreadable(ValueError):
    """A file that this viewer cannot show."""


def table_of(record: Data) -> Any:
    """Returns an empty table of the record's game. Raises Unreadable."""
    if record["game"] not in {path.stem for path in HERE.glob("*.py")} - {"__main__", "seats"}:
        raise Unreadable("this is no game known here")
    return importlib.import_module(record["game"]).Table(record)


def show(record: Data) -> tuple[list[str], list[int]]:
    """Returns the game line by line, and the final scores by seat. Raises Unreadable."""
    if record.get("format") not in FORMATS or record.get("start") is None:
        raise Unreadable("this is no record with events")
    table = table_of(record)
    seats = ", ".join(
        f"{letter(seat)} {each['name']} {each.get('level', '')}".strip() for seat, each in enumerate(record["seats"])
    )
    lines = [f"{record['game']}, table {record['table']}, pace {record['pace']}, Zamki {record['program']}", seats]
    lines += [f"   {told}" for event in record["start"]["events"] if (told := table.see(event["data"]))]
    for number, move in enumerate(record["moves"], 1):
        when = dt.datetime.fromtimestamp(move.get("at", 0), dt.UTC)
        lines.append(f"{number}. {when:%Y-%m-%d %H:%M} {letter(move['seat'])}: {move['move']}")
        lines += [f"   {told}" for event in move.get("events", ()) if (told := table.see(event["data"]))]
    lines.append("scores: " + ", ".join(f"{letter(seat)} {points}" for seat, points in enumerate(table.points)))
    return lines, table.points


def main(arguments: list[str]) -> int:
    """Print a game. Returns the exit code."""
    try:
        with Path(arguments[0]).open(encoding="utf-8") as file:
            lines, _ = show(json.load(file))
    except (IndexError, OSError, ValueError) as error:
        sys.stderr.write(f"viewer: {error or __doc__}\n")
        return 1
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
