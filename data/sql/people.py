"""People: preferences, subscriptions and blocks, the ledger, and the answers they still wait for."""

# ruff: noqa: S608 - only our own column lists and conditions are interpolated; values are always parameters.
from collections.abc import Collection, Iterable, Mapping

import msgspec

from data.records.people import AnswerRow, LedgerRow, PersonRow, SubscriberRow
from data.sql.statements import Statements, insert, names, to_structs, upsert

_ROW = names(LedgerRow)


class PeopleReads(Statements):
    """Read operations."""

    async def person(self, user: int) -> PersonRow | None:
        """Returns a person's preferences; None: none are stored. Inside a transaction, locks the row until it ends."""
        sql = f'SELECT {names(PersonRow)} FROM people WHERE "user" = ?{self._lock}'
        return await self._first(PersonRow, sql, user)

    async def plans(self, users: Iterable[int]) -> dict[int, str]:
        """Returns people's reminder settings (`PersonRow.plan`), where stored."""
        return dict(await self._rows('SELECT "user", plan FROM people WHERE "user" IN (??)', list(users)))

    async def locale(self, user: int) -> str | None:
        """Returns the last locale that Discord reported for a person."""
        return (await self.locales([user])).get(user)

    async def locales(self, users: Iterable[int]) -> dict[int, str | None]:
        """Returns the same for several people, where known."""
        return dict(await self._rows('SELECT "user", locale FROM people WHERE "user" IN (??)', list(users)))

    async def conversations_since(self, at: float) -> int:
        """Returns the number of people with whom a direct-message channel was opened after this time."""
        return int(await self._value("SELECT count(*) FROM people WHERE dm_opened > ?", at))

    async def guild_language(self, guild: int) -> str | None:
        """Returns the language chosen for a server."""
        language: str | None = await self._value("SELECT language FROM guilds WHERE guild = ?", guild)
        return language

    async def value(self, key: str) -> str | None:
        """Returns a value of the installation, such as the hash of the published commands. Inside a transaction, locks it until
        that ends.
        """
        value: str | None = await self._value(f"SELECT value FROM meta WHERE key = ?{self._lock}", key)
        return value

    async def blocked_by(self, user: int) -> list[int]:
        """Returns the people whom this person has blocked, in the order of their ids."""
        return await self._column('SELECT other FROM blocks WHERE "user" = ? ORDER BY other', user)

    async def at_odds(self, users: Collection[int], others: Collection[int]) -> bool:
        """Returns whether anybody in one group has blocked anybody in the other."""
        sql = 'SELECT 1 FROM blocks WHERE ("user" IN (??) AND other IN (??)) OR ("user" IN (??) AND other IN (??)) LIMIT 1'
        some, rest = list(users), list(others)
        return bool(await self._rows(sql, some, rest, rest, some))

    async def subscriptions_of(self, user: int, guild: int) -> list[str]:
        """Returns the games (keys, sorted) for which this person is notified of new tables in this server."""
        return await self._column('SELECT game FROM subscriptions WHERE "user" = ? AND guild = ? ORDER BY game', user, guild)

    async def subscribers(self, guild: int, game: str) -> list[SubscriberRow]:
        """Returns the subscribers to new tables; those notified longest ago come first."""
        sql = 'SELECT "user", told FROM subscriptions WHERE guild = ? AND game = ? ORDER BY told, "user"'
        return to_structs(SubscriberRow, await self._rows(sql, guild, game))

    async def ledger_of(self, user: int, since: float) -> list[LedgerRow]:
        """Returns a person's entries from this time on, oldest first."""
        sql = f'SELECT {_ROW} FROM ledger WHERE "user" = ? AND at >= ? ORDER BY at, number'
        return to_structs(LedgerRow, await self._rows(sql, user, since))

    async def ledger_at(self, place: int, kind: str, since: float) -> list[LedgerRow]:
        """Returns everybody's entries of a kind at a place from this time on, oldest first."""
        sql = f"SELECT {_ROW} FROM ledger WHERE place = ? AND kind = ? AND at >= ? ORDER BY at, number"
        return to_structs(LedgerRow, await self._rows(sql, place, kind, since))

    async def notes(self, table: int, user: int) -> str:
        """Returns what a person has written down at a table."""
        return await self._value('SELECT text FROM notes WHERE table_id = ? AND "user" = ?', table, user) or ""

    async def played_with(self, guild: int, user: int, others: Collection[int]) -> set[int]:
        """Returns those with whom a person has finished a game in a server."""
        sql = (
            'SELECT DISTINCT theirs."user" FROM results AS mine JOIN results AS theirs ON theirs.table_id = mine.table_id'
            ' WHERE mine.guild = ? AND mine."user" = ? AND theirs."user" IN (??)'
        )
        return set(await self._column(sql, guild, user, list(others)))


class PeopleWrites(PeopleReads):
    """Write operations."""

    async def set_person(self, user: int, row: PersonRow) -> None:
        """Store a person's preferences."""
        await self._run(upsert("people", ("user",), *PersonRow.__struct_fields__), user, *msgspec.structs.astuple(row))

    async def lock_conversations(self) -> None:
        """Let only one transaction at a time count direct-message channels, until the current one ends."""
        await self._have_alone("conversations", 0)

    async def lock_values(self) -> None:
        """Let only one transaction at a time make a value of the installation, until the current one ends."""
        await self._have_alone("values", 0)

    async def set_locales(self, locales: Mapping[int, str]) -> None:
        """Store the locales that Discord reports for people."""
        sql = (
            'INSERT INTO people ("user", language, dm, private, dm_closed, locale) VALUES (?, NULL, NULL, true, false, ?)'
            ' ON CONFLICT ("user") DO UPDATE SET locale = excluded.locale'
        )
        # In a fixed order, or two processes could deadlock.
        await self._run_each(sql, sorted(locales.items()))

    async def set_guild_language(self, guild: int, language: str | None) -> None:
        """Store a server's language; None: none in particular."""
        await self._run(upsert("guilds", ("guild",), "language"), guild, language)

    async def set_value(self, key: str, value: str) -> None:
        """Store a value of the installation."""
        await self._run(upsert("meta", ("key",), "value"), key, value)

    async def set_block(self, user: int, other: int, at: float | None) -> None:
        """Store that one person has blocked another since this time; None: remove the block."""
        if at is None:
            await self._run('DELETE FROM blocks WHERE "user" = ? AND other = ?', user, other)
        else:
            await self._run(f"{insert('blocks', 'user', 'other', 'at')} ON CONFLICT DO NOTHING", user, other, at)

    async def set_subscriptions(self, user: int, guild: int, games: Collection[str]) -> None:
        """Replace a person's subscriptions in a server."""
        last = await self._value('SELECT max(told) FROM subscriptions WHERE "user" = ?', user) or 0.0
        await self._run('DELETE FROM subscriptions WHERE "user" = ? AND guild = ?', user, guild)
        sql = insert("subscriptions", "user", "guild", "game", "told")
        await self._run_each(sql, [(user, guild, game, last) for game in games])

    async def set_notes(self, table: int, user: int, text: str) -> None:
        """Store what a person writes down at a table; "": nothing."""
        await self._run('DELETE FROM notes WHERE table_id = ? AND "user" = ?', table, user)
        if text:
            await self._run(insert("notes", "table_id", "user", "text"), table, user, text)

    async def note_called(self, users: Collection[int], at: float) -> None:
        """Record that these people were notified of a new table."""
        await self._run('UPDATE subscriptions SET told = ? WHERE "user" IN (??)', at, list(users))

    async def lock_ledger(self, user: int) -> None:
        """Let only one transaction at a time add to this person's entries, until the current one ends."""
        await self._have_alone("ledger", user)

    async def add_to_ledger(self, row: LedgerRow) -> None:
        """Add an entry. The person's entries must be locked."""
        sql = (
            f"INSERT INTO ledger (number, {_ROW})"
            ' SELECT coalesce(max(number), 0) + 1, ?1, ?2, ?3, ?4, ?5 FROM ledger WHERE "user" = ?1'
        )
        await self._run(sql, *msgspec.structs.astuple(row))

    async def note_call(self, user: int, table: int, at: float, since: float, counted: float) -> int | None:
        """Add an entry that this person is called to a table, unless another table has called them `since` then. Returns how
        many calls there are after the time `counted`, with or without this one; None: it was not added. The person's entries
        must be locked.
        """
        sql = (
            f"INSERT INTO ledger (number, {_ROW})"
            """ SELECT coalesce((SELECT max(number) FROM ledger WHERE "user" = ?1), 0) + 1, ?1, 'called', 0, ?2, ?3"""
            """ WHERE NOT EXISTS (SELECT 1 FROM ledger WHERE "user" = ?1 AND kind = 'called' AND place <> ?2 AND at >= ?4)"""
            """ RETURNING (SELECT count(*) FROM ledger WHERE "user" = ?1 AND kind = 'called' AND at >= ?5)"""
        )
        rows = await self._rows(sql, user, table, at, since, counted)
        return int(rows[0][0]) if rows else None

    async def strike_ledger(self, user: int, kind: str, place: int) -> None:
        """Delete a person's newest entry of a kind at a place, if there is one."""
        newest = 'SELECT max(number) FROM ledger WHERE "user" = ?1 AND kind = ?2 AND place = ?3'
        await self._run(f'DELETE FROM ledger WHERE "user" = ?1 AND number = ({newest})', user, kind, place)

    async def forget_ledger(self, before: float) -> None:
        """Delete all entries before this time."""
        await self._run("DELETE FROM ledger WHERE at < ?", before)

    async def begin_answers(self, rows: Iterable[AnswerRow]) -> None:
        """Record awaited answers."""
        sql = insert("answers", *AnswerRow.__struct_fields__)
        await self._run_each(sql, [msgspec.structs.astuple(row) for row in rows])

    async def end_answers(self, interactions: Iterable[int]) -> None:
        """Delete answers that have been given."""
        await self._run("DELETE FROM answers WHERE interaction IN (??)", list(interactions))

    async def take_answers(self, before: float) -> list[AnswerRow]:
        """Remove and return the answers begun before this time, so that no other process gets them."""
        sql = f"DELETE FROM answers WHERE at < ? RETURNING {names(AnswerRow)}"
        return to_structs(AnswerRow, await self._rows(sql, before))
