"""Removes the buttons and the question of a message posted earlier and keeps everything else. What it showed is not stored, so
it is read from Discord.
"""

from chat.wire.layout import ASKING
from chat.wire.payloads import ComponentPayload, GalleryItemPayload
from chat.wire.rest import Rest

ACTION_ROW, TEXT = 1, 10


async def without_buttons(rest: Rest, channel: int, message: int, instead: str = "") -> None:
    """Edit the message so that its layout has no buttons and menus, and has `instead` in place of its question ("": keep the
    question). Raises what `Rest` raises.
    """
    found = await rest.get(channel, message)
    components = found.get("components", [])
    kept = _without_rows(components)
    if instead:
        kept = [_telling(component, instead) for component in kept]
    if kept != components:
        names = [attachment["filename"] for attachment in found.get("attachments", [])]
        await rest.patch(channel, message, {"components": [_with_attachments(component, names) for component in kept]})


def _without_rows(components: list[ComponentPayload]) -> list[ComponentPayload]:
    return [
        {**component, "components": _without_rows(component["components"])} if "components" in component else component
        for component in components
        if component.get("type") != ACTION_ROW
    ]


def _telling(component: ComponentPayload, instead: str) -> ComponentPayload:
    """Returns the outermost component with the line in place of its question, or as its last line if it had none."""
    if "components" not in component:
        return component
    line: ComponentPayload = {"type": TEXT, "id": ASKING, "content": instead}
    parts = [line if part.get("id") == ASKING else part for part in component["components"]]
    return {**component, "components": parts if line in parts else [*parts, line]}


def _with_attachments(component: ComponentPayload, names: list[str]) -> ComponentPayload:
    """Returns the component in the form to be sent: pictures by the name of the attachment, not by their address."""
    sent = component.copy()
    if "components" in sent:
        sent["components"] = [_with_attachments(part, names) for part in sent["components"]]
    if "items" in sent:
        sent["items"] = [_item(item, names) for item in sent["items"]]
    return sent


def _item(item: GalleryItemPayload, names: list[str]) -> GalleryItemPayload:
    url = str(item["media"]["url"])
    name = next((name for name in names if f"/{name}" in url), None)
    sent: GalleryItemPayload = {"media": {"url": f"attachment://{name}" if name is not None else url}}
    if item.get("description"):
        sent["description"] = item["description"]
    return sent
