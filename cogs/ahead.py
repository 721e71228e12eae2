"""Planning a person's next moves before they are asked."""

import discord

from asking.walk import advance, finished, joint
from chat.app import App
from chat.cards import hand, headings, picker
from chat.press.answer import ALONE, Ack, PrivateAnswer
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Button, Card, Row, button, rows
from data.words import Words
from engines.contract import Move
from tables.model.models import TableView


class PlanAhead(Cog):
    """Plans moves."""

    @verb("ahead.open", Ack.UPDATE, ALONE)
    async def plan(self, answer: PrivateAnswer, press: Press) -> None:
        """Show the plan and what can be added to it."""
        await self._show(answer, press, await answer.tables.looks.view(press.table, answer.user))

    @verb("ahead.say", Ack.UPDATE, ALONE)
    async def aim(self, answer: PrivateAnswer, press: Press) -> None:
        """Add a word, perhaps the last one, to the move being planned."""
        look = await answer.tables.looks.view(press.table, answer.user)
        trial = await answer.tables.moves.planning(press.table, answer.user)
        if trial is None:
            await self._show(answer, press, look)
            return
        said, following = finished(trial.choices, picker.picked(press))
        whole = not press.values and press.words == said and following.complete
        if not following.complete or (following.words and not whole):
            await self._show(answer, press, look, said=said)
            return
        look = await answer.tables.moves.plan(press.table, answer.user, said, request=answer.request)
        await self._show(answer, press, look, note=answer.words("cogs.ahead.added"))

    @verb("ahead.less", Ack.UPDATE, ALONE)
    async def less(self, answer: PrivateAnswer, press: Press) -> None:
        """Take back the last planned move; the id says how many stay."""
        digits = "".join(letter for word in press.words[:1] for letter in word if letter.isdecimal())[:3]
        look = await answer.tables.moves.unplan(press.table, answer.user, keep=int(digits or 0), request=answer.request)
        await self._show(answer, press, look)

    @verb("ahead.drop", Ack.UPDATE, ALONE)
    async def drop(self, answer: PrivateAnswer, press: Press) -> None:
        """Drop the whole plan."""
        look = await answer.tables.moves.unplan(press.table, answer.user, request=answer.request)
        await self._show(answer, press, look)

    async def _show(self, answer: PrivateAnswer, press: Press, look: TableView, *, said: Move = (), note: str = "") -> None:
        """Show the plan, or the hand if planning is no longer possible because the person is asked or does not play."""
        if not hand.may_plan(self.app, look):
            await hand.show(
                answer, press.table, look=look, note=answer.words("cogs.hand.stale") if look.seat is not None else ""
            )
            return
        await answer.show(await _card(self.app, look, answer.user, answer.words, said=said, note=note))


async def _card(app: App, look: TableView, user: int, words: Words, *, said: Move = (), page: int = 0, note: str = "") -> Card:
    """Returns the current plan, after the words `said`."""
    info = look.table
    trial = await app.tables.moves.planning(info.id, user)
    parts = [note, words("cogs.ahead.what"), *hand.planned_lines(app, look, words)]
    walk: list[Row] = []
    buttons: list[Button] = []
    if trial is None:
        parts.append(words("cogs.ahead.no-more"))
    else:
        ask = trial.choices
        said, choices = advance(ask, said)
        if not choices.words and not choices.complete:
            said, choices = advance(ask, ())  # what was said is no longer possible
        imagined, together = trial.view(), joint(ask, said)
        question = hand.asked(info.game, choices, words)
        parts.append(question if together is None else hand.taken(app, imagined, together, words))
        step = hand.step_of(app, imagined, ask, said, choices, words, page=page, together=together)
        walk = picker.rows_of(step, words, verb="ahead.say")
        if choices.complete and choices.words:
            done = make("ahead.say", info.id, info.stage, said)
            buttons.append(button(words("cogs.hand.done"), done, style=discord.ButtonStyle.success))
        if said != (advance(ask, ()))[0]:
            buttons.append(button(words("cogs.hand.again"), make("ahead.open", info.id, info.stage, ("_",)), emoji="↩️"))
    if look.ahead:
        last = f"_{len(look.ahead) - 1}"
        buttons.append(button(words("cogs.ahead.less"), make("ahead.less", info.id, info.stage, (last,)), emoji="↩️"))
        buttons.append(button(words("cogs.ahead.drop"), make("ahead.drop", info.id, info.stage), emoji="✖️"))
    buttons.append(button(words("cogs.ahead.back"), make("play.fresh", info.id, info.stage), emoji="🃏"))
    return Card(
        title=headings.heading(info, words, "cogs.ahead.title"),
        text="\n".join(part for part in parts if part),
        rows=(*walk, *rows(buttons)),
        colour=BLUE,
    )
