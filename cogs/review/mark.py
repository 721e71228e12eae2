"""A decision that a review names: the position as its player saw it, what was done, and what would have been better."""

import asyncio

import discord
import msgspec

from chat.app import App
from chat.cards import audiences, drawing, headings, seating
from chat.press.presses import make
from chat.wire.layout import BLUE, Card, button, rows
from cogs.review.decision_words import DecisionWords
from cogs.review.review import DEAREST
from data.words import Words
from engines.contract import View
from render.contract import Audience, Picture
from render.turns import Turn
from tables.errors import Refusal
from tables.history.replay import Replay
from tables.history.review import Decision, drop_computer_moves
from tables.model.people import Preferences
from tables.model.table_info import Origin, TableInfo


class MarkedDecision(msgspec.Struct, frozen=True):
    """A decision that a review names, and its number there."""

    decision: Decision
    number: int
    replay: Replay

    @property
    def origin(self) -> Origin:
        """The position before the decision."""
        return Origin(self.replay.record.table, self.decision.step - 1, self.decision.seat)


async def read(app: App, number: int, step: int) -> MarkedDecision:
    """Returns the decision that was made with this step. Raises NoReplay, and Refusal if no stored review names it."""
    kept = await app.tables.reviews.stored_review(number)
    replay = await app.tables.looks.replay(number)
    dearest = [] if kept is None else drop_computer_moves(kept, replay).biggest(DEAREST)
    for place, each in enumerate(dearest, 1):
        if each.step == step:
            return MarkedDecision(each, place, replay)
    raise Refusal("cogs.refusal.unknown-press")


async def card(app: App, number: int, step: int, own: Preferences, words: Words) -> Card:
    """Returns the decision that was made with this step. Raises NoReplay, and Refusal if no stored review names it."""
    found = await read(app, number, step)
    decision, replay = found.decision, found.replay
    info = (await app.tables.looks.read(number)).info
    shown = seating.then(info, replay, step)
    mine, public = await asyncio.to_thread(lambda: (replay.view(step - 1, decision.seat), replay.view(step - 1)))
    audience = audiences.audience(shown, words, safe=False, own=own)
    picture = None if own.display == "text" else await _picture(app, shown, mine, public, audience)
    parts = [await asyncio.to_thread(DecisionWords(app, info, replay, words).sentence, decision, found.number)]
    parts.append(f"-# {words('review.seen', name=seating.seat_name(shown, decision.seat))}")
    if picture is None or own.display == "both":
        parts.append(audiences.renderer(app, info).text(mine, audiences.audience(shown, words, safe=True)))
    success = discord.ButtonStyle.success
    play = button(words("review.play"), make("review.play", 0, step, (str(number),)), emoji="♟️", style=success)
    return Card(
        title=headings.heading(info, words, "review.title"),
        picture=picture,
        text="\n".join(parts),
        rows=rows(
            [
                *([play] if replay.game is app.games.get(info.game) else []),
                button(words("review.from-here"), make("replay.open", 0, step, (str(number), "from")), emoji="🎞️"),
                button(words("review.back"), make("review.back", 0, 0, (str(number),)), emoji="↩️"),
            ]
        ),
        colour=BLUE,
        text_first=own.display == "both",
    )


async def _picture(app: App, info: TableInfo, mine: View, public: View, audience: Audience) -> Picture | None:
    """Returns the picture that the player was asked with: what could be said, else their hand, else the board."""
    pictures, game, turn = app.pictures, info.game, Turn(f"replay {info.id}")
    asked = await drawing.attempt(pictures.preview(game, mine, (), audience, turn), info.id)
    if asked is not None:
        return asked
    if mine.private:
        return await drawing.attempt(pictures.hand(game, mine, audience, turn), info.id)
    return await drawing.attempt(pictures.board(game, public, audience, turn), info.id)
