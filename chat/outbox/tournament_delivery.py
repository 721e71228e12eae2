"""Carries out what the outbox says about tournaments: their card, and a message of its own for each round and for the end."""

from __future__ import annotations

from chat.app import App
from chat.cards import table, tournaments
from chat.wire.messenger import Spot
from data.records import Shows
from tables.model.outbox_rows import OutboxRow, PodiumRow, RoundRow, TournamentRow

ROUND, PODIUM = "round", "podium"
"""Kinds of messages: what told the newest round, and what told the end."""


class TournamentDelivery:
    """Part of `chat.outbox.delivery.Delivery`."""

    _app: App

    async def _tournament(self, row: OutboxRow, _: TournamentRow) -> None:
        """Post or edit the message of a tournament, which stands for it among the tables. What has told its end is edited with
        it: a game may have been made void afterwards.
        """
        tables, messenger = self._app.tables, self._app.messenger
        shown = (await tables.looks.view(row.table)).table
        tournament, words = await tables.tournaments.tournament(row.table), await table.public_words(self._app, shown)
        await messenger.put(shown, tournaments.KIND, await tournaments.message(self._app, tournament, words), Shows())
        told = await tables.messages.get(row.table, PODIUM)
        if told is not None:
            await messenger.edit(Spot(told.channel, told.message), await tournaments.podium(self._app, tournament, words, ()))

    async def _round(self, row: OutboxRow, told: RoundRow) -> None:
        """Tell a round that has begun, once: who plays in it is called, unless it is past by now."""
        tables, shows = self._app.tables, Shows(turn=told.round)
        tournament = await tables.tournaments.tournament(row.table)
        before = await tables.messages.get(row.table, ROUND)
        past = tournament.state != "running" or len(tournament.rounds) != told.round
        if past or (before is not None and before.shows == shows):
            return
        shown = (await tables.looks.view(row.table)).table
        playing = [tournament.entrants[each].user for game in tournament.rounds[-1].pairings for each in game.entrants]
        pings = await tables.tournaments.to_call(row.table, playing)
        words = await table.public_words(self._app, shown)
        await self._app.messenger.post(shown, ROUND, await tournaments.told_round(self._app, tournament, words, pings), shows)

    async def _podium(self, row: OutboxRow, _: PodiumRow) -> None:
        """Tell how a tournament has ended, once: who has won is called, or who takes part in one that was closed."""
        tables = self._app.tables
        if await tables.messages.get(row.table, PODIUM) is not None:
            return
        tournament = await tables.tournaments.tournament(row.table)
        shown = (await tables.looks.view(row.table)).table
        people = tournaments.winners(tournament) if tournament.state == "over" else [each.user for each in tournament.active]
        wanting = [user for user in people if (await tables.people.person(user)).mention_end]
        pings = await tables.tournaments.to_call(row.table, wanting)
        words = await table.public_words(self._app, shown)
        await self._app.messenger.post(shown, PODIUM, await tournaments.podium(self._app, tournament, words, pings), Shows())
