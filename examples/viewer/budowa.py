"""One point for each wall card and one for the tile; with figures, the points in the event's table."""

from __future__ import annotations

from typing import Any


class Table:
    """What is counted of the events."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.castles: list[list[int]] = [[] for _ in record["seats"]]
        self.points = [1] * len(self.castles)
        self.figures = record["options"].get("figures") == "on"
        if self.figures:
            self.points = [0] * len(self.castles)

    def see(self, data: dict[str, Any]) -> str:
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
