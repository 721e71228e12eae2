"""Matchmaking: what people who look for a game may do, and how they are brought together.

Each change of a list is one transaction that locks its subject and stores what is told with it, so only one process at a time
changes it. The clock of a list (`advance`) is claimed like that of a table. When all people of a match have agreed, its
table is opened once, under a request of its own, and then their wishes end: a process killed in between leaves the rest to the
next one.
"""

import contextlib
import statistics
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from data.errors import Overtaken, Repeated
from data.records.people import LedgerRow
from data.records.processes import News
from data.records.tables import Counted
from data.records.wishes import WaitRow, WishEnd
from data.store import Reads, Transaction
from engines.draws import SEED_BYTES
from tables.errors import BadChoice, NoSuchGame, NoSuchTable, Refusal, SetAside, Stale, TooMany, WrongState
from tables.matchmaking import wish_rows, wishes
from tables.matchmaking.matching import OpenLobby, Surroundings, find_matches
from tables.matchmaking.wishes import Match, Speed, Step, Wish, WishList
from tables.model.outbox_rows import WishListCardRow
from tables.model.people import Person, seat_name
from tables.model.table import Change, LoadedTable, from_rows
from tables.model.table_info import Place, TableInfo
from tables.ranking import counting, ratings
from tables.rules import ledger, lobby
from tables.rules.context import Context
from tables.service.changing import Changing, Shared
from tables.service.lobby_actions import LobbyActions
from tables.service.people import with_colours
from tables.service.server_actions import ServerActions
from tables.service.slow_games import LOOKED_AT, slow_limit, too_many_slow
from tables.store.deadlines import NotYet
from tables.store.outbox import Outbox, outbox_record
from tables.time.plan import answer_times
from tables.time.presence import BEAT_SECONDS
from tables.time.timing import DAY, read_pace

WEEK = 7 * DAY
"""Seconds for which wishes are kept after their end, and for which unanswered questions count."""

WAITS_KEPT = 60 * DAY
"""Seconds for which it counts how long people have waited."""

WAITS_KNOWN = 10
"""The number of waits from which on one can be expected."""

WishRule: TypeAlias = Callable[[Transaction, WishList], Awaitable[Step]]

NONE_LEFT: Mapping[int, WishRule] = {}


def _leaves(user: int, why: WishEnd) -> WishRule:
    """Returns the rule that ends a person's wish, if they have one."""

    async def rule(_tx: Transaction, before: WishList) -> Step:
        return wishes.leave(before, user, why)

    return rule


class MatchmakingActions(Changing):
    """Matchmaking: part of `tables.service.service.TableService`."""

    def __init__(
        self, shared: Shared, servers: ServerActions, lobbies: LobbyActions, outbox: Outbox, token: Callable[[int], bytes]
    ) -> None:
        super().__init__(shared)
        self._servers = servers
        self._lobbies = lobbies
        self._outbox = outbox
        self._token = token
        self.may_go_on: Callable[[], None] = lambda: None
        """Makes the clock of the lists check again; set by the owner of that clock."""
        self.may_follow: Callable[[int], None] = lambda _number: None
        """Makes what shows a list here follow it; set by the owner of what shows it. Other processes hear of each change."""

    async def wish_list(self, number: int) -> WishList:
        """Returns a list as last committed. Raises NoSuchTable."""
        return await self._list(self._store, number)

    async def _list(self, store: Reads, number: int) -> WishList:
        return self._account(await self._read_list(store, number))

    async def _read_list(self, store: Reads, number: int) -> WishList:
        row = await store.wish_list(number) if 0 < number < 1 << 63 else None
        if row is None:
            raise NoSuchTable
        return wish_rows.read(row, await store.open_wishes(number))

    def _account(self, stored: WishList) -> WishList:
        """Returns a list that has accounted for all outages, without games that are no longer there."""
        playable = wishes.without_games(stored, self._games)
        return wishes.excuse_outages(playable, self.presence.of(stored.place.guild, stored.counted))

    async def list_in(self, place: Place) -> WishList | None:
        """Returns the list of a channel; None: nobody has looked for a game there yet."""
        row = await self._store.wish_list_in(place.guild, place.channel)
        return None if row is None else self._account(wish_rows.read(row, await self._store.open_wishes(row.id)))

    async def asked_about(self, info: TableInfo) -> set[int]:
        """Returns who has left a lobby, or has been asked about it: invited, or as somebody who looks for a game there."""
        guests, found = info.guests, await self.list_in(info.place)
        asked = {*guests.open, *(each.user for each in guests.waiting), *(each.user for each in guests.answers), *guests.left}
        if found is None:
            return asked
        people = {one.wish for match in found.matches if match.lobby == info.id for one in match.people}
        asked |= {wish.user for wish in found.wishes if wish.number in people}
        return asked | {*await self._store.declined_since(found.id, info.created)}

    async def wish(self, number: int, wish: int) -> Wish | None:
        """Returns a wish of a list, also one that has ended in the last days; None: it was deleted."""
        row = await self._store.wish(number, wish)
        return None if row is None else wish_rows.read_wish(row)

    async def last_end(self, number: int, user: int) -> WishEnd | None:
        """Returns how a person's last wish in a list has ended; None: it has not, or was deleted."""
        return await self._store.last_wish_end(number, user)

    async def count_wishes(self) -> int:
        """Returns how many people look for a game, for the operator."""
        return await self._store.count_wishes()

    async def expected_wait(self, guild: int, speed: Speed) -> float | None:
        """Returns how many seconds half of the people of a server have waited for a game of this speed; None: too few have."""
        waits = await self._store.waits(guild, speed, self._clock.now() - WAITS_KEPT)
        return statistics.median(waits) if len(waits) >= WAITS_KNOWN else None

    async def usual_games(self, guild: int, user: int) -> tuple[str, ...]:
        """Returns the games that a person has played in a server, or else all."""
        played = {row.game for row, _ in await self._store.finished_tables(None, user, LOOKED_AT) if row.guild == guild}
        return tuple(game for game in self._games if game in played) or tuple(self._games)

    async def look_for_game(
        self,
        person: Person,
        place: Place,
        wish: Wish,
        *,
        language: str,
        instead_of: int | None = None,
        request: int | None = None,
    ) -> WishList:
        """A person looks for a game in a channel: their wish there begins, and their other one in this server ends. `wish`:
        what they want; `language`: that of the channel; `instead_of`: a lobby of theirs that does not count, since they give it
        up. Raises Excluded, Refusal.
        """
        if place.guild <= 0:
            raise Refusal("tables.refusal.wish-server")
        if not wish.games or not wish.speeds or not {*wish.games}.issubset(self._games):
            raise NoSuchGame
        if not any(2 <= size <= wish.most for game in wish.games for size in self._games[game].seats):
            raise BadChoice("tables.refusal.wish-company")
        await self._servers.admit(place.guild, person.user)
        found = [await self._too_many(self._store, place.guild, person.user, speed, instead_of) for speed in wish.speeds]
        refused = [each for each in found if each is not None]
        if len(refused) == len(found):
            raise refused[0]
        now = self._clock.now()
        new = replace(wish, user=person.user, name=seat_name(person), since=now, request=request)

        async def begin(tx: Transaction, before: WishList) -> Step:
            if before.wish_of(person.user) is None:
                await ledger.enter(tx, LedgerRow(person.user, "search", place=place.guild), now)
            refusals = await tx.refusals(place.guild, person.user, now - WEEK, now - wishes.REST_SECONDS)
            return wishes.add(replace(before, language=language), new, refusals)

        number = await self._opened_list(place, language)
        others = [each for each in await self._store.wish_lists_of(place.guild, person.user) if each != number]
        left = dict.fromkeys(others, _leaves(person.user, "stopped"))
        return await self._with_list(number, request, begin, left=left, without=instead_of)

    async def look_instead(self, person: Person, table: int, wish: Wish, *, language: str, request: int) -> WishList:
        """The host of a lobby where nobody else sits gives it up and looks for a game in its channel. It closes once the wish
        is stored: whatever happens in between, they have one of the two, and can press again. Raises WrongState, NotHost,
        and what `look_for_game` raises.
        """
        before = await self._table_store.read(table)
        if not await self._is_done(request):
            lobby.give_up(self._context(before, person.user))
        place = Place(before.table.place.guild, before.table.home or before.table.place.channel)
        found = await self.look_for_game(person, place, wish, language=language, instead_of=table, request=request)
        with contextlib.suppress(WrongState):  # it is closed, or somebody has just joined and keeps it
            await self._carry_out(table, person.user, None, lobby.give_up)
        return found

    async def _opened_list(self, place: Place, language: str) -> int:
        """Returns the list of a channel, which is made if there is none."""

        async def make(tx: Transaction) -> int:
            await tx.lock_wish_lists(place.guild)
            row = await tx.wish_list_in(place.guild, place.channel)
            now = self._clock.now()
            new = WishList(place=place, language=language, seen=now, counted=self.presence.newest)
            return row.id if row else await tx.save_wish_list(wish_rows.list_record(new, now))

        row = await self._store.wish_list_in(place.guild, place.channel)
        return row.id if row is not None else await self._transact(make)

    async def stop(self, number: int, user: int, *, request: int | None = None) -> WishList:
        """A person stops looking for a game; nothing happens if they do not look for one. Raises NoSuchTable."""
        return await self._with_list(number, request, _leaves(user, "stopped"))

    async def answer(self, number: int, match: int, user: int, *, comes: bool, request: int | None = None) -> WishList:
        """A person who is asked about a game agrees, or leaves the list. Raises Stale if they are no longer asked about it."""

        async def rule(_tx: Transaction, before: WishList) -> Step:
            mine, found = before.wish_of(user), before.match(match)
            asked = found.of(mine.number) if mine is not None and found is not None else None
            if mine is None or found is None or asked is None:
                raise Stale("tables.refusal.match-over")
            return (
                Step(after=before)
                if asked.agreed and comes
                else wishes.answer(before, found, mine.number, request, comes=comes)
            )

        return await self._with_list(number, request, rule)

    async def drop(self, number: int, user: int, why: WishEnd) -> None:
        """A person cannot be asked, as they no longer see the channel or Discord refuses direct messages to them: they do not
        hold up the others.
        """
        await self._with_list(number, None, _leaves(user, why))

    async def channel_gone(self, number: int, channel: int) -> WishList:
        """The channel of a list was deleted: nobody is found there any more."""

        async def rule(_tx: Transaction, before: WishList) -> Step:
            gone = before.wishes if before.place.channel == channel else ()
            return wishes.end(before, [each.number for each in gone], "gone")

        return await self._with_list(number, None, rule)

    async def exclude(self, guild: int, user: int) -> None:
        """The wishes of a person end who may not sit at a server's tables any more."""
        for number in await self._store.wish_lists_of(guild, user):
            await self._with_list(number, None, _leaves(user, "excluded"))

    async def show_again(self, number: int) -> None:
        """Have the card of a list posted or edited as it is now."""
        await self._transact(lambda tx: tx.put_outbox(number, [outbox_record(WishListCardRow(), self._clock.now())]))
        self._outbox.wake()

    async def repair(
        self, number: int, _user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> WishList:
        """Have the card of a list posted again in its channel, for a moderator. Raises Refusal."""
        found = await self.wish_list(number)
        if not moderator:
            raise Refusal("cogs.server.refusal.not-moderator")
        if channel != found.place.channel:
            raise Refusal("tables.refusal.wish-channel")
        await self._post_again(number, [outbox_record(WishListCardRow(), self._clock.now())], request)
        self._outbox.wake()
        return found

    async def _with_list(
        self,
        number: int,
        request: int | None,
        rule: WishRule,
        *,
        left: Mapping[int, WishRule] = NONE_LEFT,
        without: int | None = None,
    ) -> WishList:
        """Change a list, and then ask everybody for whom there is a game now. `left`: other lists that change with it;
        `without`: a lobby that nobody is asked about.
        """

        async def carry_out() -> WishList:
            async with self._store.transaction() as tx:
                for each in sorted({number, *left}):
                    await tx.lock_subject(each)
                if request is not None and await tx.subject_of_request(request) is not None:
                    return await self._list(tx, number)
                for other, leave in left.items():
                    await self._apply(tx, other, leave)
                after = await self._apply(tx, number, rule, without)
                if request is not None:
                    await tx.remember_request(request, number, self._clock.now())
            self._outbox.wake()
            self.may_go_on()
            for each in (number, *left):
                self.may_follow(each)
            return after

        return await self._finish(carry_out())

    async def _apply(self, tx: Transaction, number: int, rule: WishRule, without: int | None = None) -> WishList:
        stored = await self._read_list(tx, number)
        step = await rule(tx, self._account(stored))
        step = step.then(await self._ask_matches(tx, step.after, without))
        await self._keep(tx, stored, step)
        return step.after

    async def _keep(self, tx: Transaction, before: WishList, step: Step) -> None:
        """Store a list that was `before`, and what is told of the change."""
        now, number = self._clock.now(), before.id
        # Also when it was only woken: it is due later now.
        await tx.save_wish_list(wish_rows.list_record(step.after, now, held=step.held))
        if step.after == before:
            return
        await tx.save_wishes(wish_rows.wish_records(number, before, step, now))
        rows = [outbox_record(row, max(now, due)) for row, due in wish_rows.announcements(before, step)]
        await tx.put_outbox(number, rows)
        await tx.announce(News(kind="wishes", table=number))
        since = {each.number: each.since for each in step.after.wishes}
        waits = [
            WaitRow(number, each.wish, match.speed, now, now - since[each.wish])
            for match in step.asked
            for each in match.people
        ]
        await tx.add_waits(waits)

    async def _ask_matches(self, tx: Transaction, before: WishList, without: int | None) -> Step:
        """Ask everybody for whom there is a game."""
        if not before.waiting and all(match.lobby is None for match in before.matches):
            return Step(after=before)
        around = await self._surroundings(tx, before, await self._open_lobbies(tx, before, without))
        while True:
            step = find_matches(before, around)
            limited = await self._apply_limits(tx, before, step.asked, around, without)
            if limited == around:
                return replace(step, held=not around.room or bool(around.full))
            around = limited

    async def _apply_limits(
        self, tx: Transaction, before: WishList, asked: Sequence[Match], around: Surroundings, without: int | None
    ) -> Surroundings:
        """Returns what is known with the limits on tables that stand in the way of what would be `asked`."""
        if around.room and any(match.lobby is None for match in asked) and not await self._has_room(tx, before.place):
            return replace(around, room=False)
        full = {**around.full}
        for match in asked:
            for wish in filter(None, (before.wish(each.wish) for each in match.people)):
                if await self._too_many(tx, before.place.guild, wish.user, match.speed, without):
                    full[wish.user] = {*full.get(wish.user, ()), match.speed}
        return replace(around, full=full)

    async def surroundings(self, tx: Transaction, people: WishList) -> Surroundings:
        """Returns what must be known of people who are to play at once with each other, at tables of their own."""
        around = await self._surroundings(tx, people, ())
        live: Sequence[Speed] = ("live",)
        full = {
            each.user: live for each in people.wishes if await self._too_many(tx, people.place.guild, each.user, "live", None)
        }
        return replace(around, full=full)

    async def _surroundings(self, tx: Transaction, before: WishList, lobbies: tuple[OpenLobby, ...]) -> Surroundings:
        users = [each.user for each in before.wishes]
        now, guild = self._clock.now(), before.place.guild
        people = [*users, *(user for each in lobbies for user in each.people)]
        apart = {frozenset(pair) for pair in await tx.blocked_pairs(people)}
        strength = {}
        for game in {game for each in before.wishes for game in each.games}:
            variant = ratings.variant(self._games[game], {option.key: option.default for option in self._games[game].options})
            for row in await tx.ratings_of(guild, game, variant, people):
                strength[row.user, game] = float(counting.rating(row).shown)
        plans = await self._plans_of(users)
        return Surroundings(
            now=now,
            seats={key: game.seats for key, game in self._games.items()},
            apart=apart,
            strength=strength,
            answer_times=lambda wish, speed: answer_times(plans.get(wish.user), speed, now),
            lobbies=lobbies,
        )

    async def _open_lobbies(self, tx: Transaction, before: WishList, without: int | None) -> tuple[OpenLobby, ...]:
        """Returns the lobbies of a list's channel that whoever comes may join, oldest first, not counting one `without`."""
        found = []
        for row, seats in await tx.open_tables_in(before.place.channel):
            info = self._table_store.table_info(row, seats)
            kind = read_pace(info.pace).kind
            if info.state != "lobby" or info.id == without or info.guests.only or info.set_aside or kind == "free":
                continue
            table = from_rows(row, seats)
            lobby = OpenLobby(
                table=info.id,
                game=info.game,
                speed="live" if kind == "live" else "days",
                people=tuple(seat.user for seat in info.seats if seat.user is not None),
                asked=tuple(each.user for each in before.wishes if table.knows(each.user)),
                seats=len(info.seats),
                free=self._games[info.game].seats[-1] - len(info.seats) - info.guests.kept,
            )
            found.append(lobby)
        return tuple(found)

    async def _has_room(self, tx: Transaction, place: Place) -> bool:
        where: tuple[tuple[Counted, int], ...] = (("channel", place.channel), ("guild", place.guild))
        return await self._table_store.full(tx, where, await self._servers.server_settings(place.guild)) is None

    async def _too_many(self, tx: Reads, guild: int, user: int, speed: Speed, without: int | None) -> TooMany | None:
        """Returns why no further game is found for a person in a server, not counting the lobby `without`; None: one may be."""
        most_here = (await self._servers.server_settings(guild)).tables_per_person
        here = (most_here, guild, "tables.refusal.too-many-of-yours-here")
        for limit, where, key in ((self._limits.tables_per_user, None, TooMany.default), here):
            if limit is not None and sum(row.id != without for row, _ in await tx.open_tables_of(user, where)) >= limit:
                return TooMany(key, limit=limit)
        most = None if speed == "live" else await slow_limit(tx, self._table_store, user, without=without)
        return None if most is None else too_many_slow(most)

    async def advance(self, number: int) -> None:
        """Do what is due in a list: end wishes and questions whose time is over, ask everybody for whom there is a game, and
        open the tables of matches to which all have agreed. Raises NotYet.
        """
        guild = (await self.wish_list(number)).place.guild
        if not await self.presence.settle(guild):
            raise NotYet(self._clock.now() + BEAT_SECONDS)
        excluded = {row.user for row in await self._servers.exclusions(guild)}
        left = guild in await self._store.departed_servers(self._clock.now() + DAY)

        async def rule(_tx: Transaction, before: WishList) -> Step:
            step = wishes.end(before, [each.number for each in before.wishes if each.user in excluded], "excluded")
            step = step.then(wishes.end(step.after, [each.number for each in step.after.wishes if left], "gone"))
            return step.then(wishes.lapse(step.after, self._clock.now()))

        found = await self._with_list(number, None, rule)
        for match in found.matches:
            people = found.people(match)
            if match.agreed and len(people) == len(match.people):
                await self._seat(found, match, people)

    async def _seat(self, found: WishList, match: Match, people: Sequence[Wish]) -> None:
        """Seat the people of a match, all of whom have agreed, and end their wishes, which they are told if there can be no
        table for them now.
        """
        try:
            table = await (self.open_table(found, match, people) if match.lobby is None else self._join(match, people[0]))
        except (Refusal, SetAside):
            table = None

        async def rule(tx: Transaction, before: WishList) -> Step:
            now = before.match(match.number)
            if now is None:
                return Step(after=before)
            if table is None:
                return await self._without_table(tx, before, now)
            await tx.put_outbox(
                before.id, [outbox_record(row, self._clock.now()) for row in wish_rows.seated_rows(before, now, table)]
            )
            return wishes.settle(before, now)

        await self._with_list(found.id, None, rule)

    async def _without_table(self, tx: Transaction, before: WishList, match: Match) -> Step:
        """A match does not come about although all have agreed: they wait on, unless they would be asked the same again."""
        step = wishes.take_back(before, [match])
        again = (await self._ask_matches(tx, step.after, None)).asked
        return wishes.call_off(before, match) if any(each.repeats(match) for each in again) else step

    async def _join(self, match: Match, wish: Wish) -> int:
        (person,) = await with_colours(self._store, [Person(wish.user, wish.name)])
        reading = await self._lobbies.join(match.lobby or 0, person, request=match.people[0].request)
        return reading.info.id

    async def open_table(self, found: WishList, match: Match, people: Sequence[Wish]) -> int:
        """Open the table of a match, with its people seated and the game started; return the table that was opened before, if
        there is one. Raises Refusal.
        """
        request = -(found.id << 20 | match.number)
        settings = await self._servers.server_settings(found.place.guild)
        first, *others = await with_colours(self._store, (Person(each.user, each.name) for each in people))
        game = self._games[match.game]
        new = lobby.new(
            first,
            found.place,
            game,
            {},
            language=found.language,
            pace=wishes.PACES[match.speed],
            friendly=settings.friendly,
            direct=False,
            display=settings.display,
            theme=settings.colours,
            zone=settings.zone,
            secret=self._token(SEED_BYTES),
            now=self._clock.now(),
        )
        table = lobby.seat_all(new.loaded.table, others, game)
        presses = tuple(
            press for press in (*(each.request for each in people), *(one.request for one in match.people)) if press
        )
        waiting = LoadedTable(table=replace(table, presses=presses))
        limits = (*new.limits, *(("user", each.user) for each in others))

        def begin(context: Context) -> Change:
            started = lobby.start(replace(context, request=None), thread=settings.boards == "thread")
            return replace(started, limits=limits, comers=tuple(each.user for each in people))

        async def carry_out() -> int:
            while True:
                known = await self._store.subject_of_request(request)
                if known is not None:
                    return known
                with contextlib.suppress(Overtaken, Repeated):
                    return (await self._carried_out(waiting, first.user, request, begin)).table.id

        return await self._finish(carry_out())

    async def leave_lists(self, tx: Transaction, user: int) -> None:
        """Have the lists looked at and told again in which a person looks for a game, whose wishes are about to be deleted."""
        now = self._clock.now()
        for number in await tx.wish_lists_with(user):
            await tx.lock_subject(number)
            await tx.wake_wish_lists([number], now)
            await tx.put_outbox(number, [outbox_record(WishListCardRow(), now)])
            await tx.announce(News(kind="wishes", table=number))

    async def forget_old(self, tx: Transaction) -> None:
        """Delete wishes that ended long ago, and how long people waited even longer ago."""
        now = self._clock.now()
        await tx.forget_wishes(now - WEEK, now - WAITS_KEPT)
