"""Hints of the computer player, in games that do not count."""

import asyncio

from asking import hinted, players
from chat.app import App
from chat.cards import drawing, hand, hint
from chat.press import replies
from chat.press.answer import ALONE, Ack, PrivateAnswer
from chat.press.presses import Cog, Press, verb
from chat.wire.layout import Card
from data.words import Words
from engines.contract import Candidate
from render.contract import Picture
from tables.errors import NoHint, Stale
from tables.model.people import Preferences
from tables.rules.reading import Reading


class Hints(Cog):
    """Shows people what the computer player would do."""

    @verb("hints.ask", Ack.UPDATE, ALONE)
    async def hint(self, answer: PrivateAnswer, press: Press) -> None:
        """Show three moves with a sentence on each, or the same ones with another on the picture."""
        reading = await answer.tables.looks.read(press.table, answer.user)
        thought = asyncio.create_task(answer.tables.advice.hint(press.table, answer.user, stage=press.stage))
        try:
            if not (await asyncio.wait({thought}, timeout=hint.SOON_SECONDS))[0]:
                await answer.show(hint.thinking(reading.info, answer.words))
            found = await thought
        except (NoHint, Stale) as refusal:  # in the same message: asked again and again, it would otherwise leave many
            await hand.show(answer, press.table, note=answer.reason(refusal))
            return
        except Exception:
            await hand.show(answer, press.table, reading=reading)  # the press is still useful; the reason follows
            raise
        finally:
            thought.cancel()
        at = hint.number_of(found, press.words)

        async def draw(app: App, now: Reading, user: int, words: Words, *, pictured: bool = True) -> Card:
            if now.info.stage != found.stage:
                return await hand.card(app, now, user, words, note=words("cogs.hand.stale"), pictured=pictured)
            own, picture = await app.tables.people.person(user), None
            if pictured and own.display != "text" and not players.asks_on_board(app.games, now):
                picture = await self._picture(now, found.candidates[at], words, own)
            return await hint.card(app, found, at, now, words, picture)

        await replies.show(answer, "hand", hand.WhileOpen(reading, draw), reading)

    async def _picture(self, reading: Reading, candidate: Candidate, words: Words, own: Preferences) -> Picture | None:
        """Returns the picture of a move before it is made; for a whole turn, the table after it, as far as that is known."""
        *_, after = hinted.after_each(reading, candidate.line)
        if after is not reading:
            return await drawing.of_question(self.app, after, words, (), own)
        return await drawing.of_question(self.app, hinted.as_chosen(reading, candidate.move), words, candidate.move, own)
