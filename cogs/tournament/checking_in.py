"""Checking in to a tournament that has a date: the calls, and the button."""

import discord

from chat.cards import audiences, clocks
from chat.cards.tournaments import title
from chat.outbox.deliveries import delivers
from chat.press.answer import Ack, Answer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import GREEN, Button, PublicCard, button, rows
from chat.wire.text import mentions
from data.records.messages import Noted, Shows
from data.words import Words
from tables.model.outbox_rows import CheckInRow, OutboxRow
from tables.tournaments.tournament import Tournament

CHECK_IN = "check-in"
"""The kind of the call to check in."""


class CheckingIn(Cog):
    """Checking in."""

    @verb("tournament.here", Ack.KEEP, names=Names.TOURNAMENT)
    async def check_in(self, answer: Answer, press: Press) -> None:
        """Check in; the card is the answer."""
        await answer.tables.tournaments.check_in(press.table, answer.person, request=answer.request)

    @delivers(CheckInRow)
    async def call(self, row: OutboxRow, payload: CheckInRow, _noted: Noted) -> None:
        """Call those who have not checked in, once; the message replaces the call before it."""
        tables, shows = self.app.tables, Shows(turn=payload.call)
        tournament = await tables.tournaments.tournament(row.subject)
        before = await tables.messages.get(row.subject, CHECK_IN)
        if tournament.state != "lobby" or tournament.starts is None or (before is not None and before.shows == shows):
            return
        people = {each.user for each in (*tournament.entrants, *tournament.reserve)} - {*tournament.here}
        pings = await tables.people.to_call(row.subject, people)
        words = await audiences.public_words(self.app, tournament)
        await self.app.messenger.remove(tournament, CHECK_IN)
        await self.app.messenger.post(tournament, CHECK_IN, _call_card(tournament, words, pings), shows)


def _call_card(tournament: Tournament, words: Words, pings: set[int]) -> PublicCard:
    at = int(tournament.starts or 0)
    text = words("cogs.tournament.check-in", at=f"<t:{at}:f>", when=clocks.moment(at))
    return PublicCard(
        title=title(tournament, words),
        text="\n".join((text, mentions(sorted(pings)))).strip(),
        rows=rows([here_button(tournament, words)]),
        colour=GREEN,
        pings=tuple(sorted(pings)),
    )


def here_button(tournament: Tournament, words: Words) -> Button:
    """Returns the button with which people check in."""
    label = words("cogs.tournament.here")
    return button(label, make("tournament.here", tournament.id), style=discord.ButtonStyle.success, emoji="🙋")
