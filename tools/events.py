"""Writes `docs/events/<game>.md` from the types of a game's events and views: `python -m tools.events [game…]`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec

from data.words import words
from engines import games
from engines.contract import Game

PAGES = Path(__file__).parent.parent / "docs" / "events"


def page(game: Game) -> str:
    """Returns the page of a game."""
    return "\n".join(_page(game))


def _page(game: Game) -> Iterator[str]:
    yield f"# {words('en')(f'{game.key}.name')} (`{game.key}`): events and views\n"
    yield "Written by `python -m tools.events`. [What the fields and types mean](README.md).\n"
    told = typing.get_args(game.event_type) or (game.event_type,)
    yield from (_struct(kind, f"Event `{kind.__struct_config__.tag}`") for kind in told)
    yield _struct(game.view_type, "The view")
    seen = {*told, game.view_type}
    waiting = [*told, game.view_type]
    while waiting:
        for part in _parts(waiting.pop(0)):
            if part not in seen:
                seen.add(part)
                waiting.append(part)
                yield _struct(part, f"`{part.__name__}`")


def _struct(kind: type[msgspec.Struct], title: str) -> str:
    """Returns a type's entry: its name, its description, and its fields."""
    about, hints = _documented(kind), typing.get_type_hints(kind)
    lines = [f"**{title}**: {_line(inspect.getdoc(kind) or '')}"]
    if kind.__struct_config__.array_like:
        lines[0] += " An array of these, in this order:"
    for field in msgspec.structs.fields(kind):
        default = _star(field) if field.default is msgspec.UNSET or kind.__struct_config__.omit_defaults else ""
        told = f": {_line(about[field.name])}" if field.name in about else ""
        lines.append(f"- `{field.encode_name}` {_called(hints[field.name])}{default}{told}")
    return "\n".join(lines) + "\n"


def _star(field: msgspec.structs.FieldInfo) -> str:
    """Returns the mark of a field that can be missing, with its default if it has one; "" for a required field."""
    if field.required:
        return ""
    known = field.default not in {msgspec.NODEFAULT, msgspec.UNSET}
    return f" (* `{msgspec.json.encode(field.default).decode()}`)" if known else " (*)"


def _called(hint: object) -> str:
    """Returns a type as it is written, without its module."""
    name = hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint)
    return f"`{re.sub(r'(?:[a-z_]+[.])+', '', name).replace(' | UnsetType', '')}`"


def _line(text: str) -> str:
    return " ".join(text.split())


def _documented(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Returns the docstring below each field, those of base classes first."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base in {object, msgspec.Struct} or base.__module__.startswith("msgspec"):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
                assert isinstance(after.value, ast.Constant)
                found[field.target.id] = str(after.value.value)
    return found


def _parts(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yields the struct types that its fields name."""
    waiting = list(typing.get_type_hints(kind).values())
    while waiting:
        hint = waiting.pop(0)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            yield hint
        waiting += typing.get_args(hint)


if __name__ == "__main__":
    for key in sys.argv[1:] or games():
        (PAGES / f"{key}.md").write_text(page(games()[key]), encoding="utf-8")
