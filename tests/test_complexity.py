"""The complexity check counts what branches, in expressions too, and its list may only shrink."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.tree import own_files
from tools import complexity

ROOT = Path(__file__).parents[1]

BRANCHING = {
    "x if a else y": 2,
    "a and b or c": 3,
    "[x for x in a if x]": 3,
    "f'{x if a else y}'": 2,
    "'x if a else y'": 1,
    "(lambda: x if a else y)": 2,
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree whose every function with a branch is too complex, and whose list is empty."""
    monkeypatch.setattr(complexity, "ROOT", tmp_path)
    monkeypatch.setattr(complexity, "MOST", 1)
    monkeypatch.setattr(complexity, "ALLOWED", tmp_path / "complexity.toml")
    complexity.ALLOWED.write_text("")
    return tmp_path


@pytest.mark.parametrize(("expression", "expected"), BRANCHING.items())
def test_branches_in_expressions_count(tree: Path, expression: str, expected: int) -> None:
    (tree / "bot.py").write_text(f"def f(a, b, c, x, y):\n    return {expression}\n")
    assert complexity.measured() == ({"bot.py f": (expected, 1)} if expected > 1 else {})


def test_what_is_above_its_number_is_found_with_its_line() -> None:
    found = {"a.py f": (17, 3), "a.py g": (18, 9), "b.py f": (16, 1)}
    assert complexity.risen(found, {"a.py f": 17, "a.py g": 17}) == [
        "a.py:9: g has a complexity of 18, and may have 17",
        "b.py:1: f has a complexity of 16, and may have 15",
    ]


def test_the_list_may_shrink_and_not_grow(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    branching = "def f(a):\n    return 1 if a else 2\n"
    (tree / "bot.py").write_text(branching)
    assert complexity.main([]) == complexity.main(["--count"]) == 1
    assert "bot.py:1: f has a complexity of 2, and may have 1" in capsys.readouterr().out
    complexity.ALLOWED.write_text('"zamki.py f" = 3\n')
    assert complexity.main(["--count"]) == 0, "it has moved"
    assert complexity.ALLOWED.read_text() == '"bot.py f" = 2\n'
    assert complexity.main([]) == 0


def test_the_list_is_short() -> None:
    allowed = tomllib.loads(complexity.ALLOWED.read_text(encoding="utf-8"))
    assert len(allowed) <= 20
    assert max(allowed.values(), default=0) <= 20


def test_no_comment_excepts_a_function() -> None:
    code = (name for name in own_files() if name.endswith(".py") and name != "tests/test_complexity.py")
    assert not [name for name in code if re.search(r"#\s*lizard forgive", (ROOT / name).read_text(encoding="utf-8"))]
