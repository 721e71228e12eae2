"""Answering one interaction: acknowledged at once, then told in the person's language, always.

Whatever goes wrong in between becomes a kind message to the one who pressed; faults of ours are logged besides.
"""

import contextlib
import enum
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import discord

from chat.app import App
from chat.copies import Original
from chat.wire import limits
from chat.wire.interactions import here
from chat.wire.layout import GREY, RED, Card, PrivateContent
from chat.wire.rest import UNREACHED, Outcome, outcome
from chat.wire.text import Safe, escaped, person_name
from data import telemetry
from data.errors import StoreError
from data.words import Words, language_of, words
from engines.contract import IllegalMove
from tables.errors import Excluded, Refusal
from tables.model.models import Person, Preferences

log = logging.getLogger(__name__)


class Ack(enum.Enum):
    """How an interaction is acknowledged: `PRIVATE` with an answer that only the presser will see, `UPDATE` by keeping the
    private message pressed, which may then change, `KEEP` by keeping the message pressed as it is, `NONE` left to the handler
    (it opens a form).
    """

    PRIVATE = "private"
    UPDATE = "update"
    KEEP = "keep"
    NONE = "none"


class On(enum.Flag):
    """Where the message stands that was pressed: in a channel for all to see, as an answer that one person alone sees, or in a
    person's direct messages.
    """

    CHANNEL = enum.auto()
    PRIVATE = enum.auto()
    DIRECT = enum.auto()


ALONE = On.PRIVATE | On.DIRECT
"""Messages that one person alone sees."""


def stands(interaction: discord.Interaction[Any]) -> On | None:
    """Where the message of a press or form stands; None where Discord named none."""
    if interaction.message is None:
        return None
    if interaction.message.flags.ephemeral:
        return On.PRIVATE
    direct = interaction.guild_id is None and not interaction.context.private_channel
    return On.DIRECT if direct else On.CHANNEL


class Unanswerable(Exception):
    """Discord no longer takes an answer: the person has been told that it failed, so nothing is done."""


class Answer:
    """One interaction being answered. `words` and `preferences` are the person's. It has no way to change the message pressed,
    which others may see: what is told goes to the presser alone.
    """

    def __init__(self, app: App, interaction: discord.Interaction[Any], ack: Ack) -> None:
        self.app = app
        self.tables = app.tables
        self.interaction = interaction
        self.ack = ack
        self.request = interaction.id
        self.user = interaction.user.id
        self.person = Person(self.user, person_name(interaction.user))
        self.guild = interaction.guild_id
        self.channel = interaction.channel_id or 0
        self.preferences = Preferences()
        self.words: Words = words(language_of(interaction.locale.value))
        self.near = here(interaction)
        """The channels that the person sees by being here."""
        self.rights: dict[int, discord.Permissions] = {}
        self.asked: set[int] = set()
        """What they may do in channels of this server, and after which Discord was asked (see `chat.press.doors`)."""
        self.versions: dict[int, int] = {}
        """Of the tables that the person was let in at, the version then."""
        self._shown = False

    async def open(self) -> None:
        """Acknowledge. Raises Unanswerable when Discord takes no answer."""
        response = self.interaction.response
        try:
            if self.ack is Ack.PRIVATE:
                await response.defer(ephemeral=True, thinking=True)
            elif self.ack in {Ack.UPDATE, Ack.KEEP}:
                await response.defer()
        except discord.HTTPException as error:
            if outcome(error) is Outcome.CLOSED:
                await self._say_closed()
            raise Unanswerable from error
        except discord.InteractionResponded as error:
            raise Unanswerable from error
        if self.guild is None and self.interaction.context.private_channel and self.ack is not Ack.NONE:
            await self._carry()

    async def _carry(self) -> None:
        """The bot is not in this channel: what waits to be told there is told by the token of this press."""
        carriers = self.app.messenger.carriers
        carriers.note(self.interaction)
        if self.ack is Ack.KEEP:
            carriers.pressed(self.interaction)
        await self.tables.outbox.reachable(self.channel)

    async def _say_closed(self) -> None:
        """In a locked thread no answer is possible but a bare acknowledgement: the presser is told why directly, once in some
        minutes.
        """
        text = self.words("cogs.error.closed", channel=f"<#{self.channel}>")
        try:
            if self.interaction.type is discord.InteractionType.component:
                await self.interaction.response.defer()
            card, nonce = Card(text=text, colour=RED), f"closed-{self.channel}"[-limits.NONCE :]
            await self.app.messenger.say_to(self.user, card, nonce, asked=True)
        except (discord.DiscordException, *UNREACHED) as error:
            log.info("presser could not be told", extra={"error": type(error).__name__})

    async def learn(self) -> None:
        """Read how the person wants to be told."""
        self.preferences = await self.tables.people.heard_from(self.user)
        language = language_of(self.interaction.locale.value)
        self.app.languages.note(self.user, language)
        self.words = words(self.preferences.language or language)

    async def public_words(self) -> Words:
        """The language of the server the person is in (their own in a direct message)."""
        if self.guild is None:
            return self.words
        chosen = await self.tables.people.guild_language(self.guild)
        locale = self.interaction.guild_locale
        return words(chosen or (language_of(locale.value) if locale is not None else self.app.language))

    async def form(self, modal: discord.ui.Modal) -> None:
        """Open a form (only with `Ack.NONE`)."""
        modal.stop()
        try:
            await self.interaction.response.send_modal(modal)
        except (discord.HTTPException, discord.InteractionResponded) as error:
            raise Unanswerable from error
        self._shown = True

    async def tell(self, card: Card) -> None:
        """Tell the presser alone, in a message of its own."""
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

    async def tell_exclusion(self, *, said: bool = False) -> None:
        """Tell somebody who has been excluded from this server so, once; `said`: they have just read it. Whatever fails here,
        the answer stands, and the next one tells it.
        """
        if self.preferences.untold is None or self.preferences.untold != self.guild:
            return
        try:
            found = await self.tables.servers.exclusion(self.guild, self.user)
            if found is not None and not said:
                key = "tables.refusal.excluded-because" if found.reason else Excluded.default
                await self.refuse(Excluded(key, until=int(found.until), reason=found.reason))
            await self.tables.people.set_preferences(self.user, untold=None)
        except Exception:
            log.exception("exclusion could not be told")

    def reason(self, refusal: Refusal | IllegalMove) -> str:
        """Why not and what to do instead, in the person's language."""
        values = refusal.values if isinstance(refusal, Refusal) else refusal.parameters
        if not self.words.has(refusal.key):
            log.error("refusal without words", extra={"key": refusal.key})
            return self.words("cogs.error.fault")
        return self.words(refusal.key, **{name: _harmless(value) for name, value in values.items()})

    async def refuse(self, refusal: Refusal | IllegalMove) -> None:
        """Say why not and what to do instead."""
        await self.tell(Card(text=self.reason(refusal), rows=self.app.explain(refusal.key, self.words), colour=RED))


def _harmless(value: object) -> object:
    """A value of a refusal as it may stand in a message; several as a list."""
    if isinstance(value, tuple):
        return ", ".join(str(_harmless(each)) for each in value)
    return escaped(value) if isinstance(value, str) and not isinstance(value, Safe) else value


class PrivateAnswer(Answer):
    """An answer with a message that the presser alone sees: one of its own (`Ack.PRIVATE`), or the private message that was
    pressed (`Ack.UPDATE`). Raises PrivateContent where others see the message pressed.
    """

    def __init__(self, app: App, interaction: discord.Interaction[Any], ack: Ack = Ack.PRIVATE) -> None:
        if ack is not Ack.PRIVATE and (ack is not Ack.UPDATE or (stands(interaction) or On.CHANNEL) not in ALONE):
            raise PrivateContent
        super().__init__(app, interaction, ack)
        self.original = Original(interaction, app.uploads)
        self.lasting = ack is Ack.UPDATE and stands(interaction) is On.DIRECT
        """Whether the message that is shown stays to be seen: it is a direct message, none that only answers."""

    async def show(self, card: Card) -> int | None:
        """Make the card the private message. Its id, if known."""
        if self.ack is Ack.UPDATE and self.interaction.message is not None:
            await self.app.deferred.stop(self.interaction.message.id)
        try:
            message = await self._edited(card)
        except discord.HTTPException as error:
            log.info("answer could not be shown", extra={"code": error.code, "status": error.status})
            return None
        self._shown = True
        if card.picture is not None:
            telemetry.measured(telemetry.SHOWN.labels("answer"), telemetry.since())
        return message

    async def _edited(self, card: Card) -> int | None:
        """The message with the card; without emoji where Discord refuses those: somebody has deleted them by hand."""
        try:
            return await self.original.edit(card)
        except discord.HTTPException as error:
            if not self.app.emoji.refused(error):
                raise
            card.strip_emoji()
            return await self.original.edit(card)

    async def tell(self, card: Card) -> None:
        """Tell the presser alone: in the private answer when that is still empty, else in one of its own."""
        if self.ack is Ack.PRIVATE and not self._shown:
            await self.show(card)
        else:
            await super().tell(card)


Given = TypeVar("Given", bound=Answer)


@contextlib.asynccontextmanager
async def answering(answer: Given, *, about: object = None) -> AsyncIterator[Given]:
    """The answer, acknowledged; refusals and faults inside become messages. Raises Unanswerable before the body, or
    where the body opens a form too late.
    """
    if answer.ack is Ack.PRIVATE:  # noted first: who dies in between has left "is thinking" behind
        answer.app.thinking.begin(answer.request, answer.interaction.token, answer.words.language)
    try:
        with answer.app.rush.acknowledging():
            await answer.open()
    except BaseException:
        answer.app.thinking.end(answer.request)
        raise
    try:
        if answer.ack is Ack.NONE:
            yield answer  # a form has to be the first answer: nothing is waited for
            return
        await answer.app.rush.over()
        try:
            await answer.learn()
        except Exception as error:
            await _failed(answer, error, about)
            raise Unanswerable from error  # nobody knows how to answer it: the body is not begun
        yield answer
        await answer.tell_exclusion()
    except (Refusal, IllegalMove) as refusal:
        await answer.refuse(refusal)
        await answer.tell_exclusion(said=isinstance(refusal, Excluded))
    except Unanswerable:
        raise  # a form came too late
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
        await _failed(answer, error, about)
    finally:
        answer.app.thinking.end(answer.request)
        seconds = telemetry.since() or 0.0
        log.info("answered", extra={**_place(answer, about), "ms": round(1000 * seconds)})


async def _failed(answer: Answer, error: Exception, about: object) -> None:
    """Say that something failed by a fault of ours, in the log and to the presser."""
    telemetry.FAULTS.labels("answer").inc()
    away = isinstance(error, StoreError)  # known, and the same for every press: no traceback
    log.error("answer failed%s", f": {error}" if away else "", exc_info=None if away else error, extra=_place(answer, about))
    await answer.tell(Card(text=answer.words("cogs.error.fault"), colour=RED))


def _place(answer: Answer, about: object) -> dict[str, Any]:
    """What a log line may tell: server, table, stage and the verb or command, never words of a move."""
    fields = {name: getattr(about, name) for name in ("verb", "table", "stage") if hasattr(about, name)}
    if not fields and (command := answer.interaction.command) is not None:
        fields["command"] = command.qualified_name
    return {**fields, "server": answer.guild} if answer.guild else fields
