"""Discord's refusals: status, code, message and, for 50035, the nested `errors` that name the field."""

from collections.abc import Iterator
from typing import Any, Self

JSON = dict[str, Any]
Path = tuple[str | int, ...]
"""The path of a field in a form, for instance `("components", 0, "custom_id")`."""

ENTRY_POINT_KEPT = (
    "You cannot remove this app's Entry Point command in a bulk update operation. "
    "Please include the Entry Point command in your update request or delete it separately."
)

REASONS: dict[int, tuple[int, str]] = {
    10001: (404, "Unknown account"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10007: (404, "Unknown Member"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    20026: (403, "This application has been flagged by our anti-spam system"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30038: (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    30046: (400, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow up messages."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (400, ENTRY_POINT_KEPT),
    160004: (400, "A thread has already been created for this message"),
    160006: (400, "Maximum number of active threads reached"),
}


DIGITS = 20
"""Digits of the largest possible snowflake."""


def number(text: str) -> int | None:
    """The number written in plain ASCII digits; None if the text is not such a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None


class Refused(Exception):
    """Discord would refuse the request; `body()` is its answer."""

    def __init__(self, status: int, code: int, message: str, errors: JSON | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> JSON:
        """The answer's JSON object."""
        body: JSON = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def refusal(code: int) -> Refused:
    """The refusal with a code of `REASONS`."""
    status, message = REASONS[code]
    return Refused(status, code, message)


class Problems:
    """Collects what is wrong with a form in a block, each problem at its path; at its end the whole form is refused (50035)."""

    def __init__(self) -> None:
        self._tree: JSON = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if self._tree and error is None:
            raise Refused(400, 50035, "Invalid Form Body", self._tree)

    def __bool__(self) -> bool:
        return bool(self._tree)

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one problem."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: Path, value: object, least: int, most: int) -> bool:
        """Check the length of a string or list; a value of another type is noted as such. True if it is right."""
        if not isinstance(value, str | list):
            self.add(path, "BASE_TYPE_BAD_TYPE", "Could not interpret value as string or list.")
            return False
        if len(value) > most and least <= 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= len(value) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            return True
        return False

    def items(self, path: Path, value: object, least: int, most: int) -> Iterator[tuple[Path, Any]]:
        """The items of a list, each with its path, if the list has an allowed length; otherwise note that."""
        if self.length(path, value, least, most):
            assert isinstance(value, list)
            yield from (((*path, at), item) for at, item in enumerate(value))

    def number(self, path: Path, value: object, least: int, most: int) -> bool:
        """Check that a value is an integer in a range; True if it is right."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        else:
            return True
        return False

    def choice(self, path: Path, value: object, allowed: tuple[object, ...]) -> bool:
        """Check that a value is one of the allowed ones; True if it is right."""
        if value in allowed and not isinstance(value, bool):
            return True
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, allowed))}}}.")
        return False
