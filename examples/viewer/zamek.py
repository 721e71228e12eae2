"""The areas scored in play, then the steps of the final scoring."""

from __future__ import annotations

from typing import Any

from seats import letter


class Table:
    """What is counted of the events."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.points = [0] * len(record["seats"])

    def see(self, data: dict[str, Any]) -> str:
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

    def _paid(self, parts: list[dict[str, Any]]) -> None:
        for part in parts:
            if part["seat"] is not None:
                self.points[part["seat"]] += part["points"]
