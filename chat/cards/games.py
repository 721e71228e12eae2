"""The list of games: number of players, duration and difficulty, each with a button to its rules."""

from collections.abc import Mapping, Sequence

import discord

from chat.app import App
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, Card, button, row, rows, select
from data.guides import guide
from data.words import Words
from tables.model.table_info import TableInfo
from tables.ranking import ratings


def line(app: App, game: str, words: Words) -> str:
    """Returns a game in one line: name, players, duration and difficulty."""
    least, most = app.games[game].seats[0], app.games[game].seats[-1]
    known = guide(game)
    facts = [words("cogs.games.exactly", most=most) if least == most else words("cogs.games.people", least=least, most=most)]
    if known.minutes:
        facts.append(words("cogs.games.minutes", n=known.minutes))
    if known.difficulty:
        facts.append(words(f"cogs.games.difficulty-{known.difficulty}"))
    return f"**{words(f'{game}.name')}** · {' · '.join(facts)}"


def variant_names(app: App, game: str, variant: str, words: Words) -> list[str]:
    """Returns the variants of a class as the lobby names them; [] for the usual one."""
    return unusual_options(app, game, ratings.variants(app.games[game]).get(variant, {}), words)


def unusual_options(app: App, game: str, options: Mapping[str, str], words: Words) -> list[str]:
    """Returns the options that differ from the usual ones, as the lobby names them; [] if this version has no such game."""
    usual = {option.key: option.default for option in app.games[game].options} if game in app.games else dict(options)
    return [words(f"{game}.option.{key}.{value}") for key, value in options.items() if value != usual.get(key, value)]


def easiest_first(app: App) -> list[str]:
    """Returns the games in a good order for learning them; those without a difficulty come last."""
    return sorted(app.games, key=lambda game: (guide(game).difficulty or 9, guide(game).minutes))


def play_now(words: Words, game: str = "") -> Button:
    """Returns the button that begins a game against the computer; without `game` it asks which."""
    style = discord.ButtonStyle.success
    return button(words("cogs.games.alone"), make("start.alone", 0, 0, (game,) if game else ()), style=style, emoji="🤖")


def find_one(words: Words) -> Button:
    """Returns the button with which a person begins to look for a game with others in the channel where it stands."""
    return button(words("cogs.find.button"), make("find.open", 0), emoji="🔎")


def of_the_day(words: Words) -> Button:
    """Returns the button of the castle of the day."""
    return button(words("cogs.day.button"), make("day.open", 0), emoji="🏰")


def alone(app: App, words: Words, levels: Mapping[str, str] | None = None) -> Card:
    """Ask which game to begin against the computer; `levels`: on even terms, at this level of each."""
    buttons = []
    for game in easiest_first(app)[:24]:
        label = words(f"{game}.name")
        if levels is not None:
            label += f" · {words(f'{game}.level.{levels[game]}')}"
        buttons.append(button(label, make("start.alone" if levels is None else "start.even", 0, 0, (game,))))
    text = words("cogs.games.even-about" if levels is not None else "cogs.games.alone-about")
    return Card(
        title=words("cogs.choose.game"),
        text=text,
        rows=rows([*buttons, even_terms(words)] if levels is None else buttons),
        colour=BLUE,
    )


def even_terms(words: Words, game: str = "") -> Button:
    """Returns the button that begins a game against the computer at the level that suits one's own results; without `game` it
    asks which.
    """
    return button(words("cogs.games.even"), make("start.even", 0, 0, (game,) if game else ()), emoji="⚖️")


def to_open(app: App, words: Words, settings: Sequence[str], last: TableInfo | None) -> Card:
    """Ask which game to open a table for, with these further settings (words of a press). `last`, the person's newest game, is
    offered first, with its options and pace.
    """
    at = "start.open", 0, 0
    buttons = [button(words(f"{game}.name"), make(*at, (game, *settings))) for game in easiest_first(app)[:24]]
    if last is not None and last.game in app.games:
        label = words("cogs.start.last", game=words(f"{last.game}.name"))
        said = (
            last.game,
            last.pace,
            *(f"{each.key}={last.options[each.key]}" for each in app.games[last.game].options if each.key in last.options),
        )
        buttons.insert(0, button(label, make(*at, said), style=discord.ButtonStyle.success, emoji="🔁"))
    facts = "\n".join(line(app, game, words) for game in easiest_first(app))
    return Card(title=words("cogs.choose.game"), text=facts, rows=rows(buttons), colour=BLUE)


def card(app: App, words: Words) -> Card:
    """Returns the card of all games."""
    games = easiest_first(app)
    text = "\n\n".join(line(app, game, words) for game in games)
    names = [(game, words(f"{game}.name")) for game in games][:25]
    menus = [row(select(make("rules.open", 0), names, placeholder=words("cogs.games.rules")))]
    if taught := [each for each in names if guide(each[0]).lesson is not None]:
        menus.insert(0, row(select(make("learn.open", 0), taught, placeholder=words("cogs.games.learn"))))
    menus.append(row(play_now(words)))
    return Card(title=words("cogs.games.title"), text=text, rows=tuple(menus), colour=BLUE)
