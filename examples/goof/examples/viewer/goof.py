"""The values of the prizes taken."""

from __future__ import annotations

from typing import Any


class Table:
    """What is counted of the events."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.points = [0] * len(record["seats"])

    def see(self, data: dict[str, Any]) -> str:
        """Process an event; returns its line."""
        match data["kind"]:
            case "prize":
                return f"prize {data['prize']}"
            case "round":
                self.points = data["points"]
                return f"bids: {' '.join(map(str, data['bids']))}"
        return ""
