"""Moderators' actions: exclude somebody for a while, let them play again, hand over a table, close one."""

from chat.press import doors, forms
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, pressed_number, verb
from chat.wire import visible
from cogs.server import moderation
from tables.errors import BadChoice, Refusal
from tables.model.table_info import TableInfo


class Moderation(Cog):
    """The moderators' pages of `/zamki-server settings`."""

    @verb("server.table", Ack.UPDATE, On.PRIVATE, names=Names.CHOSEN)
    async def table(self, answer: PrivateAnswer, press: Press) -> None:
        """Show one of the server's tables."""
        info = await self._table(answer, pressed_number(press.value))
        await answer.show(await moderation.table_card(answer, info))

    @verb("server.handover", Ack.UPDATE, On.PRIVATE)
    async def hand_over(self, answer: PrivateAnswer, press: Press) -> None:
        """Make another of its people the table's host."""
        await self._table(answer, press.table)
        to = pressed_number(press.value)
        reading = await answer.tables.lobbies.hand_over(press.table, answer.user, to, request=answer.request)
        await answer.show(await moderation.table_card(answer, reading.info))

    @verb("server.person", Ack.UPDATE, On.PRIVATE)
    async def person(self, answer: PrivateAnswer, press: Press) -> None:
        """Show one person."""
        await self._person(answer, pressed_number(press.value))

    @verb("server.exclude", Ack.NONE, On.PRIVATE)
    async def ask(self, answer: Answer, press: Press) -> None:
        """Open a form: for how long to exclude them, and why."""
        await moderation.moderated_server(answer)
        pressed_number(press.word)
        await moderation.form(answer, press)

    @verb("server.excluding", Ack.UPDATE, On.PRIVATE, opened_by="server.exclude")
    async def exclude(self, answer: PrivateAnswer, press: Press) -> None:
        """Exclude them for that long: they leave lobbies and tournaments; their games go on."""
        guild, user = await moderation.moderated_server(answer), pressed_number(press.word)
        seconds = moderation.SPANS.get(press.fields.get("span", ""))
        if seconds is None:
            raise BadChoice("cogs.refusal.unknown-press")
        if user == answer.user:
            raise BadChoice("cogs.server.refusal.yourself")
        if await visible.owns(self.app.messenger.rest, guild, user):
            raise BadChoice("cogs.server.refusal.owner")
        reason = press.fields.get("reason", "").strip()[: forms.REASON]
        await answer.tables.servers.exclude(guild, user, answer.user, seconds=seconds, reason=reason)
        for info in await answer.tables.looks.tables_of(user, guild):
            if info.state == "lobby" and not info.set_aside:
                await answer.tables.lobbies.leave(info.id, user)
        await answer.tables.tournaments.exclude(guild, user)
        await answer.tables.matchmaking.exclude(guild, user)
        await answer.tables.nights.exclude(guild, user)
        await answer.tables.leagues.exclude(guild, user)
        await self._person(answer, user)

    @verb("server.lift", Ack.UPDATE, On.PRIVATE)
    async def lift(self, answer: PrivateAnswer, press: Press) -> None:
        """Let them play again."""
        guild, user = await moderation.moderated_server(answer), pressed_number(press.word)
        if user == answer.user and not await visible.owns(self.app.messenger.rest, guild, user):
            raise BadChoice("cogs.server.refusal.lift-yourself")
        await answer.tables.servers.lift_exclusion(guild, user, answer.user)
        await self._person(answer, user)

    @staticmethod
    async def _table(answer: PrivateAnswer, number: int) -> TableInfo:
        """Returns the public facts of a table that the person moderates. Raises BadChoice if it belongs to another server."""
        info = await answer.tables.looks.table_info(number)
        if info.place.guild != answer.guild:
            raise BadChoice("cogs.refusal.other-server")
        if not await doors.looks_after(answer, info):
            raise Refusal("cogs.server.refusal.not-moderator")
        return info

    @staticmethod
    async def _person(answer: PrivateAnswer, user: int) -> None:
        found = await answer.tables.servers.exclusions(await moderation.moderated_server(answer))
        excluded = next((each for each in found if each.user == user), None)
        await answer.show(moderation.person_card(user, excluded, answer.words))
