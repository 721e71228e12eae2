"""The lobby: taking and leaving a seat, computer players, the host's menu, the start of the game."""

from collections.abc import Awaitable

import discord

from asking.names import plain
from chat.app import App
from chat.cards import audiences, clocks, colours, guests, headings, links, lobby
from chat.outbox import calls
from chat.outbox.deliveries import delivers
from chat.press import forms, replies
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, GOLD, GREY, Button, Card, PublicCard, Row, button, row, rows, select
from chat.wire.text import escape
from data.records.messages import Noted, Shows
from data.words import Words
from render.seat_marks import distinct
from tables.errors import NotHost, WrongState
from tables.model.outbox_rows import ExpiryRow, LobbyRow, OutboxRow
from tables.model.table_info import BEST_OF, TableInfo
from tables.rules.lobby import left_nothing
from tables.rules.reading import Reading
from tables.time.timing import LATE, PACES, read_pace

FIELD = 40
"""Maximum characters of a field of the form."""

PANEL = "setup"
"""The name of the host's menu among the private answers that are kept up to date."""


class Lobby(Cog):
    """The buttons on the lobby card and in the menu behind it."""

    @verb("lobby.join", Ack.KEEP)
    async def join(self, answer: Answer, press: Press) -> None:
        """Take a seat; the card is the answer."""
        reading = await answer.tables.lobbies.join(press.table, answer.person, request=answer.request)
        if reading.info.version == answer.versions.get(press.table):
            await answer.say("cogs.lobby.seated")
            return
        await colours.offer(answer, reading.info)

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
        reading = await answer.tables.looks.read(press.table, answer.user)
        _menu(self.app, reading, answer.user, answer.words)  # only for the host, and only in a lobby
        await replies.show(answer, PANEL, replies.LiveCard(_panel), reading)

    @staticmethod
    async def _again(answer: PrivateAnswer, press: Press, change: Awaitable[Reading]) -> None:
        """Show the menu after a change; close it if nothing can be set up any more."""
        await replies.show_after(answer, PANEL, replies.LiveCard(_panel), press.table, change)

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
        await _form(answer, press)

    @verb("lobby.paced", Ack.UPDATE, On.PRIVATE, opened_by="lobby.pacing")
    async def set_pace(self, answer: PrivateAnswer, press: Press) -> None:
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
    async def post(self, row: OutboxRow, _payload: LobbyRow, noted: Noted) -> None:
        """Post or edit the lobby card."""
        info = (await self.app.tables.looks.read(row.subject)).info
        spoken = await audiences.public_words(self.app, info)
        if left_nothing(info):
            for kind in ("lobby", guests.CALL):
                await self.app.messenger.remove(info, kind)
        elif info.tournament is None and (info.state == "lobby" or noted.get("lobby") is not None):
            await self.app.messenger.put(info, "lobby", await lobby.card(self.app, info, spoken), Shows())
        await calls.delete_settled(self.app, info, noted)
        for user in {info.host, *(seat.user for seat in info.seats if seat.user is not None)}:
            for name in {PANEL, guests.PANEL}.intersection(self.app.live_replies.names(row.subject, user)):
                await replies.follow(self.app, row.subject, user, name)
        if info.state != "lobby":
            await self._remove_question(row.subject, "expiry")

    @delivers(ExpiryRow)
    async def warn(self, row: OutboxRow, payload: ExpiryRow, _noted: Noted) -> None:
        """Warn that the lobby is about to be closed, or say that it stays open."""
        info = (await self.app.tables.looks.read(row.subject)).info
        if info.state == "lobby":
            card = _expiry(info, payload, await audiences.public_words(self.app, info))
            await calls.put(self.app, info, "expiry", card, Shows())

    async def _remove_question(self, number: int, kind: str) -> None:
        """Remove the buttons of a message whose question is settled."""
        found = await self.app.tables.messages.get(number, kind)
        if found is not None:
            await self.app.tables.posts.retire(number, found.channel, found.message)
            await self.app.tables.messages.drop(number, kind)


def _expiry(info: TableInfo, payload: ExpiryRow, words: Words) -> PublicCard:
    """Returns the warning that a lobby is about to be closed and how to keep it open, or the notice that it stays open."""
    title = headings.heading(info, words, "cogs.hand.no-title")
    at = clocks.moment(info.expires or 0)
    if payload.extended or info.state != "lobby":
        return PublicCard(title=title, text=words("cogs.end.extended", when=at), colour=GREY)
    extend = button(words("cogs.end.extend"), make("lobby.extend", info.id), style=discord.ButtonStyle.primary, emoji="⏳")
    text = words("cogs.end.expiry", who=f"<@{info.host}>", when=at)
    return PublicCard(title=title, text=text, rows=rows([extend]), colour=GOLD, pings=(info.host,))


def _menu(app: App, reading: Reading, user: int, words: Words) -> Card:
    """Returns the host's menu: options, pace, order, computer players. Raises NotHost, WrongState."""
    info = reading.info
    title = headings.heading(info, words, "cogs.menu.title")
    if info.state != "lobby":
        raise WrongState("cogs.refusal.lobby-over")
    if user != info.host:
        host = next((seat.name for seat in info.seats if seat.user == info.host), "?")
        raise NotHost(host=host)
    found = [*_option_menus(app, info, words)]
    found.append(_robot_menu(app, info, words))
    named = distinct([plain(seat.name) for seat in info.seats])
    if len(info.seats) > 1:
        names = [(str(number), name) for number, name in enumerate(named)]
        found.append(row(select(make("lobby.first", info.id), names, placeholder=words("cogs.menu.youngest"))))
    danger = discord.ButtonStyle.danger
    close = button(words("cogs.menu.cancel"), make("ending.cancel", info.id), style=danger)
    text = "\n".join((*lobby.lines(app, info, words), *_hints(app, info, words), words("cogs.menu.order")))
    return Card(title=title, text=text, rows=(*found, *rows([*_settings(info, user, words), close])), colour=BLUE)


def _settings(info: TableInfo, user: int, words: Words) -> list[Button]:
    """Returns the buttons for whatever of a table is not chosen from a menu."""
    games = BEST_OF[(BEST_OF.index(info.best_of) + 1) % len(BEST_OF)] if info.best_of in BEST_OF else 0
    buttons = [
        button(
            words("cogs.menu.rated" if info.friendly else "cogs.menu.friendly"),
            make("lobby.casual", info.id, 0, ("off" if info.friendly else "on",)),
            emoji="🤝",
        ),
        button(
            words("cogs.menu.best-of", n=games) if games else words("cogs.menu.single"),
            make("lobby.bestof", info.id, 0, (str(games),)),
            emoji="🏆",
            off=words("cogs.off.series") if info.series is not None else "",
        ),
        button(words("cogs.menu.own-pace"), make("lobby.pacing", info.id), emoji="⏱️"),
        button(
            words("cogs.menu.random"),
            make("lobby.shuffle", info.id),
            emoji="🎲",
            off=words("cogs.off.chosen") if info.random_order else "",
        ),
    ]
    if info.place.guild > 0:
        label = words("cogs.menu.hands-private" if info.direct else "cogs.menu.hands-direct")
        joined = not info.direct and any(seat.user not in {None, user} for seat in info.seats)
        word = "off" if info.direct else "on"
        off = words("cogs.off.joined") if joined else ""
        buttons.append(button(label, make("lobby.direct", info.id, 0, (word,)), emoji="✉️", off=off))
    buttons.append(button(words("cogs.display.button"), make("preferences.oftable", info.id), emoji="📝"))
    if any(seat.level is not None for seat in info.seats):
        buttons.append(button(words("cogs.menu.no-robot"), make("lobby.unrobot", info.id)))
    return buttons


async def _panel(app: App, reading: Reading, user: int, words: Words, *, pictured: bool = True) -> Card:
    """Returns the host's menu, or why there is none: the game has begun, or somebody else is the host."""
    del pictured
    info = reading.info
    if info.state == "lobby" and user == info.host:
        return _menu(app, reading, user, words)
    host = next((escape(seat.name) for seat in info.seats if seat.user == info.host), "?")
    way = await links.to_board(app, info, words)
    title = headings.heading(info, words, "cogs.menu.title")
    return Card(title=title, text=words(f"cogs.menu.closed-{info.state}", host=host), rows=rows([way]), colour=GREY)


def _hints(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns the effect of each chosen variant."""
    keys = [f"{info.game}.option.{option.key}" for option in app.games[info.game].options]
    return [f"**{words(key)}** – {words(f'{key}.hint')}" for key in keys if words.has(f"{key}.hint")]


def _option_menus(app: App, info: TableInfo, words: Words) -> list[Row]:
    game = app.games[info.game]
    found = []
    for option in game.options:
        name = words(f"{game.key}.option.{option.key}")
        values = [(value, f"{name}: {words(f'{game.key}.option.{option.key}.{value}')}") for value in option.values]
        chosen = info.options.get(option.key, option.default)
        found.append(row(select(make("lobby.option", info.id, 0, (option.key,)), values, placeholder=name, chosen=(chosen,))))
    keys = [*PACES] if info.pace in PACES else [*PACES, info.pace]
    paces = [(key, clocks.pace_name(key, words)) for key in keys]
    found.append(row(select(make("lobby.pace", info.id), paces, placeholder=words("cogs.menu.pace"), chosen=(info.pace,))))
    if read_pace(info.pace).each is not None:
        late = [(each, words(f"cogs.menu.late-{each}")) for each in LATE]
        marked = (info.timing.late,)
        found.append(row(select(make("lobby.late", info.id), late, placeholder=words("cogs.menu.late"), chosen=marked)))
    return found


def _robot_menu(app: App, info: TableInfo, words: Words) -> Row:
    game = app.games[info.game]
    levels = [(level, words("cogs.menu.add", level=words(f"{game.key}.level.{level}"))) for level in game.levels]
    about = {level: words(f"cogs.level.{level}") for level in game.levels if words.has(f"cogs.level.{level}")}
    return row(select(make("lobby.level", info.id), levels, placeholder=words("cogs.menu.robot"), about=about))


async def _form(answer: Answer, press: Press) -> None:
    """Open a form for a custom pace."""
    words = answer.words
    fields = [
        forms.text(key, words(f"cogs.pacing.{key}"), words(f"cogs.pacing.{key}-about"), most=FIELD, required=required)
        for key, required in (("each", True), ("bank", False))
    ]
    await forms.form(answer, press, "lobby.paced", words("cogs.pacing.title"), *fields)
