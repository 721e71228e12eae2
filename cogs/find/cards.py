"""The messages of people who look for a game: the card in the channel, one person's own answer, the question about a game."""

from collections import Counter
from collections.abc import Iterable, Sequence

import discord

from chat.app import App
from chat.cards import clocks, games, headings
from chat.press.presses import make
from chat.wire.layout import BLUE, GREEN, GREY, Button, Card, PublicCard, Row, button, row, rows, select
from chat.wire.text import escape, link
from data.words import Words
from tables.matchmaking.wishes import HOURS, SIZES, SPEEDS, Match, Wish, WishList
from tables.model.outbox_rows import MatchRow
from tables.time.timing import HOUR, MINUTE

NAMED = 5
"""The most names on the card in the channel."""

EITHER = "either"
"""The choice of both speeds."""

TOLD = ("time", "silent", "declined", "refused", "unreached", "gone")
"""Ends of wishes for which people are told a reason."""

LASTS = ("quarter", "evening", "days")
"""For how long one looks (`tables.matchmaking.wishes.PATIENCE`), in this order."""


async def public_card(app: App, found: WishList, words: Words) -> PublicCard:
    """Returns the card that says which games people look for; it names those who have chosen that."""
    counted = Counter(game for wish in found.wishes for game in wish.games).most_common()
    everybody = len(found.wishes)
    alike = all(n == everybody for _, n in counted)
    games_wanted = (
        _names(app, [game for game, _ in counted], words)
        if alike
        else ", ".join(f"{words(f'{game}.name')} {n}" for game, n in counted)
    )
    text = [words.count("cogs.find.looking", everybody, games=games_wanted)]
    named = [escape(wish.name) for wish in found.wishes if wish.named][:NAMED]
    if named:
        others = len(found.wishes) - len(named)
        text.append(
            words("cogs.find.who", names=", ".join(named)) + (words.count("cogs.find.others", others) if others else "")
        )
    too = button(words("cogs.find.too"), make("find.too", found.id), style=discord.ButtonStyle.success, emoji="🙋")
    return PublicCard(title=words("cogs.find.title"), text="\n".join(text), rows=rows([too]), colour=BLUE)


def answer_card(app: App, found: WishList, wish: Wish, words: Words, waits: Iterable[float], *, note: str = "") -> Card:
    """Returns what a person who looks for a game sees: what suits them, how many others look for one of these games, and how
    long it usually takes (`waits`: expected seconds, for each speed that suits them and for which they are known). `note`: what
    they should know besides.
    """
    text = [words(f"cogs.find.{note}")] if note else []
    text.append(words("cogs.find.yours", games=_names(app, wish.games, words), speed=speeds_text(wish, words)))
    expected, others = min(waits, default=None), found.others(wish)
    text.append(
        (words.count("cogs.find.others-wait", others) if others else words("cogs.find.nobody")) + _usually(expected, words)
    )
    if wish.rests:
        text.append(words("cogs.find.rests", when=clocks.moment(wish.rests)))
    text.append(f"-# {words('cogs.find.asked', until=clocks.moment(wish.until))}")
    buttons = [
        button(words("cogs.find.stop"), make("find.stop", found.id), emoji="✖️"),
        button(words("cogs.find.change"), make("find.change", found.id), emoji="✏️"),
        games.play_now(words),
    ]
    return Card(title=words("cogs.find.title"), text="\n".join(text), rows=rows(buttons), colour=GREEN)


def _usually(seconds: float | None, words: Words) -> str:
    """Returns how long it usually takes, roughly."""
    if seconds is None:
        return ""
    if seconds < 90 * MINUTE:
        return " " + words.count("cogs.find.usually-minutes", max(5, round(seconds / MINUTE / 5) * 5))
    return " " + words.count("cogs.find.usually-hours", round(seconds / HOUR))


def _names(app: App, keys: Sequence[str], words: Words) -> str:
    """Returns the names of games; that it may be any, if these are all."""
    return words("cogs.find.any") if {*keys} >= {*app.games} else ", ".join(words(f"{game}.name") for game in keys)


def speeds_text(wish: Wish, words: Words) -> str:
    """Returns the speeds that suit a person, in words."""
    return words(f"cogs.find.speed.{EITHER if len(wish.speeds) > 1 else wish.speeds[0]}")


def form_card(app: App, found: WishList, wish: Wish, words: Words) -> Card:
    """Returns the menus with which a person changes what suits them; each choice applies at once."""
    names = [(game, words(f"{game}.name")) for game in games.easiest_first(app)][:25]
    speed = EITHER if len(wish.speeds) > 1 else wish.speeds[0]
    company = [(str(size), words.count("cogs.find.most", size)) for size in SIZES]
    length = [(each, words(f"cogs.find.lasts.{each}")) for each in LASTS]
    hours = [(each, words(f"cogs.find.hours.{each}")) for each in HOURS]
    menus = (
        _menu(found, "games", names, wish.games, words, count=len(names)),
        _menu(found, "speed", [(each, words(f"cogs.find.speed.{each}")) for each in (*SPEEDS, EITHER)], [speed], words),
        _menu(found, "most", company, [str(wish.most)], words),
        _menu(found, "lasts", length, [], words),
        _menu(found, "hours", hours, wish.hours, words, count=len(hours), least=0),
    )
    switches = [
        button(words(f"cogs.find.even-{'on' if wish.even else 'off'}"), make("find.switch", found.id, 0, ("even",)), emoji="⚖️"),
        button(
            words(f"cogs.find.named-{'on' if wish.named else 'off'}"), make("find.switch", found.id, 0, ("named",)), emoji="📣"
        ),
        button(words("cogs.find.done"), make("find.show", found.id), style=discord.ButtonStyle.success, emoji="✅"),
    ]
    text = words("cogs.find.change-about")
    return Card(title=words("cogs.find.title"), text=text, rows=(*menus, *rows(switches)), colour=BLUE)


def _menu(
    found: WishList,
    what: str,
    options: Sequence[tuple[str, str]],
    chosen: Iterable[str],
    words: Words,
    *,
    count: int = 1,
    least: int = 1,
) -> Row:
    custom_id = make("find.set", found.id, 0, (what,))
    return row(select(custom_id, options, placeholder=words(f"cogs.find.menu.{what}"), chosen=chosen, count=count, least=least))


def over_card(found: WishList, words: Words, end: str | None) -> Card:
    """Returns that somebody no longer looks for a game, why, and the ways on."""
    again = button(words("cogs.find.again"), make("find.again", found.id), style=discord.ButtonStyle.primary, emoji="🔎")
    text = words(f"cogs.find.ended.{end if end in TOLD else 'stopped'}", channel=f"<#{found.place.channel}>")
    ways = [games.play_now(words)] if end == "gone" else [again, games.play_now(words)]
    return Card(title=words("cogs.find.title"), text=text, rows=rows(ways), colour=GREY)


def question(found: WishList, match: Match, user: int, words: Words) -> tuple[str, str, tuple[Row, ...]]:
    """Returns the question about a game to one person, without saying who the others are."""
    wish = found.wish_of(user)
    asked = match.of(wish.number) if wish is not None else None
    until = clocks.moment(asked.until) if asked is not None else ""
    company = "lobby" if match.lobby is not None else str(len(match.people))
    text = words(
        "cogs.find.question",
        game=words(f"{match.game}.name"),
        speed=words(f"cogs.find.speed.{match.speed}"),
        company=words(f"cogs.find.company.{company}"),
        channel=f"<#{found.place.channel}>",
        until=until,
    )
    yes = button(
        words("cogs.find.yes"), make("find.yes", found.id, match.number), style=discord.ButtonStyle.success, emoji="👍"
    )
    no = button(words("cogs.find.no"), make("find.no", found.id, match.number), emoji="👎")
    return words("cogs.find.title"), text, rows([yes, no])


async def outcome(app: App, found: WishList, payload: MatchRow, words: Words) -> Card:
    """Returns what became of a question about a game, for the person who was asked."""
    if payload.outcome in {"declined", "silent"}:
        return over_card(found, words, payload.outcome)
    game = headings.game_name(payload.game, words)
    text = words(f"cogs.find.outcome.{payload.outcome or 'off'}", game=game, channel=f"<#{found.place.channel}>")
    buttons: list[Button] = []
    if payload.outcome == "seated" and payload.table is not None:
        info = (await app.tables.looks.read(payload.table)).info
        url = link(info.place.guild, info.place.channel)
        buttons = [button(words("cogs.find.to-table"), url=url)]
    else:
        buttons = [
            button(words("cogs.find.stop"), make("find.stop", found.id), emoji="✖️"),
            button(words("cogs.find.change"), make("find.change", found.id), emoji="✏️"),
        ]
    return Card(title=words("cogs.find.title"), text=text, rows=rows(buttons), colour=GREEN)
