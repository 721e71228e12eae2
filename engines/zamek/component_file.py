"""TOML files whose errors name the line.

`tomllib` does not report lines of entries, so they are looked up in the text. The files are flat, a list of `[[table]]` blocks
with one key a line; nothing else is supported.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any


class ComponentError(ValueError):
    """A component file that the rules cannot use: `source` (its name), `line` (from 1) and `reason`."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}, line {line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


class ComponentFile:
    """A component file: its parsed `data`, and the line numbers of its entries.

    Raises ComponentError if the text is not TOML.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self._lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            raise self.error(int(found[1]) if found else len(self._lines), f"not TOML: {error}") from error

    def error(self, line: int, reason: str) -> ComponentError:
        return ComponentError(self.source, line, reason)

    def line(self, table: str = "", number: int = 0, key: str = "") -> int:
        """Returns the line of `key` in the `number`-th block of `[[table]]` (or in `[table]`; "" before any block).

        If there is no such key, it is the block's header; if there is no such block, the first line.
        """
        header, block, seen = 1, "", -1
        for line, text in enumerate(self._lines, 1):
            started = re.match(r"\s*\[+\s*([\w.-]+)\s*\]+\s*(#.*)?$", text)
            if started:
                block = started[1]
                seen += block == table
                if block == table and seen == number:
                    header = line
            elif block == table and (not table or seen == number) and key and re.match(rf"\s*{re.escape(key)}\s*=", text):
                return line
        return header

    def only(self, found: Mapping[str, Any], known: Mapping[str, type], at: tuple[str, int]) -> None:
        """Raise ComponentError for keys that are not `known` and for values of another type than the known one."""
        for key, value in found.items():
            if key not in known:
                raise self.error(self.line(*at, key), f"unknown key {key!r}")
            if type(value) is not known[key]:
                raise self.error(self.line(*at, key), f"{key} must be {known[key].__name__}, not {value!r}")
