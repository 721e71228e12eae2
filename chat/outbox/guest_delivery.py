"""Carries out what the outbox says about guests: invitations, seats that are kept, tables that somebody waited for."""

from __future__ import annotations

import logging

import discord

from chat.app import App
from chat.cards import guests, table
from chat.wire import limits
from chat.wire.layout import GOLD, Card, PublicCard
from chat.wire.messenger import Spot
from chat.wire.rest import Outcome, Unwanted, outcome
from data.records import Posted, Shows
from tables.model.models import TableInfo
from tables.model.outbox_rows import CallRow, InviteRow, OutboxRow

log = logging.getLogger(__name__)

KIND = "invite"


class GuestDelivery:
    """Part of `chat.outbox.delivery.Delivery`."""

    _app: App

    async def _invite(self, row: OutboxRow, told: InviteRow) -> None:
        shown = (await self._app.tables.looks.view(row.table)).table
        found = await self._app.tables.messages.get(row.table, KIND, told.user)
        if told.ended:
            if found is not None:
                await self._answered(shown, told, found)
            return
        shows = Shows(request=told.number)
        if shown.guests.open.get(told.user) != told.number or (found is not None and found.shows == shows):
            return
        waited = guests.is_waiting(shown.guests, told.user)
        if not await self._directly(shown, told.user, shows, waited=waited):
            words = await table.public_words(self._app, shown)
            title, text, rows = await guests.invitation(self._app, shown, told.user, words, waited=waited)
            card = PublicCard(title=title, text=text, rows=rows, pings=(told.user,), colour=GOLD)
            await self._app.messenger.post_mention(shown, KIND, told.user, card, shows)

    async def _directly(self, shown: TableInfo, user: int, shows: Shows, *, waited: bool) -> bool:
        """Whether the person could be asked in private."""
        words = await self._app.languages.words(user, shown.language)
        title, text, rows = await guests.invitation(self._app, shown, user, words, waited=waited)
        try:
            card = Card(title=title, text=text, rows=rows, colour=GOLD)
            await self._app.messenger.post_to(shown, KIND, user, card, shows)
        except Unwanted:
            return False
        return True

    async def _answered(self, shown: TableInfo, told: InviteRow, found: Posted) -> None:
        """A mention in the channel goes; a direct message says what has become of it."""
        public = found.channel == shown.place.channel
        edited = False
        if not public:
            words = await self._app.languages.words(told.user, shown.language)
            card = await guests.answered(self._app, shown, words, taken=told.ended == "taken")
            edited = await self._app.messenger.edit_hand(Spot(found.channel, found.message), card)
        if not edited:
            await self._app.tables.posts.retire(shown.id, found.channel, found.message, remove=True)
        await self._app.tables.messages.drop(shown.id, KIND, told.user)

    async def _call(self, row: OutboxRow, _: CallRow) -> None:
        """Those who wanted to know are told, each where they want to be reminded, once however often it is tried."""
        tables, messenger = self._app.tables, self._app.messenger
        shown = (await tables.looks.view(row.table)).table
        if shown.state != "lobby" or shown.guests.only:
            return
        here: list[int] = []
        direct: list[int] = []
        for user in await tables.guests.to_call(shown):
            if await messenger.is_here(shown, user) and await messenger.sees(shown, user):
                preferences = await tables.people.person(user)
                wanted = direct if preferences.plan.where == "direct" and tables.people.takes_direct(preferences) else here
                wanted.append(user)
        if here:
            card = await guests.called(self._app, shown, await table.public_words(self._app, shown), here)
            await messenger.say(shown.place.channel, card, f"call-{row.id}"[-limits.NONCE :])
        for user in direct:
            words = await self._app.languages.words(user, shown.language)
            try:
                nonce = f"call-{row.id}-{user % 10**9}"[-limits.NONCE :]
                await messenger.say_to(user, await guests.called(self._app, shown, words), nonce)
            except (Unwanted, discord.HTTPException) as error:
                if outcome(error) is Outcome.LATER:
                    raise
                log.info("person could not be told", extra={"table": shown.id, "why": outcome(error).value})
        await tables.guests.called([*here, *direct])
