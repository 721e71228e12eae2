"""The documented limits of messages: numbers, and the checks that refuse with 50035 naming the field."""

from collections.abc import Collection

from sandbox.components import Inspector, walk
from sandbox.errors import JSON, Path, Problems, refusal
from sandbox.shapes import CHOICES, MODAL, check_shape

MOST_CONTENT = 2000
MOST_FILES = 10
MOST_FILE_BYTES = 10 * 1024 * 1024
MOST_REQUEST_BYTES = 25 * 1024 * 1024
MOST_NONCE = 25
EMBED = {"title": 256, "description": 4096}
EMBED_PARTS = {("footer", "text"): 2048, ("author", "name"): 256}
EMBED_TOTAL, MOST_EMBEDS, MOST_FIELDS = 6000, 10, 25
LEGACY = ("content", "embeds", "sticker_ids", "poll")


def check_files(files: dict[int, bytes]) -> None:
    """Refuse (40005) uploads over 10 MiB a file or 25 MiB a request."""
    if any(len(data) > MOST_FILE_BYTES for data in files.values()) or sum(map(len, files.values())) > MOST_REQUEST_BYTES:
        raise refusal(40005)


def check_embeds(problems: Problems, embeds: object, files: set[str]) -> None:
    """Check the `embeds` of a message: lengths, 25 fields, 6000 characters over all, attachment:// names."""
    total = 0
    for here, embed in problems.items(("embeds",), embeds, 0, MOST_EMBEDS):
        total += _check_texts(problems, here, embed) + _check_fields(problems, here, embed.get("fields") or [])
        for part in ("image", "thumbnail"):
            url = (embed.get(part) or {}).get("url") or ""
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
                message = f"The referenced attachment was not found: {url}"
                problems.add((*here, part, "url"), "ATTACHMENT_NOT_FOUND", message)
    if total > EMBED_TOTAL:
        message = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_texts(problems: Problems, here: Path, embed: JSON) -> int:
    """Check the texts of an embed outside its fields; returns how long they are."""
    total = 0
    for key, most in EMBED.items():
        if embed.get(key):
            problems.length((*here, key), embed[key], 0, most)
            total += len(embed[key])
    for (part, key), most in EMBED_PARTS.items():
        if (embed.get(part) or {}).get(key):
            problems.length((*here, part, key), embed[part][key], 0, most)
            total += len(embed[part][key])
    return total


def _check_fields(problems: Problems, here: Path, fields: list[JSON]) -> int:
    """Check the fields of an embed; returns how long their texts are."""
    total = 0
    problems.length((*here, "fields"), fields, 0, MOST_FIELDS)
    for place, field in enumerate(fields):
        name, value = field.get("name") or "", field.get("value") or ""
        problems.length((*here, "fields", place, "name"), name, 1, 256)
        problems.length((*here, "fields", place, "value"), value, 1, 1024)
        total += len(name) + len(value)
    return total


def check_mentions(problems: Problems, allowed: JSON | None) -> None:
    """Check `allowed_mentions`."""
    if allowed is None:
        return
    parse = allowed.get("parse") or []
    for number, kind in enumerate(parse):
        problems.choice(("allowed_mentions", "parse", number), kind, ("users", "roles", "everyone"))
    for kind in ("users", "roles"):
        if allowed.get(kind):
            problems.length(("allowed_mentions", kind), allowed[kind], 0, 100)
            if kind in parse:
                code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
                problems.add(("allowed_mentions", kind), code, f"parse:{kind} and {kind}: [ids...] are mutually exclusive.")


def check_attachments(problems: Problems, listed: object, files: dict[int, bytes], kept: set[int]) -> None:
    """Check `attachments`: at most 10, alt text up to 1024, every id an upload of this request or a stored file."""
    for here, entry in problems.items(("attachments",), listed, 0, MOST_FILES):
        if entry.get("id") is None:
            problems.required((*here, "id"))
        elif int(entry["id"]) not in files and int(entry["id"]) not in kept:
            message = f"Attachment {entry['id']} is neither uploaded nor part of the message"
            problems.add((*here, "id"), "ATTACHMENT_NOT_FOUND", message)
        if entry.get("description") is not None:
            problems.length((*here, "description"), entry["description"], 0, 1024)


def check_message(
    payload: JSON,
    *,
    v2: bool,
    files: dict[int, bytes],
    kept: set[int],
    names: list[str],
    emojis: Collection[int] = (),
) -> None:
    """Check a message's form against the limits.

    `files` are this request's uploads by number, `kept` the ids of stored attachments, `names` the files that the message will
    have, to which `attachment://` may refer, `emojis` the ids of existing emoji. Raises `Refused` (50035) naming each wrong
    field.
    """
    with Problems() as problems:
        content = payload.get("content")
        if content is not None:
            problems.length(("content",), content, 0, MOST_CONTENT)
        if v2:
            for key in LEGACY:
                if payload.get(key):
                    message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                    problems.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
        elif payload.get("embeds") is not None:
            check_embeds(problems, payload["embeds"], set(names))
        check_mentions(problems, payload.get("allowed_mentions"))
        if len(names) > MOST_FILES:
            problems.add(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
        elif payload.get("attachments") is not None:
            check_attachments(problems, payload["attachments"], files, kept)
        if payload.get("nonce") is not None:
            problems.length(("nonce",), str(payload["nonce"]), 0, MOST_NONCE)
        if payload.get("components") is not None:
            Inspector(problems, set(names), emojis).message(payload["components"], v2=v2)


def check_modal(data: JSON) -> None:
    """Check a modal's data against the limits."""
    check_shape(data, MODAL)
    with Problems() as problems:
        Inspector(problems, set()).modal(data)


def check_choices(data: JSON) -> None:
    """Check autocomplete choices (`data["choices"]`) against the limits: at most 25, names and string values up to 100."""
    check_shape(data, CHOICES)
    with Problems() as problems:
        for here, choice in problems.items(("choices",), data.get("choices"), 0, 25):
            problems.length((*here, "name"), choice.get("name"), 1, 100)
            if isinstance(choice.get("value"), str):
                problems.length((*here, "value"), choice["value"], 1, 100)
            elif choice.get("value") is None:
                problems.required((*here, "value"))
            for locale, name in (choice.get("name_localizations") or {}).items():
                problems.length((*here, "name_localizations", locale), name, 1, 100)


def text_of(content: str, components: list[JSON]) -> str:
    """All text of a message that can contain a mention."""
    return "\n".join([content, *(each["content"] for each in walk(components) if each.get("type") == 10)])
