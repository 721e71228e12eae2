"""Points bought, and the gains of the scorings."""

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
