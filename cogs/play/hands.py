"""Hands in direct messages."""

from __future__ import annotations

import logging

import discord

from chat.cards import hand
from chat.outbox import reminders
from chat.outbox.sender import delivers
from chat.press import private
from chat.press.presses import Cog
from chat.wire.messenger import Closed, Spot
from chat.wire.rest import Unwanted
from data.records import Noted, Posted, Shows
from tables.model.models import PRIVATE, TableInfo
from tables.model.outbox_rows import HandRow, OutboxRow
from tables.store.posts import PING
from tables.time import timing

log = logging.getLogger(__name__)


class HandPosts(Cog):
    """Sends and edits hands."""

    @delivers(HandRow)
    async def hand(self, row: OutboxRow, told: HandRow, noted: Noted) -> None:
        """A person's hand and choices, where they want them directly."""
        seat = told.seat
        public = await self.app.tables.looks.view(row.table, stored=noted.version)
        info = public.table
        user = info.seats[seat].user if seat < len(info.seats) else None
        if user is None or user < 0 or info.seats[seat].resigned:  # below 0: forgotten, and about to leave
            return
        look = public.seen_by(user)
        await private.follow(self.app, row.table, user, surely=True, look=look)
        preferences = await self.app.tables.people.person(user, noted)
        if not self.app.tables.people.takes_direct(preferences, wanted=info.direct) or info.place.guild == PRIVATE:
            await self._called(info, seat, user, noted)
            return
        if not self.app.tables.looks.is_now(row.table, look.table.version):
            look = await self.app.tables.looks.view(row.table, user)  # it has moved on while their copy was brought up to date
        found = noted.get("hand", user)
        if found is not None and self.app.replies.shows(row.table, user, found.message, look.table.version):
            return  # the press that changed it has just been answered there
        spoken = await self.app.languages.words(user, info.language, preferences)
        card = await hand.Hand(self.app, look, user, spoken, own=preferences, noted=noted).card()
        # A message of an earlier turn is edited as well while nothing is asked: it must not go on showing what is no more.
        same = found is not None and (found.shows.turn == info.turn or not look.choices.words)
        if found is not None and same and await self.app.messenger.edit_hand(Spot(found.channel, found.message), card):
            return
        if not look.choices.words:
            return
        try:
            await self.app.messenger.post_hand(info, user, card, preferences, silent=user in noted.muted)
        except Unwanted:
            await reminders.ping(self.app, info, user)
            return
        self.app.tables.outbox.shows(row, PING, Posted(info.place.channel, 0, Shows(turn=info.turn)), user)

    async def _called(self, info: TableInfo, seat: int, user: int, noted: Noted) -> None:
        """Call somebody in the channel who has neither direct messages nor a private copy, where the board that would call them
        waits behind scenes that are read one after the other, or stands already (it was posted while direct messages were
        believed in, and the bot died when they were refused). What Discord refuses here is left to the board.
        """
        if not timing.read_pace(info.pace).slow:
            return
        if seat not in info.pending or self.app.replies.alive(info.id, user, "hand") is not None:
            return
        board = noted.get("board")
        stands = board is not None and board.shows.turn == info.turn
        if not stands and not await self.app.tables.outbox.held_by_scenes(info.id):
            return
        try:
            await reminders.ping(self.app, info, user)
        except (Closed, discord.HTTPException) as error:
            log.info("nobody could be called", extra={"table": info.id, "error": type(error).__name__})
