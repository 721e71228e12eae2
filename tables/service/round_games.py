"""The games of a tournament's round: their tables are opened, looked at, and ended when their time is up."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from data.errors import Overtaken, Repeated
from data.records.tournaments import TournamentGame
from engines.contract import Seat
from engines.draws import part_of_table
from tables.errors import Refusal, SetAside
from tables.model import server
from tables.model.outbox_rows import LobbyRow
from tables.model.people import Person
from tables.model.server import ServerSettings
from tables.model.table import Change, LoadedTable
from tables.rules import finish, leaving, lobby
from tables.rules.context import Context
from tables.service.changing import Changing
from tables.service.people import with_colours
from tables.tournaments import outcomes, rounds, tournament_rows
from tables.tournaments.tournament import Pairing, Tournament

SOON, LATER = 10.0, 3600.0
"""Seconds until a game that did not end at the deadline is checked again: if a computer player is about to move; if the bot is
not in its server.
"""


class RoundState(msgspec.Struct):
    """What has become of the games of a round."""

    ended: dict[int, Pairing] = {}
    """Those that have ended, by their index."""
    again: float | None = None
    """When to try again to end the others; None: they go on."""
    opened: bool = False
    """Whether tables have been opened."""
    going: bool = False
    """Whether games go on."""


class RoundTimes(NamedTuple):
    """The times of a round."""

    deadline: float | None = None
    """When it is looked at next: at its deadline, or when the host has been asked for long enough."""
    late: bool = False
    """Whether its time is up."""
    final: bool = False
    """Whether no game of it goes on any longer."""
    remind: float | None = None
    """When those who are awaited are reminded of its end; None: not, or they have been."""


class RoundGames(Changing):
    """The games of rounds, for `tables.service.tournament_rounds`."""

    async def look(
        self, tournament: Tournament, links: Sequence[TournamentGame], times: RoundTimes, gone: Collection[int]
    ) -> RoundState:
        """Open the missing tables of the current round, and look at those of the games that have not ended. `gone`: the users
        excluded from the server's tables.
        """
        found = RoundState()
        tables = {each.number: each.table_id for each in links if each.round == len(tournament.rounds) - 1}
        for place, game in enumerate(tournament.rounds[-1].pairings):
            if game.places is not None:
                continue
            table = tables.get(place)
            if table is None and (forfeit := rounds.walkover(tournament, game, gone)) is not None:
                found.ended[place] = replace(game, places=forfeit, played=())
                continue
            if table is None:
                table, found.opened = await self._open_game(tournament, place), True
            stands = None if table is None else await self._ended_pairing(tournament, game, table, gone, times)
            if isinstance(stands, Pairing):
                found.ended[place] = stands
            elif stands is not None:
                found.again = min(stands, found.again or stands)
            else:
                found.going = True
        return found

    async def corrected_game(self, tournament: Tournament, which: TournamentGame) -> Pairing | None:
        """Returns a game that a moderator has voided or restored, as it is now; None: it is as noted, or not noted yet."""
        game = tournament.rounds[which.round].pairings[which.number]
        loaded = await self._table_store.read(which.table_id, anyway=True)
        void = loaded.table.closed == "void"
        if loaded.table.state != "over" or (not void and (game.places is None or loaded.set_aside)):
            return None
        return outcomes.outcome(tournament, game, loaded, await self._store.movers(which.table_id))

    async def _ended_pairing(
        self, tournament: Tournament, game: Pairing, table: int, excluded: Collection[int], times: RoundTimes
    ) -> Pairing | float | None:
        """Returns an ended game; None: it goes on. At a deadline of the round or by the host's decision it may end, or the time
        of the next attempt is returned. Entrants who left the tournament leave the game too, but `excluded` ones do not, as
        their current games go on.
        """
        loaded = await self._table_store.read(table, anyway=True)
        for entrant in (tournament.entrants[each] for each in game.entrants):
            if entrant.withdrawn and entrant.user not in excluded and loaded.table.state == "playing" and not loaded.set_aside:
                loaded = await self._left(table, entrant.user)
        if loaded.table.state == "playing" and (times.late or game.judged is not None):
            loaded = await self._at_deadline(table, loaded, game, times)
        if loaded.table.state != "playing":
            return outcomes.outcome(tournament, game, loaded, await self._store.movers(table))
        if loaded.set_aside and game.judged is not None:
            return outcomes.mark_judged(tournament, game, loaded, ())
        if loaded.set_aside and times.final:
            return outcomes.mark_undecided(tournament, game, loaded, ())
        return self._try_again(loaded, times)

    async def _at_deadline(self, table: int, loaded: LoadedTable, game: Pairing, times: RoundTimes) -> LoadedTable:
        """Returns the table of a game that goes on, perhaps ended by the host's decision or by the deadline of its round."""
        stop = loaded.table.timing.pause
        if loaded.set_aside:
            return loaded
        if game.judged is not None:
            return await self._carry_out(table, 0, None, _end_judged)
        if stop is not None and stop.outage:
            return loaded
        movers = await self._store.movers(table)
        return await self._carry_out(table, 0, None, _time_up, loaded.table.version, movers, final=times.final)

    def _try_again(self, loaded: LoadedTable, times: RoundTimes) -> float | None:
        """Returns when to try again to end a game that has not ended at a deadline; None: it goes on."""
        stop, now = loaded.table.timing.pause, self._clock.now()
        if not times.late or loaded.set_aside:
            return None
        if stop is not None and stop.outage:
            return now + LATER
        return now + SOON if times.final or leaving.overran(loaded.table, now) else None

    async def _left(self, table: int, user: int) -> LoadedTable:
        def leave(context: Context) -> Change | None:
            seat = context.table.seat_of(user)
            if context.table.state != "playing" or seat is None or not context.table.acts(seat):
                return None
            return leaving.resign(context)

        try:
            return await self._carry_out(table, user, None, leave)
        except (Refusal, SetAside):  # the last to stay has won
            return await self._table_store.read(table, anyway=True)

    async def _open_game(self, tournament: Tournament, place: int) -> int | None:
        """Open the table of a game of the current round, with its people seated and the game started; None: it already has one,
        or the tournament has ended.
        """
        at, game = len(tournament.rounds) - 1, self._games[tournament.game]
        now, row = self._clock.now(), await self._store.tournament(tournament.id)
        if row is None:
            return None
        secret = part_of_table(row.secret, at + 1, place + 1)
        entrants = [tournament.entrants[each] for each in tournament.rounds[-1].pairings[place].entrants]
        people = await with_colours(self._store, (Person(each.user, each.name) for each in entrants))
        zone = server.read(await self._store.server(tournament.place.guild), ServerSettings()).zone
        waiting = LoadedTable(table=tournament_rows.seat_table(tournament, people, game, secret, now, zone=zone))
        which = TournamentGame(0, tournament.id, at, place)

        def begin(context: Context) -> Change:
            change = lobby.start(context, thread=True)
            # The message of the round leads to its thread.
            return replace(change, game_of=which, outbox=tuple(row for row in change.outbox if not isinstance(row, LobbyRow)))

        async def carry_out() -> int | None:
            while True:
                try:
                    return (await self._carried_out(waiting, waiting.table.host, None, begin)).table.id
                except Repeated:
                    return None
                except Overtaken:
                    continue

        return await self._finish(carry_out())


def _end_judged(context: Context) -> Change | None:
    return finish.void(context, "judged") if context.table.state == "playing" else None


def _time_up(context: Context, version: int, movers: Collection[Seat], *, final: bool) -> Change | None:
    """`movers`: the seats whose people had moved at this `version` of the table."""
    if context.table.state != "playing" or context.table.version != version:
        return None
    return leaving.time_up(context, movers, final=final)
