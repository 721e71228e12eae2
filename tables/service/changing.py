"""How every change of a table is carried out: lock, checks, one transaction, and then everybody sees the new table."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from data.errors import Overtaken, Repeated
from data.records.outbox import OutboxRecord
from data.store import Store, Transaction
from engines.contract import Fleeting, Game, IllegalMove
from tables.errors import Refusal, WrongState
from tables.history.record import final_hash, table_record
from tables.model.guests import Guests
from tables.model.table import Change, LoadedTable, Table, fleeting, then
from tables.model.table_info import Limits, is_rated
from tables.ranking import ratings
from tables.rules import automatic, calling, due, guests, leaving, ready_check, showing, votes
from tables.rules.context import Context, Rule
from tables.rules.reading import Cover, Reading
from tables.rules.replacing import offer_lapsed
from tables.store.table_store import TableStore
from tables.time.clock import Clock
from tables.time.plan import Plan
from tables.time.presence import Presence, Source

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")

READ = 100
"""Number of tables with cached readings of one version; people who look at the same version share them."""

MEETINGS = "meetings"
"""The installation's value that keys the hashes of pairs."""

Known: TypeAlias = Mapping[int, Plan | None]
"""Reminder settings that were read, by user; None: nothing is stored for the user."""

NOBODY: Known = {}


def time_of_edit(now: float, after: float) -> float:
    """Returns when a change is shown that may wait for `after` seconds together with others: no later because of them."""
    return (now // after + 1) * after if after else now


class Shared:
    """What the parts of a table service share."""

    def __init__(
        self, store: Store, clock: Clock, games: Mapping[str, Game], limits: Limits, reached: Source | None = None
    ) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self.limits = limits
        self.presence = Presence(store, clock, reached)
        self.table_store = TableStore(store, clock, games, limits, self.presence)
        self.tasks: set[asyncio.Task[Any]] = set()
        """Work that has begun and will be completed."""
        self.readings: LRUCache[int, Reading] = LRUCache(READ)


class Changing:
    """What all parts of the table service have in common. A change that has begun is completed even if its caller is gone."""

    def __init__(self, shared: Shared) -> None:
        self._store = shared.store
        self._clock = shared.clock
        self._games = shared.games
        self._limits = shared.limits
        self.presence = shared.presence
        """The account of when people could be answered."""
        self._table_store = shared.table_store
        self.changes = shared.table_store.changes
        """Says that a table has changed, here or in another process: the one way to follow tables."""
        self._tasks = shared.tasks
        self._readings = shared.readings

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Complete the work even if the caller is cancelled; `close` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _change(
        self,
        table: int,
        user: int,
        request: int | None,
        rule: Callable[Concatenate[Context, P], Change | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Reading:
        """Change a table by an act of this person (0: by itself), and return it as they see it. `args`, `kwargs`: what the rule
        takes besides the context.
        """
        return self._look(await self._carry_out(table, user, request, rule, *args, **kwargs), user)

    async def _transact(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Do the work in a separate transaction."""

        async def carry_out() -> T:
            async with self._store.transaction() as tx:
                return await work(tx)

        return await self._finish(carry_out())

    async def _carry_out(
        self,
        table: int,
        user: int,
        request: int | None,
        rule: Callable[Concatenate[Context, P], Change | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> LoadedTable:
        """Change a table as `_change` does, and return it. The change is completed even if the caller is cancelled."""
        return await self._finish(self._with_retries(table, user, request, lambda context: rule(context, *args, **kwargs)))

    async def _with_retries(self, table: int, user: int, request: int | None, rule: Rule) -> LoadedTable:
        """Change a table, again if another process has changed it meanwhile."""
        async with self._table_store.lock(table):
            unchecked = True  # `_before` checks the version of a running game
            while True:
                loaded = await self._table_store.load(table, unchecked=unchecked)
                try:
                    return await self._carried_out(loaded, user, request, rule)
                except (Refusal, IllegalMove):
                    if not await self._is_done(request):
                        raise
                    return loaded  # the request has been carried out, which is why it was refused now
                except Repeated:
                    if await self._is_done(request):
                        return await self._table_store.load(table)
                except Overtaken:
                    unchecked = False
                    log.info("table %s changed in another process, trying again", table)

    async def _post_again(self, number: int, rows: Sequence[OutboxRecord], request: int | None) -> None:
        """Retire the messages of a subject and have it told by these rows, once for each request."""

        async def carry_out(tx: Transaction) -> None:
            await tx.lock_subject(number)
            if request is not None and await tx.subject_of_request(request) is not None:
                return
            await tx.retire_messages(number)
            await tx.put_outbox(number, rows)
            if request is not None:
                await tx.remember_request(request, number, self._clock.now())

        await self._transact(carry_out)

    async def _is_done(self, request: int | None) -> bool:
        """Returns whether this request has been carried out before."""
        return request is not None and await self._store.subject_of_request(request) is not None

    async def _carried_out(self, loaded: LoadedTable, user: int, request: int | None, rule: Rule) -> LoadedTable:
        """Change a table once; a table without a number is stored as a new one. Raises Overtaken, Repeated."""
        waiting, known = await self._before(loaded)
        context = self._context(loaded, user, request)
        if "board" not in waiting:
            context = replace(context, since=loaded.table.number + 1)
        game, now = context.game, context.now
        with self._table_store.breaker.watching(loaded.table.id):
            change = self._excuse(context, rule)
            if change is None:
                return loaded
            change = ready_check.settle(context, change)
        if loaded.table.state == "lobby" and change.loaded.table.state == "playing":
            change = await self._settle_rating(change, now)
        with self._table_store.breaker.watching(loaded.table.id):
            change = automatic.add_look(context, change)
        # An obvious move can trigger a plan, and a planned move an obvious one.
        change = await self._obvious(context, change, known)
        with self._table_store.breaker.watching(loaded.table.id):
            change = automatic.plans_carried_out(context, change)
        change = await self._obvious(context, change, known)
        with self._table_store.breaker.watching(loaded.table.id):
            change = fleeting(change, game)
            if change.loaded.table.votes:
                change = votes.end_lapsed_votes(change)
            change = offer_lapsed(loaded.table, change)
            change = due.give_move_time(leaving.last_to_stay(loaded.table, leaving.set_silence_deadlines(change, now)), now)
            if Guests() != loaded.table.guests or Guests() != change.loaded.table.guests:
                change = guests.announce_guests(loaded.table, change, game, now)
            if change.loaded.table.state == "lobby":
                change = calling.add_call(loaded.table, change, game, now)
        change = due.hands_follow(loaded.table, await self._apply_plans(change, game, known))
        if loaded.table.state == "playing" and change.loaded.table.state == "over":
            change = await self._seal(change)
        # A row that is refused between that read and the commit is retried when its own time comes.
        refused = loaded.table.state != "playing" or "refused" in waiting
        return await self._table_store.commit(change, request, loaded if loaded.table.id else None, refused=refused)

    def _context(self, loaded: LoadedTable, user: int, request: int | None = None) -> Context:
        """Returns what rules are given now. Raises WrongState if the game no longer exists."""
        game = self._games.get(loaded.table.game)
        if game is None:  # the table is closed; otherwise it would be set aside
            raise WrongState(f"tables.refusal.not-playing-{loaded.table.state}")
        return Context(loaded=loaded, game=game, now=self._clock.now(), user=user, request=request)

    def _excuse(self, context: Context, rule: Rule) -> Change | None:
        """Returns the change of a table that has first accounted for all outages."""
        table = context.table
        outages = self.presence.of(table.place.guild, table.timing.counted) if table.id else ()
        excuse = due.excuse_outages(context, outages) if outages else None
        if excuse is None:
            return rule(context)
        change = rule(context.at(excuse.loaded))
        return excuse if change is None else then(excuse, change)

    async def _settle_rating(self, change: Change, now: float) -> Change:
        """Returns the start of a game, having decided whether it counts for ratings."""
        table = change.loaded.table
        if not is_rated(table.seats, friendly=table.friendly):
            return change.having(company="")
        users = [info.user for info in table.seats if info.user is not None]
        pairs = await self._pairs(users)
        played = ratings.most_met(await self._store.meetings(table.place.guild, pairs, now - ratings.DAY))
        settled = change.having(company=ratings.company(users, now) if played < ratings.A_DAY else "")
        return replace(settled, pairs=pairs, meetings=played)

    async def _seal(self, change: Change) -> Change:
        """Returns the end of a game with the hash of the whole game, which its last message publishes."""
        table = change.loaded.table
        before = [line for line in await self._store.counted_moves(table.id) if line.number not in change.struck]
        moves = [line for line in change.lines if line.move and line.number not in change.struck]
        return change.having(final=final_hash(table_record(table, [*before, *moves], over=True)))

    async def _pairs(self, users: Iterable[int]) -> tuple[str, ...]:
        return ratings.pairs(users, await self._store.value(MEETINGS) or "")

    async def _before(self, loaded: LoadedTable) -> tuple[Collection[str], Known]:
        """Returns what a running game has waiting in the outbox (see `before_change` of `data.sql.outbox`), and the reminder
        settings of its players. Raises Overtaken if the game has another version by now.
        """
        if loaded.table.state != "playing":
            return (), {}
        users = due.people(loaded.table)
        version, waiting, stored = await self._store.before_change(loaded.table.id, users)
        if version != loaded.table.version:
            raise Overtaken
        return waiting, {**dict.fromkeys(users), **_decode_plans(stored)}

    async def _obvious(self, context: Context, change: Change, known: Known) -> Change:
        """Returns the change with the obvious moves, except those of people who want to be asked."""
        if not change.moved or automatic.obvious_owed(change.loaded, context.game) is None:
            return change
        asked = {user for user, plan in (await self._plans(change.loaded.table, known)).items() if not plan.obvious}
        with self._table_store.breaker.watching(change.loaded.table.id):
            return automatic.obvious_carried_out(context, change, asked)

    async def _apply_plans(self, change: Change, game: Game, known: Known) -> Change:
        """Returns the change with the vacations and reminders of awaited people."""
        table = change.loaded.table
        if table.state != "playing":
            return change
        plans, now = await self._plans(table, known), self._clock.now()
        table, rows = due.told_next(due.apply_plans(table, plans, now), due.upcoming(change.loaded, game), plans, now)
        loaded = change.loaded.with_table(table)
        return replace(change, loaded=loaded, outbox=(*change.outbox, *rows))

    async def _plans(self, table: Table, known: Known = NOBODY) -> dict[int, Plan]:
        """Returns the reminder settings of a table's players, by user. `known`: those already read."""
        users = due.people(table)
        if not known.keys() >= set(users):
            return await self._plans_of(users)
        return {user: plan for user in users if (plan := known[user]) is not None}

    async def _plans_of(self, users: Iterable[int]) -> dict[int, Plan]:
        """Returns the reminder settings of these people, if any are stored."""
        return _decode_plans(await self._store.plans(users))

    async def note_shown(self, table: int, user: int | None = None) -> None:
        """This person, or everybody awaited, was shown what they are asked: clocks that were stopped for it run on. Raises
        NoSuchTable, and SetAside if the table cannot be loaded.
        """

        def show(context: Context) -> Change | None:
            stopped = showing.hidden_seats(context.loaded)
            seats = [seat for seat in stopped if user is None or context.table.seat_of(user) == seat]
            return showing.show(context, seats)

        if showing.hidden_seats(self._table_store.here(table) or await self._table_store.read(table)):
            await self._carry_out(table, 0, None, show)

    def _look(self, loaded: LoadedTable, user: int | None) -> Reading:
        with self._table_store.breaker.watching(loaded.table.id):
            return self._reading(loaded, user).check()

    def _reading(self, loaded: LoadedTable, user: int | None) -> Reading:
        """Returns this person's reading of this version; the same object if it was read before."""
        kept = self._readings.get(loaded.table.id)
        if kept is None or not kept.is_of(loaded):
            kept = self._readings[loaded.table.id] = Reading(loaded, user, self._cover(loaded))
        return kept.seen_by(user)

    def _cover(self, loaded: LoadedTable) -> Cover | None:
        game = self._games.get(loaded.table.game)
        return game.cover if isinstance(game, Fleeting) else None


def _decode_plans(stored: Mapping[int, str]) -> dict[int, Plan]:
    return {user: msgspec.json.decode(text, type=Plan).reminding for user, text in stored.items()}
