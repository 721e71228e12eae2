"""The values of the castles won, summed over all games."""

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
