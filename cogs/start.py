"""Opening a table: by command, or a rematch from a final board."""

from collections.abc import Mapping
from typing import TypeAlias

from discord import app_commands

from chat.cards import colours, games, guests, hand, headings, links, rules, server
from chat.cards.command_options import GameOption, game_typed
from chat.press import permissions
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI, Interaction, OptionTransformer, Suggestions, app_of, choice, suggestions, words_for
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import GREEN, Card, rows
from chat.wire.text import Safe
from tables.errors import Refusal
from tables.model.table_info import DIRECT, PRIVATE, TableInfo
from tables.time.timing import PACES

SERVERS = "_"
"""In a press, the pace that the server has chosen."""


class VariantTransformer(OptionTransformer):
    """`key=value` for options of the game, several in a row."""

    async def suggest(self, interaction: Interaction, current: str) -> Suggestions:
        """Suggest a pair for each option of the game chosen that has not been typed yet."""
        speak, app = await words_for(interaction), app_of(interaction)
        key = game_typed(app, str(getattr(interaction.namespace, "game", "")))
        if key is None:
            return []
        said, _, typed = current.rpartition(" ")
        taken = {part.partition("=")[0] for part in said.split()}
        pairs = []
        for option in app.games[key].options:
            if option.key in taken:
                continue
            for value in option.values:
                name = f"{speak(f'{key}.option.{option.key}')}: {speak(f'{key}.option.{option.key}.{value}')}"
                pairs.append((f"{said} {name}".strip(), f"{said} {option.key}={value}".strip()))
        return suggestions(pairs, f"{said} {typed}".strip() if typed else said)

    async def transform(self, interaction: Interaction, value: str, /) -> dict[str, str]:  # noqa: ARG002 - the text is enough
        """Returns the pairs; the table service checks them."""
        found = {}
        for part in value[:200].replace(",", " ").split():
            name, equals, chosen = part.partition("=")
            if not equals:
                raise Refusal("cogs.refusal.unreadable-variant")
            found[name.lower()] = chosen.lower()
        return found


VariantOption: TypeAlias = app_commands.Transform[dict[str, str], VariantTransformer]


class Start(Cog):
    """Opens tables."""

    @ZAMKI.command("start")
    @app_commands.choices(pace=[choice(f"cogs.pace.{pace}", pace) for pace in PACES])
    async def start(
        self,
        answer: PrivateAnswer,
        game: GameOption | None = None,
        pace: str | None = None,
        variant: VariantOption | None = None,
    ) -> None:
        """Open a table in this channel; if no game is named, ask for it."""
        if game is not None:
            await answer.tell(await self._open(answer, game, pace, variant or {}))
            return
        await server.may_open(answer)
        settings = [pace or SERVERS, *(f"{key}={value}" for key, value in (variant or {}).items())]
        last = await answer.tables.looks.newest_of(answer.user, permissions.place(answer).guild)
        await answer.tell(games.to_open(self.app, answer.words, settings, last))

    @verb("start.open", Ack.UPDATE, ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Open a table for the game chosen, with the pace and the options that follow it."""
        game, pace, *options = press.words if len(press.words) > 1 else (press.word, SERVERS)
        chosen = {key: value for key, _, value in (option.partition("=") for option in options)}
        known = rules.game_key(self.app, game)
        await answer.show(await self._open(answer, known, None if pace == SERVERS else pace, chosen))

    @staticmethod
    async def _open(answer: PrivateAnswer, game: str, pace: str | None, options: Mapping[str, str]) -> Card:
        """Open a table in this channel, and return what is said of it."""
        await server.may_open(answer)
        place = permissions.place(answer)
        language = (await answer.public_words()).language
        reading = await answer.tables.lobbies.open_table(
            answer.person, place, game, options, language=language, pace=pace, request=answer.request
        )
        title = headings.heading(reading.info, answer.words, "cogs.hand.no-title")
        about = {DIRECT: "cogs.anywhere.direct", PRIVATE: "cogs.anywhere.private"}.get(place.guild)
        done = "cogs.start.done-direct" if place.guild == DIRECT else "cogs.start.done"
        text = answer.words(done) + (f"\n-# {answer.words(about)}" if about else "")
        return Card(title=title, text=text, colour=GREEN)

    @verb("start.alone", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def alone(self, answer: PrivateAnswer, press: Press) -> None:
        """Begin a game against the computer immediately; if no game is named, ask for it."""
        chosen = (*press.words, *press.values)
        if not chosen:
            await answer.tell(games.alone(self.app, answer.words))
            return
        await self._begin_alone(answer, rules.game_key(self.app, chosen[0]))

    @verb("start.even", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def even(self, answer: PrivateAnswer, press: Press) -> None:
        """Begin a game against the computer on even terms; if no game is named, ask for it."""
        levels = await answer.tables.ratings.even_levels(permissions.place(answer).guild, answer.user)
        if not press.words:
            await answer.tell(games.alone(self.app, answer.words, levels))
            return
        game = rules.game_key(self.app, press.word)
        await self._begin_alone(answer, game, levels[game])

    async def _begin_alone(self, answer: PrivateAnswer, game: str, level: str | None = None) -> None:
        """Begin a game against as few computer players as it needs, of the usual level or this one."""
        await server.may_open(answer)
        place, lobbies = permissions.place(answer), answer.tables.lobbies
        language = (await answer.public_words()).language
        reading = await lobbies.open_table(answer.person, place, game, language=language, request=answer.request)
        number = reading.info.id
        for _ in range(max(1, self.app.games[game].seats[0] - 1)):
            await lobbies.add_computer(number, answer.user, level)
        await lobbies.start(number, answer.user, threads=answer.interaction.app_permissions.send_messages_in_threads)
        await hand.show(answer, number, reading=await answer.tables.moves.reveal(number, answer.user))

    @verb("start.again", Ack.PRIVATE)
    async def again(self, answer: PrivateAnswer, press: Press) -> None:
        """Open a rematch: the first press opens the table, further ones take a seat at it."""
        await server.may_open(answer, in_thread=(await answer.tables.looks.read(press.table)).info.home is None)
        reading = await answer.tables.lobbies.open_again(press.table, answer.person, request=answer.request)
        words, host = answer.words, reading.info.host == answer.user
        title = headings.heading(reading.info, words, "cogs.hand.no-title")
        link = await links.to_board(answer.app, reading.info, words)
        channel = reading.info.place.channel
        there = "-there" if channel != answer.channel else ""  # pressed in the thread of the last game
        direct = "-direct" if host and reading.info.place.guild == DIRECT else ""
        text = words(f"{'cogs.start.done' if host else 'cogs.board.joined'}{direct or there}", channel=Safe(f"<#{channel}>"))
        await answer.tell(Card(title=title, text=text, rows=rows([link]), colour=GREEN))
        await colours.offer(answer, reading.info)

    @verb("start.want", Ack.PRIVATE)
    async def want(self, answer: PrivateAnswer, press: Press) -> None:
        """Take a seat at an open table of this game in the channel; if there is none, ask which game to open a table for."""
        played = (await answer.tables.looks.read(press.table)).info
        here = await answer.tables.looks.tables_in(answer.channel)
        found = next((each for each in here if each.game == played.game and self._has_seat(each, answer.user)), None)
        if found is None:
            await server.may_open(answer)
            await answer.tell(games.to_open(self.app, answer.words, [SERVERS], played))
            return
        reading = await answer.tables.lobbies.join(found.id, answer.person, request=answer.request)
        title = headings.heading(reading.info, answer.words, "cogs.hand.no-title")
        link = await links.to_board(answer.app, reading.info, answer.words)
        await answer.tell(Card(title=title, text=answer.words("cogs.board.joined"), rows=rows([link]), colour=GREEN))
        await colours.offer(answer, reading.info)

    def _has_seat(self, info: TableInfo, user: int) -> bool:
        """Returns whether this is an open lobby where the person sits already or finds a free seat."""
        if info.state != "lobby" or info.tournament is not None:
            return False
        seated = any(seat.user == user for seat in info.seats)
        return seated or not (guests.full(self.app, info) or guests.keeps_all_seats(self.app, info))
