"""Mutation testing (`make mutants`): what is changed, what is left alone, and how a change is put into a living function."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.budowa.scoring import result_of
from tools import mutant_results, mutant_runs, reached
from tools import mutants as command
from tools.faults import Mutant, mutants, mutated
from tools.mutant_results import Result, digest
from tools.mutant_runs import Verdict, _exchange
from tools.mutants import interval
from tools.reached import Reached, Watcher, together

UNMEASURED = 0
"""How many rules modules may have changed since they were measured. It may only shrink."""

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


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[command.Equivalent]:
    """A tree with one rules module, toy.rules, and no results yet. Returns the faults named as equivalent: none."""
    (tmp_path / "engines" / "toy").mkdir(parents=True)
    (tmp_path / "engines" / "toy" / "rules.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "mutants.json").write_text("{}\n", encoding="utf-8")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "KEPT", tmp_path)
    monkeypatch.setattr(mutant_results, "PATH", tmp_path / "mutants.json")
    named: list[command.Equivalent] = []
    monkeypatch.setattr(command, "equivalents", lambda: named)
    return named


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


def test_one_mutant_of_several_on_a_line_can_be_named_equivalent(toy: list[command.Equivalent], tmp_path: Path) -> None:
    line = "return a + 1 - (b + 1)"
    (tmp_path / "engines" / "toy" / "rules.py").write_text(f"def less(a, b):\n    {line}\n", encoding="utf-8")
    toy.append(command.Equivalent("toy.rules", line, ["1 → 2 #2", "Sub → Add"], "to try"))
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
    told = command.table_row("toy.rules", (9, 1, 0, 0), (8, 7))
    assert "not measured since its last change; before it 7 of 8" in told


def test_the_page_says_what_the_kept_results_are() -> None:
    assert command.PAGE.read_text(encoding="utf-8") == "\n".join(command.table()) + "\n", "python -m tools.mutants --table"


def test_the_rules_are_measured_as_they_are() -> None:
    changed = [f"{game}.{module}" for game, module in command.unmeasured()]
    assert len(changed) <= UNMEASURED, f"python -m tools.mutants --sample 40, for {', '.join(changed)}"


def test_a_result_holds_until_the_code_changes() -> None:
    reworded = SOURCE.replace("At least 2.", "Two or more:\n\n    two suffice.").replace("LEAST", "# the least\nLEAST", 1)
    assert digest(reworded) == digest(SOURCE)
    assert digest(SOURCE.replace("LEAST = 2", "LEAST = 3")) != digest(SOURCE)
    assert digest(SOURCE.replace('"less than 2"', '"fewer than 2"')) != digest(SOURCE)


def test_the_kept_result_names_the_survivors(toy: list[command.Equivalent]) -> None:
    assert command.unmeasured() == [], "a new game is measured when its author says so"
    known = {mutant: "" if mutant.line == 9 else "a::test" for mutant in mutants(SOURCE) if mutant.what != "4 → 5"}
    command.keep("toy", {"rules": command.result("toy", "rules", known)}, fresh=False)
    line = "return any(x == 1 for x in range(4))"
    survived = ((line, "returns None #1"), (line, "Eq → NotEq #1"), (line, "1 → 2 #1"))
    assert mutant_results.read() == {"toy.rules": Result(digest(SOURCE), 8, 5, survived)}
    assert command.unmeasured() == []
    rules = mutant_results.PATH.parent / "engines" / "toy" / "rules.py"
    rules.write_text(SOURCE.replace("LEAST = 2", "LEAST = 3"), encoding="utf-8")
    assert command.unmeasured() == [("toy", "rules")]
    rules.write_text(SOURCE, encoding="utf-8")
    assert "| toy.rules | 9 | 0 | 8 | 5 | 62% (31%–86%) |" in [*command.table()]
    toy.append(command.Equivalent("toy.rules", line, ["1 → 2"], "to try"))
    assert "| toy.rules | 8 | 1 | 7 | 5 | 71% (36%–92%) |" in [*command.table()]
    command.keep("toy", {"rules": command.result("toy", "rules", known)}, fresh=False)
    assert mutant_results.read() == {"toy.rules": Result(digest(SOURCE), 7, 5, survived[:2])}


@pytest.mark.usefixtures("toy")
def test_a_smaller_sample_replaces_no_larger_one() -> None:
    large, small, other = Result(digest(SOURCE), 9, 9), Result(digest(SOURCE), 2, 2), Result("other", 1, 1)
    for now, fresh, kept in ((other, False, other), (large, False, large), (small, False, large), (small, True, small)):
        command.keep("toy", {"rules": now}, fresh=fresh)
        assert mutant_results.read() == {"toy.rules": kept}


@pytest.mark.usefixtures("toy")
def test_a_later_sample_tries_earlier_survivors_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[set[Mutant]] = []

    def survive(_game: str, work: dict[str, list[Mutant]], _known: Reached, tell: Callable[[str, Verdict], None]) -> None:
        tried.append({*work["rules"]})
        for mutant in work["rules"]:
            tell("rules", Verdict(mutant, ""))

    monkeypatch.setattr(reached, "load", lambda: None)
    monkeypatch.setattr(mutant_runs, "try_in_place", survive)
    monkeypatch.setattr(command, "known_of", lambda _game, **_: Reached({}, {}))
    for seed in (1, 2):
        assert not command.run("toy", ["rules"], 3, seed, fresh=False)
    assert len(tried[0]) == 3
    assert tried[0] < tried[1]
    assert mutant_results.read()["toy.rules"].tried == len(tried[1])


@pytest.mark.usefixtures("toy")
def test_the_result_of_a_removed_module_is_dropped() -> None:
    mutant_results.write({"toy.choices": Result("other", 1, 1)})
    command.keep("toy", {"rules": Result(digest(SOURCE), 9, 9)}, fresh=False)
    assert [*mutant_results.read()] == ["toy.rules"]


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
