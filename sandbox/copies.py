"""Copies of what can be written as JSON: several times as fast as `copy.deepcopy`, which looks out for circles."""

from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """A deep copy of lists and objects; everything else is immutable and shared."""
    made: Any = value
    if isinstance(value, dict):
        made = {key: copied(inner) for key, inner in value.items()}
    elif isinstance(value, list):
        made = [copied(inner) for inner in value]
    copy: T = made
    return copy
