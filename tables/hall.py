"""The hall: everything that people may do at tables, without Discord. See docs/architecture.md.

Each change goes the same way: the table's lock, the checks, ONE transaction, then the new table is what everybody sees, and
sender, clock and computer players are woken. A change that has begun is carried through even when its caller is cancelled.
Every refusal is a `tables.errors.Refusal` and changes nothing; `request` is the interaction's id, and one that was carried out
already changes nothing and answers with how things stand.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

import engines
from data import archive, mail
from data.store import Store
from engines.contract import Choices, Fleeting, Game, Move, Seat, View
from engines.draws import SEED_BYTES
from tables import lobby, play, reading, takeback
from tables.change import Change, board, fleeting
from tables.clock import Clock, SystemClock
from tables.clockwork import Clockwork
from tables.computers import Advisers, Computers
from tables.desk import Desk
from tables.errors import NoSuchGame, Stale, WrongState
from tables.outbox import Messages, Outbox
from tables.players import Players
from tables.shown import Habits, Limits, Look, Person, Place, Standings, TableInfo
from tables.standings import standings
from tables.table import Held, from_rows
from tables.verify import Record, record

T = TypeVar("T")

SHOWING, GLIMPSE = 3.0, 0.05
"""Seconds that a move waits at most for the board it would take something away from, and between two looks at the outbox."""

Rule = Callable[[Held, Game, bool], Change | None]
"""Tells the change of a table, None where there is nothing to change, or raises a Refusal. The last value: whether the last
board still waits to be posted.
"""


class Hall:
    """All tables of one store. Made by `Hall.open`; the store stays the caller's to close."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        games: Mapping[str, Game],
        limits: Limits,
        players: Advisers,
        token: Callable[[int], bytes],
        pace_of_scenes: float,
    ) -> None:
        self.messages = Messages(store)
        self._store = store
        self._clock = clock
        self._games = games
        self._token = token
        self._opened = clock.now()
        self._desk = Desk(store, clock, games, limits)
        self._outbox = Outbox(store, clock, pace=pace_of_scenes)
        self._computers = Computers(self._desk, players, self._play_computed)
        self._clockwork = Clockwork(self._desk, clock, self._serve_clock)
        self._opening = asyncio.Lock()
        self._again = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._desk.changed += [self._computers.wake, self._clockwork.wake, lambda _held: self._outbox.wake()]

    @classmethod
    async def open(
        cls,
        store: Store,
        *,
        clock: Clock | None = None,
        games: Mapping[str, Game] | None = None,
        limits: Limits | None = None,
        players: Advisers | None = None,
        token: Callable[[int], bytes] = secrets.token_bytes,
        pace_of_scenes: float = 0.0,
    ) -> Hall:
        """Open the hall and go on where it was left: clocks, computer players, what is still to be sent. `pace_of_scenes`:
        seconds for which a scene can be read before the next one of its table is shown.
        """
        hall = cls(
            store,
            clock=clock or SystemClock(),
            games=engines.games() if games is None else games,
            limits=limits or Limits(),
            players=players or Players(),
            token=token,
            pace_of_scenes=pace_of_scenes,
        )
        for table in await archive.thinking(store):
            hall._computers.resume(table)
        hall._clockwork.start()
        return hall

    async def close(self) -> None:
        """Stop clock and computer players, and wait for what is in flight."""
        await self._clockwork.close()
        await self._computers.close()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # The lobby

    async def open_table(
        self,
        person: Person,
        place: Place,
        game: str,
        options: Mapping[str, str] | None = None,
        *,
        language: str,
        pace: str = "none",
        request: int | None = None,
    ) -> Look:
        """A new lobby with this person as its host. Raises NoSuchGame, BadChoice, TooMany."""
        if game not in self._games:
            raise NoSuchGame

        async def carry_out() -> Held:
            async with self._opening:
                if request is not None and (known := await archive.seen(self._store, request)) is not None:
                    return await self._desk.read(known)
                now = self._clock.now()
                change = lobby.new(person, place, self._games[game], options or {}, language=language, pace=pace, now=now)
                return await self._desk.commit(change, request)

        return reading.look(await self._finish(carry_out()), person.user)

    async def open_again(self, table: int, person: Person, *, request: int | None = None) -> Look:
        """The same game once more, in the same place with the same options, pace and computer players: a new lobby with this
        person as its host, or a seat in the lobby that somebody else has opened so. Raises WrongState, Full, TooMany.

        Where the game has exactly two seats, they are swapped when both people of before have come.
        """
        async with self._again:
            old = (await self._desk.read(table)).table
            if old.state not in {"over", "cancelled"}:
                raise WrongState(f"tables.refusal.not-over-{old.state}")
            known = await self.meta_get(f"again:{table}")
            if known is not None and (await self._desk.read(int(known))).table.state == "lobby":
                return await self.join(int(known), person, request=request)
            look = await self.open_table(
                person, old.place, old.game, old.options, language=old.language, pace=old.pace, request=request
            )
            new = look.table.id
            await self.meta_set(f"again:{table}", str(new))
            await self.meta_set(f"before:{new}", str(table))
            for seat in old.seats:
                if seat.level is not None:
                    look = await self.add_computer(new, person.user, seat.level)
            return await self._swapped(look)

    async def _swapped(self, look: Look) -> Look:
        """The lobby of a game played again by the same two, where it has exactly two seats: with these the other way round."""
        new = look.table
        if len(new.seats) != 2 or len(self._games[new.game].seats) != 1:
            return look
        known = await self.meta_get(f"before:{new.id}")
        if known is None or not new.random_order:
            return look
        before = [(seat.user, seat.level) for seat in (await self._desk.read(int(known))).table.seats]
        now = [(seat.user, seat.level) for seat in new.seats]
        if now not in (before, before[::-1]):
            return look
        return await self.arrange(new.id, new.host, (0, 1) if now == before[::-1] else (1, 0))

    async def show_again(self, table: int) -> None:
        """Have the board of a running game told as it is now, posted anew where its message is gone. Raises NoSuchTable."""

        def again(held: Held, _game: Game, _unsent: object) -> Change | None:
            return Change(held=held, mail=(board(held.table),)) if held.table.state == "playing" else None

        await self._finish(self._carry_out(table, None, again))

    async def join(self, table: int, person: Person, *, request: int | None = None) -> Look:
        """Take a seat; who sits here already keeps it. Raises WrongState, Full, TooMany."""
        look = await self._change(
            table, person.user, request, lambda held, game, _unsent: lobby.join(held.table, game, person, now=self._clock.now())
        )
        return await self._swapped(look)

    async def leave(self, table: int, user: int, *, request: int | None = None) -> Look:
        """Leave a lobby: a host hands over, the last person closes it. Raises WrongState, NotSeated."""
        return await self._lobby(table, user, request, lambda held, now: lobby.leave(held.table, user, now=now))

    async def add_computer(self, table: int, user: int, level: str | None = None, *, request: int | None = None) -> Look:
        """Seat a computer player (by anyone seated). Raises WrongState, NotSeated, Full, BadChoice."""
        return await self._change(
            table,
            user,
            request,
            lambda held, game, _unsent: lobby.add_computer(held.table, game, user, level, now=self._clock.now()),
        )

    async def remove_computer(self, table: int, user: int, seat: Seat | None = None, *, request: int | None = None) -> Look:
        """Send a computer player away, the last one if no seat is named. Raises WrongState, NotSeated, BadChoice."""
        return await self._lobby(table, user, request, lambda held, now: lobby.remove_computer(held.table, user, seat, now=now))

    async def arrange(self, table: int, user: int, order: Sequence[int], *, request: int | None = None) -> Look:
        """The host puts the seats in this order (present places, youngest first). Raises WrongState, NotHost, BadChoice."""
        return await self._lobby(table, user, request, lambda held, now: lobby.arrange(held.table, user, order, now=now))

    async def shuffle(self, table: int, user: int, *, request: int | None = None) -> Look:
        """The host lets the order be drawn at the start (as it is from the beginning). Raises WrongState, NotHost."""
        return await self._lobby(table, user, request, lambda held, now: lobby.shuffle(held.table, user, now=now))

    async def set_option(self, table: int, user: int, key: str, value: str, *, request: int | None = None) -> Look:
        """The host chooses a variant. Raises WrongState, NotHost, BadChoice."""
        return await self._change(
            table,
            user,
            request,
            lambda held, game, _unsent: lobby.set_option(held.table, game, user, key, value, now=self._clock.now()),
        )

    async def set_pace(self, table: int, user: int, pace: str, *, request: int | None = None) -> Look:
        """The host chooses the pace (`tables.table.PACES`). Raises WrongState, NotHost, BadChoice."""
        return await self._lobby(table, user, request, lambda held, now: lobby.set_pace(held.table, user, pace, now=now))

    async def start(self, table: int, user: int, *, request: int | None = None) -> Look:
        """The host begins the game. Raises WrongState, NotHost, TooFew, Illegal."""

        def begin(held: Held, game: Game, _unsent: object) -> Change:
            return lobby.start(held.table, game, user, self._token(SEED_BYTES), now=self._clock.now(), request=request)

        return await self._change(table, user, request, begin)

    async def cancel(self, table: int, user: int, *, request: int | None = None, moderator: bool = False) -> Look:
        """Close a lobby (its host), or end a running game without a result (when all who still play have asked for it).

        A `moderator` of the server may do either at once. Raises WrongState, NotHost, NotSeated.
        """

        def end(held: Held, _game: Game, _unsent: object) -> Change:
            now = self._clock.now()
            if held.table.state == "lobby":
                return lobby.cancel(held.table, user, now=now, moderator=moderator)
            return play.cancel(held, user, now=now, request=request, moderator=moderator)

        return await self._change(table, user, request, end)

    # Play

    async def play(self, table: int, user: int, move: Move, *, stage: int | None = None, request: int | None = None) -> Look:
        """Make a move; `stage` is the one the presser saw, None the present one. In a joint stage a choice may be changed
        until the last one has chosen. Raises WrongState, NotSeated, Stale, NotYourTurn, Illegal.
        """

        def go(held: Held, game: Game, unsent: bool) -> Change:
            play.playing(held)
            seat = play.acting(held, user)
            now = self._clock.now()
            return play.play(held, game, seat, move, kind="move", stage=stage, now=now, request=request, unsent=unsent)

        await self._seen_by_all(table)
        return await self._change(table, user, request, go)

    async def take_back(self, table: int, user: int, *, request: int | None = None) -> Look:
        """Take back a joint choice not yet revealed, or the last unrevealed step of one's own turn.

        Raises WrongState, NotSeated, NothingToTakeBack; NotAlone where the others can be asked (`ask_back`), RequestOpen where
        somebody is asking already.
        """

        def back(held: Held, game: Game, _unsent: object) -> Change:
            play.playing(held)
            return takeback.take_back(held, game, play.acting(held, user), now=self._clock.now())

        return await self._change(table, user, request, back)

    async def ask_back(self, table: int, user: int, *, stage: int | None = None, request: int | None = None) -> Look:
        """Ask the others to take back one's last move and everything since (`Look.may_ask` tells it). Where only computer
        players are affected it is done at once. `stage`: what the presser saw.

        Raises WrongState, NotSeated, Stale, NothingToTakeBack, RequestOpen.
        """

        def plead(held: Held, game: Game, _unsent: object) -> Change:
            play.playing(held)
            return takeback.ask(held, game, play.acting(held, user), stage=stage, now=self._clock.now())

        return await self._change(table, user, request, plead)

    async def agree_back(self, table: int, user: int, asking: int, *, request: int | None = None) -> Look:
        """Agree to the open request `asking` (`Asking.id`); with the last one asked it is carried out.

        Raises WrongState, NotSeated, RequestOver, NotAsked.
        """

        def consent(held: Held, game: Game, _unsent: object) -> Change | None:
            return takeback.agree(held, game, play.acting(held, user), asking, now=self._clock.now())

        return await self._change(table, user, request, consent)

    async def end_back(self, table: int, user: int, asking: int, *, withdraw: bool = False, request: int | None = None) -> Look:
        """End the open request `asking` without taking anything back: one of those asked refuses, or (`withdraw`) who asks
        thinks better of it. Raises WrongState, NotSeated, RequestOver, NotAsked.
        """

        def end(held: Held, _game: Game, _unsent: object) -> Change:
            rule = takeback.withdraw if withdraw else takeback.refuse
            return rule(held, play.acting(held, user), asking, now=self._clock.now())

        return await self._change(table, user, request, end)

    async def resign(self, table: int, user: int, *, request: int | None = None) -> Look:
        """Leave a running game for good: the computer player plays on, the person ends up last, behind all who stayed.

        Raises WrongState, NotSeated.
        """

        def give_up(held: Held, _game: Game, _unsent: object) -> Change:
            play.playing(held)
            return play.resign(held, play.acting(held, user), now=self._clock.now(), request=request)

        return await self._change(table, user, request, give_up)

    # Reading

    async def look(self, table: int, user: int | None = None, *, fleeting: bool = False) -> Look:
        """The table as this person (None: a spectator) may see it; `fleeting`: besides, what can be seen for a while only (see
        `Look`). Raises NoSuchTable.
        """
        held = await self._desk.read(table)
        look = self._look(held, user)
        return msgspec.structs.replace(look, fleeting=await self._fleeting(held, look.seat)) if fleeting else look

    def _look(self, held: Held, user: int | None) -> Look:
        return reading.look(held, user, self._settle(held))

    def _settle(self, held: Held) -> reading.Settle | None:
        game = self._games.get(held.table.game)
        return game.settled if isinstance(game, Fleeting) else None

    async def _fleeting(self, held: Held, seat: Seat | None) -> View | None:
        """The view with what will vanish again, while it is to be seen: until somebody decides about it, or as long as the row
        `settle` waits that takes it away.
        """
        game = self._games.get(held.table.game)
        if not isinstance(game, Fleeting) or held.position is None or held.table.state != "playing":
            return None
        view = held.position.view(seat)
        if not game.linger(view) or (game.glance(view) and not await mail.waits(self._store, held.table.id, "settle")):
            return None
        return view

    async def choices(self, table: int, user: int, said: Move = ()) -> Choices:
        """What this person may say next; nothing for who does not play. Raises NoSuchTable."""
        held = await self._desk.read(table)
        return reading.choices(held, held.table.seat_of(user), said)

    async def complete(self, table: int, user: int, text: str) -> list[Move]:
        """Continuations of a line begun, for autocomplete; at most 25. Raises NoSuchTable."""
        return (await self.read(table, user)).complete(text)

    async def read(self, table: int, user: int) -> reading.Reading:
        """All that this person may read of the table as it is now, also a few moves of theirs on. Raises NoSuchTable."""
        held = await self._desk.read(table)
        return reading.Reading(held, user, self._settle(held))

    async def carried_out(self, request: int) -> bool:
        """Whether this request has changed a table already."""
        return await archive.seen(self._store, request) is not None

    async def tables_of(self, user: int, guild: int | None = None) -> list[TableInfo]:
        """The lobbies and games a person sits at, oldest first."""
        return [from_rows(*rows).info() for rows in await archive.open_tables_of(self._store, user, guild)]

    async def tables_in(self, channel: int) -> list[TableInfo]:
        """The lobbies and games of a channel, oldest first."""
        return [from_rows(*rows).info() for rows in await archive.open_tables_in(self._store, channel)]

    async def standings(self, guild: int, game: str | None = None) -> Standings:
        """The server's leaderboard."""
        return await standings(self._store, guild, game)

    async def record(self, table: int) -> Record:
        """What can be verified of a table; moves and seed only when the game is over. Raises NoSuchTable."""
        held = await self._desk.read(table)
        return await record(self._store, held.table)

    def due(self) -> Outbox:
        """What Discord must be told."""
        return self._outbox

    # People, servers, the installation

    async def person(self, user: int) -> Habits:
        """How a person wants to be told."""
        row = await mail.habits(self._store, user)
        if row is None:
            return Habits()
        return Habits(language=row.language, dm=row.dm, private=row.private, dm_closed=row.dm_closed)

    async def set_habits(self, user: int, **changes: Any) -> Habits:
        """Change some of a person's habits (fields of `Habits`)."""

        async def carry_out() -> Habits:
            async with self._store.transaction() as tx:
                habits = msgspec.structs.replace(await self.person(user), **changes)
                await mail.set_habits(tx, user, mail.HabitsRow(habits.language, habits.dm, habits.private, habits.dm_closed))
            return habits

        return await self._finish(carry_out())

    async def guild_language(self, guild: int) -> str | None:
        """The language chosen for a server; None: Discord's locale decides."""
        return await mail.guild_language(self._store, guild)

    async def set_guild_language(self, guild: int, language: str | None) -> None:
        async with self._store.transaction() as tx:
            await mail.set_guild_language(tx, guild, language)

    async def meta_get(self, key: str) -> str | None:
        """A value of the installation, such as the hash of the published commands."""
        return await self._store.get(key)

    async def meta_set(self, key: str, value: str) -> None:
        await self._store.put(key, value)

    # Inside

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry work through even when the caller is cancelled; `close` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _change(self, table: int, user: int, request: int | None, rule: Rule) -> Look:
        return self._look(await self._finish(self._carry_out(table, request, rule)), user)

    async def _lobby(self, table: int, user: int, request: int | None, rule: Callable[[Held, float], Change]) -> Look:
        return await self._change(table, user, request, lambda held, _game, _unsent: rule(held, self._clock.now()))

    async def _carry_out(self, table: int, request: int | None, rule: Rule) -> Held:
        async with self._desk.lock(table):
            held = await self._desk.load(table)
            if request is not None and await archive.seen(self._store, request) is not None:
                return held
            game = self._games.get(held.table.game)
            if game is None:
                raise NoSuchGame
            unsent = held.table.state == "playing" and await mail.waits(self._store, table, "board")
            change = rule(held, game, unsent)
            return held if change is None else await self._desk.commit(takeback.lapsed(fleeting(change, game)), request)

    async def _seen_by_all(self, table: int) -> None:
        """Where a move takes away what everybody is to see, it waits until the board that shows it has been sent: two quick
        presses would else be told in one message, without the card in between. At most `SHOWING` seconds: play goes on.
        """
        held = await self._desk.read(table)
        game = self._games.get(held.table.game)
        if not isinstance(game, Fleeting) or held.position is None or not game.linger(held.position.view(None)):
            return
        for _ in range(round(SHOWING / GLIMPSE)):
            if not await mail.waits(self._store, table, "board"):
                return
            await asyncio.sleep(GLIMPSE)

    async def _play_computed(self, seen: Held, seat: Seat, move: Move) -> None:
        """Store a computer player's move for the table as it was seen. Raises Stale when the table has moved on."""

        def go(held: Held, game: Game, unsent: bool) -> Change:
            joint = len(held.table.pending) > 1 or held.chosen
            if seat not in held.table.thinking or not (joint or held.position is seen.position):
                raise Stale
            kind = "computer" if not held.table.acts(seat) else "stand-in"
            stage, now = seen.table.stage, self._clock.now()
            return play.play(held, game, seat, move, kind=kind, stage=stage, now=now, request=None, unsent=unsent)

        await self._finish(self._carry_out(seen.table.id, None, go))

    async def _serve_clock(self, table: int) -> None:
        def serve(held: Held, _game: Game, _unsent: object) -> Change | None:
            now = self._clock.now()
            state = held.table
            if state.due is None or state.due > now:
                return None
            if state.state == "lobby":
                return lobby.expire(state, now=now)
            if state.deadline is not None and state.deadline < self._opened:
                return play.grace(held, now=now)
            if state.deadline is not None and state.deadline <= now:
                return play.overdue(held, now=now)
            return play.remind(held, now=now)

        await self._finish(self._carry_out(table, None, serve))
