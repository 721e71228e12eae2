"""Options that several commands share, each with its suggestions and its refusal."""

import re
from typing import TypeAlias

from discord.app_commands import Transform

from asking import rule_search
from chat.app import App
from chat.cards import rules, seating
from chat.cards.meant import near, one_line
from chat.press.commands import Interaction, OptionTransformer, Suggestions, app_of, suggestions, words_for
from chat.press.doors import PostedNumber, SeatCalled, TableNumber, read_number
from chat.wire import limits
from data.words import languages, words
from tables.errors import Refusal

_SUGGESTED = re.compile(r"(?P<table>\d+)\.(?P<seat>\d+)")
"""A suggested seat: the number of its table and its own."""


def game_typed(app: App, text: str) -> str | None:
    """Returns the key of a game that somebody typed, by key or by its name in any language."""
    typed = text.casefold().strip()
    for key in app.games:
        if typed in {key, *(words(language)(f"{key}.name").casefold() for language in languages())}:
            return key
    return None


class GameTransformer(OptionTransformer):
    """One of the games."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest games whose name contains what was typed."""
        speak = await words_for(interaction)
        return suggestions([(speak(f"{key}.name"), key) for key in app_of(interaction).games], current)

    async def transform(self, interaction: Interaction, value: str, /) -> str:
        """Returns the key of the game."""
        app = app_of(interaction)
        if (key := game_typed(app, value)) is not None:
            return key
        speak = await words_for(interaction)
        raise Refusal("cogs.refusal.no-such-game", games=tuple(speak(f"{key}.name") for key in app.games))


class RuleTransformer(OptionTransformer):
    """Words of a rule. A suggestion is the rule itself, by its game and number."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest the rules that have the words typed so far, of the game typed before if there is one."""
        app, speak = app_of(interaction), await words_for(interaction)
        inside = game_typed(app, str(getattr(interaction.namespace, "game", ""))) or ""
        hits = rule_search.find(tuple(app.games), speak.language, current, inside=inside)
        return suggestions([(rules.rule_label(hit, speak), f"{hit.game} {hit.clause.number}") for hit in hits], "")


class TableTransformer(OptionTransformer):
    """The number of a table. The suggestions are mostly open ones."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest the tables of the person typing and those of the channel."""
        speak = await words_for(interaction)
        found = await near(app_of(interaction), interaction.user.id, interaction.guild_id, interaction.channel_id)
        return suggestions([(one_line(each, speak), str(each.id)) for each in found], current)

    async def transform(self, interaction: Interaction, value: str, /) -> TableNumber:  # noqa: ARG002 - the number says it all
        """Returns the number."""
        return TableNumber(read_number(value))


class PostedTransformer(TableTransformer):
    """The number of a table or of a tournament."""

    async def transform(self, interaction: Interaction, value: str, /) -> TableNumber:  # noqa: ARG002 - the number says it all
        """Returns the number."""
        return PostedNumber(read_number(value))


class FinishedTransformer(TableTransformer):
    """The number of a table. The suggestions are mostly finished games."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest the newest finished games of the channel and of the person typing."""
        app, speak = app_of(interaction), await words_for(interaction)
        channel = interaction.channel_id if interaction.guild_id is not None else None
        found = await app.tables.looks.finished_games(channel, interaction.user.id, limits.AUTOCOMPLETE)
        return suggestions([(one_line(each, speak), str(each.id)) for each in found], current)


class SeatTransformer(OptionTransformer):
    """A seat, by a name, by its number or by a suggestion, which also names its table."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest the people at the tables of the person typing and of the channel."""
        found = await near(app_of(interaction), interaction.user.id, interaction.guild_id, interaction.channel_id)
        pairs = [
            (f"{seating.plain_name(each, seat)} ({each.id})", f"{each.id}.{seat + 1}")
            for each in found
            if each.state == "playing"
            for seat, info in enumerate(each.seats)
            if info.user is not None
        ]
        return suggestions(pairs, current)

    async def transform(self, interaction: Interaction, value: str, /) -> SeatCalled:  # noqa: ARG002 - the text says it all
        """Returns how the seat is called, with the table if one is named."""
        if (found := _SUGGESTED.fullmatch(value.strip())) is None:
            return SeatCalled(value)
        return SeatCalled(found["seat"], TableNumber(read_number(found["table"])))


GameOption: TypeAlias = Transform[str, GameTransformer]
RuleOption: TypeAlias = Transform[str, RuleTransformer]
TableOption: TypeAlias = Transform[TableNumber, TableTransformer]
PostedOption: TypeAlias = Transform[TableNumber, PostedTransformer]
FinishedOption: TypeAlias = Transform[TableNumber, FinishedTransformer]
SeatOption: TypeAlias = Transform[SeatCalled, SeatTransformer]
