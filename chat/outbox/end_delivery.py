"""Carries out what the outbox says about endings and about seats that change hands."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord
import msgspec

from chat.app import App
from chat.cards import endings, hand, lobby, table
from chat.outbox import reminders, threads
from chat.press import private
from chat.wire import limits
from chat.wire.carriers import NoCarrier
from chat.wire.messenger import Closed, Spot
from chat.wire.rest import Outcome, outcome
from data.records import Posted, Shows
from engines.contract import Seat
from tables.model.models import TableInfo, TableView
from tables.model.outbox_rows import AsideRow, DeadRow, ExpiryRow, FinalRow, GoneRow, OfferRow, OutboxRow, VoidRow

log = logging.getLogger(__name__)


class EndDelivery:
    """Part of `chat.outbox.delivery.Delivery`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._tables = app.tables
        self._messenger = app.messenger

    async def _final(self, row: OutboxRow, told: FinalRow) -> None:
        look = await self._tables.looks.view(row.table)
        shown = look.table
        spoken = await table.public_words(self._app, shown)
        # The last board is retired first: it loses its buttons even where the end can not be posted.
        last = await self._tables.messages.get(row.table, "board")
        if last is not None:
            remove = await threads.compact(self._app, shown)
            await self._tables.posts.retire(row.table, last.channel, last.message, remove=remove, turn=last.shows.turn or 0)
            await self._tables.messages.drop(row.table, "board")
        card = await endings.final(self._app, look, told, spoken, await self._to_mention(shown))
        try:
            await self._messenger.put(shown, "final", card, Shows(turn=shown.turn))
        except (Closed, discord.HTTPException) as error:
            if outcome(error) is not Outcome.LATER:
                await self._close_hands(look)  # whatever becomes of the channel, everybody can read how it ended
            raise
        await self._close_hands(look)
        await self._lobby_leads(shown)
        await threads.closed(self._app, shown)

    async def _lobby_leads(self, shown: TableInfo) -> None:
        """The lobby card, where it stands, says what became of the game and leads to where it is told."""
        found = await self._tables.messages.get(shown.id, "lobby")
        if found is None:
            return
        card = await lobby.card(self._app, shown, await table.public_words(self._app, shown))
        try:
            await self._messenger.edit(Spot(found.channel, found.message), card)
        except NoCarrier:
            return  # nobody has pressed anything there lately: it is no reason to wait
        except discord.HTTPException as error:
            if outcome(error) is Outcome.LATER:
                raise
            log.info("lobby card stays as it was", extra={"table": shown.id, "code": error.code})

    async def _close_hands(self, look: TableView) -> None:
        shown = look.table
        await reminders.answered(self._app, shown)
        await private.follow_all(self._app, shown.id, shown.stage)
        for seat in shown.seats:
            if seat.user is not None:
                await self._close_hand(look, seat.user)

    async def _to_mention(self, shown: TableInfo) -> list[int]:
        """Who played to the end and wants to be told of it."""
        muted = await self._tables.servers.muted(shown.id)
        people = [seat.user for seat in shown.seats if table.playing(seat) and seat.user is not None and seat.user not in muted]
        return [user for user in people if (await self._tables.people.person(user)).mention_end]

    async def _dead(self, row: OutboxRow, told: DeadRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        if shown.state == "playing":
            card = await endings.dead(self._app, shown, told, await table.public_words(self._app, shown))
            await self._messenger.say(shown.place.channel, card, f"dead-{row.id}-{row.serial}"[-limits.NONCE :])

    async def _void(self, row: OutboxRow, _: VoidRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        played = {seat.user for seat in shown.seats if seat.user is not None} | {gone.user for gone in shown.departed}
        pings = sorted(played - await self._tables.servers.muted(shown.id))
        card = endings.void(shown, await table.public_words(self._app, shown), pings)
        # Where lobby and result stand: a game's own thread may be closed by now.
        where = shown.home if shown.home is not None else shown.place.channel
        await self._messenger.say(where, card, f"void-{row.id}-{row.serial}"[-limits.NONCE :])

    async def _aside(self, row: OutboxRow, told: AsideRow) -> None:
        shown = (await self._tables.looks.view(row.table, anyway=True)).table
        if shown.state in {"lobby", "playing"}:
            card = endings.aside(shown, told, await table.public_words(self._app, shown))
            await self._messenger.say(shown.place.channel, card, f"aside-{row.id}-{row.serial}"[-limits.NONCE :])

    async def _expiry(self, row: OutboxRow, told: ExpiryRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        if shown.state == "lobby":
            card = endings.expiry(shown, told, await table.public_words(self._app, shown))
            await self._messenger.put(shown, "expiry", card, Shows())

    async def _seen_off(self, number: int, seats: Iterable[Seat]) -> None:
        """Of the people who are awaited, have the computer player go on for those who are no longer in the server."""
        shown = (await self._tables.looks.view(number)).table
        for seat in set(seats).intersection(shown.pending):
            user = shown.seats[seat].user
            if user is not None and table.playing(shown.seats[seat]) and not await self._messenger.is_here(shown, user):
                await self._tables.endings.left_server(number, user)

    async def _offer(self, row: OutboxRow, told: OfferRow) -> None:
        shown = (await self._tables.looks.view(row.table)).table
        card = endings.offer(shown, told, await table.public_words(self._app, shown))
        user, shows = told.offer.to or 0, Shows(request=told.offer.id)
        found = await self._tables.messages.get(row.table, "offer", user)
        if found is None and told.ended:
            return  # over before it was posted
        if found is not None and (told.again or found.shows == shows):
            if await self._messenger.edit(Spot(found.channel, found.message), card):
                await self._tables.messages.put(row.table, "offer", Posted(found.channel, found.message, shows), user)
                return
            card = msgspec.structs.replace(card, pings=())  # somebody has deleted it; the mention was heard
        await self._messenger.post_mention(shown, "offer", user, card, shows)

    async def _gone(self, row: OutboxRow, told: GoneRow) -> None:
        """Nothing that the person has of the table shows a hand any more."""
        for name in self._app.copies.names(row.table, told.user):
            await private.follow(self._app, row.table, told.user, name, surely=True)
        for kind in (reminders.MENTION, reminders.NEXT):
            await reminders.gone(self._app, row.table, told.user, kind)
        await self._close_hand(await self._tables.looks.view(row.table), told.user)

    async def _unasked(self, number: int, kind: str) -> None:
        """Take the buttons off a message that asks for nothing any more."""
        found = await self._tables.messages.get(number, kind)
        if found is not None:
            await self._tables.posts.retire(number, found.channel, found.message)
            await self._tables.messages.drop(number, kind)

    async def _close_hand(self, look: TableView, user: int) -> None:
        """A hand whose game is over, or that is somebody else's now: without menus, with how it ended."""
        shown = look.table
        await private.follow(self._app, shown.id, user, surely=True)
        found = await self._tables.messages.get(shown.id, "hand", user)
        if found is None:
            return
        spoken = await self._app.languages.words(user, shown.language)
        mine = await self._tables.looks.view(shown.id, user)
        try:
            card = await hand.card(self._app, mine, user, spoken)
            closed = await self._messenger.edit_hand(Spot(found.channel, found.message), card)
        except discord.HTTPException as error:
            log.info("hand stays as it was", extra={"code": error.code})
            closed = False
        if not closed:
            await self._tables.posts.retire(shown.id, found.channel, found.message)
        await self._tables.messages.drop(shown.id, "hand", user)
