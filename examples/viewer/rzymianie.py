"""The values of the forts taken and not given up. Clans above the seats are neutral."""

from __future__ import annotations

from typing import Any

from seats import letter


class Table:
    """What is counted of the events."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.seats = len(record["seats"])
        self.forts: list[list[int]] = [[] for _ in range(10)]

    @property
    def points(self) -> list[int]:
        """By seat."""
        return [sum(forts) for forts in self.forts[: self.seats]]

    def see(self, data: dict[str, Any]) -> str:
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
