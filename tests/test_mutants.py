"""Mutation testing (`make mutants`): what is changed, what is left alone, and how a change is put into a living function."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import mutants as command
from tools.faults import mutants, mutated
from tools.mutant_runs import _exchange
from tools.mutants import interval
from tools.reached import Reached, together

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


def test_a_fault_inside_a_function_is_exchanged_and_one_at_import_is_not() -> None:
    path, there = Path("enough.py"), {}
    exec(compile(SOURCE, str(path), "exec"), there)
    enough = there["enough"]
    assert enough(2)
    for mutant in mutants(SOURCE):
        changed = _exchange(SOURCE, mutant, path, [enough])
        assert (changed is None) == (mutant.line in {3, 5}), mutant
        if mutant.what == "returns None":
            ((function, code),) = changed
            function.__code__ = code
    assert enough(2) is None


def test_what_runs_at_import_is_tried_with_all_tests_but_the_longest() -> None:
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


def test_what_is_equivalent_still_stands_in_the_rules() -> None:
    for one in command.equivalents():
        game, _, module = one.module.partition(".")
        assert len(command.every(game, module)) > 0


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["nosuchgame"])
    assert "there is no folder engines/nosuchgame" in capsys.readouterr().err
