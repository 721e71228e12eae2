"""What people may do in a lobby, up to the start."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from data.errors import Overtaken, Repeated
from data.records.people import LedgerRow
from engines.contract import Game, Seat
from engines.draws import SEED_BYTES
from tables.errors import NoSuchGame, Refusal, TooMany, WrongState
from tables.history.replay import NoReplay, Replay
from tables.model.outbox_rows import CallRow
from tables.model.people import Person
from tables.model.table import Change, LoadedTable, Table
from tables.model.table_info import Origin, Place
from tables.rules import guests, ledger, lobby, playing_on, ready_check, series
from tables.rules.context import Context
from tables.rules.reading import Reading
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.service.slow_games import check_slow_games
from tables.time.timing import MINUTE

ASKED_FIRST = 3 * MINUTE
"""Seconds in which people who look for a game are asked before subscribers are called."""


class LobbyActions(Changing):
    """The lobby: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, servers: ServerActions, token: Callable[[int], bytes]) -> None:
        """`token` returns random bytes, as many as asked, for the secret seeds."""
        super().__init__(shared)
        self._servers = servers
        self._token = token
        self._opening = asyncio.Lock()
        self._again = asyncio.Lock()

    async def open_table(
        self,
        person: Person,
        place: Place,
        game: str,
        options: Mapping[str, str] | None = None,
        *,
        language: str,
        pace: str | None = None,
        invite: Sequence[int] = (),
        request: int | None = None,
    ) -> Reading:
        """Open a lobby with this person as its host, with the server's defaults for everything not given; only for the people
        in `invite`, if there are any. Raises NoSuchGame, BadChoice, TooMany, Excluded, CannotSit.
        """
        usual = await self._servers.server_settings(place.guild)

        def make(rules: Game, secret: bytes, now: float) -> Change:
            return lobby.new(
                person,
                place,
                rules,
                options or {},
                invite=invite,
                secret=secret,
                now=now,
                language=language,
                pace=usual.pace if pace is None else pace,
                friendly=usual.friendly,
                direct=usual.hands == "direct",
                display=usual.display,
                theme=usual.colours,
                zone=usual.zone,
            )

        return await self._open(person, place, game, make, calls=not invite, request=request)

    async def play_on(
        self, person: Person, place: Place, replay: Replay, origin: Origin, *, language: str, request: int | None = None
    ) -> Reading:
        """Begin a game of this person in a position of a finished game, against computer players. It is a position that
        the seat could have been in by what it knew then. Raises NoReplay if the game has other rules today, and what
        `open_table` and `start` raise.
        """
        game, usual = replay.record.game, await self._servers.server_settings(place.guild)
        if game not in self._games:
            raise NoReplay("tables.replay.unknown-game", game=game)
        if replay.game is not self._games[game]:
            raise NoReplay("tables.replay.older-rules")
        begins = await asyncio.to_thread(replay.possible_position, origin.step, origin.seat, self._token(SEED_BYTES))

        def make(rules: Game, secret: bytes, now: float) -> Change:
            looks = {"display": usual.display, "theme": usual.colours}
            fields = {"language": language, "pace": usual.pace, "zone": usual.zone, **looks}
            return playing_on.resume(person, place, rules, origin, begins, secret=secret, now=now, **fields)

        reading = await self._open(person, place, game, make, calls=False, request=request)
        return await self.start(reading.info.id, person.user, threads=False)

    async def _open(
        self,
        person: Person,
        place: Place,
        game: str,
        make: Callable[[Game, bytes, float], Change],
        *,
        calls: bool = True,
        follower: int | None = None,
        request: int | None,
    ) -> Reading:
        """Open the lobby that `make` returns, given the rules, the bot's part of the seed and the time. `calls`: whether the
        subscribers to new tables hear of it.
        """
        if game not in self._games:
            raise NoSuchGame
        await self._servers.admit(place.guild, person.user)

        async def carry_out() -> LoadedTable:
            async with self._opening:
                while True:
                    if request is not None and (known := await self._store.subject_of_request(request)) is not None:
                        return await self._table_store.read(known)
                    now = self._clock.now()
                    secret, rules = self._token(SEED_BYTES), self._games[game]
                    change = make(rules, secret, now)
                    if calls and await self._store.subscribers(place.guild, game):
                        change = await self._calling(change, person.user, place.guild, now)
                    change = guests.announce_guests(None, change, self._games[game], now)
                    try:
                        change = replace(change, follower=follower)
                        return await self._table_store.commit(change, request, None)
                    except Repeated:
                        continue
                    except TooMany as full:
                        if full.key != "tables.refusal.too-many-in-channel" or not await self._made_room(place.channel):
                            raise

        return self._look(await self._finish(carry_out()), person.user)

    async def _made_room(self, channel: int) -> bool:
        """Close the oldest lobby of this channel whose host has been alone there for long, of whoever has most such lobbies.
        Return whether there was one.
        """
        now, found = self._clock.now(), await self._store.open_tables_in(channel)
        hosts = Counter(row.host for row, _ in found if row.state == "lobby")
        for row, seats in sorted(found, key=lambda each: -hosts[each[0].host]):
            if row.state != "lobby" or self._table_store.table_info(row, seats).created + lobby.ALONE > now:
                continue
            with contextlib.suppress(Refusal):  # tables set aside are kept
                loaded = await self._carry_out(row.id, 0, None, lobby.make_room)
                if loaded.table.state == "cancelled":
                    return True
        return False

    async def _calling(self, change: Change, user: int, guild: int, now: float) -> Change:
        """Returns the new lobby with a call to its subscribers, unless this person's last one was too recent."""
        act = LedgerRow(user, "call", place=guild)
        if ledger.refused_until(await self._store.ledger_of(user, now - ledger.KEPT), act, now) is not None:
            return change
        return replace(change, outbox=(*change.outbox, await self._call(change.loaded.table)), said=(*change.said, act))

    async def _call(self, table: Table) -> CallRow:
        """Returns the call to subscribers, which waits if others look for such a game in the channel: they are asked first."""
        row = await self._store.wish_list_in(table.place.guild, table.place.channel)
        others = False if row is None else await self._store.is_wished(row.id, table.game, table.host)
        return CallRow(wait=ASKED_FIRST if others else 0.0)

    async def open_again(self, table: int, person: Person, *, request: int | None = None) -> Reading:
        """Open the same game again, in the same place with the same options, pace and computer players (names and levels): a
        new lobby with this person as its host, or a seat in the lobby that somebody else has opened like this. Those who played
        to the end are asked to sit down again, and their seats are kept for a while. Raises WrongState, Full, TooMany.

        When all former players have joined, everybody sits one seat further on. The series goes on, unless it is decided.
        """
        async with self._again:
            while True:
                with contextlib.suppress(Overtaken):  # somebody has opened it in another process meanwhile: join them
                    return await self._opened_again(table, person, request)

    async def _opened_again(self, table: int, person: Person, request: int | None) -> Reading:
        old = (await self._table_store.read(table, anyway=True)).table
        if old.state not in {"over", "cancelled"}:
            raise WrongState(f"tables.refusal.not-over-{old.state}")
        follower = await self._store.follower(table)
        if follower is not None and (await self._table_store.read(follower)).table.state == "lobby":
            return await self.join(follower, person, request=request)
        place, keep = Place(old.place.guild, old.home or old.place.channel), await self._companions(old, person.user)
        fields = series.onwards(old, series.score(await self._store.series(old.series or old.id), old.best_of))

        def make(rules: Game, secret: bytes, now: float) -> Change:
            options = lobby.offered_options(rules, old.options)
            return lobby.new(person, place, rules, options, keep=keep, secret=secret, now=now, **fields)

        reading = await self._open(person, place, old.game, make, follower=follower, request=request)
        new = reading.info.id
        for seat in old.seats:
            if seat.level is not None:
                reading = await self.add_computer(new, person.user, seat.level, name=seat.name)
        return await self._rotate_seats(reading)

    async def _companions(self, old: Table, user: int) -> list[int]:
        """Returns whom this person would play with again: all who did not leave, unless they may not meet now or have been
        asked often.
        """
        guild, now = old.place.guild, self._clock.now()
        said = await self._store.ledger_of(user, now - ledger.KEPT)
        found: list[int] = []
        for seat in old.seats:
            other = seat.user
            if other is None or other in {user, *found} or other < 0 or seat.resigned:
                continue
            often = ledger.refused_until(said, LedgerRow(user, "again", other), now) is not None
            apart = await self._store.at_odds((other,), (user,)) or await self._servers.exclusion(guild, other)
            if not often and not apart:
                found.append(other)
        return found

    async def _rotate_seats(self, reading: Reading) -> Reading:
        """Returns the lobby; if the same players play again, with everybody one seat further on, unless the host has arranged
        them.
        """
        new = reading.info
        follows = (await self._table_store.read(new.id)).table.follows
        if follows is None or not new.random_order or new.state != "lobby":
            return reading
        before = (await self._table_store.read(follows, anyway=True)).table
        order = series.rotated_order(before.seats, new.seats)
        return reading if order is None else await self.arrange(new.id, new.host, order)

    async def join(self, table: int, person: Person, *, request: int | None = None) -> Reading:
        """Take a seat; a person already seated keeps theirs. Raises WrongState, Full, TooMany, Excluded."""
        before = (await self._table_store.read(table, anyway=True)).table
        await self._servers.admit(before.place.guild, person.user)
        await check_slow_games(self._store, self._table_store, before, person.user)
        return await self._rotate_seats(await self._change(table, person.user, request, lobby.join, person))

    async def choose_colour(self, table: int, user: int, colour: str, *, request: int | None = None) -> Reading:
        """Choose the colour to play in; "": none. Raises WrongState, NotSeated, BadChoice, Refusal."""
        return await self._change(table, user, request, lobby.choose_colour, colour)

    async def rename(self, table: int, person: Person) -> Reading:
        """Show a person at a table, and in the leaderboards of its server, by the name they have now."""
        reading = await self._change(table, person.user, None, lobby.rename, person)
        seat = next((info for info in reading.info.seats if info.user == person.user), None)
        if seat is not None:
            await self._transact(lambda tx: tx.rename_newest(reading.info.place.guild, person.user, seat.name))
        return reading

    async def leave(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """Leave a lobby; the next person becomes host, and the last one closes it. Raises WrongState, NotSeated."""
        return await self._change(table, user, request, lobby.leave)

    async def add_computer(
        self, table: int, user: int, level: str | None = None, *, name: str = "", request: int | None = None
    ) -> Reading:
        """Seat a computer player (anybody seated may), with this `name` if it is free there. Raises WrongState, NotSeated,
        Full, BadChoice.
        """
        return await self._change(table, user, request, lobby.add_computer, level, name=name)

    async def remove_computer(self, table: int, user: int, seat: Seat | None = None, *, request: int | None = None) -> Reading:
        """Remove a computer player; the last one if no seat is given. Raises WrongState, NotSeated, BadChoice."""
        return await self._change(table, user, request, lobby.remove_computer, seat)

    async def arrange(self, table: int, user: int, order: Sequence[int], *, request: int | None = None) -> Reading:
        """The host fixes the order of the seats (their current numbers, youngest first; those not given follow in their current
        order). Raises WrongState, NotHost, BadChoice.
        """
        return await self._change(table, user, request, lobby.arrange, order)

    async def shuffle(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """The host has the order drawn at the start, which is the default. Raises WrongState, NotHost."""
        return await self._change(table, user, request, lobby.shuffle)

    async def hand_over(self, table: int, by: int, to: int, *, request: int | None = None) -> Reading:
        """Make another person at the table its host; `by`: a server moderator. It is noted in the server's log. Raises
        WrongState, NotSeated.
        """
        before = (await self._table_store.read(table)).table.host
        reading = await self._change(table, by, request, lobby.hand_over, to)
        if before != reading.info.host:
            await self._servers.note_in_server(reading.info.place.guild, by, "handed", table=str(table), user=str(to))
        return reading

    async def set_option(self, table: int, user: int, key: str, value: str, *, request: int | None = None) -> Reading:
        """The host chooses a variant. Raises WrongState, NotHost, BadChoice."""
        return await self._change(table, user, request, lobby.set_option, key, value)

    async def set_pace(self, table: int, user: int, pace: str, *, request: int | None = None) -> Reading:
        """The host chooses the pace (`tables.time.timing.PACES`). Raises WrongState, NotHost, BadChoice."""
        return await self._change(table, user, request, lobby.set_pace, pace)

    async def wait_on(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """The host, asked what to do as nobody joins, waits on. Raises WrongState, NotHost."""
        return await self._change(table, user, request, lobby.wait_on)

    async def close(self, table: int, user: int, *, request: int | None = None) -> Reading:
        """The host closes the lobby. Raises WrongState, NotHost."""
        return await self._change(table, user, request, lobby.cancel)

    async def start(self, table: int, user: int, *, threads: bool = True, request: int | None = None) -> Reading:
        """The host starts the game; anybody seated may if the host has been called for long. Before a slow one those are asked
        who sat down long ago. `threads`: whether messages can be posted in threads there, so that it can have one of its own.
        Raises WrongState, NotHost, TooFew, TooMany, Illegal.
        """
        before = (await self._table_store.read(table, anyway=True)).table
        plans = await self._plans_of(ready_check.long_ago(before, user, self._clock.now()))

        def begin(context: Context, *, thread: bool) -> Change:
            return ready_check.begin(context, plans, thread=thread)

        return await self._start_game(begin, table, user, threads=threads, request=request)

    async def start_alone(self, table: int, user: int, *, threads: bool = True, request: int | None = None) -> Reading:
        """The host starts the game against computer players. Raises WrongState, NotHost, Illegal."""
        return await self._start_game(lobby.alone, table, user, threads=threads, request=request)

    async def _start_game(
        self, rule: Callable[..., Change], table: int, user: int, *, threads: bool, request: int | None
    ) -> Reading:
        place = (await self._table_store.read(table, anyway=True)).table.place
        thread = threads and place.guild != 0 and (await self._servers.server_settings(place.guild)).boards == "thread"

        def begin(context: Context) -> Change:
            if not context.table.secret:  # opened by an earlier version
                context = context.at(context.loaded.having(secret=self._token(SEED_BYTES)))
            return rule(context, thread=thread)

        return await self._change(table, user, request, begin)
