"""Learning a game: a guided first game, played alone, that can be left and resumed."""

import asyncio

from asking.walk import finish_words
from chat.cards import hint, picker, rules
from chat.cards.command_options import GameOption
from chat.press.answer import ALONE, Ack, On, PrivateAnswer
from chat.press.commands import ZAMKI
from chat.press.presses import Cog, Press, verb
from cogs.learn import lesson
from engines.contract import Move
from tables.errors import NoHint
from tables.history.lessons import LessonTable


class Learn(Cog):
    """Teaches the games."""

    @ZAMKI.command("learn")
    async def learn(self, answer: PrivateAnswer, game: GameOption | None = None) -> None:
        """Resume a game's lesson; without a game, list the lessons."""
        if game is None:
            await answer.tell(lesson.menu(self.app, answer.words))
        else:
            await self._resume(answer, game)

    @verb("learn.open", Ack.PRIVATE, On.CHANNEL | ALONE)
    async def open_game(self, answer: PrivateAnswer, press: Press) -> None:
        """Open a game's lesson by a button or from a menu."""
        chosen = (*press.words, *press.values)
        if not chosen:
            await answer.tell(lesson.menu(self.app, answer.words))
        else:
            await self._resume(answer, rules.game_key(self.app, chosen[0]))

    async def _resume(self, answer: PrivateAnswer, game: str) -> None:
        now = lesson.at(self.app, game, answer.preferences.lessons.get(game, ()))
        if now.step is None:
            now = await self._anew(answer, game)
        await answer.tell(await self._lesson(answer, game, now).card())

    def _lesson(self, answer: PrivateAnswer, game: str, now: LessonTable) -> lesson.LessonPlay:
        return lesson.LessonPlay(self.app, answer.person, game, now, answer.words, mine=answer.preferences)

    async def _anew(self, answer: PrivateAnswer, game: str) -> LessonTable:
        await answer.tables.people.note_lesson(answer.user, game, (), after=answer.preferences.lessons.get(game, ()))
        return lesson.at(self.app, game, ())

    @verb("learn.again", Ack.UPDATE, ALONE)
    async def again(self, answer: PrivateAnswer, press: Press) -> None:
        """Restart the lesson."""
        game = rules.game_key(self.app, press.word)
        now = await self._anew(answer, game)
        await answer.show(await self._lesson(answer, game, now).card())

    @verb("learn.say", Ack.UPDATE, ALONE)
    async def say(self, answer: PrivateAnswer, press: Press) -> None:
        """Handle a word said in a lesson: go on if it is right, else give a friendly answer."""
        game, *more = picker.read_words(press) or ("",)
        rules.game_key(self.app, game)
        moves = answer.preferences.lessons.get(game, ())
        now = lesson.at(self.app, game, moves)
        note, said = "", tuple(more)
        if press.stage != now.made:
            note, said = answer.words("cogs.lesson.moved-on"), ()
        elif said:
            said, whole = self._finish(now, said, done=lesson.DONE in press.words)
            if whole and now.right(said):
                now.play(said)
                if not await answer.tables.people.note_lesson(answer.user, game, lesson.with_move(moves, said), after=moves):
                    kept = (await answer.tables.people.person(answer.user)).lessons.get(game, ())
                    now, note = lesson.at(self.app, game, kept), answer.words("cogs.lesson.moved-on")
                said = ()
            elif whole or not lesson.leads_on(now, said):
                note, said = answer.words("cogs.lesson.other"), ()
        await answer.show(await self._lesson(answer, game, now).card(said=said, note=note))

    @verb("learn.hint", Ack.UPDATE, ALONE)
    async def advise(self, answer: PrivateAnswer, press: Press) -> None:
        """Show what the computer player would do in this step of the lesson."""
        game = rules.game_key(self.app, press.word)
        now = lesson.at(self.app, game, answer.preferences.lessons.get(game, ()))
        lesson_now = self._lesson(answer, game, now)
        if press.stage != now.made or now.step is None:
            await answer.show(await lesson_now.card(note=answer.words("cogs.lesson.moved-on")))
            return
        thought = asyncio.create_task(answer.tables.advice.lesson_hint(game, now))
        try:
            if not (await asyncio.wait({thought}, timeout=hint.SOON_SECONDS))[0]:
                await answer.show(hint.thinking_of_lesson(game, answer.words))
            found = await thought
        except NoHint as none:
            await answer.show(await lesson_now.card(note=answer.words(none.key, **none.values)))
            return
        finally:
            thought.cancel()
        await answer.show(await lesson_now.hint(found))

    def _finish(self, now: LessonTable, said: Move, *, done: bool) -> tuple[Move, bool]:
        """Returns the words with those that follow automatically, and whether they are a whole move."""
        if done:
            return said, True
        said, following = finish_words(now.choices, said)
        return said, not following.words
