"""What happened since a person's last move, step by step, as they saw it: for people returning to a slow game. Private."""

from collections.abc import Sequence

from asking import players
from chat.app import App
from chat.cards import audiences, drawing, headings, seating
from chat.cards.replay import event_lines
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.presses import Cog, Press, make, verb
from chat.wire.layout import BLUE, Button, Card, button, rows
from chat.wire.text import fit
from cogs.replay.replay import LINES
from data.words import Words
from render.contract import Picture
from render.turns import Turn
from tables.history.replay import SeenStep
from tables.model.people import Preferences
from tables.model.table_info import TableInfo


def _steps(number: int, numbers: Sequence[int], place: int, words: Words) -> list[Button]:
    """Returns the buttons to the other steps of a table; those that lead nowhere are off."""
    return [
        button(
            words(f"replay.{name}"),
            make("replay.since", number, numbers[to], (f"_{name}",)),
            emoji=emoji,
            off=words("cogs.off.first" if name in {"first", "back"} else "cogs.off.last") if to == place else "",
        )
        for name, emoji, to in (
            ("first", "⏮️", 0),
            ("back", "◀️", max(0, place - 1)),
            ("forward", "▶️", min(len(numbers) - 1, place + 1)),
            ("last", "⏭️", len(numbers) - 1),
        )
    ]


async def card(  # noqa: PLR0917 - as all cards
    app: App, number: int, user: int, words: Words, own: Preferences, at: int = 0
) -> Card:
    """Returns the step of this number, or the nearest one, in the person's preferences. Raises NoReplay, NotSeated."""
    recap = await app.tables.looks.recap(number, user)
    info = (await app.tables.looks.read(number)).info
    numbers = [seen.step.number for seen in recap.steps]
    place = next((place for place, step in enumerate(numbers) if step >= at), len(numbers) - 1)
    seen = recap.steps[place]
    found = [] if own.display == "text" else await _pictures(app, info, seen, words, own)
    parts = [words("replay.recap-step", step=place + 1, last=len(numbers)), *_step_text(app, info, seen, words)]
    if not found or own.display == "both":
        parts.append(audiences.renderer(app, info).text(seen.mine, audiences.audience(info, words, safe=True)))
    plays = any(seat.user == user and players.playing(seat) for seat in info.seats)
    hand = [button(words("cogs.board.hand"), make("play.hand", number, info.stage), emoji="🃏")] if plays else []
    return Card(
        title=headings.heading(info, words, "replay.recap-title"),
        picture=found[0] if found else None,
        more=tuple(found[1:]),
        text="\n".join(part for part in parts if part),
        rows=rows([*_steps(number, numbers, place, words), *hand]),
        colour=BLUE,
        text_first=own.display == "both",
    )


async def _pictures(app: App, info: TableInfo, seen: SeenStep, words: Words, own: Preferences) -> list[Picture]:
    """Returns the table, the scenes of the step, and the person's own hand, if there is one."""
    audience, turn = audiences.audience(info, words, safe=False, own=own), Turn(f"replay {info.id}")
    game, number = info.game, info.id
    found = [await drawing.attempt(app.pictures.board(game, seen.public, audience, turn), number)]
    found += [
        await drawing.attempt(app.pictures.scene(game, event, audience, turn), number)
        for event in seen.step.events
        if event.scene
    ]
    if seen.mine.private:
        found.append(await drawing.attempt(app.pictures.hand(game, seen.mine, audience, turn), number))
    return [picture for picture in found if picture is not None]


def _step_text(app: App, info: TableInfo, seen: SeenStep, words: Words) -> list[str]:
    if seen.step.seat is None:
        return [words("replay.start")]
    lines = event_lines(app, info, seen.step.events, words)
    if not lines:
        return [words("replay.moved", name=seating.seat_name(info, seen.step.seat))]
    return [fit([f"> {line}" for line in lines], LINES)]


class Recaps(Cog):
    """Shows people what they missed."""

    @verb("replay.recap", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open(self, answer: PrivateAnswer, press: Press) -> None:
        """Start from the person's last move."""
        await answer.show(await card(self.app, press.table, answer.user, answer.words, answer.preferences))

    @verb("replay.since", Ack.UPDATE, ALONE)
    async def step(self, answer: PrivateAnswer, press: Press) -> None:
        """Show another step, in the same message."""
        await answer.show(await card(self.app, press.table, answer.user, answer.words, answer.preferences, press.stage))
