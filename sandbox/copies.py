"""Copies of JSON values, made many times as fast as by `copy.deepcopy`, which checks for cycles."""

import marshal
from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """Returns a deep copy of lists and objects of JSON values."""
    json_value: Any = value
    copy: T = marshal.loads(marshal.dumps(json_value))  # noqa: S302 - its own output
    return copy
