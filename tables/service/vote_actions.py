"""Answering votes (`tables.rules.votes`)."""

from __future__ import annotations

from engines.contract import Game, Seat
from tables.model.change import Change
from tables.model.models import TableView
from tables.model.table import LoadedTable
from tables.rules import votes
from tables.service.changing import Changing


class VoteActions(Changing):
    """Votes: part of `tables.service.service.TableService`."""

    async def agree_vote(self, table: int, user: int, vote: int, *, request: int | None = None) -> TableView:
        """Agree to the open vote `vote` (`Vote.id`); with the last one asked it is carried out.

        Raises WrongState, NotSeated, VoteOver, NotAsked.
        """
        return await self._act(table, user, request, lambda held, game, seat, now: votes.agree(held, game, seat, vote, now=now))

    async def end_vote(
        self, table: int, user: int, vote: int, *, withdraw: bool = False, request: int | None = None
    ) -> TableView:
        """End an open vote: one of those asked refuses, or (`withdraw`) who asks thinks better of it.

        Raises WrongState, NotSeated, VoteOver, NotAsked.
        """

        def end(held: LoadedTable, game: Game, seat: Seat, now: float) -> Change:
            return votes.withdraw(held, seat, vote, now=now) if withdraw else votes.refuse(held, game, seat, vote, now=now)

        return await self._act(table, user, request, end)
