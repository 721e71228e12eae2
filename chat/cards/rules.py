"""A game's rules: on one page, page by page with pictures of its real parts, and what each card, token and tile does."""

import re
from collections.abc import Callable, Iterator, Sequence

import discord
import msgspec

from asking.rule_search import LONGEST, Hit
from asking.rulebook import screen_of, screens, sections, split_into_screens
from chat.app import App
from chat.cards import drawing
from chat.press.presses import make
from chat.replies.pictures import PATIENCE_SECONDS
from chat.wire.layout import BLUE, Button, Card, button, row, rows, select
from chat.wire.text import clip, escape
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
"""The word of a press that asks for the game on one page, with the menu of all pages."""

TEXT = 3600
"""Maximum characters of a page's text."""


async def card(app: App, game: str, words: Words, page: str = CONTENTS, *, mine: Preferences | None = None) -> Card:
    """Returns a screen of a game's rules, drawn for the preferences `mine`; the game on one page if there is no such screen."""
    mine = mine or Preferences()
    found = screens(game, words)
    at = next((number for number, each in enumerate(found) if each.key == page), None)
    title = words("cogs.rules.title", game=words(f"{game}.name"))
    if at is None:
        return Card(title=title, text=_in_brief(game, words), rows=(_menu(game, words), *rows(_ways(game, words))), colour=BLUE)
    picture = await _picture(app, game, words, mine, found[at].page) if found[at].picture else None
    text = f"{clip(found[at].text, TEXT)}\n-# {words('cogs.rules.page', page=at + 1, pages=len(found))}"
    turns = _turns(words, [each.key for each in found], at, lambda key, name: make("rules.turn", 0, 0, (game, key, name)))
    to_contents = button(words("cogs.rules.contents"), make("rules.turn", 0, 0, (game, CONTENTS)), emoji="📖")
    first = mine.display == "both"
    return Card(title=title, picture=picture, text=text, rows=rows([to_contents, *turns]), colour=BLUE, text_first=first)


def _in_brief(game: str, words: Words) -> str:
    """Returns a game's rules on one page; a game without them has its description and its table of contents."""
    brief = f"{game}.brief"
    if words.own_key(brief) is not None:
        return words(brief)
    listed = "\n".join(f"{number}. {each.heading}" for number, each in enumerate(sections(game, words), 1))
    return f"{words(f'{game}.about')}\n\n**{words('cogs.rules.contents')}**\n{listed}"


def _menu(game: str, words: Words) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Returns the menu of all pages."""
    options = [(each.key, f"{number}. {each.heading}") for number, each in enumerate(sections(game, words), 1)]
    return row(select(make("rules.turn", 0, 0, (game, "_menu")), options[:25], placeholder=words("cogs.rules.pages")))


def _turns(words: Words, keys: Sequence[str], at: int, make_id: Callable[[str, str], str]) -> list[Button]:
    """Returns the buttons to the screens before and after the one `at`."""
    return [
        button(words(f"cogs.rules.{name}"), make_id(keys[to], f"_{name}"), emoji=emoji)
        for name, emoji, to in (("back", "◀️", at - 1), ("on", "▶️", at + 1))
        if 0 <= to < len(keys)
    ]


def _ways(game: str, words: Words) -> list[Button]:
    """Returns the buttons to what else explains a game."""
    found = []
    if guide(game).lesson is not None:
        found.append(button(words("cogs.lesson.button"), make("learn.open", 0, 0, (game,)), emoji="🎓"))
    found.append(button(words("cogs.rules.find"), make("rules.form", 0, 0, (game,)), emoji="🔎"))
    if guide(game).things:
        found.append(button(words("cogs.rules.what"), make("rules.what", 0, 0, (game,)), emoji="❓"))
    return found


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


async def rule_card(app: App, hits: Sequence[Hit], at: int, words: Words, *, mine: Preferences) -> Card:
    """Returns the rule `at` among those found, with the picture of its page and buttons to the others."""
    hit = hits[at]
    numbers = [f"{each.game}-{each.clause.number.replace('.', '-')}" for each in hits]
    others = [
        button(
            f"{words(f'{each.game}.short')} {each.clause.number} · {each.section.heading}",
            make("rules.found", 0, 0, (str(number), *numbers)),
            emoji="🔎",
        )
        for number, each in enumerate(hits)
        if number != at
    ]
    page = screen_of(hit.game, words, hit.clause).key
    whole = button(words("cogs.rules.whole"), make("rules.turn", 0, 0, (hit.game, page)), emoji="📖")
    return Card(
        title=words("cogs.rules.title", game=words(f"{hit.game}.name")),
        picture=await _picture(app, hit.game, words, mine, hit.section.key),
        text=clip(_rule_text(hit), TEXT),
        rows=rows([*others, whole]),
        colour=BLUE,
        text_first=mine.display == "both",
    )


def _rule_text(hit: Hit) -> str:
    """Returns a rule with its number, below the heading of its page unless it begins with it."""
    heading = "" if hit.clause is hit.section.rules[0] else f"**{hit.section.heading}**\n"
    return f"{heading}`{hit.clause.number}` {hit.clause.plain}"


def not_found(games: Sequence[str], asked: str, words: Words) -> Card:
    """Returns the answer to a question that no rule of these games has words of, with buttons to their rules."""
    pages = [button(words(f"{game}.name"), make("rules.turn", 0, 0, (game, CONTENTS)), emoji="📖") for game in games[:20]]
    text = words("cogs.rules.nothing", asked=escape(clip(asked, LONGEST)))
    return Card(title=words("cogs.rules.find-title"), text=text, rows=rows(pages), colour=BLUE)


def rule_label(hit: Hit, words: Words) -> str:
    """Returns a rule in one line, as a suggestion."""
    return f"{words(f'{hit.game}.short')} {hit.clause.number} · {re.sub('[*_`]', '', ' '.join(hit.clause.plain.split()))}"


def what(game: str, view: View | None, words: Words, *, table: int = 0, at: int = 0) -> Card:
    """Returns a screen of what each card, token and tile of a game does, beginning with those that somebody with this `view` at
    this `table` has.
    """
    title = words("cogs.what.title", game=words(f"{game}.name"))
    if not guide(game).things:
        return Card(title=title, text=words("cogs.what.none"), colour=BLUE)
    here, others = _things(game, view, words)
    lines = [(f"__{words('cogs.what.here')}__", False), *((each, True) for each in here)] if here else []
    lines += [(f"__{words('cogs.what.all')}__", False), *((each, True) for each in others)] if others else []
    found = [*split_into_screens(lines)]
    at = min(at, len(found) - 1)
    link = button(words("cogs.rules.button"), make("rules.open", 0, 0, (game,)), emoji="📖")
    numbers = [str(number) for number in range(len(found))]
    turns = _turns(words, numbers, at, lambda number, name: make("rules.things", table, 0, (game, number, name)))
    return Card(title=title, text=clip(found[at], TEXT), rows=rows([*turns, link]), colour=BLUE)


def _things(game: str, view: View | None, words: Words) -> tuple[list[str], list[str]]:
    """Returns what each thing does, those that are in a view apart."""
    here: dict[str, None] = {}
    others = []
    for things in guide(game).things:
        seen = set(_words_of([getattr(view, field, ()) for field in things.fields])) if view is not None else set()
        for word in things.words:
            line = f"**{words(things.name.format(word))}** – {words(things.does.format(word))}"
            if word in seen:
                here[line] = None
            else:
                others.append(line)
    return list(here), others


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
