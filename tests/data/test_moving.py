"""Carrying an installation over from one kind of store to the other and back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from data.errors import InUse, NotEmpty, Unequal
from data.moving import PASSING, TABLES, move
from data.opening import open_store
from data.sqlite.store import SqliteStore
from tests.support import first_release
from tests.support.postgres_server import Server
from tests.support.stored_rows import SEATS, TABLE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A live installation that 1.0.0 wrote: games, lobbies, results, messages, rows to be sent."""
    return first_release.write_file(tmp_path / "old.sqlite")


async def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    store = await SqliteStore.open(path)
    tables = [*TABLES, "sqlite_sequence"]
    found = {table: sorted(await store.read(f"SELECT * FROM {table}"), key=repr) for table in tables}
    await store.close()
    found["meta"] = [row for row in found["meta"] if row[0] != "opened"]
    return found


@pytest.mark.postgres
async def test_there_and_back_nothing_is_lost(postgres: Server, old: Path, tmp_path: Path) -> None:
    url, back = postgres.new_database(), tmp_path / "back.sqlite"
    there = await move(old, url)
    assert there == await move(url, back)
    assert there["journal"] > 100
    assert there["results"]
    assert await everything(back) == await everything(old)
    before, after = await open_store(old), await open_store(url)
    assert await after.open_tables_of(11, None) == await before.open_tables_of(11, None)
    assert await after.outbox_heads(1e11) == await before.outbox_heads(1e11)
    assert await after.servers_uncounted() == await before.servers_uncounted() == []
    numbers = []
    for store in (before, after):
        async with store.transaction() as tx:
            numbers.append(await tx.save_table(TABLE, SEATS, b"position"))
        await store.close()
    assert numbers[0] == numbers[1], "no number is given twice"


@pytest.mark.postgres
async def test_an_empty_installation_too(postgres: Server, tmp_path: Path) -> None:
    url, back = postgres.new_database(), tmp_path / "back.sqlite"
    await (await open_store(tmp_path / "new.sqlite")).close()
    await move(tmp_path / "new.sqlite", url)
    await move(url, back)
    store = await open_store(back)
    async with store.transaction() as tx:
        assert await tx.save_table(TABLE, SEATS, None) == 1
    await store.close()


@pytest.mark.postgres
async def test_what_is_there_is_not_mixed_with_what_comes(postgres: Server, old: Path) -> None:
    url = postgres.new_database()
    store = await open_store(url)
    async with store.transaction() as tx:
        await tx.set_guild_language(1, "pl")
    with pytest.raises(InUse):
        await move(old, url)
    await store.close()
    with pytest.raises(NotEmpty, match="guilds"):
        await move(old, url)


@pytest.mark.postgres
async def test_a_row_that_does_not_arrive_as_it_was_undoes_the_whole(postgres: Server, old: Path) -> None:
    url = postgres.new_database()
    await (await open_store(url)).close()
    database = url.rpartition("/")[2]
    spoil = "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN NEW.missed = NEW.missed + 1; RETURN NEW; END$$"
    postgres.run(database, spoil)
    postgres.run(database, "CREATE TRIGGER spoil BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION spoil()")
    with pytest.raises(Unequal, match="seats"):
        await move(old, url)
    assert postgres.run(database, "SELECT count(*) FROM tables").split() == ["0"]


async def test_every_table_is_carried_over(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "new.sqlite")
    found = await store.read("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert {name for (name,) in found} == set(TABLES) | PASSING
    await store.close()


def bot(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "bot.py", *words], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.postgres
async def test_the_command_says_what_it_moved_and_shows_no_password(postgres: Server, old: Path, tmp_path: Path) -> None:
    url = postgres.new_database().replace("zamki@", "zamki:hunter2@")
    done = await asyncio.to_thread(bot, "move-database", old, url)
    assert done.returncode == 0, done.stderr
    assert "journal" in done.stdout
    assert "set ZAMKI_DATABASE" in done.stdout
    refused = await asyncio.to_thread(bot, "move-database", tmp_path / "nowhere.sqlite", url)
    assert refused.returncode == 1
    assert "no database" in refused.stderr
    again = await asyncio.to_thread(bot, "move-database", old, url)
    assert again.returncode == 1
    assert "empty PostgreSQL database" in again.stderr
    assert "hunter2" not in done.stdout + done.stderr + again.stderr
