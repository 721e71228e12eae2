"""What is told of leagues: three messages a season, a thread with its divisions, and a question to the host."""

import logging
from functools import partial

import discord

from chat.cards import audiences
from chat.cards.leagues import KIND, SEASON, season_name
from chat.outbox import calls
from chat.outbox.deliveries import delivers
from chat.press.presses import Cog
from chat.wire import limits
from chat.wire.messenger import Closed, MessageSpot
from chat.wire.outcomes import Outcome, outcome
from chat.wire.text import clip
from cogs.league import cards
from data.records.messages import Noted, Posted, Shows
from tables.leagues.league import League
from tables.leagues.league_rows import THREAD
from tables.model.outbox_rows import LeagueAskRow, LeagueCardRow, LeagueEndRow, LeagueFullRow, LeagueSeasonRow, OutboxRow

log = logging.getLogger(__name__)

END, ASKED, FULL = "league-end", "league-ask", "league-full"
"""Kinds of messages: how a season was, the question whether the league goes on, and that there is no room for its tables."""


class LeaguePosts(Cog):
    """Posts and edits them."""

    @delivers(LeagueCardRow)
    async def card(self, row: OutboxRow, _payload: LeagueCardRow, noted: Noted) -> None:
        """Post or edit the message with which people sign up, and edit that of the season."""
        messenger, league = self.app.messenger, await self.app.tables.leagues.league(row.subject)
        words, before = await audiences.public_words(self.app, league, noted), noted.get(KIND)
        if before is not None or league.step == "sign-up":
            card, shows = await cards.sign_up_card(self.app, league, words), Shows(turn=league.opened)
            await messenger.put_over(before, league, KIND, card, shows, silent=True)
        season = noted.get(SEASON)
        if season is not None and season.shows.turn == len(league.seasons):
            await messenger.edit(MessageSpot(season.channel, season.message), await cards.season_card(self.app, league, words))
        if not league.asked:
            await messenger.remove(league, ASKED, league.host)
        if league.note != "full":
            await messenger.remove(league, FULL, league.host)

    @delivers(LeagueSeasonRow)
    async def begin(self, row: OutboxRow, payload: LeagueSeasonRow, noted: Noted) -> None:
        """Tell once that a season has begun, and open its thread, in which its divisions are shown."""
        tables, messenger = self.app.tables, self.app.messenger
        league, season, thread = await tables.leagues.league(row.subject), noted.get(SEASON), noted.get(THREAD)
        if league.step != "running" or payload.season != league.season:
            return
        words, shows = await audiences.public_words(self.app, league, noted), Shows(turn=payload.season)
        if season is None or season.shows != shows:
            spot = await messenger.post(league, SEASON, await cards.season_card(self.app, league, words), shows, silent=True)
        else:
            spot = MessageSpot(season.channel, season.message)
        if thread is None or thread.shows.request != spot.message:
            where = await self._open_thread(
                league, spot, clip(season_name(league, len(league.seasons), words), limits.THREAD_NAME)
            )
            await tables.messages.put(league.id, THREAD, Posted(where, 0, Shows(request=spot.message)))
        for division in league.divisions:
            await tables.tournaments.show_again(division)

    async def _open_thread(self, league: League, spot: MessageSpot, name: str) -> int:
        """Returns the thread below the message of a season; the channel itself if Discord refuses one."""
        try:
            return await self.app.messenger.rest.open_thread(*spot, name)
        except (Closed, discord.HTTPException) as error:
            if outcome(error) in {Outcome.LATER, Outcome.MESSAGE_GONE}:
                raise
            log.info("cannot open the thread of a season", extra={"table": league.id})
            return spot.channel

    @delivers(LeagueEndRow)
    async def end(self, row: OutboxRow, payload: LeagueEndRow, noted: Noted) -> None:
        """Tell once how a season has ended."""
        league, shows, before = await self.app.tables.leagues.league(row.subject), Shows(turn=payload.season), noted.get(END)
        if before is not None and before.shows == shows:
            return
        words = await audiences.public_words(self.app, league, noted)
        card = await cards.end_card(self.app, league, payload.season, words)
        await self.app.messenger.post(league, END, card, shows, silent=True)

    @delivers(LeagueAskRow)
    async def ask_host(self, row: OutboxRow, payload: LeagueAskRow, _noted: Noted) -> None:
        """Ask the host once whether the league goes on, directly or else by a mention."""
        league = await self.app.tables.leagues.league(row.subject)
        if league.asked:
            asks = partial(cards.question, league)
            await calls.ask(self.app, league, ASKED, league.host, asks, shows=Shows(turn=payload.opened))

    @delivers(LeagueFullRow)
    async def tell_full(self, row: OutboxRow, payload: LeagueFullRow, _noted: Noted) -> None:
        """Tell the host once that the season waits for room, directly or else by a mention."""
        league = await self.app.tables.leagues.league(row.subject)
        if league.note == "full":
            told = partial(cards.waiting_card, league)
            await calls.ask(self.app, league, FULL, league.host, told, shows=Shows(turn=payload.season))
