"""What people may do about time: timeouts, pauses, reminders, vacations."""

import asyncio
import contextlib
import functools
import statistics
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from data.store import Transaction
from tables.errors import NotYourTurn, Refusal, TooLate
from tables.model.people import Preferences
from tables.model.table import Change, board, json_text, touch, with_timing
from tables.model.table_info import PRIVATE, TableInfo
from tables.rules import lobby, pausing, showing
from tables.rules.context import Context, Rule
from tables.rules.reading import Reading
from tables.service import digest_actions
from tables.service.changing import Changing, Shared
from tables.service.people import People
from tables.service.server_actions import MOVING, zones_to_follow
from tables.store import claims
from tables.store.messages import TOLD
from tables.time import timing
from tables.time.plan import Plan, with_vacation

KNOWN = 20
"""Number of finished games from which the usual length is computed."""

ENOUGH = 3
"""The least number of games for that."""

FOLLOWING = "plans-to-follow"
"""The key under which people are stored whose games have yet to follow their settings."""


class TimeActions(Changing):
    """Time: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, people: People) -> None:
        super().__init__(shared)
        self._people = people
        self._moving = asyncio.Lock()
        self.may_go_on: Callable[[], None] = lambda: None
        """Makes the clock of the daily messages check again; set by the owner of that clock."""
        self.on_vacation: Callable[[int], Awaitable[None]]
        """Lets the rounds of a user's tournaments wait for their vacation; set by the owner of both."""
        self.check_shown: Callable[[int], Awaitable[bool]] = _is_shown
        """Stops the clocks of a table whose channel shows nothing any more; called before anybody is late there. Returns False
        if that cannot be known now. Set by the owner of what shows tables.
        """

    async def set_late(self, table: int, user: int, late: str, *, request: int | None = None) -> Reading:
        """The host chooses what a timeout does (`tables.time.timing.LATE`). Raises WrongState, NotHost, BadChoice."""
        return await self._change(table, user, request, lobby.set_late, late)

    async def set_own_pace(self, table: int, user: int, each: str, bank: str = "", *, request: int | None = None) -> Reading:
        """The host types a pace: the time for each move and optionally the bank for the game ("12 h", "3 d"). Raises
        WrongState, NotHost, BadChoice.
        """
        key = timing.own_pace_key(timing.seconds(each), timing.seconds(bank) if bank.strip(" 0") else 0.0)
        return await self._change(table, user, request, lobby.set_pace, key)

    async def usual_length(self, info: TableInfo) -> float | None:
        """Returns the usual length (seconds) of such a game on its server, by the last ones finished; None: too few."""
        place = info.place
        found = await self._store.durations(place.guild, info.game, info.pace, KNOWN)
        return statistics.median(found) if len(found) >= ENOUGH else None

    async def pause(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Ask the others whether to stop the clocks; stop them immediately if nobody else plays. Raises WrongState, NotSeated,
        NoClock, VoteOpen.
        """
        return await self._change(table, user, request, pausing.ask)

    async def resume(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Resume the clocks. Raises WrongState, NotSeated, NotPaused."""
        return await self._change(table, user, request, pausing.resume)

    async def server_left(self, guild: int) -> None:
        """The bot is no longer in this server, which is not the players' fault: the clocks of its games are stopped until it is
        back or somebody moves, for at most two weeks, and nobody looks for a game there.
        """

        def stop(context: Context) -> Change | None:
            if context.table.state != "playing" or context.table.timing.pause is not None:
                return None
            return pausing.pause(context, None, outage=True)

        async with self._store.transaction() as tx:
            await tx.note_departure(guild, self._clock.now())
            await tx.wake_wishes_on(guild, self._clock.now())
        await self._in_server(guild, stop)

    async def server_back(self, guild: int) -> None:
        """The bot is in this server again: its games resume, and their boards are sent again."""

        def go_on(context: Context) -> Change | None:
            if context.table.state != "playing":
                return None
            stop = context.table.timing.pause
            if stop is not None and stop.outage:
                return pausing.resume(context)
            return Change(loaded=context.loaded, outbox=(board(context.table),))

        async with self._store.transaction() as tx:
            await tx.note_departure(guild, None)
        await self._in_server(guild, go_on)

    async def follow_zones(self) -> None:
        """Move the quiet hours of the tables in servers that have chosen another zone. If a process dies before this is done,
        another one does it.
        """
        async with self._moving:
            while moving := zones_to_follow(await self._store.value(MOVING)):
                guild, zone = next(iter(moving.items()))
                await self._in_server(guild, functools.partial(_move_to, zone=zone))
                async with self._store.transaction() as tx:
                    moving = zones_to_follow(await tx.value(MOVING))
                    if moving.get(guild) == zone:
                        del moving[guild]
                        await tx.set_value(MOVING, json_text(moving))

    async def not_shown(self, table: int, seen: Callable[[int], bool] = lambda _user: False) -> None:
        """The table's channel cannot show anything: the clocks of those are stopped who are not asked directly. `seen`: whether
        a user sees a private copy of their hand.
        """
        noted = await self._store.read_noted(table)

        def hide(context: Context) -> Change | None:
            told, hidden, table = noted.get(TOLD), [], context.table
            for seat in table.awaited:
                user = table.seats[seat].user or 0
                direct = noted.get("hand", user)
                if (direct is None or direct.shows.turn != table.turn) and not seen(user):
                    hidden.append(seat)
            never = told is None or told.shows.stage != table.stage
            if table.place.guild == PRIVATE and not never:
                return None  # the question is there with its buttons; only the next press can draw it again
            return showing.hide(context, hidden, never=never)

        loaded = await self._carry_out(table, 0, None, hide)
        if showing.hidden_seats(loaded) and noted.get(TOLD) is not None:
            async with claims.transaction(self._store) as tx:
                await tx.drop_message(table, TOLD, 0)  # the board is behind, and shown again when it can be

    async def channel_gone(self, channel: int) -> None:
        """A channel was deleted, which is not the players' fault either."""
        for row, _seats in await self._store.open_tables_in(channel):
            if row.state == "playing" and row.channel == channel:
                with contextlib.suppress(Refusal):
                    await self.not_shown(row.id)

    async def _in_server(self, guild: int, rule: Rule) -> None:
        for row, seats in await self._store.open_tables_on(guild):
            if not self._table_store.table_info(row, seats).set_aside:
                with contextlib.suppress(Refusal):  # the table's own trouble; the others follow
                    await self._carry_out(row.id, 0, None, rule)

    async def snooze(self, table: int, user: int, seconds: float, *, request: int | None = None) -> Reading:
        """Remind a person again in `seconds`, instead of by their plan. Raises WrongState, NotSeated, NotYourTurn, and TooLate
        if the time runs out before.
        """

        def again(context: Context) -> Change:
            seat, table, now = context.seat, context.table, context.now
            clock = table.timing.of(seat)
            if clock.since is None:
                raise NotYourTurn
            at = now + seconds
            if clock.due is not None and at >= clock.due:
                raise TooLate(when=int(clock.due))
            snoozed = table.timing.each(lambda clock: replace(clock, snooze=at, gathered=None, remind=None), (seat,))
            return Change(loaded=context.loaded.with_table(touch(with_timing(table, snoozed), now)))

        return await self._change(table, user, request, again)

    async def set_plan(self, user: int, **changes: Any) -> Preferences:
        """Change a person's reminder settings (fields of `tables.time.plan.Plan`), also in games that wait for them."""
        plan = replace((await self._people.person(user)).plan, **changes)
        return await self._planned_anew(user, plan)

    async def take_vacation(self, user: int, days: int) -> Preferences:
        """Begin a vacation of `days` days now; 0 ends it. It stops the person's clocks in slow games. Raises BadChoice."""
        plan = with_vacation((await self._people.person(user)).plan, days, self._clock.now())
        found = await self._planned_anew(user, plan)
        await self.on_vacation(user)
        return found

    def vacation_left(self, preferences: Preferences) -> int:
        """Returns the days of vacation that a person has left."""
        return preferences.plan.left(self._clock.now())

    async def _planned_anew(self, user: int, plan: Plan) -> Preferences:
        away = (await self._people.person(user)).plan.away != plan.away

        async def carry_out(tx: Transaction) -> Preferences:
            stored = await self._people.change(tx, user, plan=plan)
            await digest_actions.follow(tx, user, plan, self._clock.now())
            following = _plans_to_follow(await tx.value(FOLLOWING))
            await tx.set_value(FOLLOWING, json_text({**following, user: away or following.get(user, False)}))
            return stored

        preferences = await self._transact(carry_out)
        self.may_go_on()
        await self._follow_plan(user, plan, away=away)
        return preferences

    async def follow_plans(self) -> None:
        """Apply the settings of people whose games have yet to follow them, as a process has died meanwhile."""
        for user, away in _plans_to_follow(await self._store.value(FOLLOWING)).items():
            await self._follow_plan(user, (await self._people.person(user)).plan, away=away)
            await self.on_vacation(user)

    async def _follow_plan(self, user: int, plan: Plan, *, away: bool) -> None:
        """`away`: whether their vacation has begun or ended, which boards show."""

        def follow(context: Context) -> Change | None:
            table = context.table
            if table.state != "playing":
                return None
            rows = (board(table),) if away else ()
            return Change(loaded=context.loaded.with_table(touch(table, context.now)), outbox=rows)

        for table in await self._open_tables(user):
            with contextlib.suppress(Refusal):  # the table's own trouble; the others follow
                await self._carry_out(table, 0, None, follow)
        async with self._store.transaction() as tx:
            if (await self._people.lock(tx, user)).plan == plan:  # locked in the order of a change
                await stop_following(tx, user)

    async def _open_tables(self, user: int) -> list[int]:
        """Returns a person's running games that can be loaded."""
        rows = await self._store.open_tables_of(user, None)
        return [
            row.id for row, seats in rows if row.state == "playing" and not self._table_store.table_info(row, seats).set_aside
        ]


async def stop_following(tx: Transaction, user: int) -> None:
    """No game has yet to follow a person's settings any more."""
    following = _plans_to_follow(await tx.value(FOLLOWING))
    if following.pop(user, None) is not None:
        await tx.set_value(FOLLOWING, json_text(following))


def _plans_to_follow(text: str | None) -> dict[int, bool]:
    """Returns what is stored under `FOLLOWING`: for each person whether their vacation has begun or ended."""
    return msgspec.json.decode(text or "{}", type=dict[int, bool])


def _move_to(context: Context, zone: str) -> Change | None:
    """The quiet hours of a table are those of this zone."""
    if context.table.zone == zone:
        return None
    return Change(loaded=replace(context.loaded, table=replace(context.table, zone=zone)))


async def _is_shown(_table: int) -> bool:
    return True
