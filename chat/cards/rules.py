"""A game's rules: pages with pictures of its real parts, and what each card, token and tile does."""

from collections.abc import Iterator, Sequence

import discord
import msgspec

from asking.rulebook import sections
from chat.app import App
from chat.cards import drawing
from chat.press.presses import make
from chat.replies.pictures import PATIENCE_SECONDS
from chat.wire.layout import BLUE, Button, Card, button, row, rows, select
from chat.wire.text import clip
from data.guides import guide
from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import Words
from engines.contract import View
from render.contract import Audience, Person, Picture
from tables.errors import Refusal
from tables.history.lessons import LessonTable
from tables.model.people import Preferences

CONTENTS = "_contents"
"""The word of a press that asks for the table of contents."""

TEXT = 3600
"""Maximum characters of a page's text."""


def _buttons(game: str, words: Words, pages: Sequence[str], at: int | None) -> list[Button]:
    """Returns the buttons below a page: to the contents and the neighbouring pages, and to what else explains the game."""
    to_pages = [
        button(words(f"cogs.rules.{name}"), make("rules.turn", 0, 0, (game, pages[to], f"_{name}")), emoji=emoji)
        for name, emoji, to in (("back", "◀️", -1 if at is None else at - 1), ("on", "▶️", 0 if at is None else at + 1))
        if 0 <= to < len(pages)
    ]
    if at is not None:
        to_pages.insert(0, button(words("cogs.rules.contents"), make("rules.turn", 0, 0, (game, CONTENTS)), emoji="📖"))
    if guide(game).lesson is not None:
        to_pages.append(button(words("cogs.lesson.button"), make("learn.open", 0, 0, (game,)), emoji="🎓"))
    if guide(game).things:
        to_pages.append(button(words("cogs.rules.what"), make("rules.what", 0, 0, (game,)), emoji="❓"))
    return to_pages


async def card(app: App, game: str, words: Words, page: str = CONTENTS, *, mine: Preferences | None = None) -> Card:
    """Returns a page of a game's rules, drawn for the preferences `mine`; the table of contents if there is no such page."""
    mine = mine or Preferences()
    pages = sections(game, words)
    at = next((number for number, each in enumerate(pages) if each.key == page), None)
    title = words("cogs.rules.title", game=words(f"{game}.name"))
    options = [(each.key, f"{number}. {each.heading}") for number, each in enumerate(pages, 1)]
    menu = row(
        select(
            make("rules.turn", 0, 0, (game, "_menu")),
            options[:25],
            placeholder=words("cogs.rules.pages"),
            chosen=() if at is None else (page,),
        )
    )
    if at is None:
        picture = await _picture(app, game, words, mine, pages[0].key) if pages else None
        listed = "\n".join(f"{number}. {each.heading}" for number, each in enumerate(pages, 1))
        text = f"{words(f'{game}.about')}\n\n**{words('cogs.rules.contents')}**\n{listed}"
    else:
        picture = await _picture(app, game, words, mine, page)
        text = f"{clip(pages[at].text, TEXT)}\n-# {words('cogs.rules.page', page=at + 1, pages=len(pages))}"
    buttons = _buttons(game, words, [each.key for each in pages], at)
    first = mine.display == "both"
    return Card(title=title, picture=picture, text=text, rows=(menu, *rows(buttons)), colour=BLUE, text_first=first)


async def _picture(app: App, game: str, words: Words, mine: Preferences, key: str) -> Picture | None:
    """Returns the picture of a page: a position of the game's lesson."""
    known = guide(game)
    page = next((page for page in known.page if page.key == key and page.picture), None)
    if mine.display == "text" or page is None or known.lesson is None or app.pictures.wait(None) > PATIENCE_SECONDS:
        return None
    at = LessonTable(app.games[game], known.lesson)
    at.go(page.after)
    people = audience(words("tables.computer.2"), known.lesson.seats, words, mine)
    if page.picture == "hand":
        return await drawing.attempt(app.pictures.hand(game, at.view, people), 0)
    if page.picture == "preview":
        return await drawing.attempt(app.pictures.preview(game, at.view, at.wanted, people), 0)
    if page.picture == "scene":
        scene = next((event for event in reversed(at.events) if event.scene), None)
        if scene is None:
            return None
        return await drawing.attempt(app.pictures.scene(game, scene, people), 0)
    return await drawing.attempt(app.pictures.board(game, at.public, people), 0)


def audience(name: str, seats: int, words: Words, own: Preferences) -> Audience:
    """Returns the audience at a lesson's table: the learner of this name and computer players."""
    others = (Person(words(f"tables.computer.{number}"), computer=True) for number in range(1, seats))
    return Audience((Person(name), *others), words, own.theme or DEFAULT, own.shape or AUTO)


def what(game: str, view: View | None, words: Words) -> Card:
    """Returns what each card, token and tile of a game does, beginning with those that somebody with this `view` has."""
    title = words("cogs.what.title", game=words(f"{game}.name"))
    known = guide(game).things
    if not known:
        return Card(title=title, text=words("cogs.what.none"), colour=BLUE)
    here: dict[str, None] = {}
    everything = []
    for things in known:
        seen = set(_words_of([getattr(view, field, ()) for field in things.fields])) if view is not None else set()
        for word in things.words:
            line = f"**{words(things.name.format(word))}** – {words(things.does.format(word))}"
            if word in seen:
                here[line] = None
            else:
                everything.append(line)
    parts = [*([f"__{words('cogs.what.here')}__", *here, ""] if here else ()), f"__{words('cogs.what.all')}__", *everything]
    link = button(words("cogs.rules.button"), make("rules.open", 0, 0, (game,)), emoji="📖")
    return Card(title=title, text=clip("\n".join(parts if everything else parts[:-2]), TEXT), rows=rows([link]), colour=BLUE)


def _words_of(value: object) -> Iterator[str]:
    """All texts in a part of a view, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _words_of(getattr(value, field))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _words_of(each)


def why(refusal: str) -> tuple[str, str] | None:
    """Returns the game and the page of its rules that explain a refusal (its message key), or None."""
    game, _, rest = refusal.partition(".")
    kind, _, last = rest.partition(".")
    page = guide(game).page_of(last) if kind == "illegal" else None
    return None if page is None else (game, page)


def link(refusal: str, words: Words) -> tuple[discord.ui.ActionRow[discord.ui.LayoutView], ...]:
    """Returns the button below a refusal that opens the rule it is based on, or () if there is none."""
    found = why(refusal)
    if found is None:
        return ()
    game, page = found
    heading = next(each.heading for each in sections(game, words) if each.key == page)
    return rows([button(words("cogs.rules.why", page=heading), make("rules.open", 0, 0, (game, page)), emoji="📖")])


def game_key(app: App, game: str) -> str:
    """Returns the key of a game that a press names. Raises Refusal."""
    if game not in app.games:
        raise Refusal("cogs.refusal.unknown-press")
    return game
