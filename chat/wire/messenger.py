"""The messages of a subject: posts, edits, retires and cleans them, and knows after any crash which messages exist.

It follows the protocol of `tables.store.messages`: a post is noted before it is sent and again when it exists. A message that
is replaced is retired, and loses its buttons as soon as Discord allows, after any number of attempts.
"""

import asyncio
import logging
import secrets
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import discord
import msgspec

from chat.wire import limits
from chat.wire.interaction_tokens import NoInteractionToken
from chat.wire.layout import Card, PublicCard, public
from chat.wire.outcomes import UNREACHED, Outcome, Unwanted, outcome
from chat.wire.payloads import ComponentPayload, MessagePayload
from chat.wire.remove_buttons import without_buttons
from chat.wire.rest import Rest
from chat.wire.visible import sees
from data.records.messages import BegunPost, Noted, Posted, RetiredMessage, Shows
from tables.model.people import Preferences
from tables.model.subjects import Subject
from tables.model.table_info import DIRECT, PRIVATE, TableInfo
from tables.service.service import TableService
from tables.store.messages import turn_of

log = logging.getLogger(__name__)

T = TypeVar("T")

Past: TypeAlias = Callable[[int], Awaitable[str]]
"""Returns how a turn ended, for the board that showed it: see `chat.cards.board.turn_was`."""

PAGES = 5
"""Pages of a channel's history that are searched for a post that may or may not exist."""

INQUIRIES, INQUIRY = 4, 2.0
"""Maximum concurrent requests about members, and the timeout of one in seconds."""

ANEW = {Outcome.MESSAGE_GONE, Outcome.UNEDITABLE, Outcome.CLOSED, Outcome.FLAGGED}
"""Failures of an edit after which a new message is posted. A post opens an archived thread; if direct messages are refused in
general, it finds out what to do.
"""

NOT_DIRECTLY = {Outcome.NOT_TO_THEM, Outcome.TOO_FAST, Outcome.FLAGGED, Outcome.CHANNEL_GONE}
"""Failures after which somebody is called in another way than by direct message."""

CLEAN = {Outcome.MESSAGE_GONE, Outcome.CHANNEL_GONE, Outcome.FAULT}
"""Failures after which a message is no longer cleaned: it is gone, or Discord will never accept what is sent."""


AT_HOME = ("lobby", "expiry")
"""Kinds of messages in the channel where a table was opened, even if it has a thread of its own."""

QUIET = ("board", "scene", "final")
"""Kinds of messages that are silent if the server wants that, unless they mention somebody."""


class MessageSpot(NamedTuple):
    """The place of a message."""

    channel: int
    message: int


class Closed(Exception):
    """A thread is locked: nothing can be posted until somebody opens it."""


class Messenger:
    """Puts the messages of subjects into channels and removes them. Raises what `Rest` raises, and Closed."""

    def __init__(self, rest: Rest, tables: TableService) -> None:
        self.rest = rest
        self._tables = tables
        self._posts = tables.posts
        self._inquiries = 0

    async def put(self, subject: Subject, kind: str, card: PublicCard, shows: Shows) -> MessageSpot:
        """Put the card into the message of this kind, with what it shows: by editing it, or by posting it if there is none."""
        return await self.put_over(await self._tables.messages.get(subject.id, kind), subject, kind, card, shows)

    async def put_over(
        self, found: Posted | None, subject: Subject, kind: str, card: PublicCard, shows: Shows, *, silent: bool = False
    ) -> MessageSpot:
        """Like `put`, if the current message of this kind is known. `silent`: see `post`."""
        if (
            found is not None
            and found.shows == shows
            and await self.edit(spot := MessageSpot(found.channel, found.message), card)
        ):
            return spot
        return await self.post(subject, kind, card, shows, silent=silent)

    async def post(self, subject: Subject, kind: str, card: PublicCard, shows: Shows, *, silent: bool = False) -> MessageSpot:
        """Post the table's new message of this kind, once however often it is tried; the one before it is retired. `silent`:
        its mentions do not notify anybody.
        """
        posted = public(card)
        channel = subject.home if kind in AT_HOME and subject.home is not None else subject.place.channel
        begun = BegunPost(subject=subject.id, kind=kind, channel=channel, nonce=_nonce(), shows=shows)
        if not silent and kind in QUIET and not card.pings:
            silent = (await self._tables.servers.server_settings(subject.place.guild)).silent
        return await self._post(begun, posted, silent=silent)

    async def remove(self, subject: Subject, kind: str, user: int = 0) -> None:
        """Have the table's message of this kind (and for this person) deleted, if there is one."""
        found = await self._tables.messages.get(subject.id, kind, user)
        if found is not None:
            await self._posts.retire(subject.id, found.channel, found.message, remove=True)
            await self._tables.messages.drop(subject.id, kind, user)

    async def post_hand(
        self, table: TableInfo, user: int, card: Card, own: Preferences, noted: Noted, *, silent: bool
    ) -> MessageSpot:
        """Post the hand of a person who wants it as a direct message; the one before it is retired. Raises Unwanted."""
        shows = Shows(turn=table.turn)
        return await self.post_to(table, "hand", user, card, shows, own=own, noted=noted, wanted=table.direct, silent=silent)

    async def post_mention(
        self,
        subject: Subject,
        kind: str,
        user: int,
        card: PublicCard,
        shows: Shows,
        *,
        silent: bool = False,
        called: Sequence[int] = (),
    ) -> MessageSpot:
        """Post a message in the table's channel that mentions one person; the one before it is deleted. `silent`: it notifies
        nobody. `called`: all whom it mentions, if they are several; it is noted for each of them in the same transaction.
        """
        begun = BegunPost(subject=subject.id, kind=kind, user=user, channel=subject.place.channel, nonce=_nonce(), shows=shows)
        return await self._post(begun, public(card), silent=silent, called=called)

    async def post_to(
        self,
        subject: Subject,
        kind: str,
        user: int,
        card: Card,
        shows: Shows,
        *,
        own: Preferences | None = None,
        noted: Noted | None = None,
        wanted: bool = False,
        silent: bool = False,
    ) -> MessageSpot:
        """Like `post_mention`, as a direct message. `own` are the person's preferences and `noted` the table's messages, if the
        caller has read them; `wanted`: see `People.takes_direct`. Raises Unwanted.
        """

        def post(channel: int) -> Awaitable[MessageSpot]:
            begun = BegunPost(subject=subject.id, kind=kind, user=user, channel=channel, nonce=_nonce(), shows=shows)
            muted, before = (False, None) if noted is None else (user in noted.muted, noted.get(kind, user))
            return self._post(begun, card, silent=silent or muted, before=before)

        return await self._directly(user, post, own=own, noted=noted, wanted=wanted)

    async def _directly(
        self,
        user: int,
        post: Callable[[int], Awaitable[T]],
        *,
        asked: bool = False,
        own: Preferences | None = None,
        noted: Noted | None = None,
        wanted: bool = False,
    ) -> T:
        """Returns the result of a post in a person's direct messages; all of these go through here. `asked`: it answers what
        the person has just done; `wanted`: see `People.takes_direct`. Raises Unwanted.
        """
        people, conversations = self._tables.people, self._tables.conversations
        preferences = own or await people.person(user)
        # A negative id stands for somebody who was forgotten meanwhile.
        if user < 0 or (not asked and not people.takes_direct(preferences, wanted=wanted)):
            raise Unwanted
        way = await conversations.begin(user, preferences, noted)
        if way is None:
            raise Unwanted
        channel = way.channel
        try:
            if channel is None:
                channel = await self.rest.direct(user)
                await conversations.note(user, channel)
            done = await post(channel)
        except discord.HTTPException as error:
            why = outcome(error)
            if why not in NOT_DIRECTLY:
                raise
            log.info("Discord refused a direct message", extra={"code": error.code})
            if why is Outcome.FLAGGED:
                await conversations.note_flag()
            elif why is Outcome.TOO_FAST:
                await conversations.too_fast()
            elif why is Outcome.CHANNEL_GONE:
                await conversations.note(user, None)
            else:
                await people.note_direct(user, refused=True)
            raise Unwanted from error
        if preferences.dm_closed:
            await people.note_direct(user, refused=False)
        if way.trial:
            await conversations.went_through()
        return done

    async def say(self, channel: int, card: PublicCard, nonce: str, *, silent: bool = False) -> None:
        """Post a message that need not be found again. The ids of its buttons do not name its subject in their second place;
        otherwise it would be taken for one of the table's own. `nonce`: the same for each attempt; of a long one, the end
        counts.
        """
        await self._in(channel, self.rest.post(channel, public(card), nonce[-limits.NONCE :], silent=silent))

    async def say_to(
        self, user: int, card: Card, nonce: str, *, asked: bool = False, wanted: bool = False, silent: bool = False
    ) -> None:
        """Like `say`, as a direct message. `asked`: it answers what the person has just done, so it is sent even to people who
        want no other direct messages; `wanted`: see `People.takes_direct`. Raises Unwanted.
        """
        nonce = nonce[-limits.NONCE :]

        def post(channel: int) -> Awaitable[int]:
            return self.rest.post(channel, card, nonce, silent=silent)

        await self._directly(user, post, asked=asked, wanted=wanted)

    async def _post(
        self,
        wanted: BegunPost,
        card: Card,
        *,
        silent: bool = False,
        before: Posted | None = None,
        called: Sequence[int] = (),
    ) -> MessageSpot:
        """`before`: the person's message that is deleted when this one is posted, if Discord accepts that immediately.
        `called`: see `post_mention`.
        """
        begun = await self._posts.begin(wanted)
        card = msgspec.structs.replace(card, mark=_mark(begun))
        try:
            message = await self._in(begun.channel, self.rest.post(begun.channel, card, begun.nonce, silent=silent))
        except NoInteractionToken:
            await self._posts.end(begun)
            raise
        except (Closed, discord.HTTPException) as error:
            # Refused at the first attempt, so the message does not exist.
            if begun.nonce == wanted.nonce and outcome(error) is not Outcome.LATER:
                await self._posts.end(begun)
            raise
        spot = MessageSpot(begun.channel, message)
        if begun.nonce != wanted.nonce:
            await self.rest.edit(*spot, card)  # Discord may have returned what an earlier attempt posted
        mentioned = card.pings if begun.kind == "board" and not silent else called
        gone = before is not None and before.message not in {0, message} and await self._is_deleted(before)
        await self._posts.note_posted(begun, message, mentioned, alone=gone)
        return spot

    async def _is_deleted(self, old: Posted) -> bool:
        try:
            await self.rest.delete(old.channel, old.message)
        except (discord.HTTPException, discord.RateLimited, *UNREACHED):
            return False
        return True

    async def _in(self, channel: int, posting: Awaitable[T]) -> T:
        """Returns the result of a post. Raises Closed if it is refused because of a locked thread."""
        try:
            return await posting
        except discord.HTTPException as error:
            why = outcome(error)
            # If the bot may not open threads, Discord reports a locked one as a missing permission.
            if why is Outcome.CLOSED or (why is Outcome.OUT_OF_REACH and await self._is_closed(channel)):
                raise Closed from error
            raise

    async def _is_closed(self, channel: int) -> bool:
        try:
            return await self.rest.is_closed(channel)
        except discord.HTTPException:
            return False

    async def edit(self, spot: MessageSpot, card: PublicCard) -> bool:
        """Returns whether the message in a channel could be edited; False if a new one must be posted."""
        return await self._edit(spot, public(card))

    async def edit_hand(self, spot: MessageSpot, card: Card) -> bool:
        """Like `edit`, for a direct message."""
        return await self._edit(spot, card)

    async def _edit(self, spot: MessageSpot, card: Card) -> bool:
        try:
            await self.rest.edit(*spot, card)
        except discord.HTTPException as error:
            if outcome(error) not in ANEW:
                raise
            return False
        return True

    async def is_here(self, subject: Subject, user: int) -> bool:
        """Returns whether a person is still in the table's server; True if Discord does not answer in time."""
        if subject.place.guild in {DIRECT, PRIVATE}:
            return True
        return await self._inquire(lambda: self.rest.is_member(subject.place.guild, user), unknown=True)

    async def sees(self, subject: Subject, user: int, *, unknown: bool = False) -> bool:
        """Returns whether a person is in a subject's server and sees its channel; `unknown` if Discord does not say in time."""
        place = subject.place
        return await self._inquire(lambda: sees(self.rest, place.guild, user, subject.home or place.channel), unknown=unknown)

    async def _inquire(self, ask: Callable[[], Awaitable[bool]], *, unknown: bool) -> bool:
        """Returns Discord's answer about a person. All members of a server share one rate limit, and nothing that they are told
        waits for it: the next time asks again. Only who must not be believed without an answer (`unknown`: False) waits.
        """
        if unknown and self._inquiries >= INQUIRIES:
            return True
        self._inquiries += unknown
        try:
            async with asyncio.timeout(INQUIRY):
                return await ask()
        except TimeoutError:
            return unknown
        except discord.HTTPException as error:
            if outcome(error) is Outcome.LATER:
                raise
            return unknown
        finally:
            self._inquiries -= unknown

    async def stands(self, spot: MessageSpot) -> bool:
        """Returns whether a message still exists."""
        try:
            await self.rest.get(*spot)
        except discord.HTTPException as error:
            if outcome(error) is Outcome.MESSAGE_GONE:
                return False
            raise
        return True

    async def recover(self, subject: int) -> None:
        """Find out what became of posts that were begun and never noted. The newest one found takes its intended place; older
        ones are retired. A post that is not found was never made, or posting with the same nonce will return it. Discord's
        list of mentions leaves out people whom the message may not notify: they are called again.
        """
        for begun in (await self._tables.messages.of(subject)).begun:
            try:
                found = [each async for each in self._strays(begun)]
            except discord.HTTPException as error:
                if outcome(error) is Outcome.LATER:
                    raise
                log.info("cannot read a channel's history", extra={"table": subject, "code": error.code})
                continue
            for stray in found[1:]:
                turn = turn_of(begun.kind, begun.shows)
                await self._posts.retire(subject, begun.channel, int(stray["id"]), turn=turn)
            if found:
                silent = found[0]["flags"] & discord.MessageFlags.suppress_notifications.flag
                called = begun.kind == "mention" or (begun.kind == "board" and not silent)
                mentioned = [int(user["id"]) for user in found[0]["mentions"]] if called else []
                await self._posts.note_posted(begun, int(found[0]["id"]), mentioned)

    async def _strays(self, begun: BegunPost) -> AsyncIterator[MessagePayload]:
        """Messages that are not noted and are this post, or have buttons of the subject: newest first, back to the newest noted
        one.
        """
        known = await self._posts.noted_messages(begun.subject)
        before: int | None = None
        for _ in range(PAGES):
            page, before = await self.rest.ours(begun.channel, before)
            for message in page:
                if int(message["id"]) in known:
                    return
                marks = {component.get("id") for component in message.get("components", ())}
                if _mark(begun) in marks or begun.subject in set(subjects_of(message)):
                    yield message
            if before is None:
                return

    async def clean(self, subject: int, past: Past) -> Outcome | None:
        """Remove the buttons of the table's retired messages, or the messages. Boards show how their turn ended, by `past`.
        Returns None if nothing is left to do, else the reason (LATER: try again soon). Raises discord.RateLimited.
        """
        left: set[Outcome] = set()
        for each in (await self._tables.messages.of(subject)).retired:
            try:
                await self._clean(each, past)
            except discord.HTTPException as error:
                why = outcome(error)
                log.info(
                    "cannot remove the buttons of an old message yet",
                    extra={"table": subject, "status": error.status, "code": error.code},
                )
                if why not in CLEAN:
                    left.add(why)
                    continue
            except UNREACHED:
                left.add(Outcome.LATER)
                continue
            await self._posts.note_cleaned(subject, each.message)
        if Outcome.LATER in left:
            return Outcome.LATER
        return next(iter(left), None)

    async def _clean(self, retired: RetiredMessage, past: Past) -> None:
        spot = MessageSpot(retired.channel, retired.message)
        if not retired.remove:
            instead = "" if retired.turn is None else await past(retired.turn)
            try:
                await without_buttons(self.rest, *spot, instead)
            except discord.HTTPException as error:
                if outcome(error) is not Outcome.UNEDITABLE:
                    raise
            else:
                return
        await self.rest.delete(*spot)


def _nonce() -> str:
    return secrets.token_hex(8)


def _mark(begun: BegunPost) -> int:
    """Returns an id for a component, by which Discord's history shows this post long after it has forgotten the nonce."""
    return 1 << 30 | zlib.crc32(begun.nonce.encode()) >> 2


def subjects_of(message: MessagePayload | ComponentPayload) -> Iterator[int]:
    """Returns the subjects that the buttons and menus of a message, or of a part of it, belong to."""
    for component in message.get("components", ()):
        parts = str(component.get("custom_id", "")).split(":")
        if len(parts) > 1 and parts[1].isdigit():
            yield int(parts[1])
        yield from subjects_of(component)
