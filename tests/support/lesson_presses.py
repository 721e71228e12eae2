"""What can be pressed in a lesson."""

from cogs.learn.lesson import POINTER
from sandbox.client import JSON, buttons, selects


def said_in_lesson(message: JSON) -> list[tuple[str, list[str], bool]]:
    """What can be pressed in a lesson: the id, what is chosen in a menu, and whether it is pointed at."""

    def pointed(piece: JSON) -> bool:
        return (piece.get("emoji") or {}).get("name") == POINTER

    chosen = ((menu, option) for menu in selects(message) for option in menu["options"])
    return [
        *((each.get("custom_id", ""), [], pointed(each)) for each in buttons(message)),
        *((menu["custom_id"], [option["value"]], pointed(option)) for menu, option in chosen),
    ]
