"""Shards: what the settings may say, how processes share them, and that an interaction is answered by one of them alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from data.errors import OtherShards
from data.opening import open_store
from data.store import Store
from sandbox import Person, Sandbox
from sandbox.logins import Logins
from service import shards
from service.sharded_bot import ShardedBot
from service.shards import Keeper, ShardPlan, list_shards, plan
from tables.time.presence import shard_of
from tests.support.postgres_server import Server
from tests.support.world import eventually

PATIENCE = 30.0


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", ShardPlan()),
        ("0-3/16", ShardPlan(range(4), 16)),
        ("5/16", ShardPlan(range(5, 6), 16)),
        ("auto/16", ShardPlan(count=16, fair=True)),
        ("0-0/1", ShardPlan(range(1), 1)),
    ],
)
def test_what_may_be_written(text: str, meant: ShardPlan) -> None:
    assert plan(text) == meant


@pytest.mark.parametrize("text", ["3", "0-3", "3-0/16", "0-16/16", "16/16", "0/0", "-1/4", "auto", "auto/", "a/b", "1-2-3/4"])
def test_nonsense_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match=r"write|between 1 and|the first is 0"):
        plan(text)


def test_direct_messages_and_servers_have_their_shard() -> None:
    assert (shard_of(None, 16), shard_of((7 << 22) + 5, 16), shard_of(23 << 22, 16)) == (0, 7, 7)
    assert (list_shards(frozenset({0, 1, 2, 5, 7, 8})), list_shards(frozenset())) == ("0-2 5 7-8", "none")


class Bot(ShardedBot):
    """A client that answers one command, where it is its own to answer."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True), keeper=keeper, guild_ready_timeout=0.01)
        self.firsts = 0
        self.mine: list[int | None] = []
        self.heard = 0

        @self.tree.command(name="ping", description="Who is there?")
        async def ping(interaction: discord.Interaction[Any]) -> None:
            self.heard += 1
            if await self.answers(interaction):
                self.mine.append(interaction.guild_id)
                await interaction.response.send_message("here", ephemeral=True)

    async def first_shard(self) -> None:
        self.firsts += 1
        await self.tree.sync()

    @property
    def there(self) -> set[int]:
        """The shards it is logged in with."""
        return {number for number, shard in self.shards.items() if not shard.is_closed()}


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox, keeper: Keeper) -> AsyncIterator[Bot]:
    bot = Bot(keeper)
    task = asyncio.create_task(bot.start(sandbox.token))
    try:
        yield bot
    finally:
        await bot.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def has(bot: Bot, *wanted: int) -> None:
    """Wait until the bot is logged in with these shards and no others, and has them by the store's word."""
    assert bot.keeper is not None
    keeper = bot.keeper
    await eventually(lambda: bot.there == keeper.held == set(wanted), PATIENCE)


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """With eight servers, four shards and room for one login at a time."""
    guilds = tuple((f"Guild {number}", "pl", ("gry",)) for number in range(8))
    monkeypatch.setattr(shards, "LOGIN_SECONDS", 0.2)
    async with Sandbox(guilds=guilds, logins=Logins(seconds=0.1, shards=4)) as made:
        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = made.api, yarl.URL(made.gateway)
        yield made
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(tmp_path / "zamki.sqlite")
    yield store
    await store.close()


@pytest.fixture
async def shared(postgres: Server) -> AsyncIterator[Store]:
    """A store that processes share."""
    store = await open_store(postgres.new_database())
    yield store
    await store.close()


async def everywhere(ada: Person) -> list[str]:
    """What comes of the command in each server and in direct messages."""
    places = [*await ada.channels(), await ada.dm()]
    return [(await ada.command(place, "ping")).status for place in places]


def soon(store: Store, wanted: str, lease: float = 30.0) -> Keeper:
    return Keeper(store, plan(wanted), lease=lease, renewed=0.1)


def dying(store: Store, wanted: str, lease: float = 30.0) -> Keeper:
    """Returns a keeper that renews nothing, as if its process were dead or slept: its leases expire."""
    return Keeper(store, plan(wanted), lease=lease, renewed=3600.0)


async def test_alone_it_takes_all_shards_that_discord_recommends(store: Store, sandbox: Sandbox) -> None:
    async with running(sandbox, soon(store, "")) as bot, Person(sandbox.url, "Ada") as ada:
        await has(bot, 0, 1, 2, 3)
        assert bot.shard_count == 4
        assert set(await everywhere(ada)) == {"answered"}
        assert bot.firsts == 1
        assert len(bot.guilds) == 8
    assert sorted(sandbox.gateway_server.logins.admitted) == [(number, 4) for number in range(4)]
    assert not sandbox.gateway_server.logins.refused, "each in its turn"


@pytest.mark.long
async def test_a_turn_counts_from_when_the_login_was_sent(store: Store, sandbox: Sandbox) -> None:
    """Also where a shard's connection is opened slowly."""
    events: list[str] = []
    gateway = sandbox.gateway_server

    class Noting(Keeper):
        async def turn_to_log_in(self, shard: int) -> None:
            await super().turn_to_log_in(shard)
            opened = len(gateway.connections) - len(gateway.sessions)
            events.append(f"turn {shard}, {opened} open")

        async def logged_in(self, shard: int) -> None:
            events.append(f"sent {shard}")
            await super().logged_in(shard)

    async with running(sandbox, Noting(store, plan(""), lease=30.0, renewed=0.1)) as bot:
        await has(bot, 0, 1, 2, 3)
    assert events == [line for shard in range(4) for line in (f"turn {shard}, 1 open", f"sent {shard}")]
    assert not gateway.logins.refused


@pytest.mark.long
async def test_a_file_leaves_no_shard_waiting_after_a_crash(store: Store, sandbox: Sandbox) -> None:
    dead = dying(store, "auto/2")
    await dead.begin(1, 1)
    async with running(sandbox, soon(store, "auto/2")) as bot:
        await has(bot, 0, 1)


@pytest.mark.postgres
async def test_two_processes_share_fairly_and_one_takes_over_the_rest(shared: Store, sandbox: Sandbox) -> None:
    async with running(sandbox, soon(shared, "auto/4")) as first, Person(sandbox.url, "Ada") as ada:
        await has(first, 0, 1, 2, 3)
        async with running(sandbox, soon(shared, "auto/4")) as second:
            await has(second, 2, 3)
            await has(first, 0, 1)
            assert first.keeper is not None
            assert first.keeper.living == 2
            assert set(await everywhere(ada)) == {"answered"}
            assert {shard_of(guild, 4) for guild in first.mine} <= {0, 1}
            assert {shard_of(guild, 4) for guild in second.mine} <= {2, 3}
            assert None in first.mine, "direct messages come to the first shard"
            assert all(guild.shard_id in {0, 1} for guild in first.guilds), "what is left is forgotten"
            assert second.firsts == 0, "commands are published where the first shard is"
        await has(first, 0, 1, 2, 3)
        assert set(await everywhere(ada)) == {"answered"}
    assert not sandbox.gateway_server.logins.refused


class Verdicts:
    """A store that says, one question after the other, which shards this process has."""

    def __init__(self, *found: list[int]) -> None:
        self.found = [*found]

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[Verdicts]:
        yield self

    async def keep_process(self, *_: object) -> int:
        return 1

    async def hold_shards(self, *_: object) -> list[int]:
        await asyncio.sleep(0.01)
        return self.found.pop(0)

    async def end_process(self, *_: object) -> None:
        pass


class Seconds:
    """The monotonic time of a keeper, of which a little goes by each time it is read."""

    now = 1000.0

    def monotonic(self) -> float:
        self.now += 0.001
        return self.now


async def test_presses_that_piled_up_in_a_freeze_get_one_verdict_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the shard comes back at once: whoever had it meanwhile has answered what came before."""
    seconds = Seconds()
    monkeypatch.setattr(shards, "time", seconds)
    store = Verdicts([0, 1], [], [1], [1])
    keeper = Keeper(store, plan("auto/2"), lease=600.0, renewed=500.0)  # type: ignore[arg-type]
    await keeper.begin(2, 1)
    assert await keeper.holds(1)
    seconds.now += 601.0  # it slept
    piled_up = [asyncio.create_task(keeper.holds(1)) for _ in range(4)]
    await asyncio.sleep(0)
    back = asyncio.create_task(keeper._renew())  # as its turn to renew comes
    assert await asyncio.gather(*piled_up) == [False] * 4
    await back
    assert await keeper.holds(1), "what comes from now on is ours"
    assert store.found == [[1]]
    await keeper.end()


@pytest.mark.postgres
async def test_what_a_dead_process_held_is_taken_over(shared: Store, sandbox: Sandbox) -> None:
    dead = dying(shared, "0-1/4", lease=2.0)
    await dead.begin(4, 1)
    async with running(sandbox, soon(shared, "0-3/4")) as bot, Person(sandbox.url, "Ada") as ada:
        await has(bot, 2, 3)
        await has(bot, 0, 1, 2, 3)
        assert set(await everywhere(ada)) == {"answered"}


@pytest.mark.postgres
async def test_a_process_without_lease_answers_nothing(shared: Store, sandbox: Sandbox) -> None:
    async with running(sandbox, dying(shared, "0/1", lease=1.0)) as frozen, Person(sandbox.url, "Ada") as ada:
        await has(frozen, 0)  # as if it slept from now on: its connection stands
        async with running(sandbox, soon(shared, "0/1")) as other:
            await has(other, 0)
            heard = frozen.heard
            assert await everywhere(ada) == ["answered"] * 9
            await eventually(lambda: frozen.heard > heard or not frozen.there, PATIENCE)
            assert not frozen.mine
            assert len(other.mine) == 9
            await eventually(lambda: not frozen.there, PATIENCE)


@pytest.mark.postgres
async def test_a_process_without_a_shard_waits_for_one(shared: Store, sandbox: Sandbox) -> None:
    """A process that counts other shards is refused."""
    async with running(sandbox, soon(shared, "")) as first:
        await has(first, 0, 1, 2, 3)
        async with running(sandbox, soon(shared, "")) as waiting:
            with pytest.raises(OtherShards, match="ZAMKI_SHARDS"):
                await soon(shared, "auto/8").begin(4, 1)
            assert not waiting.there
            assert not waiting.is_ready()
            await first.close()
            await has(waiting, 0, 1, 2, 3)


@pytest.mark.postgres
async def test_a_store_out_of_order_leaves_the_shards_as_they_were(
    shared: Store, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Any:
        raise OSError("no such server")

    async with running(sandbox, soon(shared, "0/1", lease=0.3)) as bot, Person(sandbox.url, "Ada") as ada:
        await has(bot, 0)
        assert bot.keeper is not None
        keeper = bot.keeper
        with monkeypatch.context() as patched:
            patched.setattr(shared, "transaction", broken)
            await asyncio.sleep(0.5)
            assert set(await everywhere(ada)) == {"answered"}
        await eventually(lambda: keeper._until > asyncio.get_running_loop().time(), PATIENCE)
        await has(bot, 0)
