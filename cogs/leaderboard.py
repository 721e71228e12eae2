"""The leaderboards of a server: as picture and text, with menus to choose one."""

from collections.abc import Sequence
from typing import get_args

import discord
import msgspec

from asking import readers
from asking.names import plain
from chat.app import App
from chat.cards import audiences, drawing
from chat.cards.command_options import GameOption
from chat.cards.games import variant_names
from chat.cards.result import finishes, number
from chat.cards.seasons import season_name
from chat.outbox.deliveries import delivers
from chat.press.answer import Ack, Answer, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, pressed_number, verb
from chat.wire.layout import BLUE, Card, PublicCard, Row, button, row, rows, select
from chat.wire.limits import SELECT_OPTIONS
from chat.wire.text import escape, ranking_line
from data.records.messages import Noted, Shows
from data.words import Words
from render import standings as picture
from render.contract import Picture
from tables.errors import Refusal
from tables.model.outbox_rows import OutboxRow, SeasonRow
from tables.model.people import Preferences
from tables.model.standings import BOARD_KINDS, SPANS, BoardKind, ServerStanding, Standings, StandingsSpan
from tables.model.subjects import SEASON
from tables.ranking import ratings
from tables.ranking.standings import SEASON_GAMES

ALL = "all"

PODIUM = 3
"""Places in the picture of a season that is over."""


class Leaderboard(Cog):
    """Shows ratings, wins, first places and games played."""

    @ZAMKI.command("leaderboard")
    async def leaderboard(self, answer: PrivateAnswer, game: GameOption | None = None) -> None:
        """Show this server's leaderboard, of one game or all."""
        await answer.tell(await card(answer, Wanted(game)))

    @verb("leaderboard.page", Ack.UPDATE, On.PRIVATE, names=Names.NOTHING)
    async def turn_page(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page of the leaderboard; its number is in the id's place for the table."""
        await answer.show(await card(answer, read(self.app, press.words, press.table)))

    @verb("leaderboard.choose", Ack.UPDATE, On.PRIVATE, names=Names.NOTHING)
    async def choose(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another leaderboard, chosen from a menu."""
        wanted = read(self.app, press.words, 0)
        wanted = apply_choice(self.app, wanted, "".join(press.words[3:4]), press.value)
        await answer.show(await card(answer, wanted))

    @verb("leaderboard.season", Ack.PRIVATE, names=Names.SEASON)
    async def current(self, answer: PrivateAnswer, press: Press) -> None:  # noqa: ARG002 - the server is that of the press
        """Show this server's leaderboard, from the message of a finished season."""
        await answer.tell(await card(answer, Wanted()))

    @verb("leaderboard.past", Ack.PRIVATE, On.PRIVATE, names=Names.NOTHING)
    async def past(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the leaderboard of a past season; its months are in the id."""
        settings = await answer.tables.servers.server_settings(answer.server)
        months = press.table, pressed_number(press.word)
        if months not in await answer.tables.seasons.past(answer.server, settings):
            raise Refusal("cogs.refusal.unknown-press")
        await answer.tell(await page_card(answer, await answer.tables.ratings.season_standings(answer.server, *months)))

    @delivers(SeasonRow)
    async def season(self, row: OutboxRow, payload: SeasonRow, noted: Noted) -> None:
        """Post the leaderboard of a finished season, once."""
        tables, shows = self.app.tables, Shows(turn=payload.last)
        if (before := noted.get(SEASON)) is not None and before.shows == shows:
            return
        subject = await tables.seasons.season(row.subject)
        found = await tables.ratings.season_standings(subject.place.guild, payload.first, payload.last)
        card = await season_card(self.app, found, await audiences.public_words(self.app, subject, noted), row.subject)
        await self.app.messenger.post(subject, SEASON, card, shows)


class Wanted(msgspec.Struct, frozen=True):
    """The leaderboard asked for. If `kind` is None: by rating if somebody has a reliable one, else by wins."""

    game: str | None = None
    variant: str = ""
    kind: BoardKind | None = None
    span: StandingsSpan | None = None
    page: int = 0

    @property
    def scope(self) -> str:
        """Returns game and class as one word."""
        return ALL if self.game is None else f"{self.game}={self.variant}" if self.variant else self.game

    def words(self, *more: str) -> tuple[str, ...]:
        """Returns it as words of a press."""
        return (self.scope, self.kind or "_", self.span or "_", *more)


def scopes(app: App) -> dict[str, tuple[str | None, str]]:
    """Returns what has leaderboards, by its word: all games, each game, and each class of its variants."""
    found: dict[str, tuple[str | None, str]] = {ALL: (None, "")}
    for key, game in app.games.items():
        for variant in ratings.variants(game):
            found[Wanted(key, variant).scope] = (key, variant)
    return found


def read(app: App, said: Sequence[str], page: int) -> Wanted:
    """Parse the words of a press. Raises Refusal."""
    scope, kind, span = (*said, "", "", "")[:3]
    found = scopes(app).get(scope)
    if found is None or kind not in {*get_args(BoardKind), "_"} or span not in {*get_args(StandingsSpan), "_"}:
        raise Refusal("cogs.refusal.unknown-press")
    return Wanted(*found, msgspec.convert(None if kind == "_" else kind, BoardKind | None),
                  msgspec.convert(None if span == "_" else span, StandingsSpan | None), page)  # fmt: skip


def apply_choice(app: App, wanted: Wanted, about: str, value: str) -> Wanted:
    """Returns the leaderboard after a choice from a menu. Raises Refusal."""
    words = list(wanted.words())
    place = {"_game": 0, "_kind": 1, "_span": 2}.get(about)
    if place is None:
        raise Refusal("cogs.refusal.unknown-press")
    words[place] = value
    if about == "_kind" and value == "rating":
        words[2] = "recent"  # only active people, until somebody asks for all
    return read(app, words, 0)


async def page_of(answer: Answer, guild: int, wanted: Wanted) -> Standings:
    """Returns the page of the leaderboard asked for."""
    kind, span = wanted.kind, wanted.span
    asked = {"variant": wanted.variant, "page": wanted.page, "size": picture.PAGE, "user": answer.user}
    if kind is None:
        strong = await answer.tables.ratings.standings(guild, wanted.game, **asked, kind="rating", span=span or "recent")
        if strong.people:
            return strong
        kind = "wins"
    return await answer.tables.ratings.standings(guild, wanted.game, **asked, kind=kind, span=span or "all")


async def card(answer: Answer, wanted: Wanted) -> Card:
    """Returns a page of a leaderboard of the reader's server; each page shows the reader's own line. Raises Refusal in a direct
    message.
    """
    words, mine = answer.words, answer.preferences
    standings = await page_of(answer, answer.server, wanted)
    now = Wanted(standings.game, standings.variant, standings.kind, standings.span, standings.page)
    buttons = []
    if standings.page > 0:
        buttons.append(button(words("cogs.picker.back"), make("leaderboard.page", standings.page - 1, 0, now.words("_back"))))
    if standings.page < standings.pages - 1:
        buttons.append(button(words("cogs.picker.on"), make("leaderboard.page", standings.page + 1, 0, now.words("_on"))))
    own = standings.own
    if own is not None and own.place and all(each.user != own.user for each in standings.rows):
        page = (own.place - 1) // picture.PAGE
        if page != standings.page:
            buttons.append(
                button(words("cogs.standings.to-own"), make("leaderboard.page", page, 0, now.words("_own")), emoji="📍")
            )
    if standings.span == "season":
        buttons.append(button(words("cogs.history.seasons"), make("history.page", 0, 0, ("seasons",)), emoji="📜"))
    found = await page_card(answer, standings, hidden=mine.hidden)
    return msgspec.structs.replace(found, rows=(*_menus(answer.app, now, words), *rows(buttons)))


async def page_card(answer: Answer, standings: Standings, *, hidden: bool = False) -> Card:
    """Returns a page of a leaderboard for the reader, without buttons. `hidden`: say that they are on none."""
    words, mine, drawn = answer.words, answer.preferences, None
    if mine.display != "text":
        server = server_name(answer.interaction.guild)
        drawn = await draw(answer.app, standings, server, words, user=answer.user, mine=mine)
    text = lines(standings, answer.user, words)
    if hidden:
        text.append(f"-# {words('cogs.standings.hidden')}")
    head, first = title(answer.app, standings, words), mine.display == "both"
    return Card(title=head, picture=drawn, text="\n".join(text), colour=BLUE, text_first=first)


async def season_card(app: App, standings: Standings, words: Words, number: int) -> PublicCard:
    """Returns the leaderboard of a finished season, for everybody. `number`: its subject's."""
    drawn = await _draw_winners(app, standings, words)
    head = f"{words('cogs.standings.season-over', season=_span(standings, words))} · {number}"
    text = [words(f"cogs.standings.kind.{standings.kind}"), *lines(standings, 0, words), f"-# {words('cogs.standings.look')}"]
    reading = rows([button(words("cogs.tournament.standings"), make("leaderboard.season", number), emoji="📋")])
    return PublicCard(title=head, picture=drawn, text="\n".join(text), rows=reading, colour=BLUE)


async def _draw_winners(app: App, standings: Standings, words: Words) -> Picture | None:
    """Returns the first places of a season as a picture; None: there are none."""
    first = tuple(
        msgspec.structs.replace(_row(each, 0, standings), value=_achievement(each, words))
        for each in standings.rows
        if each.place <= PODIUM
    )
    board = picture.StandingsPicture("", None, first, kind=standings.kind, about=about(app, standings, words))
    reader = readers.reader(words, Preferences())
    return await drawing.attempt(app.pictures.winners(board, reader), 0) if first else None


def _achievement(each: ServerStanding, words: Words) -> str:
    return words.count("cogs.standings.wins", each.wins) if each.rating is None else number(each.rating, each.provisional)


def title(app: App, standings: Standings, words: Words) -> str:
    """Returns the title: the game, the order and the period."""
    name = words(f"{standings.game}.name") if standings.game is not None else words("cogs.standings.all")
    return f"{words('cogs.standings.title', game=name)}\n-# {about(app, standings, words)}"


def about(app: App, standings: Standings, words: Words) -> str:
    """Returns the order and the period of a leaderboard in one line."""
    variants = variant_names(app, standings.game, standings.variant, words) if standings.game is not None else []
    return " · ".join((*variants, words(f"cogs.standings.kind.{standings.kind}"), _span(standings, words)))


def _span(standings: Standings, words: Words) -> str:
    if standings.span != "season":
        return words(f"cogs.standings.span.{standings.span}")
    return season_name(*standings.season, words)


def server_name(guild: discord.Guild | None) -> str:
    """Returns a server's name for a picture."""
    return plain(guild.name) if guild is not None and guild.name else ""


async def draw(
    app: App, standings: Standings, server: str, words: Words, *, user: int = 0, mine: Preferences | None = None
) -> Picture | None:
    """Returns the picture of a page."""
    own = _in_sight(standings)
    board = picture.StandingsPicture(
        server,
        standings.game,
        tuple(_row(each, user, standings) for each in standings.rows),
        standings.page + 1,
        standings.pages,
        kind=standings.kind,
        about=about(app, standings, words),
        own=None if own is None else _row(own, user, standings),
    )
    return await drawing.attempt(app.pictures.standings(board, readers.reader(words, mine or Preferences())), 0)


def _row(each: ServerStanding, user: int, standings: Standings) -> picture.StandingsRow:
    return picture.StandingsRow(
        each.place, plain(each.name), each.games, each.wins, each.places, you=each.user == user, user=each.user,
        value=_value(each, standings),
    )  # fmt: skip


def _value(each: ServerStanding, standings: Standings) -> str:
    if each.rating is not None:
        return number(each.rating, each.provisional)
    return str(each.games if standings.kind == "games" else each.wins)


def _in_sight(standings: Standings) -> ServerStanding | None:
    """Returns the line of the person asking, if it is on another page or on none."""
    own = standings.own
    return None if own is None or any(each.user == own.user for each in standings.rows) else own


def lines(standings: Standings, user: int, words: Words) -> list[str]:
    """Returns the page as text."""
    text = [_line(each, user, standings, words) for each in standings.rows] or _empty(standings, words)
    if (own := _in_sight(standings)) is not None:
        text += ["…", _line(own, user, standings, words)]
        if own.provisional:
            text.append(f"-# {words('cogs.standings.provisional', games=ratings.GAMES, people=ratings.OPPONENTS)}")
    if standings.rows and standings.kind != "rating":
        text.append(f"-# {words('cogs.standings.once')}")
    if standings.pages > 1:
        text.append(f"-# {words('cogs.standings.page', page=standings.page + 1, pages=standings.pages)}")
    return text


def _line(each: ServerStanding, user: int, standings: Standings, words: Words) -> str:
    name = f"**{escape(each.name)}**" if each.user == user else escape(each.name)
    wins, played = words.count("cogs.standings.wins", each.wins), words.count("cogs.standings.games", each.games)
    value = f"{number(each.rating, each.provisional)}, " if each.rating is not None else ""
    first, second = (played, wins) if standings.kind == "games" else (wins, played)
    return ranking_line(each.place, f"{name} — {value}{first}, {second} {finishes(each.places)}".rstrip())


def _empty(standings: Standings, words: Words) -> list[str]:
    """Returns why nobody is on the leaderboard."""
    if standings.kind == "rating" and standings.span == "season":
        return [words("cogs.standings.few", games=SEASON_GAMES, people=ratings.OPPONENTS)]
    if standings.kind == "rating":
        return [words("cogs.standings.unrated", games=ratings.GAMES, people=ratings.OPPONENTS)]
    why = [
        (key, n)
        for key, n in (("void", standings.void), ("friendly", standings.friendly), ("computers", standings.computers))
        if n
    ]
    return [words("cogs.standings.empty"), *(words.count(f"cogs.standings.{key}", n) for key, n in why)]


def _menus(app: App, now: Wanted, words: Words) -> list[Row]:
    games = [(scope, _scope(app, *each, words)) for scope, each in scopes(app).items()][:SELECT_OPTIONS]
    kinds = [(kind, words(f"cogs.standings.kind.{kind}")) for kind in BOARD_KINDS]
    spans = [(span, words(f"cogs.standings.span.{span}")) for span in SPANS]
    menus = (("_game", games, now.scope), ("_kind", kinds, now.kind or ""), ("_span", spans, now.span or ""))
    found = []
    for which, offered, is_ in menus:
        name = words(f"cogs.standings.by.{which[1:]}")
        found.append(row(select(make("leaderboard.choose", 0, 0, now.words(which)), offered, placeholder=name, chosen=(is_,))))
    return found


def _scope(app: App, game: str | None, variant: str, words: Words) -> str:
    """Returns a game, with the variants of its class."""
    if game is None:
        return words("cogs.standings.all")
    return " · ".join((words(f"{game}.name"), *variant_names(app, game, variant, words)))
