"""What all commands share: how they are declared in every language, which group they are in, and how options are read."""

from __future__ import annotations

import asyncio
import functools
import inspect
import logging
import typing
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias

import discord
import msgspec
from discord import app_commands

from chat.app import App
from chat.press import doors
from chat.press.answer import PrivateAnswer, answering
from chat.press.presses import Cog, payload
from chat.wire import limits
from chat.wire.messenger import subjects_of
from chat.wire.text import clip
from data.words import Words, language_of, languages, words
from tables.errors import Refusal

_SPOKEN = {locale: language_of(locale.value) for locale in discord.Locale if locale.value.split("-")[0] in languages()}

Interaction: TypeAlias = "discord.Interaction[Any]"
Suggestions: TypeAlias = list[app_commands.Choice[str]]

log = logging.getLogger(__name__)

GROUP = "group"
"""The key of the CommandGroup in the `extras` of a command."""


def locale_text(key: str) -> Any:
    """Returns a text of the catalogue for a command: English by default, translated when the commands are published."""
    return app_commands.locale_str(words("en")(key), key=key)


class Translator(app_commands.Translator):
    """Looks up texts marked by `locale_text` in the catalogues; other locales keep the English default."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - the key is enough
    ) -> str | None:
        key = string.extras.get("key")
        language = _SPOKEN.get(locale)
        return words(language)(key) if key is not None and language is not None else None


class CommandGroup(msgspec.Struct, frozen=True):
    """A command with subcommands, which come from several cogs. Each subcommand names its group where it is declared."""

    key: str
    """The key of its name and description in the catalogues."""
    parent: CommandGroup | None = None
    only_servers: bool = False
    """Whether it is offered in servers only, not in direct messages."""
    needs: str | None = None
    """The permission without which Discord does not offer it. A server can change that, so it is checked again on use."""

    @property
    def name(self) -> str:
        """The name in English."""
        return str(locale_text(f"{self.key}.name"))

    @property
    def path(self) -> str:
        """The command as people type it in English."""
        return f"{self.parent.path} {self.name}" if self.parent is not None else f"/{self.name}"

    def command(self, name: str) -> Callable[[Callable[..., Awaitable[None]]], Any]:
        """Makes the method of a cog a subcommand. It is given the private answer, then its options. The texts of both come from
        `cogs.command.<name>…`.
        """
        key = f"cogs.command.{name}"

        def declare(method: Callable[..., Awaitable[None]]) -> Any:
            @functools.wraps(method)
            async def run(cog: Cog, interaction: Interaction, /, **values: Any) -> None:
                async with answering(PrivateAnswer(cog.app, interaction)) as answer:
                    await doors.of_command(answer, values.values())
                    await method(cog, answer, **values)

            signature = _resolve_signature(method)
            run.__signature__ = signature  # type: ignore[attr-defined]
            options = [*signature.parameters][2:]
            renamed = app_commands.rename(**{option: locale_text(f"{key}.{option}.name") for option in options})(run)
            described = app_commands.describe(**{option: locale_text(f"{key}.{option}.about") for option in options})(renamed)
            make = app_commands.command(
                name=locale_text(f"{key}.name"), description=locale_text(f"{key}.about"), extras={GROUP: self}
            )
            return make(described)

        return declare

    def make(self) -> app_commands.Group:
        """Returns the discord.py group, still empty."""
        return app_commands.Group(
            name=locale_text(f"{self.key}.name"),
            description=locale_text(f"{self.key}.about"),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=not self.only_servers, private_channel=not self.only_servers
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=not self.only_servers),
            extras={GROUP: self.parent},
            default_permissions=discord.Permissions(**{self.needs: True}) if self.needs is not None else None,
        )


ZAMKI = CommandGroup("cogs.command")
"""What people type in a game, one word each, and the groups below."""
GAME = CommandGroup("cogs.command.game", ZAMKI)
"""Looking back at games."""
MY = CommandGroup("cogs.command.my", ZAMKI)
"""A person's own settings and data."""
TOURNAMENT = CommandGroup("cogs.command.tournament", only_servers=True)
SERVER = CommandGroup("cogs.command.zamki-server", only_servers=True, needs="manage_guild")
MODERATION = CommandGroup("cogs.command.zamki-moderation", only_servers=True, needs="manage_messages")


def group_of(command: object) -> CommandGroup | None:
    """Returns the group in which a command was declared; None for a command without a group."""
    found = getattr(command, "extras", {}).get(GROUP)
    return found if isinstance(found, CommandGroup) else None


def _resolve_signature(method: Callable[..., Awaitable[None]]) -> inspect.Signature:
    """Returns the signature of a method with its annotations resolved in the method's module."""
    signature, meant = inspect.signature(method), typing.get_type_hints(method, include_extras=True)
    return signature.replace(
        parameters=[each.replace(annotation=meant.get(each.name, Any)) for each in signature.parameters.values()]
    )


def person_menu(name: str) -> Callable[[Callable[..., Awaitable[None]]], Any]:
    """Makes the method of a cog an entry of a person's menu, named `cogs.menu-of-person.<name>`. It is given the private answer
    and the person.
    """
    return _menu(f"cogs.menu-of-person.{name}", _of_person)


def message_menu(name: str) -> Callable[[Callable[..., Awaitable[None]]], Any]:
    """Makes the method of a cog an entry of a message's menu, named `cogs.menu-of-message.<name>`. It is given the private
    answer and the number of the message's table, or None if only the channel is known.
    """
    return _menu(f"cogs.menu-of-message.{name}", _of_message)


def _menu(key: str, kind: Callable[[Any, str], Any]) -> Callable[[Callable[..., Awaitable[None]]], Any]:
    def mark(method: Any) -> Any:
        method.__menu__ = (key, kind)
        return method

    return mark


def menus(cog: Any) -> list[app_commands.ContextMenu]:
    """Returns the entries of people's and messages' menus that a cog has."""
    kind = cog if isinstance(cog, type) else type(cog)
    found = {method: getattr(each, "__menu__", None) for method, each in vars(kind).items()}
    return [_context_menu(marked[0], marked[1](cog, method)) for method, marked in found.items() if marked is not None]


def _of_person(cog: Any, method: str) -> Any:
    async def run(interaction: discord.Interaction, person: discord.User) -> None:
        async with answering(PrivateAnswer(cog.app, interaction)) as answer:
            await getattr(cog, method)(answer, person)

    return run


def _of_message(cog: Any, method: str) -> Any:
    async def run(interaction: discord.Interaction, message: discord.Message) -> None:
        async with answering(PrivateAnswer(cog.app, interaction)) as answer:
            if message.author.id != interaction.application_id:
                raise Refusal("cogs.refusal.not-a-board")
            described = payload(interaction)["resolved"]["messages"][str(message.id)]
            found = next((each for each in subjects_of(described) if each), None)
            if found is not None:
                await doors.enter(answer, found)
            await getattr(cog, method)(answer, found)

    return run


def _context_menu(key: str, run: Any) -> app_commands.ContextMenu:
    return app_commands.ContextMenu(
        name=locale_text(key),
        callback=run,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


class OptionTransformer(app_commands.Transformer[Any]):
    """An option of commands that people type: its suggestions, and the meaning of its text. Both run before the interaction is
    acknowledged, so `transform` only reads the text. `transform` raises Refusal.
    """

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Returns suggestions for somebody who has typed `current`."""
        raise NotImplementedError

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Any:
        """Answer with the suggestions. If it is too late for them, nothing is logged: people often type faster than that."""
        try:
            await interaction.response.autocomplete(await self.suggest(interaction, str(value)))
        except discord.HTTPException as error:
            log.info("suggestions came too late", extra={"interaction": interaction.id, "code": error.code})
            raise asyncio.CancelledError from None  # discord.py would answer again and log its failure at length
        return []

    async def transform(self, interaction: Interaction, value: Any, /) -> Any:  # noqa: ARG002 - for subclasses that need it
        """Returns the text as it was typed."""
        return value


def choice(key: str, value: str) -> app_commands.Choice[str]:
    """Returns a fixed choice of an option, named by the catalogue."""
    return app_commands.Choice(name=locale_text(key), value=value)


def app_of(interaction: Interaction) -> App:
    """Returns the App of the client that received the interaction."""
    app: App = interaction.client.app
    return app


async def words_for(interaction: Interaction) -> Words:
    """Returns the language of the person typing, for suggestions."""
    preferences = await app_of(interaction).tables.people.person(interaction.user.id)
    return words(preferences.language or language_of(interaction.locale.value))


def suggestions(pairs: Iterable[tuple[str, str]], current: str) -> Suggestions:
    """Returns at most 25 (name, value) pairs whose name or value contains what has been typed."""
    typed = current.casefold().strip()
    fitting = ((name, value) for name, value in pairs if typed in name.casefold() or typed in value.casefold())
    return [
        app_commands.Choice(name=clip(name, limits.AUTOCOMPLETE_TEXT), value=value)
        for (name, value), _ in zip(fitting, range(limits.AUTOCOMPLETE), strict=False)
        if len(value) <= limits.AUTOCOMPLETE_TEXT
    ]
