"""One game between two processes on one PostgreSQL, through everything that can befall them: nothing that was acknowledged is
lost, nothing is posted twice, and it goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data.words import words
from tests.support.postgres_server import Server, running
from tests.support.two_bots import LEASE, NAMES, PATIENCE, Fate, Pair, pair_of
from tests.support.world import eventually, piece, pieces, text_of

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(900)]

EACH = os.environ.get("ZAMKI_KILLS") == "each"


@pytest.fixture
def language() -> str:
    """The server's, where a test does not say another."""
    return "en"


@pytest.fixture
async def pair(postgres: Server, migrated: str, tmp_path: Path, language: str) -> AsyncIterator[Pair]:
    url = postgres.new_database(migrated)
    async with pair_of(postgres, url, str(tmp_path / "log"), language) as made:
        await made.start(0)
        await made.start(1)
        yield made
    postgres.drop(url)


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_a_whole_game_between_two_processes(pair: Pair) -> None:
    await pair.begin("rycerze")
    await pair.play(99, random.Random(1))
    await pair.settled()
    assert pair.state()[0] == "over"
    # Each was answered in their own language, by a process of their own.
    assert {session.shard[0] for session in pair.sandbox.gateway_server.sessions.values()} == {0, 1}
    # Borys declines a game in his direct messages, at one process; the answer that Ada has open, at the other, follows.
    shown = [await each.settled(await each.command("gry", "zamki find", game="zamek")) for each in (pair.ada, pair.borys)]
    here = pair.direct["id"]
    question = await pair.borys.until(lambda each: each["channel_id"] == here and "find.no" in str(pieces(each)), PATIENCE)
    own, nobody = shown[0]["id"], words("en")("cogs.find.nobody")
    await eventually(lambda: any(one.startswith("find.yes:") for one in pieces(pair.ada.known[own])), PATIENCE)
    await pair.borys.press(question, piece(question, "find.no"))
    await eventually(lambda: nobody in text_of(pair.ada.known[own]), PATIENCE)


async def torres(pair: Pair) -> random.Random:
    """A game that goes on for long, some moves played."""
    rng = random.Random(5)
    await pair.begin("torres")
    await pair.play(2, rng)
    return rng


async def dies(pair: Pair, shard: int, deaths: int, rng: random.Random) -> bool:
    """Let a process die its n-th death while people play; whether it has died. The other one, alone, brings everything to an
    end that was begun; then it is started again.
    """
    await pair.settled()
    await pair.kill(shard)
    await pair.start(shard, Fate(deaths))
    for _ in range(6):
        await pair.move(rng)
        if not pair.alive(shard):
            break
    died = not pair.alive(shard)
    await pair.kill(shard)  # whom death has not come to yet must not meet it later, with nobody to start it again
    await pair.settled()  # by the other one, when the lease is over
    await pair.start(shard)
    await pair.play(1, rng)
    await pair.settled()
    return died


@pytest.mark.parametrize("language", ["pl"])
async def test_killed_at_some_awaits(pair: Pair) -> None:
    rng = await torres(pair)
    assert [await dies(pair, shard, deaths, rng) for shard, deaths in ((1, 6), (0, 11), (1, 19))].count(True) > 1


@pytest.mark.long
@pytest.mark.timeout(7200)
async def test_killed_at_many_awaits(pair: Pair) -> None:
    """Besides those of the quick test. ZAMKI_KILLS=each: at all of them."""
    rng = await torres(pair)
    for deaths in range(1, 200 if EACH else 40, 1 if EACH else 26):
        for shard in (1, 0):
            if pair.state()[0] == "playing":
                await dies(pair, shard, deaths, rng)


async def test_all_are_killed_at_once_and_started_again(pair: Pair) -> None:
    """Nobody is left to take over: those that come find it when the leases of the dead have run out."""
    rng = await torres(pair)
    for _ in range(2):
        playing = asyncio.create_task(pair.move(rng))
        await asyncio.sleep(rng.random() * 0.5)
        for shard in (0, 1):
            await pair.kill(shard)
        await playing
        for shard in (0, 1):
            await pair.start(shard)
        await pair.settled()
        await pair.play(1, rng)
        await pair.settled()


async def test_frozen_in_the_middle_of_a_post_past_its_lease_and_woken(pair: Pair) -> None:
    """The other process finds what stands already and goes on; who wakes does nothing more about it."""
    rng = await torres(pair)
    for after in (False, True):
        await pair.settled()
        # What is posted is under way for a while, on the way there or on the way back.
        pair.sandbox.fault("slow", seconds=2.0, path="/messages", method="POST", after=after)
        playing = asyncio.create_task(pair.play(9, rng))  # until a turn ends: steps within it are edits
        # The store is asked once: a question takes long on a busy machine, and the post is not under way forever.
        await eventually(lambda: not pair.sandbox.faults.due, PATIENCE)
        ((holder,),) = pair.ask("SELECT min(holder) FROM claims JOIN posts_begun USING (subject_id) WHERE work = 'outbox'")
        shard = pair.shard_of(int(holder))
        pair.signal(shard, signal.SIGSTOP)
        await eventually(lambda: pair.ask(f"SELECT lease_holds({holder})") == [["f"]], PATIENCE)  # noqa: B023
        await eventually(lambda: not pair.ask("SELECT 1 FROM posts_begun"), PATIENCE)
        pair.signal(shard, signal.SIGCONT)
        await playing
        await pair.settled()
        assert "row now belongs to another process" in pair.logged(shard)


async def test_frozen_at_any_moment(pair: Pair) -> None:
    rng = await torres(pair)
    for shard in (1, 0):
        await pair.settled()
        playing = asyncio.create_task(pair.move(rng))
        await asyncio.sleep(rng.random() * 0.5)
        pair.signal(shard, signal.SIGSTOP)
        await asyncio.sleep(LEASE + 1)
        await pair.settled()  # by the other one
        pair.signal(shard, signal.SIGCONT)
        await playing
        await pair.play(2, rng)
    await pair.settled()


@contextlib.asynccontextmanager
async def table_held(pair: Pair) -> AsyncIterator[None]:
    """Keep the table's row locked, so that whoever changes the table waits."""
    import asyncpg

    holding = await asyncpg.connect(pair.place.url)
    try:
        async with holding.transaction():
            await holding.execute("SELECT 1 FROM tables WHERE id = $1 FOR UPDATE", pair.table)
            yield
    finally:
        await holding.close()


@pytest.mark.long
async def test_frozen_inside_a_transaction(pair: Pair) -> None:
    """What it had locked is free soon, so that the other one goes on with everything."""
    rng = await torres(pair)
    for shard, person in ((1, pair.ada), (0, pair.borys)):
        while pair.person(pair.state()[2][0]) is not person:
            await pair.play(1, rng)
        await pair.settled()
        its = f"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = '{NAMES[shard]}' AND"
        async with table_held(pair):
            playing = asyncio.create_task(pair.play(3, rng))
            await eventually(lambda: pair.ask(f"{its} wait_event_type = 'Lock'"), PATIENCE)  # noqa: B023
            pair.signal(shard, signal.SIGSTOP)
        await eventually(lambda: pair.ask(f"{its} state = 'idle in transaction'"), PATIENCE)  # noqa: B023
        await eventually(lambda: not pair.ask(f"{its} state = 'idle in transaction'"), PATIENCE)  # noqa: B023
        await eventually(pair.told_all, PATIENCE)  # by the other one
        pair.signal(shard, signal.SIGCONT)
        await playing
        await pair.play(2, rng)
    await pair.settled()


async def test_connections_are_dropped_again_and_again(pair: Pair) -> None:
    rng = await torres(pair)
    others = "datname = current_database() AND pid <> pg_backend_pid()"

    async def drop() -> None:
        while True:
            pair.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others} ORDER BY random() LIMIT 1")
            await asyncio.sleep(0.2)

    dropping = asyncio.create_task(drop())
    await pair.play(6, rng)
    dropping.cancel()
    await asyncio.gather(dropping, return_exceptions=True)
    await pair.play(2, rng)
    await pair.settled()


async def test_clocks_that_are_wrong(pair: Pair) -> None:
    """What is stored is by the database's clock, whatever the processes think of the time."""
    for shard, skew in ((0, -90.0), (1, 45.0)):
        await pair.stop(shard)
        await pair.start(shard, Fate(skew=skew))
    rng = await torres(pair)
    await pair.play(4, rng)
    await pair.settled()
    late = "SELECT 1 FROM journal WHERE abs(at - extract(epoch FROM now())) > 40"
    assert not pair.ask(late), "a move was stored with a time of a wrong clock"


async def test_an_update_while_people_play(pair: Pair, tmp_path: Path) -> None:
    """A process of the next version, whose migration adds something, side by side with one of this version; then that one is
    updated as well.
    """
    from data.postgres.migrate import MIGRATIONS
    from data.versions import newest

    for script in MIGRATIONS.glob("*.sql"):
        (tmp_path / script.name).write_text(script.read_text())
    number = newest(MIGRATIONS) + 1
    added = "ALTER TABLE tables ADD COLUMN later bigint NOT NULL DEFAULT 7; ALTER TABLE seats ADD COLUMN later text;"
    # What the next version stores in documents, this one keeps.
    added += 'UPDATE tables SET version = version + 1, document = \'{"mood":"calm",\' || substr(document, 2);'
    (tmp_path / f"{number:04}_later.sql").write_text(added)
    rng = await torres(pair)
    for shard in (0, 1):
        await pair.stop(shard)
        await pair.start(shard, Fate(migrations=str(tmp_path)))
        await pair.play(2, rng)
    assert pair.ask("SELECT version FROM zamki_version") == [[str(number)]]
    assert pair.ask(f"SELECT document::json ->> 'mood' FROM tables WHERE id = {pair.table}") == [["calm"]]
    await pair.settled()


async def test_the_server_is_restarted_in_the_middle_of_a_game(migrated: str, tmp_path: Path) -> None:
    with running() as server:
        async with pair_of(server, server.new_database(), str(tmp_path / "log")) as pair:
            for shard in (0, 1):
                await pair.start(shard)
            rng = await torres(pair)
            playing = asyncio.create_task(pair.move(rng))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(server.stop)
            with contextlib.suppress(subprocess.CalledProcessError):  # the test itself cannot ask then either
                await playing
            await asyncio.to_thread(server.start)
            await pair.play(4, rng)
            await pair.settled()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A folder with little room."""
    folder = Path(tempfile.mkdtemp(prefix="zamki-disk-"))
    try:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=140m,mode=755", "tmpfs", folder], check=False).returncode:
            pytest.skip("a small disk can be mounted by root alone")
        yield folder
        subprocess.run(["umount", "-l", folder], check=True)
    finally:
        folder.rmdir()


@pytest.mark.long
async def test_the_disk_is_full_for_a_while(small_disk: Path, tmp_path: Path) -> None:
    """Nothing that cannot be stored is acknowledged, and play goes on when there is room again."""
    with running(where=small_disk) as server:
        async with pair_of(server, server.new_database(), str(tmp_path / "log")) as pair:
            for shard in (0, 1):
                await pair.start(shard)
            rng = await torres(pair)
            filler = small_disk / "filler"
            with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            with contextlib.suppress(subprocess.CalledProcessError):  # the server itself may end over it
                for _ in range(200):
                    if not await pair.move(rng):
                        break
                else:
                    raise AssertionError("the disk is not full")
            filler.unlink()
            await asyncio.to_thread(server.again)
            await pair.play(4, rng)
            await pair.settled()
