"""What a server has played, to leaf through: one card with a page of one kind. Each kind is declared in `KINDS`."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from chat.cards import headings, leagues
from chat.cards.nights import evening_line, game_of
from chat.cards.seasons import season_name
from chat.cards.tournaments import list_line, visible_tournaments
from chat.press.answer import Ack, On, PrivateAnswer
from chat.press.doors import Names, visible_channels
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Button, Card, button, rows
from chat.wire.text import escape
from data.records.nights import EveningRow
from tables.errors import Refusal
from tables.leagues.divisions import finishes
from tables.leagues.league import League
from tables.model.standings import ServerRecord
from tables.tournaments.tournament import Tournament

ENTRIES = 5
"""What a page lists."""

LAST_PAGE = 40
"""The last page, from 0."""


class PastKind(NamedTuple):
    """A kind of what is leafed through. `cogs.history.<name>` is its title."""

    name: str
    emoji: str
    find: Callable[[PrivateAnswer, int], Awaitable[Sequence[Any]]]
    """Returns this many of those that the reader may know of, newest first."""
    show: Callable[[PrivateAnswer, Any], Awaitable[tuple[str, Button | None]]]
    """Returns one of them as a line, and the button that opens it, if there is more to see."""


async def _past_tournaments(answer: PrivateAnswer, count: int) -> list[Tournament]:
    found = await visible_tournaments(answer.app, answer.interaction, answer.server, finished=count)
    return [each for each in found if each.state in {"over", "cancelled"}]


async def _tournament(answer: PrivateAnswer, found: Tournament) -> tuple[str, Button]:
    label = f"{found.id} · {headings.game_name(found.game, answer.words)}"
    return await list_line(answer, found), button(label, make("tournament.standings", found.id))


async def _past_seasons(answer: PrivateAnswer, count: int) -> list[tuple[int, int]]:
    settings = await answer.tables.servers.server_settings(answer.server)
    return (await answer.tables.seasons.past(answer.server, settings))[:count]


async def _season(answer: PrivateAnswer, months: tuple[int, int]) -> tuple[str, Button]:
    standings, name = await answer.tables.ratings.season_standings(answer.server, *months), season_name(*months, answer.words)
    first = ", ".join(escape(each.name) for each in standings.rows if each.place == 1)
    line = f"▸ {name}: 🥇 {first}" if first else f"▸ {name}"
    return line, button(name, make("leaderboard.past", months[0], 0, (str(months[1]),)))


async def _past_leagues(answer: PrivateAnswer, count: int) -> list[tuple[League, int]]:
    found = await answer.tables.leagues.past_seasons(answer.server)
    seen = await visible_channels(answer, {each.place.channel for each, _ in found}) if found else set()
    return [each for each in found if each[0].place.channel in seen or each[0].concerns(answer.user)][:count]


async def _league(answer: PrivateAnswer, found: tuple[League, int]) -> tuple[str, Button]:
    league, season = found
    name, divisions = leagues.season_name(league, season, answer.words), await answer.tables.leagues.divisions(league, season)
    first = ", ".join(escape(each.entrant.name) for each in (finishes(divisions)[0] if divisions else ()) if each.place == 1)
    line = f"▸ {name}: 🥇 {first}" if first else f"▸ {name}"
    return line, button(name, make("league.past", league.id, season))


async def _past_nights(answer: PrivateAnswer, count: int) -> list[EveningRow]:
    found = await answer.tables.nights.evenings(answer.server)
    seen = await visible_channels(answer, {each.channel for each in found}) if found else set()
    return [each for each in found if each.channel in seen][:count]


async def _night(answer: PrivateAnswer, evening: EveningRow) -> tuple[str, Button]:
    words = answer.words
    zone = await answer.tables.nights.zone(evening.guild, words.language)
    day = datetime.fromtimestamp(evening.starts, ZoneInfo(zone))
    label = f"{day.day}.{day.month}. · {game_of(evening, words)}"
    return evening_line(evening, words), button(label, make("nights.past", evening.night, evening.date))


async def _records(answer: PrivateAnswer, count: int) -> list[ServerRecord]:
    return (await answer.tables.ratings.server_records(answer.server))[:count]


async def _record(answer: PrivateAnswer, found: ServerRecord) -> tuple[str, None]:
    words = answer.words
    what = headings.game_name(found.game, words) if found.game else words("cogs.history.streak")
    return f"▸ {what}: **{found.value}** · {escape(found.name)}", None


KINDS = (
    PastKind("tournaments", "🏆", _past_tournaments, _tournament),
    PastKind("seasons", "📅", _past_seasons, _season),
    PastKind("leagues", "🏰", _past_leagues, _league),
    PastKind("nights", "🌙", _past_nights, _night),
    PastKind("records", "🏅", _records, _record),
)


class History(Cog):
    """Leafs through what a server has played."""

    @verb("history.open", Ack.PRIVATE, names=Names.NOTHING)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the first page of one kind in a message of its own. Raises Refusal."""
        await answer.tell(await _card(answer, press.word, 0))

    @verb("history.page", Ack.UPDATE, On.PRIVATE, names=Names.NOTHING)
    async def page(self, answer: PrivateAnswer, press: Press) -> None:
        """Show a page of one kind; its number is in the id's place for the table. Raises Refusal."""
        await answer.show(await _card(answer, press.word, min(press.table, LAST_PAGE)))


async def _card(answer: PrivateAnswer, name: str, page: int) -> Card:
    kind = _kind(name)
    words, end = answer.words, (page + 1) * ENTRIES
    found = await kind.find(answer, end + 1)
    shown = [await kind.show(answer, each) for each in found[end - ENTRIES : end]]
    leaf = [_leaf(answer, "cogs.picker.back", kind, page - 1)] if page else []
    if len(found) > end and page < LAST_PAGE:
        leaf.append(_leaf(answer, "cogs.picker.on", kind, page + 1))
    filled = [each for each in KINDS if each is not kind and await each.find(answer, 1)]
    others = [_leaf(answer, f"cogs.history.{each.name}", each, 0) for each in filled]
    return Card(
        title=f"### {kind.emoji} {words(f'cogs.history.{kind.name}')}",
        text="\n".join(line for line, _ in shown) or words("cogs.history.none"),
        rows=(*rows([each for _, each in shown if each is not None]), *rows([*leaf, *others])),
        colour=BLUE,
    )


def _kind(name: str) -> PastKind:
    for each in KINDS:
        if each.name == name:
            return each
    raise Refusal("cogs.refusal.unknown-press")


def _leaf(answer: PrivateAnswer, key: str, kind: PastKind, page: int) -> Button:
    return button(answer.words(key), make("history.page", page, 0, (kind.name,)))
