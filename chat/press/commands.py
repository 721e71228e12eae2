"""What all commands share: how they are declared in every language, and what is suggested while one types."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeAlias

import discord
from discord import app_commands

from chat.app import App
from chat.press import doors
from chat.press.answer import PrivateAnswer, answering
from chat.press.cog import Cog
from chat.press.translate import told
from chat.wire import limits
from chat.wire.text import cut
from data.words import Words, language_of, languages, words
from tables.errors import Refusal

Interaction: TypeAlias = "discord.Interaction[Any]"
Suggestions: TypeAlias = list[app_commands.Choice[str]]
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]

log = logging.getLogger(__name__)


def command(
    name: str, *options: str, under: app_commands.Group | None = None
) -> Callable[[Callable[..., Awaitable[None]]], Any]:
    """Makes the method of a cog `/zamki <name>`, or a command of the group that it is put `under`; it is given the private
    answer, then its options. Names and descriptions of it and of its `options` come from `cogs.command.<name>…`.
    """
    key = f"cogs.command.{name}"

    def declare(method: Callable[..., Awaitable[None]]) -> Any:
        @functools.wraps(method)
        async def run(cog: Cog, interaction: Interaction, /, **values: Any) -> None:
            async with answering(PrivateAnswer(cog.app, interaction)) as answer:
                await doors.of_command(answer, values, tournament=under is not None)
                await method(cog, answer, **values)

        renamed = app_commands.rename(**{option: told(f"{key}.{option}.name") for option in options})(run)
        described = app_commands.describe(**{option: told(f"{key}.{option}.about") for option in options})(renamed)
        make = app_commands.command if under is None else under.command
        return make(name=told(f"{key}.name"), description=told(f"{key}.about"))(described)

    return declare


def person_menu(name: str) -> Callable[[Callable[..., Awaitable[None]]], Any]:
    """Makes the method of a cog an entry of a person's menu, named `cogs.menu-of-person.<name>`; it is given the private answer
    and the person.
    """

    def mark(method: Any) -> Any:
        method.__person_menu__ = f"cogs.menu-of-person.{name}"
        return method

    return mark


def person_menus(cog: Any) -> list[app_commands.ContextMenu]:
    """The entries of a person's menu that a cog has."""
    kind = cog if isinstance(cog, type) else type(cog)
    methods = {method: getattr(each, "__person_menu__", None) for method, each in vars(kind).items()}
    return [_person_menu(cog, method, key) for method, key in methods.items() if key is not None]


def _person_menu(cog: Any, method: str, key: str) -> app_commands.ContextMenu:
    async def run(interaction: discord.Interaction, person: discord.User) -> None:
        async with answering(PrivateAnswer(cog.app, interaction)) as answer:
            await getattr(cog, method)(answer, person)

    return app_commands.ContextMenu(
        name=told(key),
        callback=run,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


def suggesting(**functions: Suggest) -> Callable[[Any], Any]:
    """Names for options of a command what is suggested while one types."""
    return app_commands.autocomplete(**{option: _in_time(function) for option, function in functions.items()})


def _in_time(function: Suggest) -> Suggest:
    """Answers with the suggestions, quietly where it is too late for them: people type faster than that every day."""

    async def answer(interaction: Interaction, current: str) -> Suggestions:
        try:
            await interaction.response.autocomplete(await function(interaction, current))
        except discord.HTTPException as error:
            log.info("suggestions came too late", extra={"interaction": interaction.id, "code": error.code})
            raise asyncio.CancelledError from None  # discord.py would answer again, and report its failure at length
        return []

    return answer


def choice(key: str, value: str) -> app_commands.Choice[str]:
    """A fixed choice of an option, named by the catalogue."""
    return app_commands.Choice(name=told(key), value=value)


def group() -> app_commands.Group:
    """`/zamki`, beneath which nearly all commands stand."""
    return app_commands.Group(
        name=told("cogs.command.name"),
        description=told("cogs.command.about"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


def group_in_servers(name: str) -> app_commands.Group:
    """`/<name>`, for commands that make sense in servers alone; an attribute of the cog that has them."""
    return app_commands.Group(
        name=told(f"cogs.command.{name}.name"),
        description=told(f"cogs.command.{name}.about"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


def app_of(interaction: Interaction) -> App:
    """What the client that received it carries."""
    app: App = interaction.client.app
    return app


async def spoken(interaction: Interaction) -> Words:
    """The language of the person typing, for suggestions."""
    preferences = await app_of(interaction).tables.people.person(interaction.user.id)
    return words(preferences.language or language_of(interaction.locale.value))


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
    return suggestions([(speak(f"{key}.name"), key) for key in app_of(interaction).games], current)


def read_game(app: App, text: str, speak: Words) -> str:
    """The key of a game that somebody typed, by key or by name in any language. Raises Refusal."""
    typed = text.casefold().strip()
    for key in app.games:
        if typed in {key, *(words(language)(f"{key}.name").casefold() for language in languages())}:
            return key
    raise Refusal("cogs.refusal.no-such-game", games=tuple(speak(f"{key}.name") for key in app.games))
