"""What the text of an option means, and how it is refused: the same for every command that has it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

import engines
from chat.cards.command_options import FinishedTransformer, GameTransformer, SeatTransformer, TableTransformer
from chat.press.commands import OptionTransformer
from chat.press.doors import SeatCalled, TableNumber, TournamentNumber
from cogs.play.cog import MoveTransformer
from cogs.preferences.cog import ZoneTransformer
from cogs.start import VariantTransformer
from cogs.tournament.cog import AnyTournamentTransformer, TournamentTransformer
from data.words import words
from tables.errors import Refusal
from tables.model.people import Preferences
from tests.support.command_tree import tree
from tests.support.manual_clock import ManualClock


async def person(_user: int) -> Preferences:
    return Preferences()


def interaction() -> Any:
    """Somebody who reads English types to the bot."""
    tables = SimpleNamespace(people=SimpleNamespace(person=person), clock=ManualClock())
    app = SimpleNamespace(games=engines.games(), tables=tables)
    return SimpleNamespace(
        client=SimpleNamespace(app=app), user=SimpleNamespace(id=7), locale=discord.Locale.british_english, id=1
    )


@pytest.mark.parametrize(
    ("transformer", "text", "meant"),
    [
        (GameTransformer(), "torres", "torres"),
        (GameTransformer(), " Torres ", "torres"),
        (GameTransformer(), "Rycerze i zamki", "rycerze"),
        (TableTransformer(), "12", TableNumber(12)),
        (FinishedTransformer(), "#12 · Torres", TableNumber(12)),
        (SeatTransformer(), "12.2", SeatCalled("2", TableNumber(12))),
        (SeatTransformer(), "St. Ada", SeatCalled("St. Ada")),
        (TournamentTransformer(), "3", TournamentNumber(3)),
        (AnyTournamentTransformer(), "3 · Torres", TournamentNumber(3)),
        (VariantTransformer(), "Match=ON, hard=off", {"match": "on", "hard": "off"}),
        (ZoneTransformer(), "Europe/Warsaw", "Europe/Warsaw"),
        (MoveTransformer(), "play dragon", "play dragon"),
    ],
)
async def test_what_is_typed_is_read(transformer: OptionTransformer, text: str, meant: Any) -> None:
    found = await transformer.transform(interaction(), text)
    assert (found, type(found)) == (meant, type(meant))


@pytest.mark.parametrize(
    ("transformer", "text", "key"),
    [
        (GameTransformer(), "chess", "cogs.refusal.no-such-game"),
        (TableTransformer(), "twelve", "cogs.refusal.unreadable-table"),
        (TableTransformer(), "-1", "cogs.refusal.unreadable-table"),
        (SeatTransformer(), f"{10**30}.1", "cogs.refusal.unreadable-table"),
        (TournamentTransformer(), "²", "cogs.refusal.unreadable-table"),
        (VariantTransformer(), "match", "cogs.refusal.unreadable-variant"),
    ],
)
async def test_what_cannot_be_read_is_refused(transformer: OptionTransformer, text: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        await transformer.transform(interaction(), text)
    assert refused.value.key == key


async def test_a_refusal_lists_the_games_in_the_language_of_who_asks() -> None:
    with pytest.raises(Refusal) as refused:
        await GameTransformer().transform(interaction(), "chess")
    assert refused.value.values["games"] == tuple(words("en")(f"{key}.name") for key in engines.games())


FREE = {"my settings quiet"}
"""Options of free text for which nothing can be suggested."""


async def test_every_typed_text_is_an_argument_with_suggestions() -> None:
    free = {
        f"{command.qualified_name.removeprefix('zamki ')} {option.display_name}"
        for command in tree().walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string and not option.choices and not option.autocomplete
    }
    assert free == FREE
