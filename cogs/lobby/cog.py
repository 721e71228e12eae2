"""The lobby: taking and leaving a seat, computer players, the host's menu, the start of the game."""

from collections.abc import Awaitable

from chat.cards import guests, lobby, table
from chat.outbox.sender import delivers
from chat.press import private
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.presses import Cog, Press, pressed_number, verb
from cogs.lobby import menu
from data.records import Noted, Shows
from tables.model.models import TableView
from tables.model.outbox_rows import ExpiryRow, LobbyRow, OutboxRow


class Lobby(Cog):
    """The buttons on the lobby card and in the menu behind it."""

    @verb("lobby.join", Ack.KEEP)
    async def join(self, answer: Answer, press: Press) -> None:
        """Take a seat; the card is the answer."""
        await answer.tables.lobbies.join(press.table, answer.person, request=answer.request)

    @verb("lobby.leave", Ack.KEEP)
    async def leave(self, answer: Answer, press: Press) -> None:
        """Leave the seat."""
        await answer.tables.lobbies.leave(press.table, answer.user, request=answer.request)

    @verb("lobby.robot", Ack.KEEP)
    async def robot(self, answer: Answer, press: Press) -> None:
        """Add a computer player of the usual level."""
        await answer.tables.lobbies.add_computer(press.table, answer.user, request=answer.request)

    @verb("lobby.begin", Ack.KEEP)
    async def begin(self, answer: Answer, press: Press) -> None:
        """Start the game."""
        threads = answer.interaction.app_permissions.send_messages_in_threads
        await answer.tables.lobbies.start(press.table, answer.user, threads=threads, request=answer.request)

    @verb("lobby.open", Ack.PRIVATE)
    async def menu(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the host's menu: options, pace, order, computer players."""
        look = await answer.tables.looks.view(press.table, answer.user)
        menu.menu(self.app, look, answer.user, answer.words)  # only for the host, and only in a lobby
        await private.show(answer, menu.PANEL, menu.panel, look)

    @staticmethod
    async def _again(answer: PrivateAnswer, press: Press, change: Awaitable[TableView]) -> None:
        """Show the menu after a change; close it if nothing can be set up any more."""
        await private.show_after(answer, menu.PANEL, menu.panel, press.table, change)

    @verb("lobby.option", Ack.UPDATE, On.PRIVATE)
    async def option(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose a variant."""
        key, value = press.word, press.value
        await self._again(
            answer, press, answer.tables.lobbies.set_option(press.table, answer.user, key, value, request=answer.request)
        )

    @verb("lobby.pace", Ack.UPDATE, On.PRIVATE)
    async def pace(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose the pace."""
        value = press.value
        await self._again(
            answer, press, answer.tables.lobbies.set_pace(press.table, answer.user, value, request=answer.request)
        )

    @verb("lobby.late", Ack.UPDATE, On.PRIVATE)
    async def late(self, answer: PrivateAnswer, press: Press) -> None:
        """Choose the effect of a timeout."""
        value = press.value
        await self._again(answer, press, answer.tables.times.set_late(press.table, answer.user, value, request=answer.request))

    @verb("lobby.pacing", Ack.NONE, On.PRIVATE)
    async def pacing(self, answer: Answer, press: Press) -> None:
        """Open the form for a custom pace."""
        await menu.form(answer, press)

    @verb("lobby.paced", Ack.UPDATE, On.PRIVATE, opened_by="lobby.pacing")
    async def paced(self, answer: PrivateAnswer, press: Press) -> None:
        """Set the custom pace in the form."""
        each, bank = press.fields.get("each", ""), press.fields.get("bank", "")
        change = answer.tables.times.set_own_pace(press.table, answer.user, each, bank, request=answer.request)
        await self._again(answer, press, change)

    @verb("lobby.level", Ack.UPDATE, On.PRIVATE)
    async def level(self, answer: PrivateAnswer, press: Press) -> None:
        """Add a computer player of this level."""
        value = press.value
        await self._again(
            answer, press, answer.tables.lobbies.add_computer(press.table, answer.user, value, request=answer.request)
        )

    @verb("lobby.unrobot", Ack.UPDATE, On.PRIVATE)
    async def unrobot(self, answer: PrivateAnswer, press: Press) -> None:
        """Remove the last computer player."""
        await self._again(
            answer, press, answer.tables.lobbies.remove_computer(press.table, answer.user, request=answer.request)
        )

    @verb("lobby.shuffle", Ack.UPDATE, On.PRIVATE)
    async def shuffle(self, answer: PrivateAnswer, press: Press) -> None:
        """Have the order drawn at the start."""
        await self._again(answer, press, answer.tables.lobbies.shuffle(press.table, answer.user, request=answer.request))

    @verb("lobby.first", Ack.UPDATE, On.PRIVATE)
    async def first(self, answer: PrivateAnswer, press: Press) -> None:
        """Put somebody first in the order of seniority (the youngest); repeating this gives any order."""
        change = answer.tables.lobbies.arrange(press.table, answer.user, (pressed_number(press.value),), request=answer.request)
        await self._again(answer, press, change)

    @verb("lobby.casual", Ack.UPDATE, On.PRIVATE)
    async def friendly(self, answer: PrivateAnswer, press: Press) -> None:
        """Make the game count for nothing, or for the leaderboard."""
        wanted = press.words == ("on",)
        change = answer.tables.endings.set_friendly(press.table, answer.user, friendly=wanted, request=answer.request)
        await self._again(answer, press, change)

    @verb("lobby.direct", Ack.UPDATE, On.PRIVATE)
    async def direct(self, answer: PrivateAnswer, press: Press) -> None:
        """Have hands sent as direct messages, or only on request."""
        wanted = press.words == ("on",)
        change = answer.tables.endings.set_direct(press.table, answer.user, direct=wanted, request=answer.request)
        await self._again(answer, press, change)

    @verb("lobby.bestof", Ack.UPDATE, On.PRIVATE)
    async def best_of(self, answer: PrivateAnswer, press: Press) -> None:
        """Make it the first game of a series."""
        change = answer.tables.endings.set_best_of(press.table, answer.user, pressed_number(press.word), request=answer.request)
        await self._again(answer, press, change)

    @verb("lobby.extend", Ack.KEEP)
    async def extend(self, answer: Answer, press: Press) -> None:
        """Keep the lobby open; the message is the answer."""
        await answer.tables.endings.extend(press.table, answer.user, request=answer.request)

    @delivers(LobbyRow)
    async def post(self, row: OutboxRow, _payload: LobbyRow, _noted: Noted) -> None:
        """Post or edit the lobby card."""
        info = (await self.app.tables.looks.view(row.table)).table
        spoken = await table.public_words(self.app, info)
        card = await lobby.card(self.app, info, spoken)
        await self.app.messenger.put(info, "lobby", card, Shows())
        for user in {info.host, *(seat.user for seat in info.seats if seat.user is not None)}:
            for name in {menu.PANEL, guests.PANEL}.intersection(self.app.replies.names(row.table, user)):
                await private.follow(self.app, row.table, user, name)
        if info.state != "lobby":
            await self._unasked(row.table, "expiry")

    @delivers(ExpiryRow)
    async def warn(self, row: OutboxRow, payload: ExpiryRow, _noted: Noted) -> None:
        """Warn that the lobby is about to be closed, or say that it stays open."""
        info = (await self.app.tables.looks.view(row.table)).table
        if info.state == "lobby":
            card = menu.expiry(info, payload, await table.public_words(self.app, info))
            await self.app.messenger.put(info, "expiry", card, Shows())

    async def _unasked(self, number: int, kind: str) -> None:
        """Remove the buttons of a message whose question is settled."""
        found = await self.app.tables.messages.get(number, kind)
        if found is not None:
            await self.app.tables.posts.retire(number, found.channel, found.message)
            await self.app.tables.messages.drop(number, kind)
