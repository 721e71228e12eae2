"""The server's leaderboards."""

import logging

import discord

from chat.cards import table
from chat.cards.arguments import Game
from chat.outbox.sender import delivers
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import Names
from chat.press.presses import Cog, Press, verb
from chat.wire.messenger import Closed
from chat.wire.rest import Outcome, outcome
from cogs.leaderboard import standings
from cogs.leaderboard.standings import Wanted
from data.records import Noted
from tables.model.outbox_rows import OutboxRow, SeasonRow

log = logging.getLogger(__name__)


class Leaderboard(Cog):
    """Shows ratings, wins, first places and games played."""

    @ZAMKI.command("leaderboard")
    async def leaderboard(self, answer: PrivateAnswer, game: Game | None = None) -> None:
        """Show this server's leaderboard, of one game or all."""
        await answer.tell(await standings.card(answer, Wanted(game)))

    @verb("leaderboard.page", Ack.UPDATE, On.PRIVATE, names=Names.NOTHING)
    async def turn_page(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page of the leaderboard; its number is in the id's place for the table."""
        await answer.show(await standings.card(answer, standings.read(self.app, press.words, press.table)))

    @verb("leaderboard.choose", Ack.UPDATE, On.PRIVATE, names=Names.NOTHING)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another leaderboard, chosen from a menu."""
        wanted = standings.read(self.app, press.words, 0)
        wanted = standings.chosen(self.app, wanted, "".join(press.words[3:4]), press.value)
        await answer.show(await standings.card(answer, wanted))

    @delivers(SeasonRow)
    async def season(self, row: OutboxRow, payload: SeasonRow, _noted: Noted) -> None:
        """Post the leaderboard of a finished season; a channel that refuses it affects no table."""
        info = (await self.app.tables.looks.view(row.table, anyway=True)).table
        found = await self.app.tables.ratings.season_standings(info.place.guild, payload.first, payload.last)
        card = await standings.season_card(self.app, found, await table.public_words(self.app, info))
        try:
            await self.app.messenger.say(payload.channel, card, f"season-{row.id}-{row.serial}")
        except (Closed, discord.HTTPException) as error:
            if outcome(error) is Outcome.LATER:
                raise
            log.info("leaderboard of a season could not be posted", extra={"channel": payload.channel})
