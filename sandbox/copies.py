"""Copies of what can be written as JSON: several times as fast as `copy.deepcopy`, which looks out for circles."""

from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """A deep copy of lists and objects; everything else is immutable and shared."""
    made: Any = value
    # Most of what is inside is texts and numbers: looked at here, they cost no call each.
    if isinstance(value, dict):
        made = {key: copied(inner) if isinstance(inner, (dict, list)) else inner for key, inner in value.items()}
    elif isinstance(value, list):
        made = [copied(inner) if isinstance(inner, (dict, list)) else inner for inner in value]
    copy: T = made
    return copy
