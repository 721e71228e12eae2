"""The types of what a bot may send. A wrong type is refused with 50035 before any limit is checked.

A shape is a type or tuple of types, `ID` for an identifier, `[shape]` for a list, or a dictionary of the shapes of known keys.
As at Discord, unknown keys are ignored, and a missing key or null is always of the right type.
"""

from typing import Any

from sandbox.errors import JSON, Path, Problems

ID = "identifier"
MEDIA: JSON = {"url": str}
EMOJI: JSON = {"id": ID, "name": str}
OPTION: JSON = {"label": str, "value": str, "description": str, "emoji": EMOJI, "default": bool}
COMPONENT: JSON = {
    **dict.fromkeys(("type", "id", "style", "min_values", "max_values", "min_length", "max_length"), int),
    **dict.fromkeys(("accent_color", "spacing"), int),
    **dict.fromkeys(("custom_id", "label", "content", "url", "placeholder", "description", "value"), str),
    **dict.fromkeys(("disabled", "required", "spoiler", "divider"), bool),
    "emoji": EMOJI,
    "options": [OPTION],
    "media": MEDIA,
    "file": MEDIA,
    "items": [{"media": MEDIA, "description": str, "spoiler": bool}],
}
COMPONENT |= {"components": [COMPONENT], "accessory": COMPONENT, "component": COMPONENT}
EMBED: JSON = {
    **dict.fromkeys(("title", "description", "url", "timestamp"), str),
    "color": int,
    "footer": {"text": str},
    "author": {"name": str},
    "image": MEDIA,
    "thumbnail": MEDIA,
    "fields": [{"name": str, "value": str, "inline": bool}],
}
MESSAGE: JSON = {
    "content": str,
    "flags": int,
    "nonce": (str, int),
    "embeds": [EMBED],
    "components": [COMPONENT],
    "attachments": [{"id": ID, "filename": str, "description": str}],
    "allowed_mentions": {"parse": [str], "users": [ID], "roles": [ID], "replied_user": bool},
    "message_reference": {"message_id": ID, "channel_id": ID, "guild_id": ID},
}
MODAL: JSON = {"title": str, "custom_id": str, "components": [COMPONENT]}
_NAMED: JSON = {"name": str, "name_localizations": dict, "description": str, "description_localizations": dict}
CHOICES: JSON = {"choices": [_NAMED | {"value": (str, int, float)}]}
COMMAND_OPTION: JSON = {
    **_NAMED,
    **CHOICES,
    **dict.fromkeys(("type", "min_length", "max_length"), int),
    **dict.fromkeys(("required", "autocomplete"), bool),
}
COMMAND_OPTION |= {"options": [COMMAND_OPTION]}
COMMAND: JSON = {
    **_NAMED,
    "type": int,
    "contexts": [int],
    "integration_types": [int],
    "default_member_permissions": ID,
    "options": [COMMAND_OPTION],
}


def check_shape(value: object, shape: Any) -> None:
    """Refuse (50035) a value that does not have the shape, naming every field of a wrong type."""
    with Problems() as problems:
        _look(problems, (), value, shape)


def _look_at_list(problems: Problems, path: Path, value: object, shape: Any) -> None:
    if not isinstance(value, list):
        problems.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    for number, each in enumerate(value):
        if each is None:
            problems.required((*path, number))
        _look(problems, (*path, number), each, shape)


def _look(problems: Problems, path: Path, value: object, shape: Any) -> None:
    if value is None and path:
        return
    if isinstance(shape, list):
        _look_at_list(problems, path, value, shape[0])
    elif isinstance(shape, dict):
        if not isinstance(value, dict):
            problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return
        for key in value.keys() & shape.keys():
            _look(problems, (*path, key), value[key], shape[key])
    elif shape == ID:
        if isinstance(value, bool) or not (isinstance(value, int | str) and str(value).isdigit()):
            problems.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    elif not isinstance(value, shape) or (isinstance(value, bool) and shape is not bool):
        problems.add(path, "BASE_TYPE_BAD_TYPE", f'Could not interpret "{value}" as {_name(shape)}.')


def _name(shape: Any) -> str:
    return " or ".join(each.__name__ for each in (shape if isinstance(shape, tuple) else (shape,)))
