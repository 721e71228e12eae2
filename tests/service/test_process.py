"""The bot as a process, the way who hosts it meets it: check, start, health, stop, backup, restore, export, verify."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from data.store import Store
from sandbox import Person, Sandbox
from sandbox.client import texts
from tables.hall import Hall
from tables.shown import Person as Sitter
from tables.shown import Place

ROOT = Path(__file__).parents[2]
SECRET = "MTA0.secret-token"


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ZAMKI_", "DISCORD_"))}
    return kept | {"ZAMKI_DATABASE": str(folder / "zamki.sqlite"), "ZAMKI_HEALTH": "127.0.0.1:0"} | more


def zamki(*arguments: str | Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "bot.py", *arguments],
        cwd=folder,
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@asynccontextmanager
async def running(sandbox: Sandbox, folder: Path, **more: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """The bot as a process of its own; yields it with the port of its health check once it is ready."""
    given = environment(folder, DISCORD_TOKEN=sandbox.token, ZAMKI_API=sandbox.api, ZAMKI_GATEWAY=sandbox.gateway, **more)
    process = await asyncio.create_subprocess_exec(
        sys.executable, ROOT / "bot.py", cwd=folder, env=given, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    told = b""
    try:
        async with asyncio.timeout(30):
            while b"zamki: ready" not in told:
                line = await process.stderr.readline()
                assert line, told.decode()
                told += line
        yield process, int(re.findall(rb"health check on port (\d+)", told)[0])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_start_health_and_a_clean_stop(tmp_path: Path) -> None:
    async with Sandbox() as sandbox, running(sandbox, tmp_path) as (process, port):
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
            for path in ("/live", "/ready"):
                async with http.get(path) as answer:
                    assert answer.status == 200
        second = zamki("--check", folder=tmp_path, DISCORD_TOKEN=SECRET)
        assert "in use by a running bot, and sound" in second.stdout
        async with Person(sandbox.url, "Ada") as ada:
            outcome = await ada.command("gry", "zamki start", game="rycerze")
            assert (await ada.settled(outcome))["components"]
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert time.monotonic() - began < 8
        with sqlite3.connect(tmp_path / "zamki.sqlite") as db:
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        db.close()


async def test_a_second_bot_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with Sandbox() as sandbox, running(sandbox, tmp_path):
        more = {"DISCORD_TOKEN": sandbox.token, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
        second = await asyncio.to_thread(zamki, folder=tmp_path, **more)
        assert second.returncode == 1
        assert "Stop the other bot first" in second.stderr


async def test_a_wrong_token_is_told_and_ends_the_bot(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        more = {"DISCORD_TOKEN": SECRET, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
        done = await asyncio.to_thread(zamki, folder=tmp_path, **more)
    assert done.returncode == 1
    assert "Copy it anew from the developer portal" in done.stderr
    assert SECRET not in done.stderr


def test_without_a_token_it_says_what_to_do(tmp_path: Path) -> None:
    done = zamki(folder=tmp_path)
    assert done.returncode == 1
    assert "make play" in done.stderr


def test_check_tells_the_settings_without_secrets(tmp_path: Path) -> None:
    done = zamki("--check", folder=tmp_path, DISCORD_TOKEN=SECRET)
    assert done.returncode == 0, done.stdout
    assert SECRET not in done.stdout
    assert re.search(r"DISCORD_TOKEN +\(set\)", done.stdout)
    assert "All is well." in done.stdout
    for name in ("database", "fonts", "games", "limits"):
        assert f"✓ {name}" in done.stdout


def test_check_names_what_is_wrong_and_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "zamki.sqlite").write_bytes(b"this is no database, whatever its name says" * 100)
    (tmp_path / "file").touch()
    done = zamki("--check", folder=tmp_path, ZAMKI_BACKUPS=str(tmp_path / "file" / "backups"))
    assert done.returncode == 1
    assert "✗ token: no token. Set DISCORD_TOKEN" in done.stdout
    assert "✗ database" in done.stdout
    assert "Set ZAMKI_DATABASE to another path" in done.stdout
    assert "✗ backups" in done.stdout
    assert "3 fault(s)" in done.stdout


def test_a_database_newer_than_the_code_is_refused(tmp_path: Path) -> None:
    assert zamki("--check", folder=tmp_path, DISCORD_TOKEN=SECRET).returncode == 0
    with sqlite3.connect(tmp_path / "zamki.sqlite") as db:
        db.execute("PRAGMA user_version = 9999")
    db.close()
    done = zamki(folder=tmp_path, DISCORD_TOKEN=SECRET)
    assert done.returncode == 1
    assert "Install the newer version of the bot" in done.stderr


@pytest.mark.parametrize(("name", "value"), [("ZAMKI_LOG", "xml"), ("ZAMKI_HEALTH", "here")])
def test_a_bad_setting_is_refused_by_name(tmp_path: Path, name: str, value: str) -> None:
    done = zamki("--check", folder=tmp_path, **{name: value})
    assert done.returncode == 1
    assert f"zamki: {name}={value}" in done.stderr


async def a_table(path: Path, name: str) -> None:
    store = await Store.open(path)
    hall = await Hall.open(store)
    await hall.open_table(Sitter(1, name), Place(1, 2), "rycerze", language="pl")
    await hall.close()
    await store.close()


def tables(path: Path) -> int:
    with sqlite3.connect(path) as db:
        found: int = db.execute("SELECT count(*) FROM tables").fetchone()[0]
    db.close()
    return found


async def test_backup_while_it_runs_and_restore_when_it_does_not(tmp_path: Path) -> None:
    database, copy = tmp_path / "zamki.sqlite", tmp_path / "copy.sqlite"
    await a_table(database, "Ada")
    async with Sandbox() as sandbox, running(sandbox, tmp_path):
        made = await asyncio.to_thread(zamki, "backup", copy, folder=tmp_path)
        assert made.returncode == 0, made.stderr
        refused = await asyncio.to_thread(zamki, "restore", copy, folder=tmp_path)
        assert refused.returncode == 1
        assert "Stop the other bot first" in refused.stderr
    await a_table(database, "Borys")
    assert (tables(database), tables(copy)) == (2, 1)
    restored = zamki("restore", copy, folder=tmp_path)
    assert restored.returncode == 0, restored.stderr
    assert tables(database) == 1
    assert "what was there lies in" in restored.stdout
    damaged = bytearray(copy.read_bytes())
    damaged[4096:8192] = bytes(4096)
    copy.write_bytes(damaged)
    assert zamki("restore", copy, folder=tmp_path).returncode == 1
    assert tables(database) == 1


async def test_regular_backups_are_made_and_the_oldest_go(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"zamki-2020010{day}-000000.sqlite").touch()
    more = {"ZAMKI_BACKUPS": str(folder), "ZAMKI_BACKUP_KEEP": "2"}
    async with Sandbox() as sandbox, running(sandbox, tmp_path, **more):
        async with asyncio.timeout(10):
            while len(list(folder.glob("zamki-*.sqlite"))) != 2 or len(list(folder.glob("zamki-2020*"))) != 1:
                await asyncio.sleep(0.05)


def test_verify_tells_a_record_that_was_tampered_with(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps({"format": "something else"}))
    done = zamki("verify", file, folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout.strip()
    missing = zamki("verify", tmp_path / "nowhere.json", folder=tmp_path)
    assert missing.returncode == 1
    assert "No such file" in missing.stderr


@asynccontextmanager
async def trial(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """`make play`: the bot and its sandbox; yields the process and the page's address once the bot is ready."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, ROOT / "bot.py", "--sandbox", "--port", "0"),
        cwd=folder,
        env=environment(folder),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    told = b""
    try:
        async with asyncio.timeout(30):
            while b"zamki: ready" not in told:
                line = await process.stdout.readline()
                assert line, told.decode()
                told += line
        yield process, re.findall(r"http://[\d.:]+", told.decode())[0]
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_second_trial_finds_its_commands_and_its_tables(tmp_path: Path) -> None:
    async with trial(tmp_path) as (_, page), Person(page, "Ada") as ada:
        await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
    async with trial(tmp_path) as (_, page), Person(page, "Ada") as ada:
        answer = await ada.settled(await ada.command("gry", "zamki tables"))
        assert "Rycerze i zamki" in "\n".join(texts(answer))


async def test_the_sandbox_ends_with_the_bot_however_the_bot_ends(tmp_path: Path) -> None:
    async with trial(tmp_path) as (process, address):
        process.kill()
        await process.wait()
        async with aiohttp.ClientSession() as http, asyncio.timeout(5):
            while True:
                try:
                    async with http.get(address):
                        await asyncio.sleep(0.05)
                except aiohttp.ClientConnectionError:
                    break
