"""What programs may have of a server: the program API and the posts of results, as managers and programs use them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import random
import re
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

from chat.wire.outside import LOOK_UPS, Outside, outside
from sandbox.client import JSON, Person
from service import health
from service.program_api import ALL_BURST, ProgramApi
from service.results import VisibleGames
from service.webhooks import LONGEST_WAIT_SECONDS, PATIENCE_SECONDS, Webhooks
from tables.history.record import FORMAT
from tests.support.log_lines import lines_of
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, eventually, says, text_of

START = 1_700_000_000.0


async def page(person: Person) -> JSON:
    message = await person.settled(await person.command("gry", "zamki-server settings"))
    return await pressed(person, message, "server.page:0:0:programs")


async def pressed(person: Person, message: JSON, custom_id: str) -> JSON:
    before = json.dumps(message["components"])
    await person.press(message, custom_id)
    await eventually(lambda: json.dumps(person.known[message["id"]]["components"]) != before)
    return person.known[message["id"]]


async def new_key(person: Person) -> str:
    text = text_of(await pressed(person, await page(person), "server.key:0:0:new"))
    found = re.search(r"`([\w-]{43})`", text)
    assert found, text
    return found[1]


async def guild_of(world: World) -> int:
    ada = await world.person("Ada")
    return int(world.sandbox.world.channels[int(await ada.channel("gry"))].guild_id or 0)


async def begun(world: World) -> int:
    table, people = await world.lobby("Ada", "Borys")
    await world.begin(table, people[0])
    return table


async def finished(world: World) -> int:
    table = await begun(world)
    await play_to_the_end(world, table, random.Random(table))
    return table


class Program:
    """What a program sees of the program API."""

    def __init__(self, session: aiohttp.ClientSession, port: int, guild: int) -> None:
        self._session = session
        self._place = f"http://127.0.0.1:{port}/v1/servers/{guild}"
        self.bodies: list[str] = []

    async def get(self, key: str, path: str = "", *, place: int | str | None = None) -> tuple[int, Any]:
        """Ask for a path of this server, or of another one."""
        start = self._place if place is None else f"{self._place.rpartition('/')[0]}/{place}"
        async with self._session.get(start + path, headers={"Authorization": f"Bearer {key}"}) as answer:
            self.bodies.append(await answer.text())
            return answer.status, json.loads(self.bodies[-1]) if answer.content_type == "application/json" else None


@asynccontextmanager
async def api(world: World, guild: int) -> AsyncIterator[Program]:
    async def nothing() -> Any:
        return {}

    routes = ProgramApi(world.bot.app, VisibleGames(world.bot.rest)).routes()
    async with health.serving(("127.0.0.1", 0), nothing, nothing, routes) as port, aiohttp.ClientSession() as session:
        assert port is not None
        yield Program(session, port, guild)


@pytest.mark.long
async def test_a_program_with_the_key_reads_what_is_over(world: World) -> None:
    ada, guild = await world.person("Ada"), await guild_of(world)
    table = await finished(world)
    running = await begun(world)
    async with api(world, guild) as program:
        assert (await program.get(""))[0] == 401, "it is off"
        key = await new_key(ada)
        for wrong in ("", "x", key[:-1], key + "x", "\udcff"):
            assert (await program.get(wrong))[0] == 401
        status, home = await program.get(key)
        assert (status, home["server"]) == (200, str(guild))
        assert {"rycerze", "torres"} <= {game["key"] for game in home["games"]}
        _, games = await program.get(key, "/games")
        assert [game["table"] for game in games["games"]] == [table]
        assert min(seat["place"] for seat in games["games"][0]["seats"]) == 1
        _, games = await program.get(key, f"/games?before={table}")
        assert games == {"games": [], "next": None}
        status, record = await program.get(key, f"/games/{table}")
        assert (status, record["format"], [seat["name"] for seat in record["seats"]]) == (200, FORMAT, ["A", "B"])
        for nothing in (running, 999):
            assert (await program.get(key, f"/games/{nothing}"))[0] == 404
        status, standings = await program.get(key, "/standings?game=rycerze&kind=games")
        assert (status, [row["games"] for row in standings["rows"]]) == (200, [1, 1])
        for bad in ("/games?before=-1", "/standings?kind=nonsense", "/standings?game=chess"):
            assert (await program.get(key, bad))[0] == 400
        for person in ("Ada", "Borys"):
            assert not any(person in body for body in program.bodies), "names come only where they are asked for"
        for path in ("/games?names=1", f"/games/{table}?names=1", "/standings?names=1"):
            assert "Borys" in json.dumps((await program.get(key, path))[1]), path
        ids = [str(person.id) for person in (ada, await world.person("Borys"))]
        assert not any(number in body for body in program.bodies for number in ids)
        second = await new_key(ada)
        assert (await program.get(key))[0] == 401
        await world.tables.personal.forget_person(int((await world.person("Borys")).id))
        for path in ("/games?names=1", f"/games/{table}?names=1", "/standings?names=1"):
            assert "Borys" not in json.dumps((await program.get(second, path))[1]), path
        stored = json.dumps(await world.ask("SELECT settings FROM servers")) + json.dumps(
            await world.ask("SELECT about FROM server_log")
        )
        assert key not in stored
        assert second not in stored
        await pressed(ada, await page(ada), "server.key:0:0:off")
        assert (await program.get(second))[0] == 401
        shown = await ada.settled(await ada.command("gry", "zamki-server settings"))
        assert hashlib.sha256(b"door" + second.encode()).hexdigest() not in text_of(
            await pressed(ada, shown, "server.page:0:0:log")
        )


@pytest.mark.long
async def test_games_in_channels_that_not_everybody_sees_stay_there(world: World) -> None:
    ada, guild = await world.person("Ada"), await guild_of(world)
    table = await finished(world)
    place = world.sandbox.world.channels[int(await ada.channel("gry"))]
    world.sandbox.world.forbid(place, "VIEW_CHANNEL")
    key = (await world.tables.servers.new_key(guild, 1)).text
    async with api(world, guild) as program:
        assert (await program.get(key, "/games"))[1]["games"] == []
        assert (await program.get(key, f"/games/{table}"))[0] == 404


async def test_who_asks_too_often_waits(world: World) -> None:
    guild = await guild_of(world)
    key = (await world.tables.servers.new_key(guild, 1)).text
    async with api(world, guild) as program:
        answers = [(await program.get(key))[0] for _ in range(60)]
    assert set(answers) == {200, 429}


@pytest.mark.long
async def test_nobody_uses_up_the_requests_of_others(world: World) -> None:
    """Neither strangers, at this server or at another one, nor a server's own program that asks far too often."""
    guild = await guild_of(world)
    other = next(each for each in world.sandbox.world.guilds if each != guild)
    key, second = [(await world.tables.servers.new_key(each, 1)).text for each in (guild, other)]
    async with api(world, guild) as program:
        for place in (guild, other, 1):
            strange = [(await program.get("x", place=place))[0] for _ in range(2 * ALL_BURST)]
            assert set(strange) <= {401, 429}
        assert {(await program.get(second, place=other))[0] for _ in range(2 * ALL_BURST)} == {200, 429}
        assert [(await program.get(key))[0] for _ in range(5)] == [200] * 5


NUMBERS = ("0", "9223372036854775807", "9223372036854775808", "9" * 19, "9" * 400, "-1", "1.5", "1e9", "١", "²", "0x1", "")


@pytest.mark.parametrize(
    "path", ["/{number}", "/{number}/games", "/{guild}/games/{number}", "/{guild}/games?before={number}",
             "/{guild}/games?limit={number}", "/{guild}/standings?page={number}"]
)  # fmt: skip
async def test_every_number_is_answered(world: World, path: str, caplog: pytest.LogCaptureFixture) -> None:
    guild = await guild_of(world)
    key = (await world.tables.servers.new_key(guild, 1)).text
    async with api(world, guild) as program:
        for number in NUMBERS:
            status, answer = await program.get(key, path.format(number=number, guild=guild).removeprefix("/"), place="")
            assert status < 500, (number, answer)
    assert not lines_of(caplog, "service.program_api", "tables", "data")


async def test_a_fault_of_ours_is_one_line(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guild = await guild_of(world)
    key = (await world.tables.servers.new_key(guild, 1)).text

    async def broken(*_: object) -> None:
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(world.tables.servers, "finished_games", broken)
    caplog.clear()
    async with api(world, guild) as program:
        assert (await program.get(key, "/games"))[0] == 503
    (line,) = lines_of(caplog, "service.program_api", level=logging.ERROR)
    assert "RuntimeError" in line.getMessage()
    assert line.exc_info is None


class Anywhere(Outside):
    """Takes the tests' own receiver, which is on this machine."""

    @staticmethod
    def takes(address: str) -> bool:
        return bool(address)

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        return await self._inner.resolve(host, port, family)


@asynccontextmanager
async def receiver(answers: list[int]) -> AsyncIterator[tuple[str, list[tuple[dict[str, str], bytes]]]]:
    """An address, and what was posted there. It answers one status after the other, the last one again and again."""
    came: list[tuple[dict[str, str], bytes]] = []

    async def take(request: web.Request) -> web.Response:
        came.append((dict(request.headers), await request.read()))
        status = answers.pop(0) if len(answers) > 1 else answers[0]
        return web.Response(status=status, headers={"Location": "/elsewhere"} if status == 302 else {})

    app = web.Application()
    app.add_routes([web.post("/{any:.*}", take)])
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/results", came
    finally:
        await runner.cleanup()


def posting(world: World, outer: Outside) -> Webhooks:
    failed = world.bot.app.failed_posts
    return Webhooks(world.tables, VisibleGames(world.bot.rest), world.time, lambda _guild: True, failed, outside=outer)


async def test_results_are_posted_signed_until_they_are_taken(world: World) -> None:
    clock = await world.at_time(START)
    ada, guild = await world.person("Ada"), await guild_of(world)
    await finished(world)
    key = await new_key(ada)
    async with receiver([500, 302, 204]) as (address, came), aiohttp.ClientSession() as session:
        await world.tables.servers.set_webhook(guild, int(ada.id), address)
        await clock.advance(10)
        await posting(world, Anywhere()).look(session)
        assert came == [], "only what ends from now on"
        table = await finished(world)
        await clock.advance(10)
        posts = posting(world, Anywhere())
        for _ in range(3):
            await posts.look(session)
        assert len(came) == 1, "it is not tried again at once"
        await world.restart()
        posts = posting(world, Anywhere())
        await posts.look(session)
        assert len(came) == 2, "what was not taken outlives a restart, and a redirection is not followed"
        await clock.advance(LONGEST_WAIT_SECONDS)
        for _ in range(3):
            await posts.look(session)
    assert len(came) == 3
    headers, body = came[-1]
    assert json.loads(body)["table"] == table
    assert b"Ada" not in body
    assert ada.id.encode() not in body
    secret = hashlib.sha256(b"webhook" + key.encode()).hexdigest()
    proof = hmac.new(secret.encode(), headers["X-Zamki-Timestamp"].encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["X-Zamki-Signature"] == f"sha256={proof}"


@pytest.mark.long
async def test_a_repaired_receiver_is_not_waited_for(world: World) -> None:
    """The page says when the next attempt is; a new address or key makes it at once."""
    clock = await world.at_time(START)
    ada, guild = await world.person("Ada"), await guild_of(world)
    await new_key(ada)
    async with receiver([500, 500, 500, 500, 204]) as (address, came), aiohttp.ClientSession() as session:
        await world.tables.servers.set_webhook(guild, int(ada.id), address)
        await clock.advance(1)
        await finished(world)
        await clock.advance(10)
        posts = posting(world, Anywhere())
        for _ in range(4):
            await posts.look(session)
            await clock.advance(40)
        assert len(came) == 3
        assert says("cogs.server.programs.refused") in text_of(await page(ada))
        await new_key(ada)
        assert says("cogs.server.programs.refused") not in text_of(await page(ada))
        await posts.look(session)
        assert len(came) == 4
        await world.tables.servers.set_server(guild, int(ada.id), webhook=f"{address}/other")
        await posts.look(session)
    assert len(came) == 5
    assert says("cogs.server.programs.refused") not in text_of(await page(ada))


async def test_names_that_are_answered_slowly_hold_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither other look-ups of the bot nor its end."""
    over = threading.Event()
    real = socket.getaddrinfo

    def slow(host: str, *arguments: Any, **options: Any) -> Any:
        if host.endswith(".slow.example"):
            over.wait(60)
            raise socket.gaierror(-3, "Temporary failure in name resolution")
        return real(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    outer, loop = Outside(), asyncio.get_running_loop()
    waiting = [asyncio.create_task(outer.resolve(f"a{number}.slow.example")) for number in range(2 * LOOK_UPS)]
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(10):
            assert await loop.getaddrinfo("localhost", 443)
    finally:
        over.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, OSError) for each in found)
    with pytest.raises(OSError, match="inner"):
        await outer.resolve("localhost", 443)


@pytest.mark.long
async def test_a_receiver_that_never_takes_anything_is_forgotten(world: World) -> None:
    clock = await world.at_time(START)
    guild = await guild_of(world)
    await world.tables.servers.new_key(guild, 1)
    async with receiver([500]) as (address, came), aiohttp.ClientSession() as session:
        await world.tables.servers.set_webhook(guild, 1, address)
        await clock.advance(1)
        await finished(world)
        posts = posting(world, Anywhere())
        for seconds in (10, LONGEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, PATIENCE_SECONDS, LONGEST_WAIT_SECONDS):
            await clock.advance(seconds)
            await posts.look(session)
    assert len(came) >= 4
    assert (await world.tables.servers.server_settings(guild)).webhook == ""
    assert (await world.tables.servers.log_of_server(guild))[0].about["field"] == "webhook"


async def test_an_address_is_typed_and_refused(world: World) -> None:
    ada = await world.person("Ada")
    await new_key(ada)
    message = await page(ada)
    await ada.submit(await ada.press(message, "server.webhook:0:0"), {"address": "https://127.0.0.1/x"})
    assert (await world.tables.servers.server_settings(await guild_of(world))).webhook == ""
    before = json.dumps(message["components"])
    await ada.submit(await ada.press(message, "server.webhook:0:0"), {"address": "https://results.example/x?token=abc"})
    await eventually(lambda: json.dumps(ada.known[message["id"]]["components"]) != before)
    assert "results.example" in text_of(ada.known[message["id"]])
    assert "abc" not in text_of(ada.known[message["id"]])
    lines = await world.tables.servers.log_of_server(await guild_of(world))
    assert lines[0].about == {"field": "webhook", "before": "false", "after": "true"}


INSIDE = """
    127.0.0.1 10.1.2.3 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 fe80::1%eth0 fd00::1
    ::ffff:127.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:1::1 ff02::1
"""
"""Addresses of networks that are not the internet at large."""


def test_addresses_of_inner_networks_are_none() -> None:
    assert not [address for address in INSIDE.split() if outside(address)]
    assert all(outside(address) for address in ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"))
    for address in ("http://a.example/", "https://[::1]/", "https://10.0.0.1:8443/", "https://u:p@a.example/", "ftp://a.example",
                    "https://", "nonsense", "https://a.example:0/", "https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/",
                    "https://127.0.0.1./", "https://0/", "https://0x7f000001", "https://１２７.0.0.1/", "https://127。1/",
                    "https://a.example/" + "x" * 300, "https://a.example/#x"):  # fmt: skip
        assert not Outside.takes(address), address
    for address in ("https://a.example:8443/hook?x=1", "https://0x.example/", "https://1.example/", "https://1.1.1.1/"):
        assert Outside.takes(address), address


class Names(AbstractResolver):
    """A name that means what the test says."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        return [ResolveResult(hostname=host, host=each, port=port, family=family, proto=0, flags=0) for each in self.addresses]

    async def close(self) -> None:
        pass


async def test_a_name_that_means_an_inner_address_is_not_reached() -> None:
    assert await Outside(Names("1.1.1.1")).resolve("a.example")
    for inside in (("127.0.0.1",), ("1.1.1.1", "10.0.0.1"), ()):
        with pytest.raises(OSError, match="inner"):
            await Outside(Names(*inside)).resolve("a.example")
    async with receiver([204]) as (address, came):
        port = int(address.split(":")[2].partition("/")[0])
        connector = aiohttp.TCPConnector(resolver=Outside(Names("127.0.0.1")))
        async with aiohttp.ClientSession(connector=connector) as session:
            with pytest.raises(aiohttp.ClientConnectorError):
                await session.post(f"http://a.example:{port}/")
        assert came == []
