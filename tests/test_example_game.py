"""The examples of docs/new-game.md are whole games: installed as the guide says, they pass all that a game has to pass. What is
taken away from one is missed with its remedy.
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
from tools.new_game import EXAMPLES

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "examples"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the examples copied over it."""
    folder = tmp_path_factory.mktemp("installed")
    passable(folder)  # a test reads the migrations there as a user without rights
    for name in own_files():
        if not name.startswith(tuple(f"examples/{key}/" for key in EXAMPLES)):
            for path in (Path(name), *compiled(name)):
                if (ROOT / path).exists():
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / path, folder / path)
    for key in EXAMPLES:
        shutil.copytree(FOLDER / key, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


def compiled(name: str) -> list[Path]:
    """Returns where Python, and pytest for a test, keep a module compiled; they read what is as old as the module says."""
    kept = Path(cache_from_source(name))
    found = (ROOT / kept.parent).glob(f"{kept.stem}*.pyc") if name.endswith(".py") else ()
    return [path.relative_to(ROOT) for path in found]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)


def passes(folder: Path, *command: str) -> None:
    done = run(folder, *command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize("key", EXAMPLES)
def test_an_example_adds_files_and_changes_none_of_the_house(key: str) -> None:
    for path in (FOLDER / key).rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            inside = path.relative_to(FOLDER / key)
            assert not (ROOT / inside).exists(), inside
            assert key in {*inside.parts, inside.name.split(".")[0]}, inside


def test_the_open_example_is_small() -> None:
    """With its pictures and the four levels."""
    files = [path for folder in ("engines", "render") for path in (FOLDER / "chomp" / folder).rglob("*.py")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 350


@pytest.mark.long
def test_nothing_is_missing(installed: Path) -> None:
    passes(installed, "tests.support.completeness", *EXAMPLES)


BY_GAMES = [
    "asking",
    "engines",
    "chat",
    "games/goof",
    "games/chomp",
    "e2e/test_every_game.py",
    "e2e/test_lessons.py",
    "test_house.py",
    "test_mutants.py",
    "test_rules.py",
    "test_viewer.py",
]
BY_GAMES += [f"data/test_{name}.py" for name in ("catalogues", "guides", "new_language", "personal", "wording")]
BY_GAMES += [f"render/test_{name}.py" for name in ("boxes", "drawings", "every_room", "golden_pictures", "themes")]
"""The quick tests that ask which games there are. The others play games of their own choice, whatever else is installed."""

UNNAMED = ["-k", " and ".join(f"not {key}" for key in (*games(), *EXAMPLES))]
"""Their cases that name no game. Those of another game are as they were without it, and `test_their_long_tests_pass` runs those
of the examples.
"""


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_quick_suite_passes_with_it(installed: Path) -> None:
    """All of it with ZAMKI_WHOLE=1 (`make test-whole`); CI has just run the rest without the game."""
    tests = ["--deselect", "tests/test_example_game.py", "--dist", "worksteal", "-n", "2"] if WHOLE else []
    tests = tests or [f"tests/{name}" for name in BY_GAMES] + UNNAMED
    passes(installed, "pytest", "-q", "-p", "no:cacheprovider", *tests)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_their_long_tests_pass(installed: Path) -> None:
    """Every test of the suite whose name has an example's key, but for those of a browser."""
    mine = ["-m", "not browser and not postgres", "-k", " or ".join(EXAMPLES), "--ignore", "tests/test_example_game.py"]
    passes(installed, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *mine)


@pytest.mark.long
def test_their_code_is_written_as_the_house_wants_it(installed: Path) -> None:
    own = [f"{folder}/{key}" for folder in ("engines", "render", "tests/games") for key in EXAMPLES]
    passes(installed, "ruff", "check", *own)
    passes(installed, "ruff", "format", "--check", *own)
    if (ROOT / ".mypy_cache").exists():  # what it knows of the house's own files
        shutil.copytree(ROOT / ".mypy_cache", installed / ".mypy_cache", dirs_exist_ok=True)
    passes(installed, "mypy")


@pytest.mark.long
@pytest.mark.parametrize("key", EXAMPLES)
def test_a_copied_game_lacks_only_what_tools_make(installed: Path, tmp_path: Path, key: str) -> None:
    folder = tmp_path / "made"
    shutil.copytree(
        installed, folder, ignore=shutil.ignore_patterns(".git", *(f"{each}*" for each in EXAMPLES), "fixtures", "var")
    )
    shutil.copytree(FOLDER / key, folder / "examples" / key)
    passes(folder, "tools.new_game", "duel", key)
    told = run(folder, "tests.support.completeness", "duel").stdout.splitlines()[1:]
    made = (
        "golden game",
        "golden pictures",
        "tools.palettes duel",
        "bench arena",
        "tools.events duel",
        "tools.pictures --play duel",
    )
    assert told
    assert [line for line in told if not any(each in line for each in made)] == []
    passes(folder, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests/games/duel", "tests/test_rules.py", "-k", "duel")
    done = run(folder, "tools.new_game", "duel", key)
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


def spoiling(*spoils: Callable[[Path], None]) -> Callable[[Path], None]:
    """Does several things that do not hide one another."""

    def spoil(folder: Path) -> None:
        for each in spoils:
            each(folder)

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
        spoiling(
            instead(
                POLISH,
                ("Cicha licytacja", "Goofspiel"),
                ("**Ruchy wpisywane.**", "**Ruch.**"),
                ("Którą kartę dajesz?", "Którą kartę dajesz...?"),
            ),
            instead(
                "data/locale/en/goof.po",
                ('msgid_plural "goof.term.odds.many"\nmsgstr[0]', "msgstr"),
                ('msgstr[1] "takes the prizes {n} times out of 100"\n', ""),
            ),
            instead(
                "render/goof/__init__.py",
                ("text=TEXT", 'text=lambda view, audience: f"```{TEXT(view, audience)}"'),
            ),
        ),
        (
            "goof.name (en) is another game's or the Polish one",
            "ends with **Ruchy wpisywane.**",
            "better: …",
            '"goof.term.odds" needs its plural forms',
            "the text board (en) cannot be listened to",
            "`render.prose.tellers`",
        ),
    ),
    "records": (
        spoiling(
            without("docs/events/goof.md", "examples/viewer/goof.py", "docs/pictures/goof.webp"),
            instead("docs/rules/goof.md", ("## Notation", "## Words"), ("- **G6**", "- **G7**")),
            instead("tests/games/goof/golden/goof-2.jsonl", ('"cards":"7"', '"cards":"9"')),
        ),
        (
            "docs/events/goof.md is not up to date: `python -m tools.events goof`",
            "examples/viewer/goof.py is missing",
            "`python -m tools.pictures --play goof`",
            "no heading `## Notation`",
            "rule G7 has no test",
            "no rule of docs/rules/goof.md has that number",
            "tests/games/goof/golden/goof-2.jsonl is of other options or seats: delete it",
        ),
    ),
    "refusal": (
        instead("data/guides/goof.toml", ('why = ["not-in-hand"]\n', ""), ('expect = ["bid 1"]', 'expect = ["bid 9"]')),
        ('"not-in-hand" must stand in the `why`', "the step equal cannot be played"),
    ),
    "import": (
        instead(RULES, ("from engines.goof.view import GoofView", "from engines.goof.view import DuelView")),
        ("engines/goof/rules.py:", "ImportError: cannot import name 'DuelView'", "fix that"),
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
        ("engines/goof/position.py:", "AttributeError", "fix that"),
    ),
}
"""What is done to the game, and what is told of it."""


@pytest.mark.long
@pytest.mark.parametrize("what", SPOILT)
def test_what_it_lacks_is_told_with_the_remedy(installed: Path, tmp_path: Path, what: str) -> None:
    spoil, told = SPOILT[what]
    misses(installed, tmp_path, spoil, "goof", told)


def misses(installed: Path, tmp_path: Path, spoil: Callable[[Path], None], key: str, told: tuple[str, ...]) -> None:
    """Check that the spoilt example is said to lack this."""
    folder = tmp_path / "spoilt"
    shutil.copytree(installed, folder, ignore=shutil.ignore_patterns(".git", "fixtures", "var"))
    spoil(folder)
    done = run(folder, "tests.support.completeness", key)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    for each in told:
        assert each in done.stdout, done.stdout


@pytest.mark.long
def test_a_move_for_a_late_player_that_loses_the_game_is_told(installed: Path, tmp_path: Path) -> None:
    cursed_first = instead("engines/chomp/position.py", ("in reversed(range(len(wall)))", "in range(len(wall))"),
                           ("range(wall[column], 0, -1)", "range(1, wall[column] + 1)"))  # fmt: skip
    misses(installed, tmp_path, cursed_first, "chomp", ("a player who is late loses at once by `take a1`",))
