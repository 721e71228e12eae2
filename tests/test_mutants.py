"""Mutation testing (`make mutants`): what is changed, what is left alone, and how a change is put into a living function."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.budowa.scoring import result_of
from tools import mutants as command
from tools.faults import mutants, mutated
from tools.mutant_runs import _exchange
from tools.mutants import interval
from tools.reached import Reached, Watcher, together

SOURCE = '''
"""A module: 1 of it."""
LEAST = 2

def enough(count: int = 3) -> bool:
    """At least 2."""
    assert count > 0
    if not count < LEAST:
        return any(x == 1 for x in range(4))
    raise ValueError("less than 2" + str(2))
'''


def test_rules_are_changed_and_words_of_ours_are_not() -> None:
    assert [(mutant.line, mutant.what) for mutant in mutants(SOURCE)] == [
        (3, "2 → 3"),
        (5, "3 → 4"),
        (8, "condition negated"),
        (8, "not left out"),
        (8, "Lt → LtE"),
        (9, "returns None"),
        (9, "Eq → NotEq"),
        (9, "1 → 2"),
        (9, "4 → 5"),
    ]


def test_each_mutant_is_another_program() -> None:
    every = [ast.unparse(mutated(SOURCE, mutant)) for mutant in mutants(SOURCE)]
    assert len({ast.unparse(ast.parse(SOURCE)), *every}) == len(every) + 1


def test_only_a_fault_inside_a_function_is_exchanged() -> None:
    path = Path("enough.py")
    there: dict[str, Any] = {}
    exec(compile(SOURCE, str(path), "exec"), there)
    enough = there["enough"]
    assert enough(2)
    for mutant in mutants(SOURCE):
        changed = _exchange(SOURCE, mutant, path, [enough])
        assert (changed is None) == (mutant.line in {3, 5}), mutant
        if mutant.what == "returns None":
            assert changed is not None
            ((function, code),) = changed
            function.__code__ = code
    assert enough(2) is None


def test_code_run_at_import_is_tried_with_all_but_long_tests() -> None:
    first = Reached({"rules": {8: ["a::x"], 3: [""]}}, {"a::x": 0.1, "a::long": 60.0})
    known = together([first, Reached({"rules": {8: ["b::y"]}}, {"b::y": 0.1})])
    at = {mutant.line: known.tests("rules", mutant) for mutant in mutants(SOURCE)}
    assert [(sorted(tests), at_import) for tests, at_import in (at[8], at[3], at[9])] == [
        (["a::x", "b::y"], False),
        (["a::x", "b::y"], True),
        ([], False),
    ]


def test_a_sample_has_its_interval() -> None:
    low, high = interval(54, 60)
    assert (round(low, 3), round(high, 3)) == (0.799, 0.953)


def test_one_mutant_of_several_on_a_line_can_be_named_equivalent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = "return a + 1 - (b + 1)"
    (tmp_path / "engines" / "toy").mkdir(parents=True)
    (tmp_path / "engines" / "toy" / "rules.py").write_text(f"def less(a, b):\n    {line}\n", encoding="utf-8")
    named = command.Equivalent("toy.rules", line, ["1 → 2 #2", "Sub → Add"], "to try")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "equivalents", lambda: [named])
    noticeable, equivalent = command.told_apart("toy", "rules")
    assert [mutant.what for mutant in equivalent] == ["Sub → Add", "1 → 2"]
    assert [mutant.what for mutant in noticeable] == ["returns None", "Add → Sub", "1 → 2", "Add → Sub"]
    assert noticeable[2].node < equivalent[1].node


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((0, 0, 0, 0), "| toy.rules | 0 | 0 | 0 | 0 | nothing to change |"),
        ((9, 1, 0, 0), "| toy.rules | 9 | 1 | 0 | 0 | not measured |"),
        ((9, 0, 9, 8), "| toy.rules | 9 | 0 | 9 | 8 | 89% |"),
        ((99, 0, 60, 54), "| toy.rules | 99 | 0 | 60 | 54 | 90% (80%–95%) |"),
    ],
)
def test_the_page_says_what_is_a_sample(counts: tuple[int, int, int, int], told: str) -> None:
    assert command.table_row("toy.rules", counts) == told


def test_the_page_tells_what_was_found_before_a_modules_change() -> None:
    told = command.table_row("toy.rules", (9, 1, 0, 0), (7, 8))
    assert "not measured since its last change; before it 7 of 8, equivalent ones counted as survivors" in told


def test_the_lines_that_a_test_reaches_are_measured(tmp_path: Path) -> None:
    watcher = Watcher("budowa", tmp_path / "reached.json")
    watcher.pytest_sessionstart()
    watcher.pytest_runtest_logstart("a test")
    result_of([[1, 2], [3]], figures=False)
    watcher.pytest_runtest_logfinish("a test")
    watcher.pytest_sessionfinish()
    found = msgspec.json.decode((tmp_path / "reached.json").read_bytes(), type=Reached)
    assert ["a test"] in found.lines["scoring"].values()
    assert list(found.took) == ["a test"]


def test_what_is_equivalent_still_stands_in_the_rules() -> None:
    for module in {one.module for one in command.equivalents()}:
        game, _, name = module.partition(".")
        assert command.told_apart(game, name)[1]


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["nosuchgame"])
    assert "there is no folder engines/nosuchgame" in capsys.readouterr().err
