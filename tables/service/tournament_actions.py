"""Tournaments: what people may do about them, and what there is to see. How they advance: `tournament_rounds`."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from data.records.people import LedgerRow
from data.store import Transaction
from engines.draws import SEED_BYTES, commitment
from tables.errors import BadChoice, NoReason, NoSuchGame, NotOpen, Refusal, SetAside, TooMany, TooSoon
from tables.model.outbox_rows import ActRow, CallRow, RoundRow, TournamentCardRow
from tables.model.people import Person
from tables.model.server import ServerLogLine
from tables.model.table import Change, json_text
from tables.model.table_info import ClosingReason, Place
from tables.rules import leaving, ledger, lobby, moving
from tables.rules.context import Context
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.service.stored_tournaments import StoredTournaments
from tables.store.outbox import Outbox, outbox_record
from tables.store.table_store import LINKED_SECONDS
from tables.tournaments import acts, clock, entering, rounds, standings
from tables.tournaments import tournament as rules_of
from tables.tournaments.acts import Occasion
from tables.tournaments.schedule import Manner
from tables.tournaments.tournament import SIZES, Rules, Tournament

WON = 50
"""Number of a person's newest tournaments in which a profile looks for wins."""

AT_ONCE = 3
"""The most open tournaments of a server."""


class ClosestGame(NamedTuple):
    """The best game of a tournament."""

    round: int
    """From 0."""
    number: int
    """Which game of the round, from 0."""
    table: int
    scores: tuple[int, ...]
    """In the order of its entrants."""


class TournamentActions(Changing):
    """Tournaments: part of `tables.service.service.TableService`."""

    def __init__(
        self, shared: Shared, stored: StoredTournaments, servers: ServerActions, outbox: Outbox, token: Callable[[int], bytes]
    ) -> None:
        super().__init__(shared)
        self._stored, self._servers, self._outbox = stored, servers, outbox
        self._token = token

    async def tournament(self, number: int) -> Tournament:
        """Returns a tournament as last committed. Raises Refusal if there is none with that number."""
        return await self._stored.find(self._store, number)

    async def tournaments_in(self, guild: int) -> list[Tournament]:
        """Returns the tournaments of a server that have not ended, oldest first."""
        return [await self.tournament(number) for number in await self._store.open_tournaments(guild)]

    async def finished_in(self, guild: int, limit: int) -> list[Tournament]:
        """Returns the tournaments of a server that had begun and have ended, newest first."""
        return [await self.tournament(number) for number in await self._store.finished_tournaments(guild, limit)]

    async def won_tournaments(self, guild: int, user: int) -> list[Tournament]:
        """Returns the newest tournaments of a server of which this person has the trophy, newest first."""
        mine = await self._store.finished_tournaments(guild, WON, user)
        found = [await self.tournament(number) for number in mine]
        return [each for each in found if any(one.user == user for one in standings.trophies(each))]

    async def best_game(self, tournament: Tournament) -> ClosestGame | None:
        """Returns the game played to its end in which the winner's lead over the second was the smallest share of the winner's
        score; of equally close ones, the latest. None: there is none.
        """
        tables, found = await self.tournament_tables(tournament.id), list[tuple[float, ClosestGame]]()
        for round_, number in standings.games_to_the_end(tournament):
            table = (await self._table_store.read(tables[round_, number], anyway=True)).table
            if table.state != "over" or table.closed is not None or table.result is None:
                continue
            scores = table.result.scores
            users = (tournament.entrants[each].user for each in tournament.rounds[round_].pairings[number].entrants)
            shown = tuple(scores[seat] for user in users if (seat := table.seat_of(user)) is not None)
            found.append((table.result.margin, ClosestGame(round_, number, table.id, shown)))
        return min(found, key=lambda each: (each[0], -each[1].round, each[1].number))[1] if found else None

    async def tournament_tables(self, number: int) -> Mapping[tuple[int, int], int]:
        """Returns the tables of a tournament by round and game, both from 0."""
        return {(each.round, each.number): each.table_id for each in await self._store.tournament_games(number)}

    async def open_tournament(
        self,
        person: Person,
        place: Place,
        game: str,
        rules: Rules,
        *,
        language: str,
        options: Mapping[str, str] | None = None,
        request: int | None = None,
    ) -> Tournament:
        """Open a tournament that people may join, with this person as its host and first entrant. Raises NoSuchGame, BadChoice,
        Excluded, TooMany, TooSoon, Refusal.
        """
        if place.guild <= 0:
            raise Refusal("tables.refusal.tournament-server")
        if game not in self._games:
            raise NoSuchGame
        played = self._games[game]
        if rules.size not in SIZES or rules.size not in played.seats:
            raise BadChoice("tables.refusal.tournament-size", seats=tuple(str(each) for each in played.seats))
        options = {option.key: option.default for option in played.options} | dict(options or {})
        await self._servers.admit(place.guild, person.user)
        if rules.manner:
            rules = rules_of.with_manner(rules, game, options, rules.manner)
        usual, now = await self._servers.server_settings(place.guild), self._clock.now()
        secret = self._token(SEED_BYTES)
        new = Tournament(
            place=place,
            game=game,
            options=options,
            language=language,
            host=person.user,
            display=usual.display,
            theme=usual.colours,
            created=now,
            rules=rules,
            promise=commitment(secret),
            presses=() if request is None else (request,),
            seen=now,
            counted=self.presence.newest,
        )
        new = entering.join(new, person)
        new = replace(new, due=clock.next_look(new, now))

        async def carry_out() -> Tournament:
            async with self._store.transaction() as tx:
                await tx.server(place.guild)  # a server's tournaments are opened one at a time
                if request is not None and (known := await tx.subject_of_request(request)) is not None:
                    return await self._stored.find(tx, known)
                if len(await tx.open_tournaments(place.guild)) >= AT_ONCE:
                    raise TooMany("tables.refusal.tournament-many", limit=AT_ONCE)
                # So are a person's, in whatever servers: the ledger is theirs.
                await ledger.enter(tx, LedgerRow(person.user, "open", place=place.guild), now)
                for other in await tx.tournaments_of(person.user):
                    found = await self._stored.find(tx, other)
                    if found.host == person.user and found.league is None:
                        raise TooMany("tables.refusal.tournament-yours", number=other)
                made = await self._stored.keep(tx, new, secret)
                await self._call_subscribers(tx, made)
                if request is not None:
                    await tx.remember_request(request, made.id, now)
            self._stored.wake()
            return made

        return await self._finish(carry_out())

    async def _call_subscribers(self, tx: Transaction, made: Tournament) -> None:
        """Call those who want to hear of new tables of its game, unless its host's last call was too recent."""
        if await tx.subscribers(made.place.guild, made.game):
            now = self._clock.now()
            with contextlib.suppress(TooSoon):
                await ledger.enter(tx, LedgerRow(made.host, "call", place=made.place.guild), now)
                await tx.put_outbox(made.id, [outbox_record(CallRow(), now)])

    async def show_again(self, number: int) -> None:
        """Have its message posted or edited as it is now."""
        async with self._store.transaction() as tx:
            await tx.put_outbox(number, [outbox_record(TournamentCardRow(), self._clock.now())])
        self._outbox.wake()

    async def join_tournament(self, number: int, person: Person, *, request: int | None = None) -> Tournament:
        """Join a tournament, also a Swiss one that has begun (`takes_late`). If everybody meets everybody, people who block an
        entrant, or are blocked by one, cannot join. Raises Refusal, Excluded, NotOpen.
        """
        await self._servers.admit((await self.tournament(number)).place.guild, person.user)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            new = entering.join(tournament, person)
            others = [each.user for each in tournament.entrants if each.user != person.user]
            if new != tournament and tournament.rules.format == "robin" and await tx.at_odds((person.user,), others):
                raise NotOpen
            if new == tournament or new.state != "lobby":  # the order of a tournament that has begun is drawn already
                return new
            presses = lobby.with_press(new.presses, request)
            if entering.takes_check_ins(new):  # whoever comes now is here
                new = entering.check_in(new, person.user)
            return replace(new, presses=presses, due=clock.next_look(new, self._clock.now()))

        return await self._stored.change(number, request, rule)

    async def change_manner(self, number: int, user: int, manner: Manner, *, request: int | None = None) -> Tournament:
        """Let people play in another manner, for its host as long as nobody else has joined. Raises Refusal, NotHost."""

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            if rules_of.lobby(tournament).host != user:
                raise rules_of.not_host(tournament)
            if len(tournament.entrants) > 1:
                raise Refusal("tables.refusal.tournament-joined")
            return replace(
                tournament, rules=rules_of.with_manner(tournament.rules, tournament.game, tournament.options, manner)
            )

        return await self._stored.change(number, request, rule)

    async def leave_tournament(self, number: int, user: int, *, request: int | None = None) -> Tournament:
        """Leave a tournament: after the start, unplayed games are lost, and the current one is left. In the lobby, the next
        entrant becomes host, and the last person closes it. Raises Refusal.
        """

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            new = entering.leave(tournament, user)
            if new.state == "lobby" and not new.entrants:
                return replace(rules_of.close_early(new), closed="empty")
            if new.state == "running":
                return replace(new, due=self._clock.now())
            return replace(new, host=new.entrants[0].user) if new.host == user else new

        return await self._stored.change(number, request, rule)

    async def skip_round(self, number: int, user: int, round_: int, *, skips: bool, request: int | None = None) -> Tournament:
        """Skip the round after this one (from 1) for half a point, or play it after all. Raises Refusal."""

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            if len(tournament.rounds) != round_:
                raise Refusal("tables.refusal.tournament-skip-begun")
            return rounds.skip_round(tournament, user, self._stored.game_of(tournament).seats, skips=skips)

        return await self._stored.change(number, request, rule)

    async def opened_part(self, number: int) -> str:
        """Returns the bot's part of the seeds of a tournament's games (hex) when all of them have ended, of a league also those
        of the season's other divisions; "" before.
        """
        row = await self._stored.row(self._store, number)
        season = [] if row.league is None else await self._store.divisions_of_part(row.league, row.secret[:SEED_BYTES])
        for each in [row, *[await self._stored.row(self._store, other) for other in season if other != number]]:
            if each.state not in {"over", "cancelled"}:
                return ""
            for game in await self._store.tournament_games(each.id):
                table = await self._store.table(game.table_id)
                if table is not None and table[0].state == "playing":
                    return ""  # it could not be loaded at its deadline, or the tournament was closed meanwhile
        return row.secret.hex()

    async def exclude(self, guild: int, user: int) -> None:
        """Withdraw a person excluded from a server's tables from its tournaments; as everywhere, their current games go on."""
        for number in await self._store.tournaments_of(user):
            if (await self.tournament(number)).place.guild == guild:
                with contextlib.suppress(Refusal):
                    await self.leave_tournament(number, user)

    async def follow_vacation(self, user: int) -> None:
        """Let the rounds in which a person plays wait for their vacation, which has begun or ended."""

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            return replace(tournament, due=self._clock.now()) if tournament.going else tournament

        for number in await self._store.tournaments_of(user):
            await self._stored.change(number, None, rule)

    async def awaited_users(self, tournament: Tournament) -> set[int]:
        """Returns the users whose moves are awaited in the games of the current round."""
        found = set[int]()
        for (round_, at), number in (await self.tournament_tables(tournament.id)).items():
            if round_ == len(tournament.rounds) - 1 and tournament.rounds[-1].pairings[at].places is None:
                table = (await self._table_store.read(number, anyway=True)).table
                running = table.state == "playing" and table.timing.pause is None
                found |= {table.seats[seat].user or 0 for seat in table.awaited} if running else set()
        return found

    async def close_tournament(
        self, number: int, user: int, *, moderator: bool = False, reason: str = "", request: int | None = None
    ) -> Tournament:
        """End a tournament early, for its host or a server moderator (noted in the server's log): no round follows, and current
        games go on as separate games. A moderator needs a `reason`, which everybody is told, once it has begun. Raises Refusal,
        NotHost, NoReason.
        """
        why = leaving.reason_said(reason)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            if tournament.host != user and not moderator:
                raise rules_of.not_host(tournament)
            by: ClosingReason = "host" if tournament.host == user else "moderator"
            new = replace(rules_of.close_early(tournament), closed=by if tournament.state == "lobby" else "")
            if tournament.host == user:
                return new
            if tournament.state == "running" and not why:
                raise NoReason("tables.refusal.tournament-no-reason")
            await self._servers.note(tx, tournament.place.guild, user, "closed", {"table": str(number), "reason": why})
            return replace(new, reason=why)

        return await self._stored.change(number, request, rule)

    async def organise(
        self,
        number: int,
        occasion: Occasion,
        act: str,
        chosen: Sequence[str] = (),
        *,
        stamp: int | None = None,
        moderator: bool = False,
        request: int | None = None,
    ) -> Tournament:
        """Carry out an act of an organiser or moderator (`tables.tournaments.acts`), for a reason. It is noted in the server's
        log, and those concerned are told. `stamp`: of the tournament for which it was chosen. Raises Refusal, NotHost,
        NoReason.
        """
        before = await self.tournament(number)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            if not moderator and not tournament.organised_by(occasion.user):
                raise rules_of.not_host(tournament)
            if stamp is not None and stamp != acts.stamp(tournament):
                raise Refusal("tables.refusal.tournament-changed")
            said = leaving.reason_said(occasion.reason)
            chief = moderator or tournament.host == occasion.user
            now = occasion._replace(now=self._clock.now(), reason=said, chief=chief, game=self._games.get(tournament.game))
            new = acts.carry_out(act, tournament, chosen, now)
            if new.place != tournament.place:
                await self._move(tx, tournament, new, occasion.user)
            what, about = acts.entry(act, tournament, chosen)
            await self._servers.note(tx, tournament.place.guild, occasion.user, what, {**about, "reason": said})
            if users := acts.users_told(act, tournament, chosen):
                row = ActRow(
                    number=tournament.version + 1, by=occasion.user, what=what, about={**about, "reason": said}, users=users
                )
                await tx.put_outbox(number, [outbox_record(row, now.now)])
            return new

        found = await self._stored.change(number, request, rule)
        await self._follow(before, found.place.channel)
        return found

    async def log_of_tournament(self, tournament: Tournament, limit: int) -> list[ServerLogLine]:
        """Returns the newest entries of its server's log about a tournament, which its people may read, newest first."""
        return await self._servers.log_about(tournament.place.guild, tournament.id, limit)

    async def channel_gone(self, number: int, channel: int) -> Tournament | None:
        """Pause a tournament whose channel is gone. Returns it; None if that is not its channel, or it has ended."""

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            missing_already = tournament.paused is not None and not tournament.halted
            if tournament.place.channel != channel or tournament.state not in {"lobby", "running"} or missing_already:
                return tournament
            now = self._clock.now()
            about = {"tournament": str(number)}  # no door stands before it: nobody sees the channel
            await tx.log_server(tournament.place.guild, now, 0, "tournament-paused", json_text(about))
            return replace(tournament, paused=tournament.paused or now, halted=False, due=None)

        found = await self._stored.change(number, None, rule)
        return found if found.place.channel == channel and found.paused else None

    async def move_tournament(
        self, number: int, user: int, channel: int, *, moderator: bool = False, request: int | None = None
    ) -> Tournament:
        """Post a tournament and its games in this channel of its server, and go on if it was paused; for its host or a server
        moderator. Raises Refusal, NotHost, TooSoon.
        """
        before = await self.tournament(number)

        async def rule(tx: Transaction, tournament: Tournament) -> Tournament:
            if tournament.host != user and not moderator:
                raise rules_of.not_host(tournament)
            now = self._clock.now()
            new = clock.move_channel(tournament, channel, now)
            await self._move(tx, tournament, new, user)
            return new

        found = await self._stored.change(number, request, rule)
        await self._follow(before, channel)
        return found

    async def _move(self, tx: Transaction, before: Tournament, new: Tournament, user: int) -> None:
        """Post a tournament's messages again where it is now, as a person wants it. Raises TooSoon."""
        now = self._clock.now()
        await ledger.enter(tx, LedgerRow(user, "repair", place=new.id), now)
        if before.paused:
            about = {"table": str(new.id), "channel": str(new.place.channel)}
            await tx.log_server(new.place.guild, now, user, "tournament-resumed", json_text(about))
        await tx.retire_messages(new.id)
        if new.rounds and new.league is None:
            await tx.put_outbox(new.id, [outbox_record(RoundRow(round=len(new.rounds)), now + LINKED_SECONDS)])

    async def _follow(self, before: Tournament, channel: int) -> None:
        """Bring the games that are played where a tournament was to where it is now."""

        def follow(context: Context) -> Change | None:
            table = context.table
            if table.state != "playing" or before.place.channel not in {table.place.channel, table.home}:
                return None
            change = moving.repair(context, channel, moderator=True)
            return replace(change, said=(), limits=())

        if before.place.channel != channel:
            for each in await self._store.tournament_games(before.id):
                with contextlib.suppress(Refusal, SetAside):
                    await self._carry_out(each.table_id, 0, None, follow)

    async def check_in(self, number: int, person: Person, *, request: int | None = None) -> Tournament:
        """Check in to a tournament that begins soon. Raises Refusal, Excluded."""
        await self._servers.admit((await self.tournament(number)).place.guild, person.user)

        async def rule(_tx: Transaction, tournament: Tournament) -> Tournament:
            return entering.check_in(tournament, person.user)

        return await self._stored.change(number, request, rule)
