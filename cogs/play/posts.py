"""Hands as direct messages."""

import logging

import discord

from chat.cards import hand
from chat.outbox import reminders
from chat.outbox.deliveries import delivers
from chat.press import replies
from chat.press.presses import Cog
from chat.wire.messenger import Closed, MessageSpot
from chat.wire.outcomes import Unwanted
from data.records.messages import Noted
from tables.model.outbox_rows import HandRow, OutboxRow
from tables.model.table_info import PRIVATE, TableInfo
from tables.time import timing

log = logging.getLogger(__name__)


class HandPosts(Cog):
    """Sends and edits hands."""

    @delivers(HandRow)
    async def hand(self, row: OutboxRow, payload: HandRow, noted: Noted) -> None:
        """Send or edit a person's hand with its choices, if they want direct messages."""
        seat = payload.seat
        public = await self.app.tables.looks.read(row.subject, stored=noted.version)
        info = public.info
        user = info.seats[seat].user if seat < len(info.seats) else None
        if user is None or user < 0 or info.seats[seat].resigned:  # below 0: forgotten, and about to leave
            return
        reading = public.seen_by(user)
        await replies.follow(self.app, row.subject, user, surely=True, reading=reading)
        if self.app.live_replies.alive(row.subject, user, "hand") is not None:
            await self.app.tables.times.note_shown(row.subject, user)
        preferences = await self.app.tables.people.person(user, noted)
        if not self.app.tables.people.takes_direct(preferences, wanted=info.direct) or info.place.guild == PRIVATE:
            await self._call(info, seat, user, noted)
            return
        if not self.app.tables.looks.is_now(row.subject, reading.info.version):
            reading = await self.app.tables.looks.read(row.subject, user)  # it has changed while their reply was being updated
        found = noted.get("hand", user)
        if found is not None and self.app.live_replies.shows(row.subject, user, found.message, reading.info.version):
            return  # the press that changed it has just been answered there
        spoken = await self.app.languages.words(user, info.language, preferences)
        card = await hand.Hand(self.app, reading, user, spoken, own=preferences, noted=noted).card()
        # A message of an earlier turn is also edited while nothing is asked; otherwise it would keep showing an outdated state.
        same = found is not None and (found.shows.turn == info.turn or not reading.choices().words)
        if found is not None and same and await self.app.messenger.edit_hand(MessageSpot(found.channel, found.message), card):
            await self.app.tables.times.note_shown(row.subject, user)
            return
        if not reading.choices().words:
            return
        aloud = await self.app.tables.people.calls_soon(user, info, preferences)
        try:
            await self.app.messenger.post_hand(info, user, card, preferences, noted, silent=not aloud)
        except Unwanted:
            await reminders.ping(self.app, info, [user])
        await self.app.tables.times.note_shown(row.subject, user)

    async def _call(self, info: TableInfo, seat: int, user: int, noted: Noted) -> None:
        """Call a person in the channel who has neither direct messages nor a live reply, and with them the others. Either the
        board that would call them waits behind scenes that are read one after the other, or it was posted while direct messages
        were thought to work, and the bot crashed when they were refused. If Discord refuses this, the board does it.
        """
        if not timing.read_pace(info.pace).slow:
            return
        if seat not in info.pending or self.app.live_replies.alive(info.id, user, "hand") is not None:
            return
        board = noted.get("board")
        stands = board is not None and board.shows.turn == info.turn
        if not stands and not await self.app.tables.outbox.held_by_scenes(info.id):
            return
        awaited = await reminders.to_ping(self.app, info, noted)
        called = [each for each in awaited if self.app.live_replies.alive(info.id, each, "hand") is None]
        try:
            await reminders.ping(self.app, info, called)
        except (Closed, discord.HTTPException) as error:
            log.info("cannot call the players", extra={"table": info.id, "error": type(error).__name__})
