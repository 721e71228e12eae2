"""Logging in, shards, resuming, intents."""

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Person, Sandbox
from sandbox.client import texts
from sandbox.logins import Logins
from tests.support.probe_bot import Guest, until, visiting


async def test_the_bot_logs_in_and_finds_its_guilds(sandbox: Sandbox, guest: Guest) -> None:
    assert guest.user
    assert guest.user.name == "Zamki"
    assert {guild.name for guild in guest.guilds} == {"Zamek nad Wisłą", "Castle Club"}
    wisla = next(guild for guild in guest.guilds if guild.preferred_locale is discord.Locale.polish)
    assert [channel.name for channel in wisla.text_channels] == ["gry", "turniej"]
    assert wisla.text_channels[0].permissions_for(wisla.me).attach_files
    assert (sandbox.gateway_server.identifies, len(sandbox.gateway_server.sessions)) == (1, 1)


async def test_two_shards_share_the_guilds() -> None:
    guilds = tuple((f"Guild {n}", "pl", ("gry",)) for n in range(6))
    async with Sandbox(guilds=guilds) as sandbox, visiting(sandbox, shard_count=2) as guest:
        assert sorted(guest.shards) == [0, 1]
        assert {guild.shard_id for guild in guest.guilds} == {0, 1}
        for guild in guest.guilds:
            assert guild.shard_id == (guild.id >> 22) % 2
        async with Person(sandbox.url, "Ada") as ada:
            for channel in await ada.channels():
                assert (await ada.command(channel, "castle secret")).status == "answered"
            await (await guest.fetch_user(int(ada.id))).create_dm()
            assert (await ada.command(await ada.dm(), "castle secret")).status == "answered"
            # Shard 1 gone, private messages still arrive.
            await guest.shards[1].disconnect()
            assert (await ada.command(await ada.dm(), "castle secret")).status == "answered"


async def test_the_library_can_ask_for_the_number_of_shards(sandbox: Sandbox) -> None:
    async with visiting(sandbox, shard_count=None) as guest:
        assert list(guest.shards) == [0]
        assert any(exchange.path == "/gateway/bot" for exchange in sandbox.record)


async def test_a_session_goes_on_after_a_lost_connection(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    sandbox.fault("drop_gateway", code=4000)
    outcome = await ada.command("gry", "castle secret", word="meanwhile")
    assert outcome.status == "answered", "the press was replayed"
    assert outcome.message
    assert texts(outcome.message) == ["meanwhile"]
    assert (sandbox.gateway_server.resumes, sandbox.gateway_server.identifies) == (1, 1)
    await until(lambda: "resumed 0" in guest.happened)


@pytest.mark.long
@pytest.mark.parametrize(("how", "resumes", "identifies"), [("reconnect", 1, 1), ("invalid_session", 0, 2)])
async def test_discord_asks_for_a_new_connection(
    sandbox: Sandbox, guest: Guest, ada: Person, *, how: str, resumes: int, identifies: int
) -> None:
    sandbox.fault("drop_gateway", how=how)
    await until(lambda: (sandbox.gateway_server.resumes, sandbox.gateway_server.identifies) == (resumes, identifies))
    await guest.wait_until_ready()
    await asyncio.sleep(0.1)
    assert (await ada.command("gry", "castle secret")).status == "answered"


async def test_an_event_may_come_twice(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    sandbox.fault("repeat_event", event="INTERACTION_CREATE")
    await ada.command("gry", "castle secret")
    await until(lambda: len(guest.seen) == 2)
    assert guest.seen[0].id == guest.seen[1].id


async def test_a_wrong_token_is_refused(sandbox: Sandbox) -> None:
    guest = Guest(shard_count=1)
    from discord.http import Route

    before, Route.BASE = Route.BASE, sandbox.api
    try:
        with pytest.raises(discord.LoginFailure):
            await guest.start("no token of ours")
    finally:
        Route.BASE = before
        await guest.close()
    assert sandbox.record[0].status == 401


class Wire:
    """A websocket without a library."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.inflate = zlib.decompressobj()

    async def get(self) -> dict[str, Any]:
        frame = await self.socket.receive(5)
        assert frame.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), f"closed with {self.socket.close_code}"
        data = frame.data if isinstance(frame.data, str) else self.inflate.decompress(frame.data)
        return dict(json.loads(data))

    async def identify(self, token: str, **more: Any) -> None:
        data = {"token": token, "intents": 1, "properties": {}} | more
        await self.socket.send_json({"op": 2, "d": data})


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": "wrong", "intents": 0}}], 4004),
        ([{"op": 2, "d": {"token": "TOKEN", "intents": 0}}, {"op": 2, "d": {"token": "TOKEN", "intents": 0}}], 4005),
        ([{"op": 2, "d": {"token": "TOKEN", "intents": 1 << 15}}], 4014),
        ([{"op": 2, "d": {"token": "TOKEN", "intents": 0, "shard": [2, 2]}}], 4010),
        ([{"op": 2, "d": {"token": "TOKEN", "intents": 0}}, {"op": 99}], 4001),
        ([{"nothing": 1}], 4002),
        ([{"op": 1, "d": "x" * 5000}], 4002),
    ],
)
async def test_the_gateway_closes_on_what_is_wrong(sandbox: Sandbox, frames: list[dict[str, Any]], code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        for frame in frames:
            await socket.send_str(json.dumps(frame).replace("TOKEN", sandbox.token))
        while not socket.closed:
            await socket.receive(5)
        assert socket.close_code == code


async def test_frames_are_compressed_if_asked_and_intents_are_followed(sandbox: Sandbox) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.gateway + "?v=10&compress=zlib-stream") as socket,
    ):
        wire = Wire(socket)
        assert (await wire.get())["op"] == 10
        await wire.identify(sandbox.token, intents=1)
        names = [(await wire.get())["t"] for _ in range(3)]
        assert names == ["READY", "GUILD_CREATE", "GUILD_CREATE"]
        async with Person(sandbox.url, "Ada") as ada:
            await ada.say("gry", "not for the bot: it never asked for messages")
        await socket.send_json({"op": 1, "d": 3})
        assert (await wire.get())["op"] == 11


async def test_words_of_strangers_come_empty(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    await ada.say("gry", "nothing to do with you")
    await ada.say("gry", f"<@{sandbox.world.bot.id}> hello")
    await until(lambda: len(guest.heard) == 2)
    assert [each.content for each in guest.heard] == ["", f"<@{sandbox.world.bot.id}> hello"]


async def test_the_bot_is_thrown_out_and_asked_back(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    channel = await ada.channel("gry")
    sandbox.world.kick(guild)
    await until(lambda: len(guest.guilds) == 1)
    assert await ada.commands("gry") == []
    with pytest.raises(discord.Forbidden):
        await guest.get_partial_messageable(int(channel)).send("hello?")
    sandbox.world.invite(guild)
    await until(lambda: len(guest.guilds) == 2)
    assert await ada.commands("gry")


async def test_a_login_that_comes_too_early_is_sent_away() -> None:
    guilds = tuple((f"Guild {n}", "pl", ("gry",)) for n in range(6))
    logins = Logins(seconds=60, at_once=2, shards=3)
    async with Sandbox(guilds=guilds, logins=logins) as sandbox, aiohttp.ClientSession() as session:

        async def log_in(number: int) -> tuple[int, Any]:
            async with session.ws_connect(sandbox.gateway) as socket:
                wire = Wire(socket)
                assert (await wire.get())["op"] == 10
                await wire.identify(sandbox.token, shard=[number, 3])
                answer = await wire.get()
                return answer["op"], answer["t"]

        assert [await log_in(number) for number in (0, 1, 2)] == [(0, "READY"), (0, "READY"), (9, None)]
        assert (logins.refused, logins.admitted) == (1, [(0, 3), (1, 3)])
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with session.get(sandbox.api + "/gateway/bot", headers=headers) as answer:
            told = await answer.json()
        assert told["shards"] == 3
        assert (told["session_start_limit"]["max_concurrency"], told["session_start_limit"]["remaining"]) == (2, 998)


async def test_global_rate_limit_exempts_interactions() -> None:
    async with Sandbox(everywhere=3) as sandbox, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {sandbox.token}"}
        found = []
        for path in ("/users/@me", "/gateway/bot", "/applications/@me", "/users/@me"):
            async with session.get(sandbox.api + path, headers=headers) as answer:
                found.append((answer.status, answer.headers.get("X-RateLimit-Global")))
        assert found == [(200, None)] * 3 + [(429, "true")]
        async with session.post(sandbox.api + "/interactions/1/x/callback", json={"type": 6}) as answer:
            assert answer.status == 404, "no such interaction, but no limit"
