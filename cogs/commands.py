"""What all commands share: how they are declared in every language, and which table they mean."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from cogs import limits
from cogs.answer import Answer
from cogs.text import Safe, cut, escaped, plain
from cogs.translate import told
from data.words import Words, language_of, words
from engines import games
from tables.errors import Refusal
from tables.shown import TableInfo

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)

Command: TypeAlias = app_commands.Command[Any, ..., Any]
Interaction: TypeAlias = "discord.Interaction[ZamkiBot]"
Suggestions: TypeAlias = list[app_commands.Choice[str]]

LISTED = 10
"""Tables that a refusal names at most."""


def command(name: str, *options: str) -> Callable[[Callable[..., Awaitable[None]]], Command]:
    """Makes `/zamki <name>`. Names and descriptions of it and its `options` come from `cogs.command.<name>…`."""
    key = f"cogs.command.{name}"

    def declare(callback: Any) -> Command:
        renamed = app_commands.rename(**{option: told(f"{key}.{option}.name") for option in options})(callback)
        described = app_commands.describe(**{option: told(f"{key}.{option}.about") for option in options})(renamed)
        return app_commands.command(name=told(f"{key}.name"), description=told(f"{key}.about"))(described)

    return declare


def choice(key: str, value: str) -> app_commands.Choice[str]:
    """A fixed choice of an option, named by the catalogue."""
    return app_commands.Choice(name=told(key), value=value)


def group(found: Iterable[Command]) -> app_commands.Group:
    """`/zamki` with its commands, for one tree."""
    made = app_commands.Group(
        name=told("cogs.command.name"),
        description=told("cogs.command.about"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for each in found:
        made.add_command(each, override=True)
    return made


async def spoken(interaction: Interaction) -> Words:
    """The language of who is typing, for suggestions."""
    habits = await interaction.client.hall.person(interaction.user.id)
    return words(habits.language or language_of(interaction.locale.value))


def suggestions(pairs: Iterable[tuple[str, str]], current: str) -> Suggestions:
    """At most 25 (name, value) pairs of which name or value contains what has been typed."""
    typed = current.casefold().strip()
    fitting = ((name, value) for name, value in pairs if typed in name.casefold() or typed in value.casefold())
    return [
        app_commands.Choice(name=cut(name, limits.AUTOCOMPLETE_TEXT), value=value)
        for (name, value), _ in zip(fitting, range(limits.AUTOCOMPLETE), strict=False)
        if len(value) <= limits.AUTOCOMPLETE_TEXT
    ]


async def suggest_game(interaction: Interaction, current: str) -> Suggestions:
    """Games whose name contains what was typed."""
    speak = await spoken(interaction)
    return suggestions([(speak(f"{key}.name"), key) for key in games()], current)


def read_game(text: str) -> str:
    """The key of a game that somebody typed, by key or by name in any language. Raises Refusal."""
    typed = text.casefold().strip()
    for key in games():
        if typed in {key, *(words(language)(f"{key}.name").casefold() for language in ("en", "pl"))}:
            return key
    raise Refusal("cogs.refusal.no-such-game", games=Safe(", ".join(games())))


async def suggest_table(interaction: Interaction, current: str) -> Suggestions:
    """The tables of who is typing, and those of the channel."""
    speak = await spoken(interaction)
    found = await _near(interaction.client, interaction.user.id, interaction.guild_id, interaction.channel_id)
    return suggestions([(described(table, speak), str(table.id)) for table in found], current)


async def _near(bot: ZamkiBot, user: int, guild: int | None, channel: int | None) -> list[TableInfo]:
    """First one's own tables (those here first), then the others of this channel."""
    mine = [table for table in await bot.hall.tables_of(user, guild) if table.state in {"lobby", "playing"}]
    mine.sort(key=lambda table: table.place.channel != channel)
    here = await bot.hall.tables_in(channel) if guild is not None and channel is not None else []
    known = {table.id for table in mine}
    return [*mine, *(table for table in here if table.id not in known)]


def described(table: TableInfo, speak: Words, *, safe: bool = False) -> str:
    """A table in one line, for a list of suggestions or (`safe`) for a message."""
    names = ", ".join((escaped if safe else plain)(seat.name) for seat in table.seats)
    return f"{table.id} · {speak(f'{table.game}.name')} · {names} · {speak(f'cogs.state.{table.state}')}"


async def which_table(answer: Answer, typed: str | None, *, seated: bool = False, states: Sequence[str] = ("playing",)) -> int:
    """The table a command means: the one named, else the only one in question (`seated`: where the person plays, not yet
    over). Raises Refusal with what there is to choose from.
    """
    if typed is not None:
        digits = typed.strip().lstrip("#").split("·")[0].strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 15):
            raise Refusal("cogs.refusal.unreadable-table")
        return int(digits)
    near = await _near(answer.bot, answer.user, answer.guild, answer.channel)
    fitting = [table for table in near if table.state in states]
    mine = [table for table in fitting if any(seat.user == answer.user for seat in table.seats)]
    for some in (
        [table for table in mine if table.place.channel == answer.channel],
        mine,
        [] if seated else fitting,
    ):
        if len(some) == 1:
            return some[0].id
        if some:
            lines = [described(table, answer.words, safe=True) for table in some[:LISTED]]
            raise Refusal("cogs.refusal.which-table", tables=Safe("\n".join(lines)))
    raise Refusal("cogs.refusal.no-table-here")
