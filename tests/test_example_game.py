"""The example of docs/new-game.md is a whole game: installed as the guide says, it passes all that a game has to pass, and what
is taken away from it is missed with its remedy.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from engines import games
from tests.support.database_files import passable
from tests.support.random_game_count import WHOLE
from tests.support.tree import own_files

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "goof"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the example copied over it."""
    folder = tmp_path_factory.mktemp("installed")
    passable(folder)  # a test reads the migrations there as a user without rights
    for name in own_files():
        if not name.startswith(("examples/", "docs/pictures/")):
            for path in (Path(name), compiled(name)):
                if (ROOT / path).exists():
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / path, folder / path)
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


def compiled(name: str) -> Path:
    """Where Python keeps a module compiled; it reads what is as old as the module says."""
    return Path(cache_from_source(name)) if name.endswith(".py") else Path(name)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)


def passes(folder: Path, *command: str) -> None:
    done = run(folder, *command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_it_lies_in_files_of_its_own_and_changes_none_of_the_house() -> None:
    for path in EXAMPLE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            inside = path.relative_to(EXAMPLE)
            assert not (ROOT / inside).exists(), inside
            assert "goof" in {*inside.parts, inside.name.split(".")[0]}, inside


@pytest.mark.long
def test_nothing_is_missing(installed: Path) -> None:
    passes(installed, "tests.support.completeness", "goof")


BY_GAMES = ["engines", "chat", "games/goof", "e2e/test_every_game.py", "e2e/test_lessons.py", "test_house.py", "test_rules.py"]
BY_GAMES += [f"data/test_{name}.py" for name in ("catalogues", "guides", "new_language", "personal", "wording")]
BY_GAMES += [f"render/test_{name}.py" for name in ("boxes", "drawings", "every_room", "golden_pictures", "themes")]
"""The tests that ask which games there are. The others play games of their own choice, whatever else is installed."""

OTHERS = ["-k", " and ".join(f"not {key}" for key in games())]
"""The cases of them that are another game's are as they were without it."""


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_quick_suite_passes_with_it(installed: Path) -> None:
    """All of it with ZAMKI_WHOLE=1 (`make test-whole`); CI has just run the rest without the game."""
    left_out = ("example_game", "documents", "release", "viewer")  # the last three look at what was not copied
    whole = [f"--ignore=tests/test_{name}.py" for name in left_out]
    tests = [*whole, "-n", "2", "--dist", "worksteal"] if WHOLE else [f"tests/{name}" for name in BY_GAMES] + OTHERS
    passes(installed, "pytest", "-q", "-p", "no:cacheprovider", *tests)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_its_long_tests_pass(installed: Path) -> None:
    tests = ["games/goof", "engines/test_conformance.py", "engines/test_advising.py", "e2e/test_every_game.py", "render"]
    tests = [f"tests/{name}" for name in (*tests, "e2e/test_lessons.py", "test_rules.py")]
    passes(installed, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-m", "", "-k", "goof", *tests)


@pytest.mark.long
def test_its_code_is_written_as_the_house_wants_it(installed: Path) -> None:
    own = ["engines/goof", "render/goof", "tests/games/goof"]
    passes(installed, "ruff", "check", *own)
    passes(installed, "ruff", "format", "--check", *own)
    if (ROOT / ".mypy_cache").exists():  # what it knows of the house's own files
        shutil.copytree(ROOT / ".mypy_cache", installed / ".mypy_cache", dirs_exist_ok=True)
    passes(installed, "mypy")


@pytest.mark.long
def test_a_game_made_of_it_lacks_only_what_is_made_by_tools_once_its_rules_are_right(installed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    shutil.copytree(installed, folder, ignore=shutil.ignore_patterns(".git", "goof*", "fixtures", "var"))
    shutil.copytree(EXAMPLE, folder / "examples" / "goof")
    passes(folder, "tools.new_game", "duel")
    told = run(folder, "tests.support.completeness", "duel").stdout.splitlines()[1:]
    made = ("golden game", "golden pictures", "tools.palettes duel", "bench arena")
    assert told
    assert [line for line in told if not any(each in line for each in made)] == []
    passes(folder, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests/games/duel", "tests/test_rules.py", "-k", "duel")
    done = run(folder, "tools.new_game", "duel")
    assert done.returncode == 2
    assert "'duel' is taken" in done.stdout


def without(*patterns: str) -> Callable[[Path], None]:
    """Takes files away."""

    def spoil(folder: Path) -> None:
        for path in [path for pattern in patterns for path in folder.glob(pattern)]:
            path.unlink()

    return spoil


def instead(file: str, *changes: tuple[str, str]) -> Callable[[Path], None]:
    """Changes a file."""

    def spoil(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / file).write_text(text, encoding="utf-8")

    return spoil


RULES, POLISH = "engines/goof/rules.py", "data/locale/pl/goof.po"
SPOILT: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "files": (
        without(
            "data/guides/goof.toml",
            "data/palettes/goof.light.act",
            "tests/games/goof/blind.py",
            "tests/games/goof/test_blind.py",
            "tests/games/goof/golden/*.png",
            "bench/arena/games/goof.jsonl",
        ),
        (
            "data/guides/goof.toml is missing",
            "data/palettes/goof.light.act is missing: `python -m tools.palettes goof`",
            "tests/games/goof/blind.py is missing",
            "`python -m tests.support.golden_pictures goof`",
            "`python -m bench arena goof master hard --seats 2`",
            "docs/computers/goof.md is not up to date",
        ),
    ),
    "rules": (
        instead(
            RULES,
            ('crests = MappingProxyType({"heap": heap})', 'levels = ("easy",)'),
            ("    candidates = staticmethod(bots.candidates)\n", ""),
            ("    def statistics(", "    def figures("),
        ),
        ("engines.levels.LEVELS", "GAME has no `crests`", "no `candidates` of its own", "no `statistics` of its own"),
    ),
    "words": (
        instead(
            POLISH,
            ("Cicha licytacja", "Goofspiel"),
            ("**Ruchy wpisywane.**", "**Ruch.**"),
            ("Którą kartę dajesz?", "Którą kartę dajesz...?"),
        ),
        ("goof.name (en) is another game's or the Polish one", "ends with **Ruchy wpisywane.**", "better: …"),
    ),
    "plural": (
        instead(
            "data/locale/en/goof.po",
            ('msgid_plural "goof.term.odds.many"\nmsgstr[0]', "msgstr"),
            ('msgstr[1] "takes the prizes {n} times out of 100"\n', ""),
        ),
        ('"goof.term.odds" needs its plural forms',),
    ),
    "text board": (
        instead(
            "render/goof/__init__.py",
            ("text=TEXT", 'text=lambda view, audience: f"```{TEXT(view, audience)}"'),
        ),
        ("the text board (en) cannot be listened to", "`render.prose.tellers`"),
    ),
    "rule without a test": (
        instead("docs/rules/goof.md", ("- **G6**", "- **G7**")),
        ("rule G7 has no test", "no rule of docs/rules/goof.md has that number"),
    ),
    "refusal": (
        instead("data/guides/goof.toml", ('why = ["not-in-hand"]\n', ""), ('expect = ["bid 1"]', 'expect = ["bid 9"]')),
        ('"not-in-hand" must stand in the `why`', "the step equal cannot be played"),
    ),
    "import": (
        instead(RULES, ("from engines.goof.view import GoofView", "from engines.goof.view import DuelView")),
        ("engines/goof/rules.py:", "ImportError: cannot import name 'DuelView'", "mend that"),
    ),
    "renderer that does not import": (
        instead("render/goof/prose.py", ("PrizeTurned, RoundEnded", "PrizeTurned, BoutEnded")),
        ("render/goof/prose.py:", "ImportError: cannot import name 'BoutEnded'"),
    ),
    "missing attribute": (
        instead(
            "engines/goof/position.py",
            ("unseen=tuple(self.unseen())", "unseen=tuple(self.stack())"),
        ),
        ("engines/goof/position.py:", "AttributeError", "mend that"),
    ),
    "options of stored games": (
        instead("tests/games/goof/golden/goof-2.jsonl", ('"cards":"7"', '"cards":"9"')),
        ("tests/games/goof/golden/goof-2.jsonl is of other options or seats: delete it",),
    ),
}
"""What is done to the game, and what is told of it."""


@pytest.mark.long
@pytest.mark.parametrize("what", SPOILT)
def test_what_it_lacks_is_told_with_the_remedy(installed: Path, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "spoilt"
    shutil.copytree(installed, folder, ignore=shutil.ignore_patterns(".git", "fixtures", "var"))
    spoil, told = SPOILT[what]
    spoil(folder)
    done = run(folder, "tests.support.completeness", "goof")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    for each in told:
        assert each in done.stdout, done.stdout
