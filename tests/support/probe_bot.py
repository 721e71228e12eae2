"""A separate discord.py bot that uses everything the sandbox offers, for testing the sandbox."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from sandbox import Sandbox
from sandbox.client import PATIENCE_SECONDS

POLISH = {"castle": "zamek", "board": "plansza", "Everything about castles": "Wszystko o zamkach", "size": "rozmiar"}


def png(colour: str = "red", width: int = 30, height: int = 20) -> io.BytesIO:
    data = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(data, "PNG")
    data.seek(0)
    return data


def picture(name: str = "board.png", alt: str | None = "A red board") -> discord.File:
    return discord.File(png(), name, description=alt)


class Polish(app_commands.Translator):
    async def translate(self, string: Any, locale: discord.Locale, context: Any) -> str | None:
        if locale is discord.Locale.polish:
            return POLISH.get(string.message)
        return f"British {string.message}"[:100] if locale is discord.Locale.british_english and " " in string.message else None


class Board(ui.LayoutView):
    """One of everything that Components V2 has."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x56B4E9))
        box.add_item(ui.TextDisplay("# The castle\nBorys to move"))
        box.add_item(ui.Section("TableView at it", accessory=ui.Thumbnail("attachment://board.png", description="Small")))
        box.add_item(ui.Section("Press it", accessory=ui.Button(label="Aside", custom_id="aside")))
        box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A red board")))
        box.add_item(ui.File("attachment://log.txt"))
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(ui.Button(label="Move", custom_id="move", style=discord.ButtonStyle.primary))
        row.add_item(ui.Button(label="Form", custom_id="form", emoji="🏰"))
        row.add_item(ui.Button(label="Off", custom_id="off", disabled=True))
        row.add_item(ui.Button(label="Rules", url="https://example.org/rules"))
        box.add_item(row)
        self.add_item(box)
        options = [discord.SelectOption(label=f"Field {n}", value=f"f{n}", description="free") for n in range(4)]
        menu: ui.ActionRow[Any] = ui.ActionRow()
        menu.add_item(ui.Select(custom_id="fields", placeholder="Which fields?", max_values=2, options=options))
        self.add_item(menu)
        people: ui.ActionRow[Any] = ui.ActionRow()
        people.add_item(ui.UserSelect(custom_id="rival", placeholder="Against whom?"))
        self.add_item(people)


def form(number: int) -> ui.Modal:
    modal = ui.Modal(title="Your castle", custom_id=f"castle:{number}")
    modal.add_item(ui.TextDisplay("Think well."))
    modal.add_item(ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20)))
    options = [discord.SelectOption(label=word, value=word.lower()) for word in ("Tower", "Gate")]
    modal.add_item(ui.Label(text="Part", component=ui.Select(custom_id="part", options=options, required=False)))
    modal.add_item(ui.Label(text="Rival", component=ui.UserSelect(custom_id="rival", required=False)))
    modal.add_item(ui.Label(text="Sure?", component=ui.Checkbox(custom_id="sure")))
    return modal


class Guest(commands.AutoShardedBot):
    """Commands and presses are kept in `seen`; presses of unknown components wait in `waiting` for the test."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("intents", discord.Intents(guilds=True, guild_messages=True, dm_messages=True))
        super().__init__("!", **settings)
        self.forms: dict[str, ui.Modal] = {}
        self.seen: list[discord.Interaction[Any]] = []
        self.waiting: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()
        self.heard: list[discord.Message] = []
        self.happened: list[str] = []

    async def setup_hook(self) -> None:
        self._connection.guild_ready_timeout = 0.01
        await self.tree.set_translator(Polish())
        self.tree.add_command(castle())

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Never wait between shards."""

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.happened.append(f"resumed {shard_id}")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.seen.append(interaction)
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit:
            values = [each["component"].get("values") or each["component"].get("value") for each in data["components"][1:]]
            await interaction.response.send_message(f"You said {values}", ephemeral=True)
        elif interaction.type is discord.InteractionType.component:
            await self.pressed(interaction, data["custom_id"], data.get("values") or [])

    async def pressed(self, interaction: discord.Interaction[Any], custom_id: str, values: list[str]) -> None:
        if custom_id == "move":
            layout = ui.LayoutView(timeout=None)
            layout.add_item(ui.TextDisplay(f"{interaction.user.display_name} moved"))
            await interaction.response.edit_message(view=layout, attachments=[])
        elif custom_id == "form":
            await interaction.response.send_modal(form(len(self.seen)))
        elif custom_id in self.forms:
            await interaction.response.send_modal(self.forms[custom_id])
        elif custom_id in ("fields", "rival"):
            await interaction.response.send_message(f"{custom_id}: {' '.join(values)}", ephemeral=True)
        elif custom_id == "aside":
            await interaction.response.defer()
            await interaction.followup.send("aside, to you alone", ephemeral=True)
        else:
            await self.waiting.put(interaction)


def castle() -> app_commands.Group:
    group = app_commands.Group(name=app_commands.locale_str("castle"), description=app_commands.locale_str("Castles"))

    @group.command(name=app_commands.locale_str("board"), description=app_commands.locale_str("Everything about castles"))
    @app_commands.rename(size=app_commands.locale_str("size"))
    async def board(interaction: discord.Interaction[Any], size: app_commands.Range[int, 1, 9] = 3) -> None:
        await interaction.response.defer()
        files = [picture(), discord.File(io.BytesIO(b"moves"), "log.txt")]
        await interaction.edit_original_response(view=Board(), attachments=files)

    @group.command(name="secret", description="Say something to one person alone")
    async def secret(interaction: discord.Interaction[Any], word: app_commands.Range[str, 1, 10] = "psst") -> None:
        await interaction.response.send_message(word, ephemeral=True)

    @group.command(name="call", description="Call somebody")
    async def call(interaction: discord.Interaction[Any], whom: discord.User, loud: bool) -> None:
        await interaction.response.send_message(whom.mention, silent=not loud)

    @group.command(name="move", description="Move with suggestions")
    async def move(interaction: discord.Interaction[Any], word: str) -> None:
        await interaction.response.send_message(f"moved {word}")

    @move.autocomplete("word")
    async def words(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        offered = ("tower", "gate", "wall", *(f"field{n}" for n in range(40)))
        return [app_commands.Choice(name=word, value=word) for word in offered if current in word][:25]

    @group.command(name="later", description="Answered by the test")
    async def later(interaction: discord.Interaction[Any]) -> None:
        guest: Any = interaction.client
        await guest.waiting.put(interaction)

    return group


async def until(condition: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def visiting(sandbox: Sandbox, **settings: Any) -> AsyncIterator[Guest]:
    """Yields the bot, logged in and ready, with its commands synchronised."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sandbox.api, yarl.URL(sandbox.gateway)
    guest = Guest(**({"shard_count": 1} | settings))
    try:
        running = asyncio.create_task(guest.start(sandbox.token))
        ready = asyncio.create_task(guest.wait_until_ready())
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_SECONDS)
        if running.done():
            ready.cancel()
            running.result()
        await ready
        await guest.tree.sync()
        yield guest
    finally:
        await guest.close()
        with contextlib.suppress(Exception):
            await running
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def code_of(action: Awaitable[object]) -> int:
    """Returns the code with which Discord refuses something; 0 if it does not."""
    try:
        await action
    except discord.HTTPException as error:
        return error.code
    return 0
