"""The numbered rules of docs/rules and the tests that prove them: `python -m tools.rules [game…]` prints rule → tests.

A rule is a list item of `docs/rules/<game>.md` that begins with its number in bold (`- **T12** …`). A test names the rules it
proves with `@pytest.mark.rule("T12", "T13")`; comments and docstrings of the game's code may cite them. Exits with 1 if a rule
has no test, or if a cited number is not a rule.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"

_ITEM = re.compile(r"^\s*- \*\*([A-Z]\d+[a-z]?)\*\*", re.MULTILINE)


class Sheet(msgspec.Struct, frozen=True):
    """The rules of one game: its key, the rules' numbers in their order, the tests by rule, and the places where unknown
    numbers are cited (`file:line number`).
    """

    game: str
    rules: tuple[str, ...]
    tests: dict[str, list[str]]
    unknown: tuple[str, ...]

    @property
    def unproved(self) -> tuple[str, ...]:
        """The rules that no test names."""
        return tuple(rule for rule in self.rules if not self.tests.get(rule))


def sheets(game: str = "*") -> list[Sheet]:
    """Returns the sheet of this game, or of all games that have one, by key."""
    return [_sheet(path) for path in sorted(RULES.glob(f"{game}.md"))]


def _sheet(path: Path) -> Sheet:
    game = path.stem
    rules = tuple(_ITEM.findall(path.read_text(encoding="utf-8")))
    tests: dict[str, list[str]] = {rule: [] for rule in rules}
    unknown: list[str] = []
    for test in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")):
        for name, rule in _proved(test):
            where = f"{test.relative_to(ROOT)}::{name}"
            tests.get(rule, unknown).append(where if rule in tests else f"{where} {rule}")
    letters = {rule[0] for rule in rules}
    for folder in ("engines", "render", "tests/games"):
        for code in sorted((ROOT / folder / game).rglob("*.py")):
            unknown += [f"{code.relative_to(ROOT)}:{line} {rule}" for line, rule in _cited(code, letters) if rule not in tests]
    return Sheet(game, rules, tests, tuple(unknown))


def _proved(path: Path) -> Iterator[tuple[str, str]]:
    """Yields each test function of a file with each rule that a marker of it (or of its file) names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    of_all = [
        mark for node in tree.body if isinstance(node, ast.Assign) and _names(node, "pytestmark") for mark in [node.value]
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for mark in (*node.decorator_list, *of_all):
                yield from ((node.name, rule) for rule in _marked(mark))


def _names(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _marked(node: ast.expr) -> Iterator[str]:
    """Yields the numbers in `pytest.mark.rule(…)`, also inside a list."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
            yield from (str(each.value) for each in call.args if isinstance(each, ast.Constant))


def _cited(path: Path, letters: set[str]) -> Iterator[tuple[int, str]]:
    """Yields the rule numbers in the comments and docstrings of a file, with their lines."""
    number = re.compile(rf"(?<![\w'`\"-])[{''.join(sorted(letters))}]\d{{1,2}}[a-z]?(?![\w'`\"])") if letters else None
    if number is None:
        return
    source = path.read_text(encoding="utf-8")
    if not number.search(source):
        return  # most files: no need to parse them
    texts = [
        (token.start[0], token.string)
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    texts += [
        (node.lineno, node.value.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    for line, text in texts:
        yield from ((line, rule) for rule in number.findall(text))


def main(wanted: list[str]) -> int:
    """Print the sheets of these games; all if none is named. Returns 1 if something is missing."""
    failed = False
    for sheet in sheets():
        if wanted and sheet.game not in wanted:
            continue
        print(f"{sheet.game}: {len(sheet.rules)} rules")
        for rule in sheet.rules:
            print(f"  {rule}")
            for test in sheet.tests[rule]:
                print(f"      {test}")
        for where in sheet.unknown:
            print(f"  no such rule: {where}")
        print(f"  without a test: {', '.join(sheet.unproved) or 'none'}")
        failed = failed or bool(sheet.unproved or sheet.unknown)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
