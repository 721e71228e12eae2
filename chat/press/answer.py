"""Answering one interaction: it is always acknowledged immediately and then answered in the person's language.

Any failure becomes a polite message to the presser; our own faults are also logged.
"""

import contextlib
import enum
import logging
from collections.abc import AsyncIterator
from typing import TypeVar

import discord

from asking.lines import NotationLine
from chat.app import App
from chat.wire.interactions import here
from chat.wire.layout import GREY, RED, Card, PrivateContent
from chat.wire.original import Original
from chat.wire.outcomes import UNREACHED, Outcome, outcome
from chat.wire.text import Safe, escape, person_name
from data import telemetry
from data.errors import StoreError
from data.records.messages import Pressed
from data.words import Words, language_of, words
from engines.contract import IllegalMove
from tables.errors import Excluded, Refusal
from tables.model.people import Person, Preferences

log = logging.getLogger(__name__)


class Ack(enum.Enum):
    """How an interaction is acknowledged. `PRIVATE`: with an answer that only the presser sees. `UPDATE`: by keeping the
    private message pressed, which may then change. `KEEP`: by keeping the message pressed as it is. `NONE`: left to the
    handler, which opens a form.
    """

    PRIVATE = "private"
    UPDATE = "update"
    KEEP = "keep"
    NONE = "none"


class On(enum.Flag):
    """Where the pressed message is: in a channel for everybody to see, as an answer that one person alone sees, or in a
    person's direct messages.
    """

    CHANNEL = enum.auto()
    PRIVATE = enum.auto()
    DIRECT = enum.auto()


ALONE = On.PRIVATE | On.DIRECT
"""Messages that one person alone sees."""


def stands(interaction: discord.Interaction) -> On | None:
    """Returns where the message of a press or form is; None if Discord named none."""
    if interaction.message is None:
        return None
    if interaction.message.flags.ephemeral:
        return On.PRIVATE
    direct = interaction.guild_id is None and not interaction.context.private_channel
    return On.DIRECT if direct else On.CHANNEL


class Unanswerable(Exception):
    """Discord no longer accepts an answer. The person has been shown that it failed, so nothing is done."""


class Answer:
    """One interaction being answered. `words` and `preferences` are the person's. It cannot change the message pressed, which
    others may see; everything goes to the presser alone.
    """

    def __init__(self, app: App, interaction: discord.Interaction, ack: Ack) -> None:
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
        """The channels that the person sees because they are here."""
        self.rights: dict[int, discord.Permissions] = {}
        """The person's permissions in channels of this server, as far as they are known (see `chat.press.doors`)."""
        self.asked: set[int] = set()
        """The channels of this server for which Discord has been asked."""
        self.table = 0
        """The number of the table that the press names; 0: none."""
        self.pressed = Pressed(None, None, None)
        self.versions: dict[int, int] = {}
        """The versions of the tables that the person was let in to, at that moment."""
        self._shown = False
        self.unseen = False
        """Whether Discord, out of reach, has not taken what was to be shown."""

    @property
    def server(self) -> int:
        """The server. Raises Refusal in direct messages."""
        if self.guild is None:
            raise Refusal("cogs.refusal.not-in-direct-messages")
        return self.guild

    async def open(self) -> None:
        """Acknowledge. Raises Unanswerable if Discord accepts no answer."""
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
            await self._note_token()

    async def _note_token(self) -> None:
        """The bot is not in this channel: what waits to be shown there is sent with the token of this press."""
        tokens = self.app.messenger.rest.interaction_tokens
        tokens.note(self.interaction)
        if self.ack is Ack.KEEP:
            tokens.note_press(self.interaction)
        await self.tables.outbox.reachable(self.channel)

    async def _say_closed(self) -> None:
        """Tell the presser by direct message why nothing happens: a locked thread allows only a bare acknowledgement. Once in a
        few minutes.
        """
        text = self.words("cogs.error.closed", channel=f"<#{self.channel}>")
        try:
            if self.interaction.type is discord.InteractionType.component:
                await self.interaction.response.defer()
            card, nonce = Card(text=text, colour=RED), f"closed-{self.channel}"
            await self.app.messenger.say_to(self.user, card, nonce, asked=True)
        except (discord.DiscordException, *UNREACHED) as error:
            log.info("cannot answer a press", extra={"error": type(error).__name__})

    async def learn(self) -> None:
        """Read the person's language and preferences, and what a press needs of its table."""
        self.pressed = await self.tables.people.read_press(self.user, self.table)
        self.preferences = await self.tables.people.heard_from(self.user, self.pressed)
        self.person = Person(self.user, self.person.name, self.preferences.liked)
        language = language_of(self.interaction.locale.value)
        self.app.languages.note(self.user, language)
        self.words = words(self.preferences.language or language)

    async def public_words(self) -> Words:
        """Returns the language of the server the person is in (their own in a direct message)."""
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
        """Tell the presser alone, in a separate message."""
        try:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(ephemeral=True, **card.posting())
            else:
                await self.interaction.response.send_message(ephemeral=True, **card.posting())
        except discord.HTTPException as error:
            log.info("cannot answer a press", extra={"code": error.code, "status": error.status})

    async def say(self, key: str, **values: object) -> None:
        """Tell the presser alone one text of the catalogue. Values are inserted as they are."""
        await self.tell(Card(text=self.words(key, **values), colour=GREY))

    async def tell_exclusion(self, *, said: bool = False) -> None:
        """Tell somebody once that they have been excluded from this server; `said`: they have just read it. If that fails, the
        answer stands, and the next one tries again.
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
            log.exception("cannot tell a person about their exclusion")

    def reason(self, refusal: Refusal | IllegalMove) -> str:
        """Returns why something is not possible and what to do instead, in the person's language."""
        values = refusal.values if isinstance(refusal, Refusal) else refusal.parameters
        if not self.words.has(refusal.key):
            log.error("refusal has no message", extra={"key": refusal.key})
            return self.words("cogs.error.fault")
        return self.words(refusal.key, **{name: _harmless(value) for name, value in values.items()})

    async def refuse(self, refusal: Refusal | IllegalMove) -> None:
        """Say why something is not possible and what to do instead."""
        await self.tell(Card(text=self.reason(refusal), rows=self.app.explain(refusal.key, self.words, self.table), colour=RED))


def _harmless(value: object) -> object:
    """Returns a value of a refusal made safe for a message; several as a list."""
    if isinstance(value, NotationLine):
        return f"`{value}`"
    if isinstance(value, tuple):
        return ", ".join(str(_harmless(each)) for each in value)
    return escape(value) if isinstance(value, str) and not isinstance(value, Safe) else value


class PrivateAnswer(Answer):
    """An answer whose message only the presser sees: a new one (`Ack.PRIVATE`), or the private message that was pressed
    (`Ack.UPDATE`). Raises PrivateContent if others see the message pressed.
    """

    def __init__(self, app: App, interaction: discord.Interaction, ack: Ack = Ack.PRIVATE) -> None:
        if ack is not Ack.PRIVATE and (ack is not Ack.UPDATE or (stands(interaction) or On.CHANNEL) not in ALONE):
            raise PrivateContent
        super().__init__(app, interaction, ack)
        self.original = Original(interaction, app.uploads)
        self.lasting = ack is Ack.UPDATE and stands(interaction) is On.DIRECT
        """Whether the message shown stays visible: it is a direct message, not just an answer."""

    async def show(self, card: Card) -> int | None:
        """Make the private message show the card. Returns its id, if known."""
        if self.ack is Ack.UPDATE and self.interaction.message is not None:
            await self.app.deferred_pictures.stop(self.interaction.message.id)
        try:
            message = await self._edit(card)
        except discord.HTTPException as error:
            log.info("cannot show an answer", extra={"code": error.code, "status": error.status})
            self.unseen = not self._shown and outcome(error) is Outcome.LATER
            return None
        self._shown, self.unseen = True, False
        if card.picture is not None:
            telemetry.measure(telemetry.SHOWN.labels("answer"), telemetry.since())
        return message

    async def _edit(self, card: Card) -> int | None:
        """Edit the message; without emoji if Discord rejects them, because somebody has deleted them by hand."""
        try:
            return await self.original.edit(card)
        except discord.HTTPException as error:
            if not self.app.emoji.may_be_cause(error):
                raise
            card.strip_emoji()
            return await self.original.edit(card)

    async def tell(self, card: Card) -> None:
        """Tell the presser alone: in the private answer if that is still empty, else in a separate message."""
        if self.ack is Ack.PRIVATE and not self._shown:
            await self.show(card)
        else:
            await super().tell(card)


Given = TypeVar("Given", bound=Answer)


@contextlib.asynccontextmanager
async def answering(answer: Given, *, about: object = None) -> AsyncIterator[Given]:
    """Yield the answer, acknowledged; refusals and faults inside become messages. Raises Unanswerable before the body, or if
    the body opens a form too late.
    """
    owed = answer.ack is Ack.PRIVATE
    if owed:  # noted first: a process that dies in between leaves "is thinking" behind
        answer.app.thinking.begin(answer.request, answer.interaction.token, answer.words.language)
    try:
        with answer.app.load_shedding.acknowledging():
            await answer.open()
    except BaseException:
        if owed:
            answer.app.thinking.end(answer.request)
        raise
    try:
        if answer.ack is Ack.NONE:
            yield answer  # a form has to be the first answer, so nothing is awaited
        else:
            await answer.app.load_shedding.over()
            try:
                await answer.learn()
            except Exception as error:
                await _report_fault(answer, error, about)
                raise Unanswerable from error  # nobody can answer it, so the body does not start
            yield answer
            await answer.tell_exclusion()
    except (Refusal, IllegalMove) as refusal:
        await answer.refuse(refusal)
        await answer.tell_exclusion(said=isinstance(refusal, Excluded))
    except Unanswerable:
        raise  # a form came too late
    except Exception as error:  # noqa: BLE001 - whatever it is, it is our fault
        await _report_fault(answer, error, about)
    finally:
        if owed and answer.unseen:
            answer.app.thinking.end_later(answer.request, answer.interaction.token, answer.words.language)
        elif owed:
            answer.app.thinking.end(answer.request)
    seconds = telemetry.since() or 0.0
    log.info("answered", extra={**_place(answer, about), "ms": round(1000 * seconds)})


async def _report_fault(answer: Answer, error: Exception, about: object) -> None:
    """Report a fault of ours in the log and to the presser."""
    telemetry.FAULTS.labels("answer").inc()
    away = isinstance(error, StoreError)  # known, and the same for every press: no traceback
    log.error("answer failed%s", f": {error}" if away else "", exc_info=None if away else error, extra=_place(answer, about))
    await answer.tell(Card(text=answer.words("cogs.error.fault"), colour=RED))


def _place(answer: Answer, about: object) -> dict[str, object]:
    """Returns what a log line may contain: server, table, stage and the verb or command, never words of a move."""
    fields: dict[str, object] = {name: getattr(about, name) for name in ("verb", "table", "stage") if hasattr(about, name)}
    if not fields and (command := answer.interaction.command) is not None:
        fields["command"] = command.qualified_name
    return {**fields, "server": answer.guild} if answer.guild else fields
