"""What is done with an interaction's token goes by the time since it arrived, whatever any wall clock says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from data import telemetry

ROOT = Path(__file__).parents[2]


def test_nothing_that_answers_reads_a_wall_clock() -> None:
    """`time.time()` is this computer's clock, and `created_at` Discord's. `check` compares them, which is its purpose."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for room in ("chat", "cogs")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path != ROOT / "cogs/server/checking.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and (
            node.attr == "created_at" or (node.attr == "time" and isinstance(node.value, ast.Name) and node.value.id == "time")
        )
    ]
    assert not found, "use time.monotonic(), from the arrival of the press"


def test_clocks_that_disagree_are_told_once_and_measure_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_apart", 0.0)
    monkeypatch.setattr("data.telemetry.time.time", lambda: telemetry.EPOCH + 5000.0)
    right, wrong = 4_999_000 << 22, 4_980_000 << 22
    telemetry.begin(right)
    assert telemetry.compare(right) is None
    assert telemetry.age() == 1.0
    telemetry.begin(wrong)
    assert telemetry.compare(wrong) == 20.0
    assert telemetry.compare(wrong) is None
    assert telemetry.age() is None
    assert telemetry.compare(right) is None
    assert telemetry.compare(wrong) == 20.0, "it was right in between"
