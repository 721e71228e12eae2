"""What is told of game nights: the card, one call to the people who come, how the evening was, and a question to the host."""

from functools import partial

from chat.cards import audiences
from chat.cards.nights import KIND
from chat.outbox import calls
from chat.outbox.deliveries import delivers
from chat.press.presses import Cog
from chat.wire.messenger import MessageSpot
from cogs.nights import cards
from data.records.messages import Noted, Shows
from data.words import Words
from tables.model.outbox_rows import NightAskRow, NightCallRow, NightCardRow, NightEndRow, OutboxRow
from tables.nights.night import Night
from tables.time.plan import NIGHT, Quiet

EVENING, ASKED = "evening", "night-ask"
"""Kinds of messages: how an evening was, and the question whether it goes on."""

MOST_CALLED = 80
"""The most people whom one message mentions; Discord allows 100."""


class NightPosts(Cog):
    """Posts and edits them."""

    @delivers(NightCardRow)
    async def card(self, row: OutboxRow, _payload: NightCardRow, noted: Noted) -> None:
        """Post or edit the card of the next date, silently; that of the date before says that it is over."""
        night = await self.app.tables.nights.night(row.subject)
        before, words = noted.get(KIND), await audiences.public_words(self.app, night, noted)
        same = before is not None and before.shows.turn == night.date
        called = before is not None and same and before.shows.stage == 1 and night.step == "called"
        pings = await self._pings(night, words) if called else []  # its edit notifies nobody
        card = await cards.public_card(self.app, night, words, pings)
        if before is not None and before.shows.turn != night.date:
            await self.app.messenger.edit(MessageSpot(before.channel, before.message), cards.past_card(night, words))
        shows = before.shows if before is not None and same else Shows(turn=night.date)
        await self.app.messenger.put_over(before, night, KIND, card, shows, silent=True)
        if not night.asked:
            await self.app.messenger.remove(night, ASKED, night.host)

    @delivers(NightCallRow)
    async def call(self, row: OutboxRow, payload: NightCallRow, noted: Noted) -> None:
        """Post the card once more with a call to the people who come, once. At night it calls nobody."""
        nights = self.app.tables.nights
        night, before, shows = await nights.night(row.subject), noted.get(KIND), Shows(turn=payload.date, stage=1)
        if night.date != payload.date or night.state != "open" or (before is not None and before.shows == shows):
            return
        words = await audiences.public_words(self.app, night, noted)
        pings = await self._pings(night, words)
        card = await cards.public_card(self.app, night, words, pings)
        await self.app.messenger.post(night, KIND, card, shows, silent=not pings)

    async def _pings(self, night: Night, words: Words) -> list[int]:
        """Returns whom a call mentions; at night nobody."""
        nights, now = self.app.tables.nights, self.app.tables.clock.now()
        if Quiet(*NIGHT, await nights.zone(night.place.guild, words.language)).holds(now):
            return []
        coming = [each.user for each in night.who_says("yes", "maybe")]
        return sorted(await self.app.tables.people.to_call(night.id, coming, live=True))[:MOST_CALLED]

    @delivers(NightEndRow)
    async def tell_evening(self, row: OutboxRow, payload: NightEndRow, noted: Noted) -> None:
        """Tell once who played whom."""
        night, shows, before = await self.app.tables.nights.night(row.subject), Shows(turn=payload.date), noted.get(EVENING)
        if before is not None and before.shows == shows:
            return
        words = await audiences.public_words(self.app, night, noted)
        card = await cards.evening_card(self.app, night, payload.tables, words)
        await self.app.messenger.post(night, EVENING, card, shows, silent=True)

    @delivers(NightAskRow)
    async def ask_host(self, row: OutboxRow, payload: NightAskRow, _noted: Noted) -> None:
        """Ask the host once whether the night goes on, directly or else by a mention."""
        night = await self.app.tables.nights.night(row.subject)
        if night.asked:
            asks = partial(cards.question, night)
            await calls.ask(self.app, night, ASKED, night.host, asks, shows=Shows(turn=payload.date))
