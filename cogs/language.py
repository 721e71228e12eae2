"""The language of a person and of a server."""

from __future__ import annotations

from discord import app_commands

from chat.answer import PrivateAnswer
from chat.cog import Cog, Host
from chat.commands import choice, command
from tables.errors import Refusal


class Language(Cog):
    """Chooses in which language is spoken."""

    @command("language", "language", "scope")
    @app_commands.choices(
        language=[choice("cogs.language.auto", "auto"), choice("cogs.language.en", "en"), choice("cogs.language.pl", "pl")],
        scope=[choice("cogs.language.me", "me"), choice("cogs.language.server", "server")],
    )
    async def language(self, answer: PrivateAnswer, language: str, scope: str = "me") -> None:
        """The language one is answered in, or (with Manage Server) the one the server is told in."""
        chosen = language if language != "auto" else None
        if scope == "server":
            if answer.guild is None:
                raise Refusal("cogs.refusal.not-in-direct-messages")
            if not answer.interaction.permissions.manage_guild:
                raise Refusal("cogs.refusal.manage-server")
            await answer.tables.set_server(answer.guild, answer.user, language=chosen)
        else:
            await answer.tables.set_preferences(answer.user, language=chosen)
            await answer.learn()
        await answer.say(f"cogs.language.set-{scope}", language=answer.words(f"cogs.language.{language}"))


async def setup(bot: Host) -> None:
    """Load the cog."""
    await bot.add_cog(Language(bot.app))
