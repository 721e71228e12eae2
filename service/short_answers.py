"""Answers to interactions that need only the catalogue."""

import logging
from typing import Any

import discord

from data.words import words

log = logging.getLogger(__name__)


async def suggest_nothing(interaction: discord.Interaction) -> None:
    """Answer a person who types with no suggestions."""
    try:
        await interaction.response.autocomplete([])
    except discord.HTTPException as error:
        log.info("suggestions came too late", extra={"interaction": interaction.id, "code": error.code})


async def brief(interaction: discord.Interaction, key: str, **values: Any) -> None:
    """Send an answer that needs only the catalogue."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await interaction.response.send_message(words(interaction.locale.value)(key, **values), ephemeral=True)
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.info("cannot answer", extra={"interaction": interaction.id, "error": type(error).__name__})
