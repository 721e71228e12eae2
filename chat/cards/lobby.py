"""The lobby card of a table that has not started."""

import discord

from asking import pictures
from asking.names import plain
from chat.app import App
from chat.cards import audiences, clocks, colours, drawing, guests, headings, result
from chat.press.presses import make
from chat.wire.layout import BLUE, GREEN, GREY, Button, PublicCard, button, rows
from chat.wire.text import escape, link
from data.words import Words
from render.lobby import LobbyPicture, LobbySeat
from render.seat_marks import distinct
from tables.model.table_info import DIRECT, PRIVATE, TableInfo, is_rated
from tables.ranking.ratings import A_DAY
from tables.time.timing import read_pace

SHORT = 12
"""Digits of a hash on the card; the whole is behind its button."""


async def card(app: App, info: TableInfo, words: Words) -> PublicCard:
    """Returns the lobby card: open, started or cancelled."""
    title = headings.heading(info, words, "cogs.lobby.title")
    if info.game not in app.games:  # this version lacks the game: the table can only be closed
        return PublicCard(title=title, text=words("cogs.lobby.cancelled"), colour=GREY)
    audience, turn = audiences.audience(info, words, safe=False), pictures.turn(app.asker, info)
    picture = await drawing.picture_of(info.display, info.id, app.pictures.lobby, _picture(app, info), audience, turn)
    if info.state == "lobby":
        about = picture is None or info.display != "picture"
        parts, buttons, colour = await _open_parts(app, info, words, about=about), _buttons(app, info, words), BLUE
    else:
        parts, buttons = _closed_parts(app, info, words), await _leads(app, info, words)
        colour = GREEN if info.state == "playing" else GREY
    return PublicCard(
        title=title,
        picture=picture,
        text="\n".join(parts),
        rows=rows(buttons),
        colour=colour,
        text_first=info.display == "both",
    )


async def _open_parts(app: App, info: TableInfo, words: Words, *, about: bool) -> list[str]:
    """Returns what the card of an open lobby says; `about`: whether it describes the game, which the picture does too."""
    parts = [*([words(f"{info.game}.about")] if about else []), *lines(app, info, words)]
    if (usual := await app.tables.times.usual_length(info)) is not None:
        parts[-1] += f" · {words('cogs.lobby.usual', time=clocks.lasting(usual, words))}"
    if (again := await app.tables.ratings.rated_again(info)) is not None:
        parts.append(words("cogs.rating.limit", n=A_DAY, when=clocks.moment(again)))
    if score := result.series_line(await app.tables.endings.series(info), info, words):
        parts.append(score)
    if info.place.guild > 0:
        parts.append(words("cogs.lobby.hands-direct" if info.direct else "cogs.lobby.hands-private"))
    if info.place.guild == PRIVATE:
        parts.append(f"-# {words('cogs.anywhere.reminders')}")
    parts += await _reliability(app, info, words)
    parts.append(_hint(app, info, words))
    if info.expires is not None:
        parts.append(words("cogs.lobby.expires", when=clocks.moment(info.expires)))
    return parts


async def _reliability(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns how reliable the people of a slow game are, in a word each."""
    if info.place.guild <= 0 or read_pace(info.pace).kind != "days":
        return []
    people = []
    for seat in info.seats:
        found = None if seat.user is None else await app.tables.ratings.reliability(info.place.guild, seat.user, 0)
        if found is not None:
            people.append(f"{escape(seat.name)} – {words(f'cogs.reliability.{found.word}')}")
    return [f"-# {words('cogs.lobby.reliability', people=', '.join(people))}"] if people else []


def _closed_parts(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns what the card of a lobby says that was started or cancelled."""
    parts = [words(f"tables.closed.{info.closed}" if info.closed else f"cogs.lobby.{info.state}")]
    if info.reason and info.state == "cancelled":
        parts.append(words("cogs.end.reason", reason=escape(info.reason, limit=300)))
    parts += lines(app, info, words)
    if info.rated is False and info.closed != "void" and is_rated(info.seats, friendly=info.friendly):
        parts.append(words("cogs.rating.limited", n=A_DAY))
    if info.commitment:
        parts.append(f"-# {words('cogs.lobby.commitment', commitment=info.commitment[:SHORT])}")
    return parts


def _hint(app: App, info: TableInfo, words: Words) -> str:
    """Returns what people can do about the table; it names only what the card offers."""
    if info.place.guild == DIRECT:
        return words("cogs.lobby.hint-direct")
    if guests.keeps_all_seats(app, info):
        return words("cogs.lobby.hint-kept")
    if info.anybody_starts is not None and sum(seat.user is not None for seat in info.seats) > 1:
        host = next((escape(seat.name) for seat in info.seats if seat.user == info.host), "?")
        key = "cogs.lobby.hint-full" if guests.full(app, info) else "cogs.lobby.hint-complete"
        return words(key, host=host, since=clocks.hour(info, info.anybody_starts))
    return words("cogs.lobby.hint-queue" if guests.full(app, info) else "cogs.lobby.hint")


async def _leads(app: App, info: TableInfo, words: Words) -> list[Button]:
    """Returns the link from a game's lobby card to its board or result, or to its thread before there is either."""
    kind, label = ("board", "cogs.hand.board") if info.state == "playing" else ("final", "cogs.lobby.to-result")
    more = []
    if info.state == "playing" and info.home is not None:
        more.append(button(words("cogs.thread.watch"), make("board.watch", info.id), emoji="👁️"))
    if info.state == "playing":
        more += _verify_buttons(info, words)
    found = await app.tables.messages.get(info.id, kind)
    if found is not None:
        return [button(words(label), url=link(info.place.guild, found.channel, found.message)), *more]
    card = await app.tables.messages.get(info.id, "lobby")
    if info.state == "playing" and info.home is not None and card is not None:
        # A thread below a message has that message's id. It is opened before the first board.
        return [button(words(label), url=link(info.place.guild, card.message)), *more]
    return []


def _verify_buttons(info: TableInfo, words: Words) -> list[Button]:
    """Returns the button that shows what fixes the draws, or [] if nothing does."""
    if not info.promise and not info.commitment:
        return []
    return [verify_button(info.id, words)]


def verify_button(table: int, words: Words) -> Button:
    """Returns the button that shows what fixes the draws of a table."""
    return button(words("cogs.verify.button"), make("verify.open", table), emoji="🔏")


def _picture(app: App, info: TableInfo) -> LobbyPicture:
    game = app.games[info.game]
    # A tournament's table has no host.
    host = info.host if info.tournament is None else None
    seats = [
        LobbySeat(
            plain(seat.name),
            level=seat.level,
            host=host is not None and seat.user == host,
            user=seat.user or 0,
            colour=seat.colour,
        )
        for seat in info.seats
    ]
    free = game.seats[-1] - len(seats) if info.state == "lobby" else 0
    return LobbyPicture(
        game=info.game,
        options=_options(app, info),
        seats=(*seats, *[None] * free),
        least=game.seats[0],
        random_order=info.random_order,
        state=info.state,
        drawn=bool(info.commitment),
    )


def lines(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns seats, options, order and pace as text, complete without the picture."""
    game = app.games[info.game]
    lines = []
    names = distinct([escape(seat.name) for seat in info.seats])
    for seat, name in zip(info.seats, names, strict=True):
        mark = "🤖" if seat.level is not None else "👤"
        host = words("cogs.lobby.host") if seat.user == info.host and info.tournament is None else ""
        about = words(f"{game.key}.level.{seat.level}") if seat.level is not None else host
        mark += colours.sign(seat.colour)
        lines.append(f"{mark} {name}" + (f" — {about}" if about else ""))
    if info.state == "lobby":
        lines += guests.lines(info, words)
    if info.state == "lobby" and (free := game.seats[-1] - len(info.seats)) > 0:
        lines.append(f"▫️ {words.count('cogs.lobby.free', free)}")
    return [*lines, terms(app, info, words)]


def terms(app: App, info: TableInfo, words: Words) -> str:
    """Returns the options, the pace, the order, and whether the game counts, as one line of text."""
    order = words(f"cogs.lobby.order-{_order(info)}")
    facts = [*variant(app, info, words), *clocks.pace_facts(info, words), order]
    if counts := _counts(info):
        facts.append(words(counts))
    return f"-# {' · '.join(facts)}"


def variant(app: App, info: TableInfo, words: Words) -> list[str]:
    """Returns the options."""
    return [words(f"{info.game}.option.{key}.{value}") for key, value in _options(app, info).items()]


def _options(app: App, info: TableInfo) -> dict[str, str]:
    """Returns the variant, without what `Game.colour_option` adds."""
    return {key: value for key, value in info.options.items() if key != app.games[info.game].colour_option}


def _order(info: TableInfo) -> str:
    return "shown" if not info.random_order else "drawn" if info.commitment else "random"


def _counts(info: TableInfo) -> str:
    """Returns the message key of whether the game counts; "" if the table was closed before it could."""
    if info.friendly:
        return "cogs.lobby.friendly"
    if any(seat.level is not None for seat in info.seats):
        return "cogs.lobby.unrated"
    if info.rated is False:
        return "cogs.rating.unrated"
    return "cogs.lobby.rated" if info.state == "lobby" or is_rated(info.seats, friendly=False) else ""


def _buttons(app: App, info: TableInfo, words: Words) -> list[Button]:
    least, most = app.games[info.game].seats[0], app.games[info.game].seats[-1]
    full = words("cogs.off.full") if len(info.seats) >= most else ""
    missing = words("cogs.off.people", n=least) if len(info.seats) < least else ""
    primary = discord.ButtonStyle.primary
    first, *others = guests.buttons(app, info, words)
    return [
        first,
        button(words("cogs.lobby.leave"), make("lobby.leave", info.id)),
        button(words("cogs.lobby.computer"), make("lobby.robot", info.id), emoji="🤖", off=full),
        button(words("cogs.lobby.start"), make("lobby.begin", info.id), style=primary, emoji="▶️", off=missing),
        *others,
        button(words("cogs.lobby.menu"), make("lobby.open", info.id), emoji="⚙️"),
        button(words("cogs.rules.button"), make("rules.open", info.id), emoji="📖"),
        *colours.buttons(app, info, words),
        *_verify_buttons(info, words),
    ]
