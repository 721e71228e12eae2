"""The lobby card of a table that is not started yet."""

from __future__ import annotations

import discord

from chat.app import App
from chat.cards import guests, result, table, timing
from chat.press.presses import make
from chat.wire.layout import BLUE, GREEN, GREY, Button, PublicCard, button, rows
from chat.wire.text import escaped, link, plain
from data.words import Words
from render.lobby import Lobby, Seat
from tables.model.models import DIRECT, PRIVATE, TableInfo, rated
from tables.ranking.ratings import A_DAY


async def card(app: App, shown: TableInfo, words: Words) -> PublicCard:
    """The lobby card: open, started or cancelled."""
    title = table.heading(shown, words, "cogs.lobby.title")
    if shown.game not in app.games:  # this version does not have it any more: all it can do is to close the table
        return PublicCard(title=title, text=words("cogs.lobby.cancelled"), colour=GREY)
    picture = None
    if shown.display != "text":
        drawing = app.pictures.lobby(_picture(app, shown), words, table.turn(app, shown), theme=shown.theme)
        picture = await table.drawn(drawing, shown.id)
    about, facts = words(f"{shown.game}.about"), lines(app, shown, words)
    if shown.state == "lobby":
        parts = [about, *facts]
        if (usual := await app.tables.times.usual_length(shown)) is not None:
            parts[-1] += f" · {words('cogs.lobby.usual', time=timing.lasting(usual, words))}"
        if (again := await app.tables.ratings.rated_again(shown)) is not None:
            parts.append(words("cogs.rating.limit", n=A_DAY, when=timing.moment(again)))
        if score := result.series_line(await app.tables.endings.series(shown), shown, words):
            parts.append(score)
        if shown.place.guild == PRIVATE:
            parts.append(f"-# {words('cogs.anywhere.reminders')}")
        parts.append(words(_hint(app, shown)))
        if shown.expires is not None:
            parts.append(words("cogs.lobby.expires", when=timing.moment(shown.expires)))
        if shown.promise:
            parts.append(f"-# {words('cogs.lobby.promise', promise=shown.promise)}")
        buttons, colour = _buttons(app, shown, words), BLUE
    else:
        parts = [words(f"tables.closed.{shown.closed}" if shown.closed else f"cogs.lobby.{shown.state}")]
        if shown.reason and shown.state == "cancelled":
            parts.append(words("cogs.end.reason", reason=escaped(shown.reason, limit=300)))
        parts += facts
        if shown.rated is False and shown.closed != "void" and rated(shown.seats, friendly=shown.friendly):
            parts.append(words("cogs.rating.limited", n=A_DAY))
        if shown.commitment:
            parts.append(f"-# {words('cogs.lobby.commitment', commitment=shown.commitment)}")
        buttons, colour = await _leads(app, shown, words), GREEN if shown.state == "playing" else GREY
    return PublicCard(
        title=title,
        picture=picture,
        text="\n".join(parts),
        rows=rows(buttons),
        colour=colour,
        text_first=shown.display == "both",
    )


def _hint(app: App, shown: TableInfo) -> str:
    """What somebody may do about the table, by its message key: of what the card offers alone."""
    if shown.place.guild == DIRECT:
        return "cogs.lobby.hint-direct"
    if guests.full(app, shown):
        return "cogs.lobby.hint-queue"
    return "cogs.lobby.hint"


async def _leads(app: App, shown: TableInfo, words: Words) -> list[Button]:
    """The way from the card of a game to where it is told: its board or its result, its thread before there is either."""
    kind, label = ("board", "cogs.hand.board") if shown.state == "playing" else ("final", "cogs.lobby.to-result")
    found = await app.tables.messages.get(shown.id, kind)
    if found is not None:
        return [button(words(label), url=link(shown.place.guild, found.channel, found.message))]
    card = await app.tables.messages.get(shown.id, "lobby")
    if shown.state == "playing" and shown.home is not None and card is not None:
        # A thread beneath a message has that message's id; it is opened before the first board.
        return [button(words(label), url=link(shown.place.guild, card.message))]
    return []


def _picture(app: App, shown: TableInfo) -> Lobby:
    game = app.games[shown.game]
    # Nobody is the host of a tournament's table.
    host = shown.host if shown.tournament is None else None
    seats = [Seat(plain(seat.name), level=seat.level, host=host is not None and seat.user == host) for seat in shown.seats]
    free = game.seats[-1] - len(seats) if shown.state == "lobby" else 0
    return Lobby(
        game=shown.game,
        options=shown.options,
        seats=(*seats, *[None] * free),
        least=game.seats[0],
        random_order=shown.random_order,
        state=shown.state,
        drawn=bool(shown.commitment),
    )


def lines(app: App, shown: TableInfo, words: Words) -> list[str]:
    """Seats, options, order and pace as text, complete without the picture."""
    game = app.games[shown.game]
    lines = []
    for number, seat in enumerate(shown.seats):
        mark = "🤖" if seat.level is not None else "👤"
        host = words("cogs.lobby.host") if seat.user == shown.host and shown.tournament is None else ""
        about = words(f"{game.key}.level.{seat.level}") if seat.level is not None else host
        lines.append(f"{mark} {table.LETTERS[number]} · {escaped(seat.name)}" + (f" — {about}" if about else ""))
    if shown.state == "lobby":
        lines += guests.lines(shown, words)
    if shown.state == "lobby" and (free := game.seats[-1] - len(shown.seats)) > 0:
        lines.append(f"▫️ {words.count('cogs.lobby.free', free)}")
    options = (words(f"{game.key}.option.{key}.{value}") for key, value in shown.options.items())
    order = words(f"cogs.lobby.order-{_order(shown)}")
    facts = [*options, *timing.facts(shown, words), order]
    if counts := _counts(shown):
        facts.append(words(counts))
    return [*lines, f"-# {' · '.join(facts)}"]


def _order(shown: TableInfo) -> str:
    return "shown" if not shown.random_order else "drawn" if shown.commitment else "random"


def _counts(shown: TableInfo) -> str:
    """The message key of whether the game counts; "" of a table that was closed before it could."""
    if shown.friendly:
        return "cogs.lobby.friendly"
    if any(seat.level is not None for seat in shown.seats):
        return "cogs.lobby.unrated"
    if shown.rated is False:
        return "cogs.rating.unrated"
    return "cogs.lobby.rated" if shown.state == "lobby" or rated(shown.seats, friendly=False) else ""


def _buttons(app: App, shown: TableInfo, words: Words) -> list[Button]:
    least, most = app.games[shown.game].seats[0], app.games[shown.game].seats[-1]
    full = len(shown.seats) >= most
    primary = discord.ButtonStyle.primary
    join, *invite = guests.buttons(shown, words, full=guests.full(app, shown))
    return [
        join,
        button(words("cogs.lobby.leave"), make("leave", shown.id)),
        button(words("cogs.lobby.computer"), make("robot", shown.id), emoji="🤖", disabled=full),
        button(words("cogs.lobby.start"), make("begin", shown.id), style=primary, emoji="▶️", disabled=len(shown.seats) < least),
        *invite,
        button(words("cogs.lobby.menu"), make("lobby", shown.id), emoji="⚙️"),
        button(words("cogs.rules.button"), make("rules.open", shown.id), emoji="📖"),
    ]
