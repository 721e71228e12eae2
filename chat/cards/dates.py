"""The option of a command that is a date in the server's time zone."""

from datetime import datetime
from typing import TypeAlias

from discord import app_commands

from chat.press.commands import Interaction, OptionTransformer, Suggestions, app_of, suggestions, words_for
from data.words import Words
from tables.nights import dates


class DateTransformer(OptionTransformer):
    """The date of a night or a season, as it is typed. The suggestions are the next days, at the hour typed so far."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest the next days."""
        app, speak = app_of(interaction), await words_for(interaction)
        zone = await app.tables.nights.zone(interaction.guild_id or 0, speak.language)
        found = [*dates.days_offered(current, zone, app.tables.clock.now())]
        pairs = [(_label(each, speak), f"{each:%Y-%m-%d %H:%M}") for each in found]
        return suggestions(pairs, current) or suggestions(pairs, "")

    async def transform(self, interaction: Interaction, value: str, /) -> str:  # noqa: ARG002 - read in the server's zone
        """Returns it as typed."""
        return value


def _label(when: datetime, words: Words) -> str:
    return f"{words(f'cogs.nights.day.{when.isoweekday()}')} {when.day}.{when.month}. {when:%H:%M}"


DateOption: TypeAlias = app_commands.Transform[str, DateTransformer]
