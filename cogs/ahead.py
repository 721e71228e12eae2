"""Planning a person's next moves before they are asked."""

import discord

from asking.lead import Impossible, Next, following
from asking.offers import may_plan
from asking.pictures import made_of_newest
from asking.question import question
from chat.app import App
from chat.cards import audiences, colours, drawing, hand, hand_lines, headings, picker, question_rows, row_context
from chat.press.answer import ALONE, Ack, PrivateAnswer
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import Button, Card, Row, button, rows
from data.words import Words
from engines.contract import Move
from tables.rules.reading import Reading


class PlanAhead(Cog):
    """Plans moves."""

    @verb("ahead.open", Ack.UPDATE, ALONE)
    async def plan(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the plan and what can be added to it."""
        await self._show(answer, press, await answer.tables.looks.read(press.table, answer.user))

    @verb("ahead.say", Ack.UPDATE, ALONE)
    async def aim(self, answer: PrivateAnswer, press: Press) -> None:
        """Add a word, perhaps the last one, to the move being planned."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        trial = await answer.tables.moves.planning(press.table, answer.user)
        if trial is None:
            await self._show(answer, press, reading)
            return
        said = picker.read_words(press)
        leads = following(trial.choices, said, done=not press.values and press.words == said)
        if isinstance(leads, Next | Impossible):
            await self._show(answer, press, reading, said=leads.said)
            return
        reading = await answer.tables.moves.plan(press.table, answer.user, leads.said, request=answer.request)
        await self._show(answer, press, reading, note=answer.words("cogs.ahead.added"))

    @verb("ahead.less", Ack.UPDATE, ALONE)
    async def less(self, answer: PrivateAnswer, press: Press) -> None:
        """Take back the last planned move; the id says how many stay."""
        digits = "".join(letter for word in press.words[:1] for letter in word if letter.isdecimal())[:3]
        reading = await answer.tables.moves.unplan(press.table, answer.user, keep=int(digits or 0), request=answer.request)
        await self._show(answer, press, reading)

    @verb("ahead.drop", Ack.UPDATE, ALONE)
    async def drop(self, answer: PrivateAnswer, press: Press) -> None:
        """Drop the whole plan."""
        reading = await answer.tables.moves.unplan(press.table, answer.user, request=answer.request)
        await self._show(answer, press, reading)

    async def _show(self, answer: PrivateAnswer, press: Press, reading: Reading, *, said: Move = (), note: str = "") -> None:
        """Show the plan, or the hand if planning is no longer possible because the person is asked or does not play."""
        if not may_plan(self.app.asker, reading):
            await hand.show(
                answer, press.table, reading=reading, note=answer.words("cogs.hand.stale") if reading.seat is not None else ""
            )
            return

        async def draw(now: Reading) -> Card:
            same = now.info.stage == reading.info.stage
            return await _card(self.app, now, answer.user, answer.words, said=said if same else (), note=note)

        card, _ = await made_of_newest(self.app.asker, answer.user, reading, draw)
        await answer.show(card)


async def _card(app: App, reading: Reading, user: int, words: Words, *, said: Move = (), page: int = 0, note: str = "") -> Card:
    """Returns the current plan, after the words `said`, with the board on which it is imagined. Raises Outdated."""
    info, own = reading.info, await app.tables.people.person(user)
    trial = await app.tables.moves.planning(info.id, user)
    labels = app.asker.labels(reading, words)
    above = [note, words("cogs.ahead.what"), *hand_lines.turn_lines(reading, labels, words)]
    asks, picture = list[str](), None
    walk: list[Row] = []
    buttons: list[Button] = []
    if trial is None:
        asks.append(words("cogs.ahead.no-more"))
    else:
        asked = question(trial.choices, said, forms=False)
        if not asked.choices.words and not asked.choices.complete:
            asked = question(trial.choices, forms=False)  # what was said is no longer possible
        context = row_context.of_table(app, trial, words)
        picture = None if own.display == "text" else await drawing.of_question(app, trial, words, asked.said, own)
        if trial.view is not None and (picture is None or own.display != "picture"):
            above.insert(0, audiences.renderer(app, info).text(trial.view, audiences.audience(info, words, safe=True)))
        asks.append(hand_lines.question_text(info.game, asked, context.labels, words))
        grid = picker.GRID if picture is None else picker.BUTTONS  # the picture is to fit on the screen with the buttons
        walk = picker.rows_of(question_rows.step(context, asked, page=page), words, verb="ahead.say", grid=grid)
        if asked.may_end:
            done = make("ahead.say", info.id, info.stage, asked.said)
            buttons.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
        if asked.said != asked.begun:
            buttons.append(button(words("cogs.hand.again"), make("ahead.open", info.id, info.stage, ("_",)), emoji="↩️"))
    if reading.ahead:
        last = f"_{len(reading.ahead) - 1}"
        buttons.append(button(words("cogs.ahead.less"), make("ahead.less", info.id, info.stage, (last,)), emoji="↩️"))
    if len(reading.ahead) > 1:
        buttons.append(button(words("cogs.ahead.drop"), make("ahead.drop", info.id, info.stage), emoji="✖️"))
    buttons.append(button(words("cogs.ahead.back"), make("play.fresh", info.id, info.stage), emoji="🃏"))
    colour, sign = colours.of_seat(info, reading.seat, own)
    return Card(
        title=headings.heading(info, words, "cogs.ahead.title", sign),
        picture=picture,
        text="\n".join(filter(None, above)),
        asks="\n".join(asks),
        rows=(*walk, *rows(buttons)),
        colour=colour,
        text_first=True,
    )
