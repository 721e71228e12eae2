"""Takes the buttons off a message posted earlier and has it ask for nothing any more, keeping all else: what it showed is not
remembered, so it is read back.
"""

from typing import Any

from chat.wire.layout import ASKING
from chat.wire.rest import Rest

ACTION_ROW, TEXT = 1, 10


async def without_buttons(rest: Rest, channel: int, message: int, instead: str = "") -> None:
    """Edit the message so that its layout has no rows of buttons and menus, and has `instead` in the place of what it asked
    ("": it says what it said). Raises what `Rest` raises.
    """
    found = await rest.get(channel, message)
    components = found.get("components", [])
    kept = _kept(components)
    if instead:
        kept = [_telling(component, instead) for component in kept]
    if kept != components:
        names = [attachment["filename"] for attachment in found.get("attachments", [])]
        await rest.patch(channel, message, {"components": [_attached(component, names) for component in kept]})


def _kept(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**component, "components": _kept(component["components"])} if "components" in component else component
        for component in components
        if component.get("type") != ACTION_ROW
    ]


def _telling(component: dict[str, Any], instead: str) -> dict[str, Any]:
    """The outermost component with the line in the place of its question; as its last line where it had none of its own."""
    if "components" not in component:
        return component
    line = {"type": TEXT, "id": ASKING, "content": instead}
    parts = [line if part.get("id") == ASKING else part for part in component["components"]]
    return {**component, "components": parts if line in parts else [*parts, line]}


def _attached(component: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The component as it is sent: pictures by the name of the attachment, not by the address it was given."""
    sent = dict(component)
    if "components" in sent:
        sent["components"] = [_attached(part, names) for part in sent["components"]]
    if "items" in sent:
        sent["items"] = [_item(item, names) for item in sent["items"]]
    return sent


def _item(item: dict[str, Any], names: list[str]) -> dict[str, Any]:
    url = str(item["media"]["url"])
    name = next((name for name in names if f"/{name}" in url), None)
    sent = {"media": {"url": f"attachment://{name}" if name is not None else url}}
    if item.get("description"):
        sent["description"] = item["description"]
    return sent
