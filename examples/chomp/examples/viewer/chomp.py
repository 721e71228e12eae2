"""One point for whoever did not take the cursed stone."""

from __future__ import annotations

from typing import Any


class Table:
    """What is counted of the events."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.points = [0] * len(record["seats"])

    def see(self, data: dict[str, Any]) -> str:
        """Process an event; returns its line."""
        if data["kind"] == "fell":
            self.points[1 - data["seat"]] = int(data["heights"][0] == 0)
            return f"the wall: {' '.join(map(str, data['heights']))}"
        return ""
