"""The bot as a process, the way who hosts it meets it: check, start, health, stop, backup, restore, export, verify."""

import asyncio
import json
import random
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from msgspec.structs import replace

from data.sqlite.store import SqliteStore
from data.words import words
from engines import games
from engines.draws import commitment, mix_seed
from engines.notation import random_game
from sandbox import Person, Sandbox
from sandbox.client import PATIENCE_SECONDS, texts
from service.stopping import NO_RESTART
from tables.history.record import Played, Record, Sitting, final_hash
from tables.history.record_steps import export
from tables.model.people import Person as Sitter
from tables.model.table_info import Place
from tables.service.service import TableService
from tests.support.bot_process import ROOT, environment, running, started, zamki
from tests.support.postgres_server import Server
from tests.support.store_backends import empty_file

SECRET = "MTA0.secret-token"


@pytest.mark.long
async def test_start_health_and_a_clean_stop(tmp_path: Path) -> None:
    async with Sandbox() as sandbox, running(sandbox, tmp_path) as (process, port):
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
            for path in ("/live", "/ready"):
                async with http.get(path) as answer:
                    assert answer.status == 200
            async with http.get("/metrics") as answer:
                told = await answer.text()
            assert 'zamki_store_up{store="sqlite"} 1.0' in told
            assert "zamki_outbox_rows 0.0" in told
        async with Person(sandbox.url, "Ada") as ada:
            outcome = await ada.command("gry", "zamki start", game="rycerze")
            assert (await ada.settled(outcome))["components"]
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), PATIENCE_SECONDS) == 0
        with sqlite3.connect(tmp_path / "zamki.sqlite") as db:
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        db.close()


@pytest.mark.long
async def test_a_second_bot_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with Sandbox() as sandbox, running(sandbox, tmp_path):
        more = {"DISCORD_TOKEN": sandbox.token, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
        second = await asyncio.to_thread(started, folder=tmp_path, **more)
        assert second.returncode == 1
        assert "Stop the other bot first" in second.stderr
        checked = await asyncio.to_thread(started, "--check", folder=tmp_path, DISCORD_TOKEN=SECRET)
        assert "in use by a running bot, and sound" in checked.stdout


@pytest.mark.long
async def test_a_wrong_token_is_told_and_ends_the_bot(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        more = {"DISCORD_TOKEN": SECRET, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
        done = await asyncio.to_thread(started, folder=tmp_path, **more)
    assert done.returncode == NO_RESTART
    assert "Copy it again from the developer portal" in done.stderr
    assert SECRET not in done.stderr


def test_without_a_token_it_says_what_to_do(tmp_path: Path) -> None:
    done = zamki(folder=tmp_path)
    assert done.returncode == NO_RESTART
    assert "python zamki.py play" in done.stderr


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
    assert "3 faults" in done.stdout


def test_a_database_newer_than_the_code_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(empty_file(tmp_path / "zamki.sqlite")) as db:
        db.execute("PRAGMA user_version = 9999")
    db.close()
    done = zamki(folder=tmp_path, DISCORD_TOKEN=SECRET)
    assert done.returncode == NO_RESTART
    assert "Install the newer version of the bot" in done.stderr


@pytest.mark.parametrize(("name", "value"), [("ZAMKI_LOG", "xml"), ("ZAMKI_HEALTH", "here")])
def test_a_bad_setting_is_refused_by_name(tmp_path: Path, name: str, value: str) -> None:
    for arguments, code in (("--check",), 1), ((), NO_RESTART):
        done = zamki(*arguments, folder=tmp_path, **{name: value})
        assert done.returncode == code
        assert f"zamki: {name}={value}" in done.stderr


async def a_table(path: Path, name: str) -> None:
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=games())
    await tables.lobbies.open_table(Sitter(1, name), Place(1, 2), "rycerze", language="pl")
    await tables.close()
    await store.close()


def tables(path: Path) -> int:
    with sqlite3.connect(path) as db:
        found: int = db.execute("SELECT count(*) FROM tables").fetchone()[0]
    db.close()
    return found


@pytest.mark.long
async def test_backup_while_it_runs_and_restore_when_it_does_not(tmp_path: Path) -> None:
    database, copy = tmp_path / "zamki.sqlite", tmp_path / "copy.sqlite"
    await a_table(database, "Ada")
    async with Sandbox() as sandbox, running(sandbox, tmp_path):
        made = await asyncio.to_thread(started, "backup", copy, folder=tmp_path)
        assert made.returncode == 0, made.stderr
        refused = await asyncio.to_thread(started, "restore", copy, folder=tmp_path)
        assert refused.returncode == 1
        assert "Stop the other bot first" in refused.stderr
    await a_table(database, "Borys")
    assert (tables(database), tables(copy)) == (2, 1)
    restored = started("restore", copy, folder=tmp_path)
    assert restored.returncode == 0, restored.stderr
    assert tables(database) == 1
    assert "what was there lies in" in restored.stdout
    damaged = bytearray(copy.read_bytes())
    damaged[4096:8192] = bytes(4096)
    copy.write_bytes(damaged)
    assert started("restore", copy, folder=tmp_path).returncode == 1
    assert tables(database) == 1


@pytest.mark.long
async def test_regular_backups_are_made_and_the_oldest_go(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"zamki-2020010{day}-000000.sqlite").touch()
    more = {"ZAMKI_BACKUPS": str(folder), "ZAMKI_BACKUP_KEEP": "2"}
    async with Sandbox() as sandbox, running(sandbox, tmp_path, **more):
        async with asyncio.timeout(PATIENCE_SECONDS):
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


@pytest.mark.long
@pytest.mark.usefixtures("own_chance")
def test_verify_prints_what_was_published_and_compares_it(tmp_path: Path) -> None:
    game, moves, secret = games()["rycerze"], [], bytes(16)
    seed = mix_seed(secret, (5, 6))
    position = game.start(2, {}, seed)
    for seat, move, _ in random_game(position, random.Random(4)):
        moves.append(Played(seat, " ".join(move)))
    result, seats = position.result(), (Sitting("Ada", "person"), Sitting("Borys", "person"))
    assert result is not None
    record = Record(table=7, game="rycerze", rules_version=game.rules_version, options={}, seats=seats, random_order=False,
                    drawn=(0, 1), commitment=commitment(seed), promise=commitment(secret), over=True, secret=secret.hex(),
                    presses=("5", "6"), seed=seed.hex(), moves=tuple(moves), result=result, places=result.places)  # fmt: skip
    record = replace(record, final=final_hash(record))
    file = tmp_path / "record.json"
    file.write_bytes(export(record))
    for name in ("promise", "commitment", "final"):
        done = zamki("verify", file, f"--{name}", getattr(record, name), folder=tmp_path)
        assert done.returncode == 0, done.stdout
        assert all(each in done.stdout for each in (record.promise, record.commitment, record.final))
        told = {key for key in ("same-promise", "same-commitment", "same-final", "unbound", "believed")
                if words("en")(f"tables.verify.{key}") in done.stdout}  # fmt: skip
        assert told == {f"same-{name}", "believed"} | ({"unbound"} if name != "final" else set())
        assert zamki("verify", file, f"--{name}", "ab" * 32, folder=tmp_path).returncode == 1
    assert zamki("verify", file, "--commitment", record.promise, folder=tmp_path).returncode == 1


def test_an_exported_game_is_told_and_shown(tmp_path: Path) -> None:
    game, luck = games()["rycerze"], random.Random(4)
    position, moves = game.start(2, {}, bytes(16)), []
    for seat, move, _ in random_game(position, luck):
        moves.append(Played(seat, " ".join(move)))
    seats = (Sitting("Ada", "person"), Sitting("Borys", "person"))
    record = Record(table=7, game="rycerze", rules_version=game.rules_version, options={}, seats=seats, random_order=False,
                    drawn=(0, 1), commitment="", over=True, seed=bytes(16).hex(), moves=tuple(moves))  # fmt: skip
    file = tmp_path / "record.json"
    file.write_bytes(export(record))
    told = zamki("replay", file, "--language", "pl", folder=tmp_path)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("1. ")
    assert "Borys" in told.stdout
    shown = zamki("replay", file, "--step", "3", "--seat", "2", folder=tmp_path)
    assert (shown.returncode, "hand" in shown.stdout) == (0, True)
    assert zamki("replay", file, "--pictures", tmp_path / "steps", folder=tmp_path).returncode == 0
    assert len(list((tmp_path / "steps").iterdir())) == len(moves) + 1
    assert zamki("replay", file, "--step", "999", folder=tmp_path).returncode == 1
    file.write_text("{}")
    assert zamki("replay", file, folder=tmp_path).returncode == 1


@asynccontextmanager
async def trial(folder: Path, port: int = 0, **more: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """`make play`: the bot and its sandbox; yields the process and the page's address once the bot is ready."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, ROOT / "bot.py", "--sandbox", "--port", str(port)),
        cwd=folder,
        env=environment(folder, **more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    told = b""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while b"Zamki is open" not in told:
                line = await process.stdout.readline()
                assert line, told.decode()
                told += line
        assert b"zamki: ready" in told, "it is open once the bot is there"
        yield process, re.findall(r"http://[\d.:]+", told.decode())[0]
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.mark.long
async def test_a_second_trial_finds_its_commands_and_its_tables(tmp_path: Path) -> None:
    async with trial(tmp_path) as (_, page), Person(page, "Ada") as ada:
        await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
    async with trial(tmp_path) as (_, page), Person(page, "Ada") as ada:
        answer = await ada.settled(await ada.command("gry", "zamki tables"))
        assert "Rycerze i zamki" in "\n".join(texts(answer))


def two_free_ports() -> int:
    """A port that is free and whose next one is free too."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


@pytest.mark.long
async def test_two_sandboxes_on_two_ports_and_none_on_one(tmp_path: Path) -> None:
    port = two_free_ports()
    usual = {"ZAMKI_HEALTH": "127.0.0.1:8081", "ZAMKI_DATABASE": "var/zamki.sqlite"}
    async with trial(tmp_path, port, **usual) as (_, page):
        assert page == f"http://127.0.0.1:{port}"
        assert (tmp_path / "var" / f"sandbox-{port}.sqlite").exists()
        async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port + 1}/ready") as answer:
            assert answer.status == 200, "the health check takes the port after the page's"
        for asked, more, code, said in (
            (
                port,
                usual,
                NO_RESTART,
                f"Port {port} is taken, perhaps by another sandbox. Choose another one: python zamki.py play --port",
            ),
            (
                0,
                usual | {"ZAMKI_HEALTH": f"127.0.0.1:{port + 1}"},
                NO_RESTART,
                f"127.0.0.1:{port + 1} is taken. Set ZAMKI_HEALTH",
            ),
            (0, usual | {"ZAMKI_DATABASE": f"var/sandbox-{port}.sqlite"}, 1, f"sandbox-{port}.sqlite is held by another"),
            (70000, usual, NO_RESTART, "PORT=70000: write a number"),
        ):
            second = await asyncio.to_thread(started, "--sandbox", "--port", str(asked), folder=tmp_path, **more)
            assert (second.returncode, second.stdout) == (code, ""), "it does not say that it is open"
            assert said in second.stderr
            assert second.stderr.count("\n") == 1, second.stderr
        async with trial(tmp_path, 0, **usual):
            pass


@pytest.mark.long
async def test_the_sandbox_ends_with_the_bot_however_the_bot_ends(tmp_path: Path) -> None:
    async with trial(tmp_path) as (process, address):
        process.kill()
        await process.wait()
        async with aiohttp.ClientSession() as http, asyncio.timeout(PATIENCE_SECONDS):
            while True:
                try:
                    async with http.get(address):
                        await asyncio.sleep(0.05)
                except aiohttp.ClientConnectionError:
                    break


async def ready(port: int) -> dict[str, Any]:
    """What the health check says, and its status."""
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http, http.get("/ready") as answer:
        said: dict[str, Any] = await answer.json()
        return {"status": answer.status} | said


async def until_ready(port: int, **wanted: object) -> dict[str, Any]:
    """The same, once it says this."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not wanted.items() <= (told := await ready(port)).items():
            await asyncio.sleep(0.1)
    return told


@pytest.mark.long
@pytest.mark.postgres
async def test_two_bots_share_the_shards_and_who_is_left_takes_all(postgres: Server, tmp_path: Path) -> None:
    more = {"ZAMKI_DATABASE": postgres.new_database(), "ZAMKI_SHARDS": "auto/2"}
    guilds = tuple((f"Guild {number}", "pl", ("gry",)) for number in range(2))
    async with (
        Sandbox(guilds=guilds, seconds=PATIENCE_SECONDS) as sandbox,
        running(sandbox, tmp_path, **more) as (_, port),
        running(sandbox, tmp_path, **more) as (second, other),
        Person(sandbox.url, "Ada") as ada,
    ):
        while {(await until_ready(each, processes=2, status=200))["shards"] for each in (port, other)} != {"0 of 2", "1 of 2"}:
            await asyncio.sleep(0.1)
        channels = [each for each in sandbox.world.channels.values() if each.guild_id]
        assert {(each.guild_id or 0) >> 22 & 1 for each in channels} == {0, 1}, "each of the two hears of one"
        for channel in channels:
            assert (await ada.command(str(channel.id), "zamki tables")).status != "failed"
        second.kill()
        await until_ready(port, shards="0-1 of 2", processes=1)
        for channel in channels:
            assert (await ada.command(str(channel.id), "zamki tables")).status != "failed"


@pytest.mark.long
@pytest.mark.postgres
async def test_all_commands_speak_for_postgresql_too(postgres: Server, tmp_path: Path) -> None:
    url = postgres.new_database()
    more = {"ZAMKI_DATABASE": url, "ZAMKI_SHARDS": "auto/2"}
    async with Sandbox() as sandbox, running(sandbox, tmp_path, **more) as (_, port):
        told = await until_ready(port, shards="0-1 of 2")
        assert (told["status"], told["store"], told["processes"]) == (200, True, 1)
        postgres.stop()
        assert not (await until_ready(port, status=503))["store"]
        postgres.start()
        await until_ready(port, status=200)
        checked = await asyncio.to_thread(started, "--check", folder=tmp_path, **more, DISCORD_TOKEN=SECRET)
        assert checked.returncode == 0, checked.stdout
        exported = await asyncio.to_thread(started, "export", "1", tmp_path / "record", folder=tmp_path, **more)
        assert "There is no such table" in exported.stderr, "it is looked for beside the running bot"
        for line in ("✓ backups: by pg_dump", "✓ shards: a fair share of 2"):
            assert line in checked.stdout
    for command in ("backup", "restore"):
        refused = await asyncio.to_thread(started, command, tmp_path / "copy", folder=tmp_path, **more)
        assert refused.returncode == 1
        assert f"pg_{'dump' if command == 'backup' else 'restore'} --" in refused.stderr
