"""A machine that is not ours: another Python or none of our libraries, another system, a path with spaces, a fresh checkout."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import bot
import zamki
from service import libraries
from service.stopping import NO_RESTART
from service.watchdog import tell_systemd
from tests.support import bot_process
from tests.support.bot_process import environment
from tests.support.tree import own_files

ROOT = Path(__file__).parent.parent

WITHOUT_POSIX = ROOT / "tests" / "support" / "without_posix"

BARE = (sys.executable, "-S", "-s", "-E")
"""A Python with nothing installed."""


@pytest.mark.parametrize("name", ["bot.py", "zamki.py"])
def test_old_pythons_can_read_what_they_are_started_with(name: str) -> None:
    ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 6))


def test_a_python_that_is_too_old_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    monkeypatch.setattr(zamki, "NEWER", ("python-that-nobody-has",))
    for program in (bot, zamki):
        assert program.main(["--check"]) == 1
        told = capsys.readouterr().err
        assert ("this is Python 3.10" in told, "3.11 or newer" in told, told.count("\n")) == (True, True, 1)


def test_a_python_without_libraries_names_what_installs_them(tmp_path: Path) -> None:
    done = subprocess.run([*BARE, ROOT / "bot.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "`python zamki.py setup` installs all of them" in done.stderr


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-postgres.lock", "requirements-dev.lock"])
def test_isal_is_asked_for_only_where_it_has_a_wheel(lock: str) -> None:
    """Elsewhere a compiler would be needed, and zlib takes its place."""
    (said,) = re.findall(r"^isal==[^\\]*", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE)
    marker = Requirement(said).marker
    assert marker is not None
    machines = ("x86_64", "AMD64", "aarch64", "arm64", "ARM64", "armv7l", "armv6l", "i686", "riscv64", "amd64")
    assert [each for each in machines if marker.evaluate({"platform_machine": each})] == list(machines[:4])


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A checkout in a path with spaces whose environment is made, with a bot that only says how it was started."""
    root = tmp_path / "a path with spaces"
    (root / "data" / "compiled").mkdir(parents=True)
    (root / "data" / "compiled" / "en.json").touch()
    shutil.copy(ROOT / "zamki.py", root)
    (root / "data" / "catalogues.py").touch()
    os.utime(root / "data" / "catalogues.py", (0, 0))
    (root / "bot.py").write_text("import sys, json; print(json.dumps(sys.argv[1:])); sys.exit(7)\n")
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / ".venv" / "bin" / "python").symlink_to(sys.executable)
    shutil.copy(ROOT / "requirements.lock", root)
    (root / ".venv" / "ready.json").write_text(json.dumps({zamki.BASE: zamki.hash_of(zamki.BASE)}))
    return root


def asked(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*BARE, root / "zamki.py", *arguments], cwd="/", capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "started"),
    [
        (("play", "--port", "8090"), ["--sandbox", "--port", "8090"]),
        (("run",), []),
        (("check",), ["--check"]),
        (("backup", "a copy"), ["backup", "a copy"]),
        (("--version",), ["--version"]),
    ],
)
def test_commands_start_the_bot_in_its_environment(made: Path, arguments: tuple[str, ...], started: list[str]) -> None:
    done = asked(made, *arguments)
    assert (done.returncode, json.loads(done.stdout)) == (7, started), done.stderr


def test_without_a_command_it_says_what_it_can_do(tmp_path: Path) -> None:
    done = subprocess.run([*BARE, ROOT / "zamki.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    for name in zamki.COMMANDS:
        assert name == "help" or name in done.stdout


def test_a_changed_lock_is_installed_and_a_failure_named(made: Path) -> None:
    (made / ".venv" / "bin" / "python").unlink()
    (made / ".venv" / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")  # its pip finds no network
    (made / ".venv" / "bin" / "python").chmod(0o755)
    (made / "requirements.lock").write_text("msgspec==1.0\n")
    done = asked(made, "run")
    assert done.returncode == 1
    assert "Installing the libraries of requirements.lock" in done.stdout
    assert "zamki: the libraries could not be installed" in done.stderr


def test_the_bot_notices_libraries_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert libraries.update_advice() is None, "another made the environment"
    ready = {name: zamki.hash_of(name) for name in (zamki.BASE, zamki.DEV)}
    (tmp_path / "ready.json").write_text(json.dumps({**ready, "python": "/usr/bin/python3"}))
    assert libraries.update_advice() is None
    (tmp_path / "ready.json").write_text(json.dumps({**ready, zamki.BASE: "0"}))
    told = libraries.update_advice()
    assert told is not None
    assert told.startswith(
        "requirements.lock changed since the libraries were installed: stop the bot, type python3 zamki.py setup,"
    )
    assert "! libraries: requirements.lock changed" in bot_process.zamki("--check", folder=tmp_path).stdout


def test_settings_in_a_file_beside_it_count_from_every_folder(made: Path) -> None:
    tell = "import os, json; print(json.dumps({k: v for k, v in os.environ.items() if k[:5] in ('ZAMKI', 'DISCO')}))"
    (made / "bot.py").write_text(tell)
    lines = (
        "# settings",
        "ZAMKI_OPERATOR = Ada = Lovelace",
        "ZAMKI_CONTACT='a@b'",
        "ZAMKI_TERMS=",
        "PATH=/x",
        "ZAMKI_LOG=json",
    )
    (made / ".env").write_text("\n".join((*lines, "DISCORD_TOKEN_FILE=token.txt")))
    told = {"ZAMKI_OPERATOR": "Ada = Lovelace", "ZAMKI_CONTACT": "a@b", "DISCORD_TOKEN_FILE": str(made / "token.txt")}
    for command, wanted in (("run", told), ("play", {})):
        words = [*BARE, str(made / "zamki.py"), command]
        given = {"PATH": os.environ["PATH"], "ZAMKI_LOG": "plain"}
        done = subprocess.run(words, cwd="/", capture_output=True, text=True, check=True, env=given)
        assert json.loads(done.stdout) == {"ZAMKI_LOG": "plain", **wanted}


def test_a_python_that_this_user_may_not_run_is_one_line(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "stat", hidden)
    with pytest.raises(zamki.Fault, match=r"may not run the Python .* /usr/bin/python3 zamki\.py setup"):
        zamki.exists(made / ".venv" / "bin" / "python")
    monkeypatch.undo()
    (made / "python").touch(0o644)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(zamki.Fault, match="may not run the Python"):
        zamki.exists(made / "python")
    assert not zamki.exists(made / "nothing")
    assert capsys.readouterr().err == ""


def test_a_checkout_that_may_not_be_written_to_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = Path("/proc/zamki/.venv")
    for name, path in (("VENV", nowhere), ("BIN", nowhere / "bin"), ("READY", nowhere / "ready")):
        monkeypatch.setattr(zamki, name, path)
    assert zamki.main(["check"]) == 1
    told = capsys.readouterr().err
    assert ("may not be written to. Run it as a user who may" in told, told.count("\n")) == (True, 1)


@pytest.mark.long
def test_what_another_python_left_is_made_again(made: Path) -> None:
    (made / "requirements.lock").write_text("# nothing\n")
    ready = made / ".venv" / "ready.json"
    ready.write_text(json.dumps({zamki.BASE: zamki.hash_of(zamki.BASE), "python": "/usr/bin/python3.9"}))
    assert "Making" in asked(made, "run").stdout
    assert json.loads(ready.read_text())["python"] == os.path.realpath(sys.executable)
    assert json.loads(asked(made, "run").stdout) == [], "from now on it is there"


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "suite",
    [
        ("tests/tables/test_bots.py", "tests/data/test_store.py", "tests/data/test_answers_file.py"),
        ("tests/service/test_process.py", "tests/service/test_remedies.py", "-k", "same_database or second_trial or is_away"),
    ],
)
def test_nothing_that_only_posix_has_is_needed(suite: tuple[str, ...]) -> None:
    """These suites, without what Windows lacks: the lock, signals, the computer players' process, the sandbox's end."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not postgres", *suite],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(WITHOUT_POSIX)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """All that Git has of this tree, without Git, in a path with spaces."""
    root = tmp_path / "a path with spaces"
    for name in own_files():
        if not name.startswith(("tests/", "docs/")):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    return root


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_fresh_checkout_sets_itself_up_and_plays(checkout: Path, tmp_path: Path) -> None:
    given = environment(tmp_path, DISCORD_TOKEN="x.y")

    async def ran(*arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *(str(checkout / "zamki.py"), *arguments),
            env=given,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        told = (await process.communicate())[0].decode()
        assert process.returncode == 0, told
        return told

    assert "Installing the libraries" in await ran("setup")
    spoken = {f"{path.name}.json" for path in (checkout / "data" / "locale").iterdir()}
    assert {path.name for path in (checkout / "data" / "compiled").iterdir()} == spoken
    assert not (checkout / ".venv" / "lib" / "python3.11" / "site-packages" / "babel").exists(), "a developer's tool"
    checked = await ran("check")
    assert ("Installing" in checked, "All is well." in checked) == (False, True), "from now on nothing is fetched"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, checkout / "zamki.py", "play", "--port", "0"),
        env=given,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    told = b""
    async with asyncio.timeout(60):
        while b"Zamki is open" not in told:
            line = await process.stdout.readline()
            assert line, told.decode()
            told += line
        process.send_signal(signal.SIGINT)
        told += await process.stdout.read()
        assert await process.wait() == 0
    assert b"Traceback" not in told, told.decode()


def test_the_systemd_unit_is_one(tmp_path: Path) -> None:
    text = (ROOT / "deploy" / "zamki.service").read_text(encoding="utf-8")
    for wanted in ("After=network-online.target", "Restart=on-failure", "LoadCredential=token:/etc/zamki/token",
                   f"RestartPreventExitStatus={NO_RESTART}"):  # fmt: skip
        assert wanted in text
    if (analyse := shutil.which("systemd-analyze")) is None:
        return
    unit = tmp_path / "zamki.service"
    unit.write_text(text.replace("/opt/zamki/.venv/bin/python", "/bin/true"))
    told = subprocess.run([analyse, "verify", unit], capture_output=True, text=True, check=False).stderr
    assert [line for line in told.splitlines() if "zamki" in line] == []
    rated = subprocess.run([analyse, "security", "--offline=true", unit], capture_output=True, text=True, check=False).stdout
    if exposure := re.search(r"exposure level for \S+: ([\d.]+)", rated):  # systemd 250 or newer
        assert float(exposure[1]) < 2


async def test_systemd_is_told_that_the_loop_runs(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(address)
        heard.settimeout(60)
        async with tell_systemd({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "60000"}):
            for _ in range(3):
                assert await asyncio.to_thread(heard.recv, 64) == b"WATCHDOG=1"
    async with tell_systemd({}), tell_systemd({"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "60000"}):
        await asyncio.sleep(0.05)
