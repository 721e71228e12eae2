"""What is told of people who look for a game: the card in the channel, and a question to each of them."""

from chat.cards import audiences
from chat.outbox.deliveries import delivers
from chat.press.presses import Cog
from chat.wire.layout import GOLD, PublicCard
from chat.wire.messenger import MessageSpot
from chat.wire.outcomes import Unwanted
from cogs.find import cards
from data.records.messages import Noted, Posted, Shows
from tables.matchmaking.wishes import Match, WishList
from tables.model.outbox_rows import MatchRow, OutboxRow, WishEndedRow, WishListCardRow

CARD, ASKED, ENDED = "wishes", "match", "wish"
"""Kinds of messages: the card in the channel; the question to a person; that a person's wish has ended."""


class FindPosts(Cog):
    """Posts and edits them."""

    @delivers(WishListCardRow)
    async def card(self, row: OutboxRow, _payload: WishListCardRow, noted: Noted) -> None:
        """Post or edit the card, silently, or delete it when nobody looks for a game any more."""
        found = await self.app.tables.matchmaking.wish_list(row.subject)
        if not found.wishes:
            await self.app.messenger.remove(found, CARD)
            return
        card = await cards.public_card(self.app, found, await audiences.public_words(self.app, found, noted))
        await self.app.messenger.put_over(noted.get(CARD), found, CARD, card, Shows(), silent=True)

    @delivers(MatchRow)
    async def ask(self, row: OutboxRow, payload: MatchRow, _noted: Noted) -> None:
        """Ask a person about a game, or show what became of the question."""
        found = await self.app.tables.matchmaking.wish_list(row.subject)
        before = await self.app.tables.messages.get(found.id, ASKED, payload.user)
        if payload.outcome:
            await self._answer(found, payload, before)
            return
        match, shows = found.match(payload.match), Shows(request=payload.match)
        if match is None or found.wish_of(payload.user) is None or (before is not None and before.shows == shows):
            return
        await self._ask(found, match, payload.user, shows)

    async def _ask(self, found: WishList, match: Match, user: int, shows: Shows) -> None:
        wish, messenger = found.wish_of(user), self.app.messenger
        if not await messenger.sees(found, user, unknown=True):
            await self.app.tables.matchmaking.drop(found.id, user, "gone")
            return
        about = -(found.id << 20 | match.number)  # several questions at the same time notify once
        silent = match.speed == "days" and not await self.app.tables.people.calls_at_leisure(user, about)
        words = await self.app.languages.words(user, found.language)
        title, text, rows = cards.question(found, match, user, words)
        card = PublicCard(title=title, text=text, rows=rows, colour=GOLD)
        try:
            await messenger.post_to(found, ASKED, user, card, shows, wanted=True, silent=silent)
        except Unwanted:
            if wish is None or not wish.named:  # a mention would say in the channel that they look for a game
                if match.speed == "days" or self.app.live_replies.alive(found.id, user, "wish") is None:
                    await self.app.tables.matchmaking.drop(found.id, user, "unreached")
                return  # or else the answer that they have open asks them
            title, text, rows = cards.question(found, match, user, await audiences.public_words(self.app, found))
            card = PublicCard(title=title, text=f"<@{user}> {text}", rows=rows, colour=GOLD, pings=(user,))
            await messenger.post_mention(found, ASKED, user, card, shows, silent=silent)

    async def _answer(self, found: WishList, payload: MatchRow, before: Posted | None) -> None:
        """Show on a direct message what became of the question; delete one in the channel."""
        if before is None:
            return
        edited = False
        if before.channel != found.place.channel:
            words = await self.app.languages.words(payload.user, found.language)
            card = await cards.outcome(self.app, found, payload, words)
            edited = await self.app.messenger.edit_hand(MessageSpot(before.channel, before.message), card)
        if not edited:
            await self.app.tables.posts.retire(found.id, before.channel, before.message, remove=True)
        await self.app.tables.messages.drop(found.id, ASKED, payload.user)

    @delivers(WishEndedRow)
    async def tell_end(self, row: OutboxRow, payload: WishEndedRow, _noted: Noted) -> None:
        """Tell a person once that their wish has ended, if they want direct messages."""
        found = await self.app.tables.matchmaking.wish_list(row.subject)
        wish = await self.app.tables.matchmaking.wish(found.id, payload.wish)
        if wish is None or wish.end not in {"time", "refused", "gone"} or found.wish_of(payload.user) is not None:
            return
        shows = Shows(request=payload.wish)
        if (known := await self.app.tables.messages.get(found.id, ENDED, payload.user)) is not None and known.shows == shows:
            return
        words = await self.app.languages.words(payload.user, found.language)
        card = cards.over_card(found, words, wish.end)
        try:
            await self.app.messenger.post_to(found, ENDED, payload.user, card, shows, wanted=True, silent=True)
        except Unwanted:
            return  # the card in the channel has gone with it
