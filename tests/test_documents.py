"""Every command line in the documents does what it says: the bot's are carried out, one after the other, on a database and on a
stored game; of those for developers that run for minutes, and of Docker's, what can be known without running them is checked.

A command line that no rule here knows fails the test. Links lead somewhere.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

import zamki as installer
from data.opening import open_store
from data.words import words
from service import command_line
from service.commands import COMMANDS
from tables.history.record import read_file
from tables.history.verify import Published
from tests.support import first_release
from tests.support.bot_process import zamki
from tests.support.cases import cases

ROOT = Path(__file__).parent.parent

PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))

GAME = ROOT / "docs" / "pictures" / "games" / "torres.json"

BEGINS = re.compile(r"(?:\w+=\S+ )*(?:python3?|bot\.py|make|docker|git|pg_\w+|cp|sudo|install|useradd|systemctl|journalctl) ")

OTHERS = {
    "git": {"pull", "checkout COMMIT", "log --oneline --grep '^Version'", "push --follow-tags"},
    "useradd": {"--system --home-dir /opt/zamki --shell /usr/sbin/nologin zamki"},
    "systemctl": {"daemon-reload", "enable --now zamki", "start zamki"},
    "journalctl": {"-u zamki -f"},
    "pg_dump": {"--format=custom --file=zamki.dump URL"},
    "pg_restore": {"--clean --if-exists --no-owner --dbname=URL zamki.dump"},
}
"""What belongs to others and is tried elsewhere (PostgreSQL: tests/service/test_restoring.py) or by hand."""

ENDLESS = {"play", "run", "test", "lint", "setup", "python"}
"""Commands of zamki.py that tests/test_environment.py carries out, or that this test is part of."""


def commands(text: str) -> list[str]:
    """The command lines of a page: in blocks of code, and in the text where a program is named with backticks."""
    found = []
    for kind, block in re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        if kind in {"", "sh"}:
            found += [line.partition("  #")[0].partition(" # ")[0].strip() for line in block.splitlines()]
    rest = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
    found += [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", rest)]
    return [line for line in found if BEGINS.match(line)]


ALL = {line: path for path in PAGES for line in commands(path.read_text(encoding="utf-8"))}

BOT = re.compile(r"(?:\w+=\S+ )*(?:(?:python3?|py) (?:bot|zamki)\.py|bot\.py)\b *(.*)")


def of_bot() -> list[str]:
    """What follows the program's name, of each command line of the bot and of zamki.py."""
    return [found[1] for line in ALL if (found := BOT.fullmatch(line))]


def test_command_lines_are_found() -> None:
    assert {"python3 zamki.py play", "python bot.py restore FILE", "make test-all", "docker compose up -d"} <= ALL.keys()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of games, and a backup of it."""
    folder = tmp_path_factory.mktemp("prepared")
    database = first_release.write_file(folder / "zamki.sqlite")
    asyncio.run(_migrated(database))
    copied = zamki("backup", folder / "a backup", folder=folder)
    assert copied.returncode == 0, copied.stderr
    return folder


@pytest.fixture
def words_for(prepared: Path, tmp_path: Path) -> dict[str, str]:
    """What stands for the words in capitals, in a folder with a database."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    database = tmp_path / "zamki.sqlite"
    record = read_file(GAME)
    assert record is not None
    return {
        "TABLE": "1",
        "[SERVER]": "",
        "FROM": str(database),
        **{f"[--{name} HEX]": f"--{name} {getattr(record, name)}" for name in Published.__struct_fields__},
        "FOLDER": str(tmp_path / "pictures"),
        "TO": str(tmp_path / "moved.sqlite"),
        "var/zamki.sqlite": str(database),
        "postgresql://user:password@host/zamki": str(tmp_path / "moved.sqlite"),
    }


async def _migrated(database: Path) -> None:
    await (await open_store(database)).close()


FILES: dict[str, Path | str] = {
    "verify": GAME,
    "replay": GAME,
    "restore": "a backup",
    "backup": "another backup",
    "export": "record",
}
"""What FILE is, for each command."""


@pytest.mark.usefixtures("own_chance")
@pytest.mark.parametrize("said", cases(sorted({*of_bot()}), {said for said in of_bot() if "--pictures" not in said}))
def test_commands_of_the_bot_do_what_they_say(said: str, words_for: dict[str, str], tmp_path: Path) -> None:
    first = said.partition(" ")[0]
    if first in ENDLESS:
        assert first in installer.COMMANDS
        return
    if first in {"", "COMMAND"}:
        return  # a way of writing, or the bot itself
    if first in {"rehearse", "doctor"}:
        assert first in COMMANDS  # they need a Discord: tests/service/test_rehearsal.py, test_doctor.py
        return
    arguments = ["--check" if first == "check" else first]
    rest = said.partition(" ")[2]
    for name, value in words_for.items():
        rest = rest.replace(name, f"\0{value}\0") if value else rest.replace(name, "")
    for word in re.findall(r"\0([^\0]*)\0|(\S+)", rest):
        plain = word[0] or word[1]
        arguments += plain.split() if plain.startswith("--") else [plain]
    file = str(tmp_path / FILES[first]) if first in FILES else ""
    arguments = [file if re.search(r"FILE$|before-\d", each) else each for each in arguments]
    if "--version" in arguments:
        with pytest.raises(SystemExit) as ended:
            command_line.main(arguments)
        assert ended.value.code == 0
        return
    done = zamki(*arguments, folder=tmp_path, DISCORD_TOKEN="x.y")
    assert done.returncode == (1 if first == "health" else 0), done.stdout + done.stderr  # no bot runs


@pytest.mark.parametrize("line", sorted(line for line in ALL if line.startswith("make ")))
def test_make_knows_its_targets(line: str) -> None:
    words = [each.replace("=…", "=torres") for each in line.split()]
    done = subprocess.run([*words, "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", sorted(line for line in ALL if re.match(r"python3? -m ", line)))
def test_modules_can_be_run(line: str) -> None:
    module = line.split()[2]
    spec = find_spec(module)
    assert spec is not None, module
    assert spec.submodule_search_locations is None or find_spec(f"{module}.__main__") is not None, module


@pytest.mark.parametrize("line", sorted(line for line in ALL if line.startswith("docker ")))
def test_docker_is_asked_for_what_compose_yaml_has(line: str) -> None:
    known = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    words = line.split()
    assert words[:2] == ["docker", "compose"]
    if words[2] in {"run", "exec"}:
        service, *asked = [word for word in words[3:] if word not in {"--rm", "-T"}]
        assert service in known["services"]
        if service == "postgres":
            assert asked[:3] in ([program, "--username", "zamki"] for program in ("pg_dump", "pg_restore"))
        else:
            assert command_line.parse([word for word in asked if word not in {"python", "bot.py"}])
    else:
        services = [word for word in words[3:] if not word.startswith("-")]
        options = " ".join(word for word in words[2:] if word not in services)
        assert set(services) <= known["services"].keys()
        assert options in {"up -d", "up -d --build", "up -d --wait", "ps", "down --volumes", "start", "stop"}


def test_no_command_line_is_of_a_kind_that_nobody_knows() -> None:
    for line, path in ALL.items():
        if BOT.fullmatch(line) or re.match(r"make |docker |python3? -m ", line):
            continue
        program, _, rest = line.removeprefix("sudo ").partition(" ")
        if program in {"cp", "install"}:
            for name in re.findall(r"(?<!\S)(\.env\.example|deploy/\S+)", rest):
                assert (ROOT / name).is_file(), (path.name, line)
        else:
            assert rest in OTHERS[program], (path.name, line)


def test_every_program_is_checked_for_here() -> None:
    assert shutil.which("make"), "the targets of the Makefile could not be checked"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, part = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        if part:
            titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
            assert part in anchors, link


TRANSLATED = {
    f"{language}/{path.name}": path.read_text(encoding="utf-8")
    for language in ("pl", "de")
    for path in ROOT.glob(f"docs/{language}/*.md")
}
LISTING = ROOT.joinpath("docs/listing.md").read_text(encoding="utf-8").partition("\n## Polski")[2]
TRANSLATED["pl/listing.md"], _, TRANSLATED["de/listing.md"] = LISTING.partition("\n## Deutsch")


@pytest.mark.parametrize("page", TRANSLATED)
def test_a_translated_page_names_commands_as_readers_see_them(page: str) -> None:
    speak = words(page.partition("/")[0])
    keys = speak.keys()
    names = {speak(key) for key in keys if key.startswith("cogs.command.") and key.endswith(".name")}
    found = re.findall(r"/zamki ((?:[\wąćęłńóśźżäöüß-]+ ?)+)", TRANSLATED[page])
    assert found
    for said in found:
        first, *rest = said.split()
        assert first in names, said
        assert first != speak("cogs.command.my.name") or rest[0] in names, said


@pytest.mark.parametrize("page", ["privacy.md", "terms.md"])
def test_privacy_and_terms_say_as_much_in_each_language(page: str) -> None:
    """A point of the list, a row of a table or a title in one of them is in all."""
    found = set()
    for folder, end in (("docs", "## Every column"), ("docs/pl", "## Każda kolumna"), ("docs/de", "## Jede Spalte")):
        text = (ROOT / folder / page).read_text(encoding="utf-8").partition(end)[0]
        found.add(len(re.findall(r"^(?:- |\d\. |\| |#)", text, re.MULTILINE)))
    assert len(found) == 1
