"""Copies of JSON values, made several times as fast as by `copy.deepcopy`, which checks for cycles."""

from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """A deep copy of lists and objects; everything else is immutable and shared."""
    made: Any = value
    # Most values inside are texts and numbers: checking them here saves a call for each.
    if isinstance(value, dict):
        made = {key: copied(inner) if isinstance(inner, (dict, list)) else inner for key, inner in value.items()}
    elif isinstance(value, list):
        made = [copied(inner) if isinstance(inner, (dict, list)) else inner for inner in value]
    copy: T = made
    return copy
