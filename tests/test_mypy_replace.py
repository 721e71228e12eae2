"""`tools.mypy_replace`: a field that does not exist, or a value of another type, is an error in a change of a struct."""

import pkgutil
import subprocess
import sys
from pathlib import Path

from tools.mypy_replace import REPLACING

ROOT = Path(__file__).parents[1]

SNIPPET = """
from typing import Any
import msgspec
from tables.model.table import touch
from tables.model.table import Table

class Point(msgspec.Struct, frozen=True):
    x: int
    y: int = 0

def good(point: Point, table: Table) -> tuple[Point, Table]:
    return msgspec.structs.replace(point, x=1), touch(table, 1.0, stage=2)

def bad_name(point: Point) -> Point:
    return msgspec.structs.replace(point, z=1)

def bad_value(point: Point) -> Point:
    return msgspec.structs.replace(point, x="1")

def bad_wrapped(table: Table) -> Table:
    return touch(table, 1.0, stage="2")
"""


def test_changes_of_structs_are_checked(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET)
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", str(snippet)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    lines = [line for line in found.splitlines() if "error" in line]
    assert [line.split("[")[-1].rstrip("]") for line in lines[:3]] == ["call-arg", "arg-type", "arg-type"], found
    assert lines[3:] == ["Found 3 errors in 1 file (checked 1 source file)"], found


def test_all_names_of_the_plugin_are_of_something() -> None:
    for name in filter(None, [*REPLACING, *REPLACING.values()]):
        assert pkgutil.resolve_name(name) is not None, name
