"""What people may do about votes, the end of a game, and handing on seats."""

from engines.contract import Seat
from tables.errors import OwnGame
from tables.model.people import Person
from tables.model.table import Change, LoadedTable
from tables.model.table_info import SeriesScore, TableInfo
from tables.rules import leaving, lobby, moving, play, replacing, series, votes
from tables.rules.context import Context
from tables.rules.reading import Reading
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions


class VoteActions(Changing):
    """Votes: part of `tables.service.service.TableService`."""

    async def agree_vote(self, table: int, user: int, vote: int, *, request: int | None = None) -> Reading:
        """Agree to the open vote `vote` (`Vote.id`); it is carried out when everybody asked has agreed. Raises WrongState,
        NotSeated, VoteOver, NotAsked.
        """
        return await self._change(table, user, request, votes.agree, vote)

    async def end_vote(
        self, table: int, user: int, vote: int, *, withdraw: bool = False, request: int | None = None
    ) -> Reading:
        """End an open vote: a person asked refuses it, or (`withdraw`) the person who opened it withdraws it. Raises
        WrongState, NotSeated, VoteOver, NotAsked.
        """
        rule = votes.withdraw if withdraw else votes.refuse
        return await self._change(table, user, request, rule, vote)


class EndingActions(Changing):
    """Leaving, ending, handing on: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, servers: ServerActions) -> None:
        super().__init__(shared)
        self._servers = servers

    async def resign(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Leave a running game for good: the computer player plays on, and the person gets the last place, behind all who
        stayed. When the last person leaves, the game ends without a result. Raises WrongState, NotSeated, ResultStands.
        """
        return await self._change(table, user, request, leaving.resign)

    async def claim(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Win a game that all others have left, without playing on. Raises WrongState, NotSeated, NotAlone."""
        return await self._change(table, user, request, leaving.claim)

    async def cancel(
        self, table: int, user: int, *, request: int | None = None, moderator: bool = False, reason: str = ""
    ) -> Reading:
        """Close a lobby (its host), or ask the others to end a running game without a result, or agree if they have asked. A
        server `moderator` may do either immediately; the players are told the `reason`, which a running game requires. If the
        table is set aside, anybody seated closes it. Raises WrongState, NotHost, NotSeated, ResultStands, NoReason, VoteOpen,
        OwnGame (a moderator who plays in the game's tournament). What a moderator closes is noted in the server's log.
        """
        before = (await self._table_store.read(table, anyway=True)).table
        if moderator and before.state == "playing":
            await self.require_unbiased(table, user)
        reading = await self._cancel(table, user, request=request, moderator=moderator, reason=reason)
        if moderator and user != before.host and before.state != "cancelled" and reading.info.closed == "moderator":
            about = {"table": str(table), "reason": reading.info.reason or ""}
            await self._servers.note_in_server(reading.info.place.guild, user, "closed", **about)
        return reading

    async def _cancel(self, table: int, user: int, *, request: int | None, moderator: bool, reason: str) -> Reading:
        if (await self._table_store.read(table, anyway=True)).set_aside:
            return self._look(await self._finish(self._close_set_aside(table, user, request, moderator=moderator)), user)

        def end(context: Context) -> Change | None:
            if context.table.state == "lobby":
                return lobby.cancel(context, moderator=moderator, reason=leaving.reason_said(reason))
            if moderator:
                return leaving.moderate(context, reason)
            return leaving.propose(context)

        return await self._change(table, user, request, end)

    async def make_void(self, table: int, user: int, *, reason: str, request: int | None = None) -> Reading:
        """A server moderator makes a finished game count for nobody, with a reason that the players are told. Everything
        computed from results is recomputed without it in the same transaction, which counts all games of the server, and the
        server's log records it. Repeating it changes nothing. Raises WrongState, NoReason, OwnGame (also if they play in the
        game's tournament).
        """
        await self.require_unbiased(table, user)
        return await self._change(table, user, request, leaving.make_void, reason)

    async def restore(self, table: int, user: int, *, reason: str, request: int | None = None) -> Reading:
        """Another server moderator restores a game that is void, which counts again as it did, within 30 days, like
        `make_void`. Raises WrongState, NoReason, OwnGame, Refusal.
        """
        await self.require_unbiased(table, user)
        return await self._change(table, user, request, leaving.restore, reason)

    async def require_unbiased(self, table: int, user: int) -> None:
        """Raises OwnGame if this person plays in the tournament of the table's game, as its results affect theirs."""
        game = await self._store.tournament_game(table)
        whole = None if game is None else await self._store.tournament(game.tournament)
        if whole is not None and any(each.user == user for each in whole.entrants):
            raise OwnGame("tables.refusal.own-tournament")

    async def _unbiased_from_outside(self, table: int, user: int, *, moderator: bool) -> None:
        """Raises OwnGame, as `require_unbiased` does, for a moderator who does not play at this table."""
        if moderator and not (await self._table_store.read(table)).table.took_part(user):
            await self.require_unbiased(table, user)

    async def _close_set_aside(self, table: int, user: int, request: int | None, *, moderator: bool) -> LoadedTable:
        async with self._table_store.lock(table):
            loaded = await self._table_store.load(table, anyway=True)
            if not loaded.set_aside:
                return loaded
            now = self._clock.now()
            return await self._table_store.commit(
                leaving.close_set_aside(loaded, user, now=now, moderator=moderator), request, loaded
            )

    async def ways_to_replace(self, table: int, user: int, seat: Seat, *, moderator: bool = False) -> tuple[replacing.Way, ...]:
        """Returns who may play on for a seat if this person hands it on now; see `tables.rules.replacing.ways`."""
        loaded = await self._table_store.read(table)
        await self._unbiased_from_outside(table, user, moderator=moderator)
        return replacing.ways(self._context(loaded, user), seat, moderator=moderator)

    async def replace_by_computer(
        self, table: int, user: int, seat: Seat, *, moderator: bool = False, request: int | None = None
    ) -> Reading:
        """Let the computer player play on for a seat; see `tables.rules.replacing.by_computer`."""
        await self._unbiased_from_outside(table, user, moderator=moderator)
        return await self._change(table, user, request, replacing.by_computer, seat, moderator=moderator)

    async def offer_seat(
        self, table: int, user: int, seat: Seat, to: int | None, *, moderator: bool = False, request: int | None = None
    ) -> Reading:
        """Offer a seat to a person (None: to anybody); see `tables.rules.replacing.offer`."""
        await self._unbiased_from_outside(table, user, moderator=moderator)
        return await self._change(table, user, request, replacing.offer, seat, to, moderator=moderator)

    async def take_seat(self, table: int, person: Person, offer: int, *, request: int | None = None) -> Reading:
        """Take the offered seat. Raises WrongState, NoOffer, NotReplaceable, CannotSit, TooMany, Excluded."""
        await self._servers.admit((await self._table_store.read(table, anyway=True)).table.place.guild, person.user)
        return await self._change(table, person.user, request, replacing.accept, person, offer)

    async def withdraw_offer(
        self, table: int, user: int, offer: int, *, moderator: bool = False, request: int | None = None
    ) -> Reading:
        """Withdraw an offer. Raises WrongState, NoOffer, NotReplaceable."""
        return await self._change(table, user, request, replacing.withdraw, offer, moderator=moderator)

    async def left_server(self, table: int, user: int) -> Reading:
        """An awaited person has left the server: the computer player plays on for them. Raises NoSuchTable."""

        def leave(context: Context) -> Change | None:
            seat = context.table.seat_of(user)
            if context.table.state != "playing" or seat is None or not context.table.acts(seat):
                return None
            return play.give_up(context, [seat], "left-server")

        return await self._change(table, user, None, leave)

    async def extend(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Keep a lobby open for another week. Raises WrongState, NotSeated."""
        return await self._change(table, user, request, lobby.extend)

    async def repair(
        self, table: int, user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> Reading:
        """Repost all messages of a table in this channel of its server. Raises WrongState, NotSeated, TooMany."""
        return await self._change(table, user, request, moving.repair, channel, moderator=moderator)

    async def settle(self, table: int, thread: int | None) -> Reading:
        """Record the table's own thread (None: that it stays in its channel). Raises NoSuchTable."""
        return await self._change(table, 0, None, moving.settle, thread)

    async def series(self, info: TableInfo) -> SeriesScore:
        """Returns the score of the table's series."""
        rows = await self._store.series(info.series or info.id)
        return series.score(rows, info.best_of)

    async def set_friendly(self, table: int, user: int, *, friendly: bool, request: int | None = None) -> Reading:
        """The host makes the game friendly, or count for the leaderboard. Raises WrongState, NotHost."""
        return await self._change(table, user, request, lobby.set_friendly, friendly=friendly)

    async def set_direct(self, table: int, user: int, *, direct: bool, request: int | None = None) -> Reading:
        """The host has hands sent as direct messages, or not. Raises WrongState, NotHost, BadChoice."""
        return await self._change(table, user, request, lobby.set_direct, direct=direct)

    async def set_look(self, table: int, user: int, what: lobby.Look, value: str, *, request: int | None = None) -> Reading:
        """The host chooses what public messages show (`lobby.LOOKS`), at any time. Raises WrongState, NotHost, BadChoice."""
        return await self._change(table, user, request, lobby.set_look, what, value)

    async def set_best_of(self, table: int, user: int, games: int, *, request: int | None = None) -> Reading:
        """The host starts a series of at most `games` with this game. Raises WrongState, NotHost, BadChoice."""
        return await self._change(table, user, request, lobby.set_best_of, games)
