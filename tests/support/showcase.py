"""A small bot that shows one of everything, so that the page's tests do not depend on the games."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from sandbox.server import Sandbox

GAMES = {"rycerze": "Rycerze", "torres": "Torres"}
MOVES = ("move c3 e5", "play dragon shepherd", "lay d7 90")
ALT = "Plansza: wieża na c3, rycerz Ady na d4."


def picture(name: str, alt: str | None = None) -> discord.File:
    """Returns a plain picture to attach."""
    data = io.BytesIO()
    Image.new("RGB", (540, 360), (90, 130, 90)).save(data, "PNG")
    data.seek(0)
    return discord.File(data, name, description=alt)


def everything() -> ui.LayoutView:
    """Returns a message with every component that a message can have."""
    view = ui.LayoutView(timeout=None)
    fields = [discord.SelectOption(label=f"Pole {field}", value=field) for field in ("a1", "a2", "b1", "b2")]
    cards = [
        discord.SelectOption(label="Smok", value="dragon", description="Zjada pasterza", emoji="🐉"),
        discord.SelectOption(label="Rycerz", value="knight", description="Bije smoka"),
    ]
    view.add_item(
        ui.Container(
            ui.Section(
                ui.TextDisplay("## Stół 17\nRuch ma **Ada**."),
                accessory=ui.Thumbnail("attachment://board.png", description="Herb"),
            ),
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description=ALT)),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            ui.Section(ui.TextDisplay("Ręka jest tajna."), accessory=ui.Button(label="Moja ręka", custom_id="hand")),
            ui.ActionRow(
                ui.Button(label="Ruch c3–e5", style=discord.ButtonStyle.primary, custom_id="go"),
                ui.Button(label="Zgoda", style=discord.ButtonStyle.success, custom_id="agree"),
                ui.Button(label="Milczenie", style=discord.ButtonStyle.danger, custom_id="silence"),
                ui.Button(label="Nie teraz", custom_id="later", disabled=True),
                ui.Button(label="Zasady", url="https://example.com/rules"),
            ),
            ui.ActionRow(ui.Select(placeholder="Karta", custom_id="card", options=cards)),
            ui.ActionRow(
                ui.Select(placeholder="Pola", custom_id="fields", options=fields, min_values=2, max_values=3),
            ),
            ui.ActionRow(ui.UserSelect(placeholder="Gość", custom_id="guest")),
            ui.ActionRow(ui.Button(label="Formularz", custom_id="form")),
            ui.File("attachment://log.txt"),
            accent_colour=discord.Colour(0xD9A441),
        )
    )
    return view


def form() -> ui.Modal:
    """Returns a form with a text, a long text and a menu."""
    modal = ui.Modal(title="Zapisz ruch", custom_id="play.form:1", timeout=60)
    modal.add_item(ui.TextDisplay("Napisz **słowa**."))
    words: ui.TextInput[Any] = ui.TextInput(custom_id="words", min_length=3, max_length=20)
    modal.add_item(ui.Label(text="Słowa", description="np. play dragon", component=words))
    note: ui.TextInput[Any] = ui.TextInput(custom_id="note", style=discord.TextStyle.paragraph, required=False)
    modal.add_item(ui.Label(text="Uwagi", component=note))
    options = [discord.SelectOption(label=label, value=key) for key, label in GAMES.items()]
    modal.add_item(ui.Label(text="Gra", component=ui.Select(custom_id="game", options=options)))
    return modal


class Showcase(commands.AutoShardedBot):
    """Answers `/zamki …`; `heard` holds what arrived: ("press", person, custom_id, values) and the like."""

    def __init__(self) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.heard: list[tuple[Any, ...]] = []
        group = app_commands.Group(name="zamki", description="Castle games")
        self.tree.add_command(group)

        @group.command(name="start", description="Open a table")
        @app_commands.describe(game="Which game", seats="How many seats")
        @app_commands.choices(game=[app_commands.Choice(name=name, value=key) for key, name in GAMES.items()])
        async def start(
            interaction: discord.Interaction, game: str, seats: app_commands.Range[int, 2, 4] = 2, quiet: bool = False
        ) -> None:
            self.heard.append(("start", interaction.user.name, game, seats, quiet))
            await interaction.response.send_message(f"Stół: **{GAMES[game]}**, miejsca: {seats}")

        @group.command(name="move", description="Make a move")
        async def move(interaction: discord.Interaction, words: str) -> None:
            self.heard.append(("move", interaction.user.name, words))
            await interaction.response.defer()
            await asyncio.sleep(0.4)
            await interaction.edit_original_response(content=f"Ruch: {words}")

        @move.autocomplete("words")
        async def words(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=move, value=move) for move in MOVES if typed in move]

        @group.command(name="rules", description="Read the rules")
        async def rules(interaction: discord.Interaction, game: str = "-", pages: int = 1) -> None:
            self.heard.append(("rules", interaction.user.name, game, pages))
            await interaction.response.send_message(f"Zasady: {game}, strony: {pages}")

        @rules.autocomplete("game")
        async def game(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            await asyncio.sleep(0.3)  # slower than the typing of people who know what they want
            found = (key for key, name in GAMES.items() if typed.lower() in name.lower())
            return [app_commands.Choice(name=GAMES[key], value=key) for key in found]

        @group.command(name="show", description="Show everything")
        async def show(interaction: discord.Interaction) -> None:
            files = [picture("board.png"), discord.File(io.BytesIO(b"1. c3 e5\n"), "log.txt")]
            await interaction.response.send_message(view=everything(), files=files)

        @group.command(name="old", description="Show the old kind of message")
        async def old(interaction: discord.Interaction) -> None:
            embed = discord.Embed(title="Ranking", description="**1.** Ada", colour=0x2A7346)
            embed.add_field(name="Punkty", value="12").set_footer(text="po trzech grach")
            view = ui.View(timeout=None)
            view.add_item(ui.Button(label="Dalej", custom_id="go"))
            await interaction.response.send_message("Wyniki", embed=embed, file=picture("old.png", "Podium"), view=view)

        @group.command(name="many", description="Show many pictures")
        async def many(interaction: discord.Interaction) -> None:
            names = [f"p{number}.png" for number in range(10)]
            view = ui.LayoutView(timeout=None)
            view.add_item(
                ui.MediaGallery(*(discord.MediaGalleryItem(f"attachment://{name}", description=name) for name in names))
            )
            await interaction.response.send_message(view=view, files=[picture(name) for name in names])

        @group.command(name="secret", description="Tell a secret by direct message")
        async def secret(interaction: discord.Interaction) -> None:
            assert interaction.channel is not None
            await interaction.response.send_message("Sprawdź wiadomości prywatne.", ephemeral=True)
            back = f"https://discord.com/channels/{interaction.guild_id}/{interaction.channel_id}"
            await interaction.user.send(f"Masz **smoka**. [Do stołu]({back})")

        @group.command(name="silent", description="Never answer")
        async def silent(_: discord.Interaction) -> None:
            self.heard.append(("silent",))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Never wait between shards."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer presses and forms by their custom_id."""
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id, who = data.get("custom_id"), interaction.user.name
        if interaction.type is discord.InteractionType.modal_submit:
            fields = [label["component"] for label in data["components"] if "component" in label]
            self.heard.append(("form", who, {one["custom_id"]: one.get("value", one.get("values")) for one in fields}))
            await interaction.response.send_message("Zapisane", ephemeral=True)
        elif interaction.type is discord.InteractionType.component:
            self.heard.append(("press", who, custom_id, data.get("values")))
            if custom_id == "hand":
                await interaction.response.send_message(f"Ręka: smok ({who})", ephemeral=True)
            elif custom_id == "form":
                await interaction.response.send_modal(form())
            elif custom_id == "agree":
                await interaction.response.edit_message(attachments=[], view=done(who))
            elif custom_id != "silence":
                await interaction.response.defer()


def done(who: str) -> ui.LayoutView:
    """Returns the message after somebody agreed."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"Zgodę daje {who}."))
    return view


@contextlib.asynccontextmanager
async def showcase(sandbox: Sandbox) -> AsyncIterator[Showcase]:
    """Yields the bot, logged in to a sandbox."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sandbox.api, yarl.URL(sandbox.gateway)
    bot = Showcase()
    try:
        async with bot:
            running = asyncio.create_task(bot.start(sandbox.token))
            await bot.wait_until_ready()
            yield bot
            await bot.close()
            await running
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
