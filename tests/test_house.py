"""The house rules that a machine can see."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from data.words import LOCALE, languages, words
from engines import games
from tests.support.tree import own_files
from tools.words import complete

ROOT = Path(__file__).parent.parent
PRODUCT = ("service", "web", "cogs", "chat", "asking", "tables", "data", "engines", "render")
ROOMS = ("asking", "chat", "web", "tables", "engines", "render", "data", "sandbox", "service", "bench", "tests")


def files(pattern: str, *rooms: str) -> list[Path]:
    return [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob(pattern))] + (
        [ROOT / "bot.py"] if not rooms and pattern == "*.py" else []
    )


def test_no_function_is_excepted_from_the_complexity_bound() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    left_out = [*lint["ignore"], *(rule for rules in lint["per-file-ignores"].values() for rule in rules)]
    assert lint["mccabe"]["max-complexity"] <= 15
    assert "C90" in lint["select"]
    assert not [rule for rule in left_out if "C901".startswith(rule)]
    excepted = re.compile(r"#\s*(?:ruff:\s*)?noqa(?!:)|#\s*(?:ruff:\s*)?noqa:[^#]*\bC90")
    code = [*files("*.py"), *files("*.py", "cogs", "tools", "examples")]
    assert [str(path) for path in code if path != Path(__file__) and excepted.search(path.read_text(encoding="utf-8"))] == []


HOMONYMS = {
    "AnyCog", "Box", "ClaimWrites", "Connected", "Copying", "Late", "Log", "Look", "OutboxWrites", "Person",
    "Preferences", "ProcessWrites", "Rules", "Timing", "Way", "Writing",
}  # fmt: skip
"""Names of classes and types that stand in two modules outside the games' parallel files. This list may only shrink."""


def test_one_name_is_one_thing() -> None:
    places: dict[str, set[Path]] = {}
    for path in files("*.py", *PRODUCT):
        if not {*games()} & {*path.parts}:
            for name in _types(path):
                places.setdefault(name, set()).add(path)
    assert {name for name, found in places.items() if len(found) > 1} <= HOMONYMS


def test_glossary_nouns_are_in_the_code_and_each_has_one_row() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Glossary")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")][1:]
    nouns = [word.strip() for cell in cells for word in cell.split(",")]
    assert sorted(nouns) == sorted(set(nouns))
    types = set().union(*(_types(path) for path in files("*.py", *PRODUCT)))
    assert set(re.findall(r"`([A-Z]\w+)`", page)) <= types


PARTICIPLES = {
    "beaten", "begun", "bitten", "borne", "bought", "bound", "broken", "brought", "built", "caught", "chosen", "dealt",
    "done", "drawn", "driven", "eaten", "fallen", "fed", "felt", "forgotten", "fought", "found", "frozen", "given", "gone",
    "grown", "heard", "held", "hidden", "kept", "known", "laid", "led", "lent", "lost", "made", "meant", "met", "own", "paid",
    "said", "seen", "sent", "shown", "spent", "spoken", "stolen", "stood", "struck", "sworn", "taken", "taught", "thought",
    "thrown", "told", "torn", "understood", "woken", "won", "worn", "written",
}  # fmt: skip
"""Irregular participles, and `own`. Those that are verbs in this form too (`read`, `put`, `run`, `set`) are not meant."""

NO_PARTICIPLES = {"deed", "embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed"}
"""Words that end like one."""


def test_functions_are_verbs_or_name_what_they_return() -> None:
    found = []
    for path in files("*.py", *PRODUCT):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if any(map(_is_participle, re.findall(r"\bdef (\w+)", text))) else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_bare_participle(node):
                found += [f"{path.relative_to(ROOT)}: {node.name}"]
    assert found == []


def _is_bare_participle(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Returns whether a function is named by one word, a participle. Properties are adjectives."""
    if any("property" in ast.unparse(each) for each in function.decorator_list):
        return False
    return _is_participle(function.name)


def _is_participle(name: str) -> bool:
    word = name.strip("_")
    return word in PARTICIPLES or (word.isalpha() and word.endswith("ed") and word not in NO_PARTICIPLES)


LATE_CONSTANTS = {"engines": 3}
"""How many constants of a package stand below the first class or function of their file without need of one.
These may only shrink."""


def test_constants_and_the_logger_stand_at_the_top() -> None:
    found: dict[str, list[str]] = {}
    for path in files("*.py", *PRODUCT):
        text = path.read_text(encoding="utf-8")
        _, _, below = re.sub(r"^(?:class|def|async def) ", "\f", text, flags=re.MULTILINE).partition("\f")
        assigned = re.search(r"^(?:[A-Z_][A-Z\d_, ]*|log|logger)(?::.*)?\s=", below, re.MULTILINE)
        if names := _late_constants(ast.parse(text)) if assigned else ():
            found.setdefault(path.relative_to(ROOT).parts[0], []).extend(f"{path.relative_to(ROOT)}: {name}" for name in names)
    assert {room: names for room, names in found.items() if len(names) > LATE_CONSTANTS.get(room, 0)} == {}


def _late_constants(module: ast.Module) -> list[str]:
    """Returns the constants below the first class or function of a file that need nothing defined there, and the logger."""
    defined: set[str] = set()
    late = []
    for node in module.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
            assigned = {each.id for each in names if isinstance(each.ctx, ast.Store)}
            if defined & {each.id for each in names if isinstance(each.ctx, ast.Load)}:
                defined |= assigned
            elif defined:
                late += sorted(name for name in assigned if name in {"log", "logger"} or name.strip("_").isupper())
    return late


def _types(path: Path) -> set[str]:
    """Returns the names of the classes and types that a file defines."""
    text = path.read_text(encoding="utf-8")
    types = re.findall(r"^class (\w+)", text, re.MULTILINE) + re.findall(r"^(\w+): TypeAlias\b", text, re.MULTILINE)
    return {*types, *(name for name in re.findall(r"^([A-Z]\w+) = ", text, re.MULTILINE) if not name.isupper())}


@pytest.mark.long  # `make test` lints before
def test_imports_point_downwards() -> None:
    done = subprocess.run([Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


PRIVATE = 40
"""How often tests use private members of what they test. It may only shrink: what a test needs is public, or one function of
`tests/support` reaches it.
"""


def test_few_tests_use_private_members() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for path in [*files("*.py", "tests"), *(ROOT / "examples").glob("*/tests/**/*.py")]
        if re.search(r"(?<!self)(?<!cls)\._[^\W_]", text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and re.match(r"_[^_]", node.attr) and node.attr not in {"_replace", "_exit"}
        if not (isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"})
    ]
    assert len(found) <= PRIVATE, "\n".join(found)


def test_names_of_tests_are_short() -> None:
    found = [
        name
        for path in [*files("test_*.py", "tests"), *(ROOT / "examples").glob("*/tests/**/test_*.py")]
        for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if len(name) > 60
    ]
    assert found == []


def test_no_test_imports_from_another_test_module() -> None:
    taken = re.compile(r"^\s*(?:from tests\.[\w.]*\btest_\w+ import|import tests\.[\w.]*\btest_\w+)", re.MULTILINE)
    assert [str(path) for path in files("*.py", "tests") if taken.search(path.read_text(encoding="utf-8"))] == []


def test_no_test_measures_time() -> None:
    """A busy machine takes longer. A test states an order of events, moves the clock, or waits until a generous timeout."""
    clocks = re.compile(r"\btime\.(?:monotonic|perf_counter|process_time|thread_time)(?:_ns)?\(\)|loop\(\)\.time\(\) -")
    tests = [path for path in files("test_*.py", "tests") if path != Path(__file__)]
    found = [path.name for path in tests for line in path.read_text(encoding="utf-8").splitlines() if clocks.search(line)]
    assert found == ["test_token_life.py"]  # a test of which clock the product reads


def test_no_game_is_named_outside_its_own_files() -> None:
    names = re.compile(rf"['\"]({'|'.join(games())}|rycerze|budowa|torres|zamek|rzymianie)['\"]")
    for path in [ROOT / "bot.py", *files("*.py", "cogs", "tables", "service"), *(ROOT / "render").glob("*.py")]:
        assert not names.search(path.read_text(encoding="utf-8")), path


def test_no_package_registrys_host_is_named() -> None:
    hosts = re.compile("pypi" + r"\.|pythonhosted|registry\.npm" + r"|deb\.debian|files\.python", re.IGNORECASE)
    for name in own_files():
        path = ROOT / name
        if path.suffix not in {".png", ".webp", ".ttf"} and path != Path(__file__):
            assert not hosts.search(path.read_text(encoding="utf-8", errors="ignore")), name


def imported(path: Path) -> set[str]:
    """The packages that a file imports, anywhere in it."""
    return {*re.findall(r"^ *(?:from|import) ([A-Za-z_]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)}


def test_what_the_bot_imports_is_declared_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["postgres"]]
    declared = {re.split(r"[<>=; ]", each)[0].lower() for each in wanted} - {"tzdata"}  # zoneinfo reads it
    rooms = ("service", "web", "cogs", "chat", "asking", "tables", "engines", "render", "data", "sandbox")
    used = set().union(*(imported(path) for path in files("*.py", *rooms)))
    of = packages_distributions()
    outside = {
        of[name][0].lower().replace("_", "-") for name in used - sys.stdlib_module_names - {*rooms, "tests"} if name in of
    }
    assert outside == declared


def test_the_languages_that_say_they_are_complete_say_everything() -> None:
    assert {"en", "pl"} <= {*complete()}
    for language in complete():
        assert words(language).keys() == words("en").keys(), language


def fields(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


def test_translations_use_the_same_fields() -> None:
    from babel.messages.pofile import read_po

    def texts(language: str) -> dict[str, set[str]]:
        found = {}
        for path in sorted((LOCALE / language).glob("*.po")):
            with path.open("rb") as file:
                for message in read_po(file, locale=language):
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    forms = [message.string] if isinstance(message.string, str) else [*(message.string or ())]
                    assert key == "" or all(forms) or language not in complete(), f"{path.name}: {key} has an empty form"
                    if all(forms):
                        found[key] = set().union(*(fields(form) for form in forms)) if key else set()
        return found

    english = texts("en")
    for language in languages():
        assert {key: names for key, names in texts(language).items() if english.get(key) != names} == {}


@pytest.mark.parametrize("language", languages())
def test_a_key_stands_in_one_domain_only(language: str) -> None:
    seen: dict[str, str] = {}
    for path in sorted((LOCALE / language).glob("*.po")):
        for key in re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE):
            assert key not in seen, f"{key} in {path.name} and {seen[key]}"
            seen[key] = path.name
