"""Answering one interaction: acknowledged at once, then told in the person's language, always.

Whatever goes wrong in between becomes a kind message to the one who pressed; faults of ours are logged besides.
"""

from __future__ import annotations

import contextlib
import enum
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import discord

from cogs.cards import GREY, RED, Card
from cogs.text import Safe, escaped, plain
from data.words import Words, language_of, words
from engines.contract import IllegalMove
from tables.errors import Refusal
from tables.shown import Habits, Person

if TYPE_CHECKING:
    from cogs.client import ZamkiBot

log = logging.getLogger(__name__)


class Ack(enum.Enum):
    """How an interaction is acknowledged: `PRIVATE` with an answer that only the presser will see, `UPDATE` by keeping the
    message pressed (which may then change), `NONE` left to the handler (it opens a form).
    """

    PRIVATE = "private"
    UPDATE = "update"
    NONE = "none"


class Unanswerable(Exception):
    """Discord no longer takes an answer: the person has been told that it failed, so nothing is done."""


class Answer:
    """One interaction being answered. `words` and `habits` are the person's."""

    def __init__(self, bot: ZamkiBot, interaction: discord.Interaction[Any], ack: Ack) -> None:
        self.bot = bot
        self.hall = bot.hall
        self.interaction = interaction
        self.ack = ack
        self.request = interaction.id
        self.user = interaction.user.id
        self.person = Person(self.user, plain(interaction.user.display_name))
        self.guild = interaction.guild_id
        self.channel = interaction.channel_id or 0
        self.habits = Habits()
        self.words: Words = words(language_of(interaction.locale.value))
        self._shown = False

    async def open(self) -> None:
        """Acknowledge. Raises Unanswerable when Discord takes no answer."""
        response = self.interaction.response
        try:
            if self.ack is Ack.PRIVATE:
                await response.defer(ephemeral=True, thinking=True)
            elif self.ack is Ack.UPDATE:
                await response.defer()
        except (discord.HTTPException, discord.InteractionResponded) as error:
            raise Unanswerable from error

    async def learn(self) -> None:
        """Read how the person wants to be told."""
        self.habits = await self.hall.person(self.user)
        language = language_of(self.interaction.locale.value)
        await self.bot.ears.hear(self.user, language)
        self.words = words(self.habits.language or language)

    async def public_words(self) -> Words:
        """The language of the server the person is in (their own in a direct message)."""
        if self.guild is None:
            return self.words
        chosen = await self.hall.guild_language(self.guild)
        locale = self.interaction.guild_locale
        return words(chosen or (language_of(locale.value) if locale is not None else self.bot.language))

    async def form(self, modal: discord.ui.Modal) -> None:
        """Open a form (only with `Ack.NONE`)."""
        modal.stop()
        try:
            await self.interaction.response.send_modal(modal)
        except (discord.HTTPException, discord.InteractionResponded) as error:
            raise Unanswerable from error
        self._shown = True

    async def show(self, card: Card) -> int | None:
        """Make the card the answer: the private message, or with `UPDATE` the message that was pressed. Its id, if known."""
        try:
            message = await self.interaction.edit_original_response(**card.editing())
        except discord.HTTPException as error:
            log.info("answer could not be shown", extra={"code": error.code, "status": error.status})
            return None
        self._shown = True
        return message.id

    async def tell(self, card: Card) -> None:
        """Tell the presser alone: in the private answer when that is still empty, else in one of its own."""
        if self.ack is Ack.PRIVATE and not self._shown:
            await self.show(card)
            return
        try:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(ephemeral=True, **card.posting())
            else:
                await self.interaction.response.send_message(ephemeral=True, **card.posting())
        except discord.HTTPException as error:
            log.info("presser could not be told", extra={"code": error.code, "status": error.status})

    async def say(self, key: str, **values: Any) -> None:
        """Tell the presser alone one text of the catalogue. Values are inserted as they are."""
        await self.tell(Card(text=self.words(key, **values), colour=GREY))

    def reason(self, refusal: Refusal | IllegalMove) -> str:
        """Why not and what to do instead, in the person's language."""
        values = refusal.values if isinstance(refusal, Refusal) else refusal.parameters
        if not self.words.has(refusal.key):
            log.error("refusal without words", extra={"key": refusal.key})
            return self.words("cogs.error.fault")
        shown = {
            name: escaped(value) if isinstance(value, str) and not isinstance(value, Safe) else value
            for name, value in values.items()
        }
        return self.words(refusal.key, **shown)

    async def refuse(self, refusal: Refusal | IllegalMove) -> None:
        """Say why not and what to do instead."""
        await self.tell(Card(text=self.reason(refusal), colour=RED))


@contextlib.asynccontextmanager
async def answering(
    bot: ZamkiBot, interaction: discord.Interaction[Any], ack: Ack, *, about: object = None
) -> AsyncIterator[Answer]:
    """An answer, acknowledged; refusals and faults inside become messages. Raises Unanswerable before the body only."""
    answer = Answer(bot, interaction, ack)
    await answer.open()
    try:
        if ack is Ack.NONE:
            yield answer  # a form has to be the first answer: nothing is waited for
            return
        async with bot.work:  # in a rush everybody is acknowledged first, and answered as fast as it goes
            await answer.learn()
            yield answer
    except (Refusal, IllegalMove) as refusal:
        await answer.refuse(refusal)
    except Exception:
        log.exception("answer failed", extra=_place(about))
        await answer.tell(Card(text=answer.words("cogs.error.fault"), colour=RED))


def _place(about: object) -> dict[str, Any]:
    """What a log line may tell: table, stage and verb, never words of a move."""
    return {name: getattr(about, name) for name in ("verb", "table", "stage") if hasattr(about, name)}
