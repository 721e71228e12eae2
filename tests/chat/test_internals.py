"""Each private part of discord.py that the bot uses is as it was, and no other module uses one."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import weakref
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from aiohttp import web
from discord import shard, ui
from discord.gateway import DiscordWebSocket

from chat.press.commands import Translator
from chat.wire import internals
from chat.wire.layout import Card, button, rows
from cogs.help import Help
from render.contract import Picture
from tests.support.command_tree import tree
from tests.support.discord_state import state_of

ROOT = Path(__file__).parents[2]

PRODUCT = ("bot.py", "service", "web", "cogs", "chat", "asking", "tables", "data", "engines", "render")

PRIVATE = re.compile(
    r"from discord\.(http|gateway|state|shard|raw_models|webhook|ui\.view|ext\.commands\.)|from discord\.utils import _"
    r"|discord\.(http|gateway|state|shard)\.|\.http\.|_connection\b|__cog_app_commands__|get_translated_payload|noqa: SLF001"
)


def test_no_other_module_uses_them() -> None:
    files = [path for name in PRODUCT for path in ([ROOT / name] if name.endswith(".py") else (ROOT / name).rglob("*.py"))]
    # The drivers of databases have private parts of their own.
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        if path != ROOT / "chat/wire/internals.py" and path.parent.parent != ROOT / "data"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if PRIVATE.search(line)
    ]
    assert not found, "put it into chat/wire/internals.py, with a test here:\n" + "\n".join(found)


@pytest.fixture
def addresses() -> Any:
    base, gateway = discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@pytest.mark.usefixtures("addresses")
def test_routes_and_connections_take_the_given_addresses() -> None:
    internals.point_at("http://127.0.0.1:1/api", "ws://127.0.0.1:2")
    assert internals.Route("GET", "/users/{user}", user=7).url == "http://127.0.0.1:1/api/users/7"
    assert internals.Route.BASE == "http://127.0.0.1:1/api"
    assert yarl.URL("ws://127.0.0.1:2") == DiscordWebSocket.DEFAULT_GATEWAY
    internals.point_at(None, None)
    assert internals.Route("GET", "/x").url == "http://127.0.0.1:1/api/x"


async def test_a_message_is_made_of_a_layout_and_its_files() -> None:
    card = Card(title="# Tower", rows=rows([button("Press", "play.hand:1:1")]))
    with internals.message_parameters(**card.posting()) as made:
        assert made.files == []
        assert made.payload is not None
        assert made.payload["components"][0]["components"][0]["content"] == "# Tower"
        assert made.payload["allowed_mentions"]["parse"] == []
    pictured = Card(title="Tower", picture=Picture(b"1", "webp", "alt"))
    with internals.message_parameters(**pictured.editing()) as made:
        assert [part["name"] for part in made.multipart or ()] == ["payload_json", "files[0]"]
        assert len(made.files or ()) == 1


def test_discord_py_reads_and_writes_json_by_our_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("_from_json", "_to_json")
    for name in names:
        monkeypatch.setattr(discord.utils, name, getattr(discord.utils, name))
    internals.install_json()
    read, write = (getattr(discord.utils, name) for name in names)
    known = {"name": "Łucja 🏰", "id": 1 << 63, "of": [1.5, None, True], "by_seat": {"1": "half \ud800"}}
    assert read(write(known)) == known
    assert write({1: {"a": "b"}}) == '{"1":{"a":"b"}}'
    assert read('{"half": "\\ud800"}') == {"half": "\ud800"}, "as json reads it"
    with pytest.raises(json.JSONDecodeError):
        read('{"half":')


class Requests:
    """What a server was asked, and the address where it listens."""

    def __init__(self) -> None:
        self.url = ""
        self.seen: list[tuple[str, str, Any, str | None]] = []

    async def answer(self, request: web.Request) -> web.Response:
        content = await request.text()
        self.seen.append((request.method, request.path, content, request.headers.get("Authorization")))
        limits = {"total": 9, "remaining": 9, "reset_after": 1, "max_concurrency": 4}
        said = {
            "bot": {"url": "ws://x", "shards": 3, "session_start_limit": limits},
            "callback": {"interaction": {"id": "100", "type": 2}},
        }.get(request.path.rpartition("/")[2], {"id": "5"})
        return web.Response(body=json.dumps(said).encode(), content_type="application/json")


@pytest.fixture
async def discord_asked(addresses: None) -> AsyncIterator[Requests]:
    asked, app = Requests(), web.Application()
    app.router.add_route("*", "/{any:.*}", asked.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    asked.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    internals.point_at(asked.url, None)
    yield asked
    await runner.cleanup()


def new_bot() -> internals.Bot:
    return internals.Bot(command_prefix="!", intents=discord.Intents(guilds=True))


@pytest.fixture
async def bot(discord_asked: Requests) -> AsyncIterator[internals.Bot]:
    """One that has a session, as after its login."""
    made = new_bot()
    connector = aiohttp.TCPConnector(limit=3)
    made.connect_through(connector)
    await made.http.static_login("token")
    discord_asked.seen.clear()
    yield made
    await made.hang_up()
    assert connector.closed, "the login took it, and its session closes it"


async def test_requests_wait_as_long_as_they_are_told(bot: internals.Bot, discord_asked: Requests) -> None:
    route = internals.Route("PATCH", "/channels/{channel_id}", channel_id=7)
    answer = await internals.request(bot, route, aiohttp.ClientTimeout(total=5.0), json={"archived": True})
    assert answer == {"id": "5"}
    assert discord_asked.seen == [("PATCH", "/channels/7", '{"archived":true}', "Bot token")]


async def test_rate_limits_are_looked_through_once_a_minute(bot: internals.Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []

    def looked(limit: object) -> bool:
        looks.append(limit)
        return True

    monkeypatch.setattr(discord.http.Ratelimit, "is_inactive", looked)
    limits = [bot.http.get_ratelimit(f"channel {number}") for number in range(400)]
    assert limits == [bot.http.get_ratelimit(f"channel {number}") for number in range(400)]
    assert looks == [], "they were looked through at the login"
    monkeypatch.setattr(internals, "CLEAR_SECONDS", 0.0)
    bot.http.get_ratelimit("channel 400")
    assert {*limits} < {*looks}
    assert bot.http.get_ratelimit("channel 0") is not limits[0], "it was dropped"


async def test_discord_says_how_shards_log_in(bot: internals.Bot) -> None:
    found = await bot.gateway()
    assert (found.shards, found.at_once, found.left) == (3, 4, found.total)


def interaction(bot: internals.Bot) -> discord.Interaction[Any]:
    """A press, as the gateway tells of it."""
    data: Any = {
        "id": "100",
        "application_id": "9",
        "type": 2,
        "token": "secret",
        "version": 1,
        "locale": "pl",
        "data": {"id": "1", "name": "zamki", "type": 1},
        "user": {"id": "7", "username": "ada", "discriminator": "0"},
        "channel_id": "8",
        "channel": {"id": "8", "type": 1},
        "entitlements": [],
        "attachment_size_limit": 1,
        "authorizing_integration_owners": {},
        "app_permissions": "0",
    }
    return discord.Interaction(data=data, state=state_of(bot))


class Heard(internals.Adapter):
    """Tries once."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.routes: list[internals.Route] = []

    async def carry(self, route: internals.Route, once: internals.Once, payload: Mapping[str, object] | None) -> Any:
        self.routes.append(route)
        assert isinstance(self.lock(route), asyncio.Lock)
        assert self.lock(route) is self.lock(route)
        return await once(5.0)

    async def read(self, response: aiohttp.ClientResponse, data: Any) -> Any:
        assert response.status == 200
        return data


async def test_what_answers_an_interaction_goes_through_the_adapter(bot: internals.Bot, discord_asked: Requests) -> None:
    Heard().install()
    press = interaction(bot)
    await press.response.send_message("here", ephemeral=True)
    token = internals.Token(press)
    assert await token.edit(**Card(title="Tower").editing()) == 5
    assert await token.edit(**Card(picture=Picture(b"12", "webp", "alt")).editing()) == 5
    await token.delete()
    paths = [(method, path) for method, path, _, _ in discord_asked.seen]
    original = "/webhooks/9/secret/messages/@original"
    assert paths == [("POST", "/interactions/100/secret/callback"), *2 * [("PATCH", original)], ("DELETE", original)]
    assert '"Tower"' in discord_asked.seen[1][2]
    assert "payload_json" in discord_asked.seen[2][2]
    assert {authorization for _, _, _, authorization in discord_asked.seen} == {None}, "their token is in the path"


class Witness:
    """Goes when the interaction that has it goes."""


async def test_an_interaction_that_was_let_go_is_gone_at_once() -> None:
    bot = new_bot()
    gc.collect()
    gc.disable()
    try:
        kept, gone = interaction(bot), interaction(bot)
        for each in (kept, gone):
            each.extras["witness"] = Witness()
            assert not each.response.is_done()
        internals.let_go(gone)
        kept_by, gone_by = (weakref.ref(each.extras["witness"]) for each in (kept, gone))
        del kept, gone, each
        assert kept_by() is not None, "else nothing has to be let go any more"
        assert gone_by() is None
    finally:
        gc.enable()


def test_the_parts_of_a_layout_let_it_go() -> None:
    def layout() -> ui.LayoutView:
        made = ui.LayoutView(timeout=None)
        made.add_item(ui.Container(ui.ActionRow(ui.Button(label="x", custom_id="play.hand:1"))))
        return made

    parts = [*(kept := layout()).walk_children()]
    assert {each.view for each in parts} == {kept}
    internals.let_parts_go(kept)
    assert {(each.view, each.parent) for each in parts} == {(None, None)}
    layout_again: Any = kept
    sent = layout_again.to_components()
    assert sent[0]["components"][0]["components"][0]["custom_id"] == "play.hand:1", "it can still be sent"


async def test_a_members_roles_are_known_where_the_server_is_not() -> None:
    bot = new_bot()
    user = {"id": "7", "username": "ada", "discriminator": "0", "avatar": None}
    data: Any = {"user": user, "roles": ["3", "4"], "flags": 0, "joined_at": None, "deaf": False, "mute": False}
    guild = discord.Guild(data={"id": "5", "unavailable": True}, state=state_of(bot))  # type: ignore[typeddict-item]
    assert internals.role_ids(discord.Member(data=data, guild=guild, state=state_of(bot))) == {3, 4}


async def test_only_the_name_of_a_server_is_cached() -> None:
    bot = new_bot()
    state = state_of(bot)
    assert type(state) is internals.SparingState
    assert set(state.parsers) == internals.HEARD, "each is an event that discord.py reads"
    heard: list[tuple[Any, ...]] = []
    state.dispatch = lambda *event: heard.append(event)
    channel = {"id": "6", "type": 0, "name": "gry", "position": 0, "permission_overwrites": []}
    state.parsers["GUILD_CREATE"]({"id": "5", "name": "Zamek", "channels": [channel], "roles": [], "unavailable": False})
    (guild,) = bot.guilds
    assert (guild.id, guild.name, [*guild.channels]) == (5, "Zamek", [])
    state.parsers["CHANNEL_UPDATE"](channel | {"guild_id": "5"})
    for event in ("GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE"):
        state.parsers[event]({"guild_id": "5"})
    assert heard[-3:] == 3 * [("raw_access_update", 5)]
    thread = {"id": "8", "type": 11, "guild_id": "5", "parent_id": "6", "thread_metadata": {"archived": False}}
    for event in ("THREAD_UPDATE", "THREAD_CREATE"):
        state.parsers[event](thread)
        name, seen = heard.pop()
        assert (name, seen.thread_id, seen.data["thread_metadata"]) == ("raw_thread_update", 8, {"archived": False})
    bot.forget_server(guild)
    assert not bot.guilds


async def test_a_timeout_of_the_bot_is_reported() -> None:
    state = state_of(new_bot())
    heard: list[tuple[Any, ...]] = []
    state.dispatch = lambda *event: heard.append(event)
    user: Any = {"id": "7", "username": "zamki", "discriminator": "0", "avatar": None}
    state.user = discord.ClientUser(state=state, data=user)
    own = {"user": {"id": "7"}, "communication_disabled_until": "2027-01-15T08:00:00+00:00"}
    state.parsers["GUILD_MEMBER_UPDATE"](own | {"guild_id": "5"})
    assert heard == [("raw_access_update", 5), ("raw_timeout", 5, 1_800_000_000.0)]
    others = [own | {"user": {"id": "8"}}, own | {"communication_disabled_until": None}, {"user": {"id": "7"}}]
    state.parsers["GUILD_CREATE"]({"id": "6", "name": "Zamek", "members": [*others, own], "unavailable": False})
    assert [event for event in heard if event[0].startswith("raw_")][2:] == [("raw_timeout", 6, 1_800_000_000.0)]


async def test_a_shard_that_has_logged_in_tells_its_servers() -> None:
    bot = new_bot()
    bot.shard_count, heard = 2, []
    state: Any = state_of(bot)
    state.dispatch = lambda *event: heard.append(event)
    user = {"id": "9", "username": "zamki", "discriminator": "0", "avatar": None}
    application = {"id": "9", "flags": 0}
    guilds = [{"id": "5", "unavailable": True}]
    state.parsers["READY"]({"user": user, "application": application, "guilds": guilds, "shard": [1, 2]})
    assert ("ready_servers", 1, 2, frozenset({5})) in heard


async def test_the_reader_of_an_event_is_replaced() -> None:
    bot, read = new_bot(), []
    bot.replace_parser("INTERACTION_CREATE", lambda parse: lambda data: read.append((parse, data)))
    state_of(bot).parsers["INTERACTION_CREATE"]({"id": "1"})
    ((parse, data),) = read
    assert (parse.__name__, data) == ("parse_interaction_create", {"id": "1"})


async def test_connections_are_fair_and_new_shards_use_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard, "DiscordWebSocket", shard.DiscordWebSocket)
    internals.FairWebSocket.install()
    made: list[tuple[Any, ...]] = []

    async def from_client(cls: type, _client: Any, /, **options: Any) -> Any:
        made.append((cls, options["shard_id"], options["gateway"]))
        raise asyncio.CancelledError

    monkeypatch.setattr(DiscordWebSocket, "from_client", classmethod(from_client))
    with pytest.raises(asyncio.CancelledError):
        await new_bot().log_in(4)
    assert made == [(internals.FairWebSocket, 4, DiscordWebSocket.DEFAULT_GATEWAY)]


async def test_everybody_else_goes_first_after_each_event(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def poll(_self: Any) -> None:
        order.append("event")

    monkeypatch.setattr(DiscordWebSocket, "poll_event", poll)
    connection: Any = object.__new__(internals.FairWebSocket)

    async def reads() -> None:
        for _ in range(2):
            await connection.poll_event()

    async def other() -> None:
        order.append("other")

    await asyncio.gather(reads(), other())
    assert order == ["event", "other", "event"]


async def test_what_has_never_begun_to_log_in_is_closed() -> None:
    bot = new_bot()
    await bot.close()
    assert not hasattr(bot, "_AutoShardedClient__queue")
    with pytest.raises(AttributeError, match="_AutoShardedClient__queue"):
        await discord.AutoShardedClient.close(bot)  # else the exception for it is needed no more


async def test_a_bot_that_has_begun_is_closed_by_discord_py(discord_asked: Requests) -> None:
    bot = new_bot()
    async with bot:
        assert hasattr(bot, "_AutoShardedClient__queue")
    assert bot.is_closed()


async def test_commands_are_published_in_every_language() -> None:
    (declared,) = internals.commands_of(Help)
    assert declared.name == "help"
    sent = await internals.command_payload(tree(), Translator(), declared)
    assert sent["name"] == "help"
    assert isinstance(sent["name_localizations"], dict)
    assert sent["name_localizations"]["pl"] == "pomoc"
