"""Shows a game from its record alone: `python viewer.py FILE`. It imports nothing of Zamki and knows no rules; everything it
uses is described in docs/record.md and docs/events.md. A starting point for viewers in other languages.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

FORMATS = ("zamki-record-3", "zamki-record-4")
"""The formats of records that have events."""

Data = dict[str, Any]
"""The data of an event."""


class Unreadable(ValueError):
    """A file that this viewer cannot show."""


class Budowa:
    """One point for each wall card and one for the tile; with figures, the points in the event's table."""

    def __init__(self, record: Data) -> None:
        self.castles: list[list[int]] = [[] for _ in record["seats"]]
        self.points = [1] * len(self.castles)
        self.figures = record["options"].get("figures") == "on"
        if self.figures:
            self.points = [0] * len(self.castles)

    def see(self, data: Data) -> str:
        """Process an event; returns its line."""
        seat = data.get("seat")
        match data["kind"]:
            case "seen":
                return f"{data['spot']} is {data['number']}"
            case "build" | "insert":
                self.castles[seat] = sorted([*self.castles[seat], data["number"]])
                self.points[seat] = data["table"]["points"][seat] if self.figures else 1 + len(self.castles[seat])
                return f"castle: {' '.join(map(str, self.castles[seat]))}"
            case "out":
                return f"{data['number']} is out"
            case "over":
                return f"the end: {data['ending']}"
        return ""


class Rycerze:
    """The values of the castles won, summed over all games."""

    def __init__(self, record: Data) -> None:
        self.points = [0] * len(record["seats"])

    def see(self, data: Data) -> str:
        """Process an event; returns its line."""
        match data["kind"]:
            case "tile":
                return f"round {data['round']}: {data['tile']}"
            case "castle":
                self.points[data["winner"]] += data["value"]
                shown = " | ".join(" ".join(cards) for cards in data["cards"])
                return f"{shown}: {letter(data['winner'])} wins {data['tile']} by {data['by']}"
            case "recruitment":
                return f"recruited: {' '.join(letter(seat) for seat, back in enumerate(data['recruited']) if back)}"
            case "over" | "game":
                return f"put out unseen: {data['put_out']}"
        return ""


class Rzymianie:
    """The values of the forts taken and not given up. Clans above the seats are neutral."""

    def __init__(self, record: Data) -> None:
        self.seats = len(record["seats"])
        self.forts: list[list[int]] = [[] for _ in range(10)]

    @property
    def points(self) -> list[int]:
        """By seat."""
        return [sum(forts) for forts in self.forts[: self.seats]]

    def see(self, data: Data) -> str:
        """Process an event; returns its line."""
        match data["kind"]:
            case "wall":
                return "wall: " + " ".join(f"{fort['kind']}{fort['value']}" for fort in data["wall"])
            case "hand":
                return f"{letter(data['seat'])} holds {' '.join(data['cards'])}"
            case "reveal":
                return f"round {data['round']}: {' '.join(data['turned'])}"
            case "take":
                self.forts[data["clan"]].append(data["fort"]["value"])
                return f"{letter(data['clan'])} takes {data['fort']['kind']}{data['fort']['value']}"
            case "give":
                self.forts[data["clan"]].remove(data["fort"]["value"])
                return f"{letter(data['clan'])} gives up {data['fort']['kind']}{data['fort']['value']}"
        return ""


class Torres:
    """Points bought, and the gains of the scorings."""

    def __init__(self, record: Data) -> None:
        self.points = [0] * len(record["seats"])

    def see(self, data: Data) -> str:
        """Process an event; returns its line."""
        match data["kind"]:
            case "looked":
                return f"looks at {' '.join(data['cards'])}"
            case "kept":
                return f"keeps {data['card']}"
            case "point":
                self.points[data["seat"]] = data["score"]
            case "scoring":
                for gain in data["gains"]:
                    self.points[gain["seat"]] += gain["gain"] + gain["slides"]
                return f"scoring of phase {data['phase']}: " + ", ".join(
                    f"{letter(gain['seat'])} +{gain['gain']} {gain['kind']}" for gain in data["gains"]
                )
        return ""


class Zamek:
    """The areas scored in play, then the steps of the final scoring."""

    def __init__(self, record: Data) -> None:
        self.points = [0] * len(record["seats"])

    def see(self, data: Data) -> str:
        """Process an event; returns its line."""
        match data["kind"]:
            case "draw" | "out":
                return f"tile {data['tile']}, {data['left']} left"
            case "token":
                return f"{letter(data['seat'])} gets the token {data['token']}"
            case "score":
                self.points[data["seat"]] += data["points"]
                return f"{letter(data['seat'])} +{data['points']}"
            case "final-meadows":
                self._paid(data["meadows"])
            case "final-keeps":
                self._paid([data["keeps"]])
            case "final-areas":
                self._paid([*data["areas"], *({"seat": seat, "points": each} for seat, each in enumerate(data["points"]))])
        return ""

    def _paid(self, parts: list[Data]) -> None:
        for part in parts:
            if part["seat"] is not None:
                self.points[part["seat"]] += part["points"]


GAMES: dict[str, Callable[[Data], Any]] = {
    "budowa": Budowa,
    "rycerze": Rycerze,
    "rzymianie": Rzymianie,
    "torres": Torres,
    "zamek": Zamek,
}


def letter(seat: int) -> str:
    """Returns the name of a seat."""
    return "ABCDEFGH"[seat]


def show(record: Data) -> tuple[list[str], list[int]]:
    """Returns the game line by line, and the final scores by seat. Raises Unreadable."""
    if record.get("format") not in FORMATS or record["game"] not in GAMES or record.get("start") is None:
        raise Unreadable("this is no record with events of a game known here")
    table = GAMES[record["game"]](record)
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
