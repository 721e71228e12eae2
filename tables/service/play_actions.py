"""What people may do in a running game."""

import asyncio

from engines.contract import Fleeting, Move
from tables.errors import NothingToTakeBack
from tables.model.outbox_rows import CoverRow
from tables.model.table import Change, board, hands
from tables.rules import automatic, drafts, takeback
from tables.rules.context import Context, Rule
from tables.rules.reading import Reading
from tables.service.changing import Changing, Shared
from tables.store.outbox import Outbox

SHOWING, GLIMPSE = 3.0, 0.05
"""Seconds for which a move waits at most for a board whose display it would hide, and between two checks of the outbox."""


class PlayActions(Changing):
    """Playing and taking back: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, outbox: Outbox) -> None:
        super().__init__(shared)
        self._outbox = outbox

    async def play(
        self, table: int, user: int, move: Move, *, stage: int | None = None, request: int | None = None, whole: bool = True
    ) -> Reading:
        """Make a move; `stage` is the one that the person saw; None: the current one. In a joint stage a choice can be changed
        until everybody has chosen. Without `whole`, a move of a turn is added to its draft as long as the turn goes on
        (`tables.rules.drafts`). Raises WrongState, NotSeated, Stale, NotYourTurn, Illegal.
        """
        await self._outbox.go_on(table)
        await self._seen_by_all(table)
        return await self._change(table, user, request, drafts.say, move, whole=whole, stage=stage)

    async def send_hand(self, table: int, user: int) -> None:
        """Send this person's hand, if they want direct messages. Raises WrongState, NotSeated."""

        def send(context: Context) -> Change:
            return Change(loaded=context.loaded, outbox=tuple(hands(context.table, (context.seat,))))

        await self._carry_out(table, user, None, send)

    async def planning(self, table: int, user: int) -> Reading | None:
        """Returns the reading for planning the next move, after the moves already planned; None: nothing can be planned. It is
        made only from what the person may know; what it shows of others and of chance is imagined. Raises NoSuchTable.
        """
        loaded = await self._table_store.read(table)
        seat, game = loaded.table.seat_of(user), self._games.get(loaded.table.game)
        trial = None if seat is None or game is None else automatic.imagine_table(loaded, game, seat)
        return None if trial is None else Reading(trial, user, self._cover(loaded))

    async def plan(self, table: int, user: int, move: Move, *, request: int | None = None) -> Reading:
        """Add a move to this person's plan. It is played in the change that asks them, if it is legal then. Raises WrongState,
        NotSeated, CannotPlan, Illegal.
        """
        return await self._change(table, user, request, automatic.plan, move)

    async def unplan(self, table: int, user: int, *, keep: int = 0, request: int | None = None) -> Reading:
        """Remove a plan except for its first `keep` moves. Raises WrongState, NotSeated."""
        return await self._change(table, user, request, automatic.unplan, keep=keep)

    async def reveal(self, table: int, user: int) -> Reading:
        """Returns the table as this person may see it, after making the look that is due, if it is theirs. Raises NoSuchTable,
        and SetAside if the table cannot be loaded.
        """

        def look(context: Context) -> Change | None:
            table = context.table
            if table.timing.reveal is None or table.seat_of(user) not in table.awaited:
                return None
            return automatic.reveal(context)

        loaded = await self._table_store.read(table)
        if loaded.table.timing.reveal is None:
            return self._look(loaded, user)
        return await self._change(table, user, None, look)

    async def note_looked(self, table: int, user: int) -> None:
        """Record that this person has opened their hand. If they are next, the board's temporary display is shown for a while
        longer. Raises NoSuchTable, and SetAside if the table cannot be loaded.
        """

        def look(context: Context) -> Change | None:
            loaded, game = context.loaded, context.game
            assert isinstance(game, Fleeting)
            if loaded.position is None or loaded.table.seat_of(user) not in loaded.table.awaited:
                return None
            seconds = game.glance(loaded.position.view(None))
            rows = (CoverRow(after=seconds), board(loaded.table))
            return Change(loaded=loaded, withdraw=("cover",), outbox=rows) if seconds else None

        await self.note_shown(table, user)
        loaded = await self._table_store.read(table)
        if isinstance(self._games.get(loaded.table.game), Fleeting) and await self._store.outbox_waits(table, "unseen"):
            await self._carry_out(table, user, None, look)

    async def _seen_by_all(self, table: int) -> None:
        """Wait until a board has been sent whose temporary display this move would hide. Otherwise two quick presses would be
        shown in one message, without the card in between. Waits at most `SHOWING` seconds.
        """
        # As it was when the press was admitted; later changes are handled by the change itself.
        loaded = self._table_store.here(table) or await self._table_store.read(table)
        game = self._games.get(loaded.table.game)
        if not isinstance(game, Fleeting) or loaded.position is None or not game.linger(loaded.position.view(None)):
            return
        for _ in range(round(SHOWING / GLIMPSE)):
            if not await self._store.outbox_waits(table, "board"):
                return
            await asyncio.sleep(GLIMPSE)

    async def take_back(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Take back a joint choice that is not yet revealed, or the last unrevealed step of the person's turn. Raises
        WrongState, NotSeated, NothingToTakeBack; NotAlone if the others can be asked (`ask_back`); VoteOpen if somebody is
        already asking.
        """
        return await self._taking_back(table, user, request, takeback.take_back)

    async def take_out(self, table: int, user: int, number: int, *, request: int | None = None) -> Reading:
        """Take back one step of the person's turn (`Reading.steps` has the numbers), and keep the later ones that are legal
        without it. Raises WrongState, NotSeated, NothingToTakeBack.
        """
        return await self._change(table, user, request, takeback.take_out, number)

    async def ask_back(self, table: int, user: int, *, stage: int | None = None, request: int | None = None) -> Reading:
        """Ask the others to take back the person's last move and everything since (`Reading.may_ask`). Done immediately if
        only computer players are affected. `stage`: the one that the person saw. Raises WrongState, NotSeated, Stale,
        NothingToTakeBack, VoteOpen.
        """
        return await self._taking_back(table, user, request, lambda context: takeback.ask(context, stage=stage))

    async def _taking_back(self, table: int, user: int, request: int | None, rule: Rule) -> Reading:
        """Take something back, or refuse with the precise reason."""
        try:
            return await self._change(table, user, request, rule)
        except NothingToTakeBack as refusal:
            loaded = await self._table_store.read(table)
            seat, game = loaded.table.seat_of(user), self._games.get(loaded.table.game)
            if refusal.key != NothingToTakeBack.default or seat is None:
                raise
            why = takeback.refusal_key(await self._store.counted_moves(table), seat, fleeting=isinstance(game, Fleeting))
            raise NothingToTakeBack(why) from None
