"""The log of a finished game as text, and its record as a file."""

import asyncio
from collections.abc import Callable

from chat.app import App
from chat.cards import audiences, headings, seating
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.doors import Names
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Card, button, row
from chat.wire.text import clip
from data.words import Words
from render.contract import Audience, Renderer
from tables.history.record_steps import export
from tables.history.replay import Replay
from tables.model.table_info import TableInfo

PAGE = 3000
"""Maximum characters of a page."""

ENTRY = 1200
"""Maximum characters of an entry on a page."""


class GameLog(Cog):
    """Shows games in words."""

    @verb("gamelog.open", Ack.PRIVATE, On.CHANNEL | ALONE, names=Names.WORD)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the first page of the log of a game."""
        await answer.show(await card(self.app, press.number, answer.words))

    @verb("gamelog.page", Ack.UPDATE, ALONE, names=Names.WORD)
    async def turn_over(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another page, in the same message."""
        await answer.show(await card(self.app, press.number, answer.words, press.stage))

    @verb("gamelog.record", Ack.PRIVATE, ALONE, names=Names.WORD)
    async def record(self, answer: PrivateAnswer, press: Press) -> None:
        """Send the record of a game as JSON, for keeping, verifying and replaying."""
        number, words = press.number, answer.words
        await answer.tables.looks.replay(number)
        record = await answer.tables.looks.record(number)
        info = (await answer.tables.looks.read(number)).info
        file = await asyncio.to_thread(export, record, answer.app.games.get(record.game))
        document = (f"zamki-{number}.json", file)
        title = headings.heading(info, words, "replay.log-title")
        await answer.tell(Card(title=title, text=words("replay.record-about"), document=document, colour=BLUE))


def entries(replay: Replay, rendered: Renderer, people: Callable[[int], Audience]) -> list[str]:
    """Returns an entry for each step but the start: who moved, how, and what happened, one line each. It includes what was
    secret then; what only one seat was shown is left out, since its own move says the same. `people`: the audience at a step.
    """
    found = []
    for number in range(1, replay.last + 1):
        step, audience = replay.step(number), people(number)
        seat = step.seat or 0
        view = replay.view(number - 1, seat)
        said = ", ".join(rendered.label(word, step.move[:at], view, audience) for at, word in enumerate(step.move))
        events = rendered.in_order(replay.step(number).events_for(None))
        lines = [line for line in (rendered.line(event, audience) for event in events) if line]
        head = f"{number}. {audience.people[seat].name}: {said}"
        found.append("\n".join([head, *(f"   {line}" for line in lines)]))
    return found


async def whole(app: App, number: int, words: Words, *, safe: bool) -> tuple[TableInfo, list[str]]:
    """Returns a finished table with the entries of its game; `safe`: for a message. Raises NoReplay."""
    replay = await app.tables.looks.replay(number)
    info = (await app.tables.looks.read(number)).info

    def people(step: int) -> Audience:
        return audiences.audience(seating.then(info, replay, step), words, safe=safe)

    return info, await asyncio.to_thread(entries, replay, audiences.renderer(app, info), people)


def pages_of(found: list[str]) -> list[str]:
    """Split entries into pages without breaking any; at least one page."""
    pages: list[str] = []
    for entry in (clip(each.replace("   ", "> ", 1).replace("\n   ", "\n> "), ENTRY) for each in found):
        if pages and len(pages[-1]) + len(entry) < PAGE:
            pages[-1] += f"\n{entry}"
        else:
            pages.append(entry)
    return pages or [""]


async def card(app: App, number: int, words: Words, page: int = 0) -> Card:
    """Returns a page of a game's log, with the whole log as a file. Raises NoReplay."""
    info, log_lines = await whole(app, number, words, safe=True)
    pages = pages_of(log_lines)
    page = min(page, len(pages) - 1)
    first = words("cogs.off.first") if page == 0 else ""
    end = words("cogs.off.last") if page == len(pages) - 1 else ""
    steps = [
        button(words("cogs.rules.back"), make("gamelog.page", 0, max(0, page - 1), (str(number), "_back")), emoji="◀️",
               off=first),
        button(words("cogs.rules.on"), make("gamelog.page", 0, min(len(pages) - 1, page + 1), (str(number), "_on")), emoji="▶️",
               off=end),
        button(words("replay.record"), make("gamelog.record", 0, 0, (str(number),)), emoji="💾"),
    ]  # fmt: skip
    text = f"{pages[page]}\n-# {words('cogs.rules.page', page=page + 1, pages=len(pages))}"
    _, plain = await whole(app, number, words, safe=False)
    document = (f"zamki-{number}.txt", ("\n".join(plain) + "\n").encode())
    title = headings.heading(info, words, "replay.log-title")
    return Card(title=title, text=text, rows=(row(*steps),), document=document, colour=BLUE)
