"""Answering votes (`tables.rules.votes`)."""

from __future__ import annotations

from engines.contract import Game
from tables.model.change import Change
from tables.model.models import TableView
from tables.model.table import LoadedTable
from tables.rules import play, votes
from tables.service.changing import Changing


class VoteActions(Changing):
    """Votes: part of `tables.service.service.TableService`."""

    async def agree_vote(self, table: int, user: int, vote: int, *, request: int | None = None) -> TableView:
        """Agree to the open vote `vote` (`Vote.id`); with the last one asked it is carried out.

        Raises WrongState, NotSeated, VoteOver, NotAsked.
        """

        def agree(held: LoadedTable, game: Game, _unsent: object) -> Change | None:
            play.playing(held)
            return votes.agree(held, game, play.acting(held, user), vote, now=self._clock.now())

        return await self._change(table, user, request, agree)

    async def end_vote(
        self, table: int, user: int, vote: int, *, withdraw: bool = False, request: int | None = None
    ) -> TableView:
        """End an open vote: one of those asked refuses, or (`withdraw`) who asks thinks better of it.

        Raises WrongState, NotSeated, VoteOver, NotAsked.
        """

        def end(held: LoadedTable, game: Game, _unsent: object) -> Change:
            play.playing(held)
            seat, now = play.acting(held, user), self._clock.now()
            return votes.withdraw(held, seat, vote, now=now) if withdraw else votes.refuse(held, game, seat, vote, now=now)

        return await self._change(table, user, request, end)
