"""A lesson on one card for one person: the idea, what has happened, the table, and the buttons of a real hand, with the next
one to press marked.

The progress is stored with the person; the card's ids hold the rest, so that it continues after a restart.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import discord
import msgspec

from asking.labels import Labels
from asking.names import plain
from asking.question import Question, Walk, question
from chat.app import App
from chat.cards import drawing, games, hand_lines, hint, picker, question_rows, rules, wording
from chat.cards.row_context import RowContext
from chat.press.presses import make
from chat.replies.pictures import PATIENCE_SECONDS
from chat.wire.layout import BLUE, GOLD, GREEN, Button, Card, Row, button, row, rows, select
from chat.wire.text import escape
from data.guides import guide
from data.words import Words
from engines.contract import Candidate, IllegalMove, Move, Word
from engines.notation import write
from render.contract import Picture
from render.turns import Turn
from tables.errors import Refusal
from tables.history.lessons import LessonTable
from tables.model.people import Person, Preferences

DONE = "_done"
"""The word of a press that ends a move which could go on."""

HAPPENED = 3
"""Maximum lines for what has happened since the last move; the newest are shown."""

POINTER = "👉"


def games_with_lesson(app: App) -> list[str]:
    """Returns the games that have a lesson."""
    return [game for game in games.easiest_first(app) if guide(game).lesson is not None]


def menu(app: App, words: Words) -> Card:
    """Returns the list of lessons."""
    names = [(game, words(f"{game}.name")) for game in games_with_lesson(app)][:25]
    choose = row(select(make("learn.open", 0), names, placeholder=words("cogs.games.learn")))
    text = words("cogs.lesson.alone")
    return Card(title=words("cogs.lesson.choose"), text=text, rows=(choose,), colour=BLUE)


def at(app: App, game: str, moves: tuple[str, ...]) -> LessonTable:
    """Returns the lesson's table after these moves; at its start if the lesson no longer has them. Raises Refusal."""
    lesson = guide(game).lesson if game in app.games else None
    if lesson is None:
        raise Refusal("cogs.refusal.no-lesson")
    try:
        return LessonTable(app.games[game], lesson, moves)
    except IllegalMove:
        return LessonTable(app.games[game], lesson)


class LessonQuestion(msgspec.Struct, frozen=True):
    """The question on a lesson's card, and the word that leads on ("" for none)."""

    asked: Question
    wanted: Word = ""

    @property
    def said(self) -> Move:
        """The words said."""
        return self.asked.said

    @property
    def turned(self) -> Move:
        """What is said when the rotatable thing is turned further."""
        return self.asked.asked.turned if isinstance(self.asked.asked, Walk) else ()


def lesson_question(now: LessonTable, said: Move) -> LessonQuestion:
    """Returns the next real question after `said`, and the word that leads on."""
    asked = question(now.choices, said, forms=False)
    said, whole = asked.said, now.wanted
    if said == whole[: len(said)]:
        left = whole[len(said) :]
    elif not Counter(said) - Counter(whole):
        left = tuple((Counter(whole) - Counter(said)).elements())
    else:
        left = ()
    return LessonQuestion(asked, next((word for word in left if word in asked.choices.words), ""))


class LessonPlay:
    """A game's lesson as one person sees it."""

    def __init__(
        self, app: App, learner: Person, game: str, now: LessonTable, words: Words, *, mine: Preferences | None = None
    ) -> None:
        self.app, self.game, self.now, self.words = app, game, now, words
        self.mine = mine or Preferences()
        self.people = rules.audience(plain(learner.name), now.view.seats, words, self.mine)
        self.audience = rules.audience(escape(learner.name), now.view.seats, words, self.mine)
        self.labels = Labels(app.renderers[game], now.view, self.people)
        self.turn = Turn(("lesson", learner.user))

    def _buttons(self, said: Move) -> list[Button]:
        """Returns the buttons below the question."""
        words, game, made = self.words, self.game, self.now.made
        buttons = []
        if self.app.tables.advice.advises:
            buttons.append(button(words("hints.ask"), make("learn.hint", 0, made, (game,)), emoji="💡"))
        if said:
            buttons.append(button(words("cogs.lesson.back"), make("learn.say", 0, made, (game,)), emoji="↩️"))
            return buttons
        buttons.append(button(words("cogs.rules.button"), make("rules.open", 0, 0, (game,)), emoji="📖"))
        return [*buttons, self._anew()] if made else buttons

    async def card(self, *, said: Move = (), note: str = "") -> Card:
        """Returns the current lesson after the words `said`; `note` answers the press, directly above the question."""
        now, words, game, lesson = self.now, self.words, self.game, guide(self.game).lesson
        assert lesson is not None
        if now.step is None:
            return await self._over()
        found = lesson_question(now, said)
        marked, pointed = self._rows(found)
        menus = any(isinstance(item, discord.ui.Select) for line in marked for item in line.children)
        press = "cogs.lesson.choose-in-menu" if menus and found.wanted else "cogs.lesson.press"
        asks = [
            note,
            hand_lines.question_text(game, found.asked, self.labels, words),
            words(press, label=wording.escaped_line(pointed)) if pointed else "",
        ]
        picture, ahead = await self._picture(found)
        text = [*([] if said else [self._newest_lines()]), words(f"{game}.lesson.{now.step.key}")]
        if ahead:
            text.append(words("cogs.lesson.shown"))
        if picture is None or self.mine.display != "picture":
            text.insert(0, self.app.renderers[game].text(now.view, self.audience))
        buttons = self._buttons(said)
        return Card(
            title=words("cogs.lesson.title", game=words(f"{game}.name"), step=now.made + 1, steps=len(lesson.steps)),
            picture=picture,
            text="\n".join(part for part in text if part),
            asks="\n".join(part for part in asks if part),
            rows=(*marked, *rows(buttons)),
            colour=GOLD,
            text_first=True,
        )

    async def hint(self, found: tuple[Candidate, ...]) -> Card:
        """Returns what the computer player would do here, with the lesson's own move marked and before others of the same
        worth.
        """
        now, words, game = self.now, self.words, self.game
        assert now.step is not None
        level = words(f"{game}.level.{self.app.games[game].levels[-1]}")
        lines = [words("hints.about", level=level)]
        found = tuple(sorted(first_of(found), key=lambda each: (-each.worth, not now.right(each.move))))
        right = [each.move for each in found if now.right(each.move)]
        meant = now.wanted if now.wanted in right else next(iter(right), ())  # only one, though a step may accept several
        for number, each in enumerate(found):
            sign = POINTER if each.move == meant else hint.SIGNS[number] if number < len(hint.SIGNS) else "▫️"
            reason = next(iter(hint.why(game, each.terms, words)), "")
            lines.append(f"{sign} **{self._spoken_move(each.move)}** · {hint.worth(each, words)} {reason}".rstrip())
        lines.append(words("cogs.lesson.hinted"))
        whole = lesson_question(now, ())
        picture, _ = await self._picture(whole)
        as_text = picture is None or self.mine.display != "picture"
        back = button(words("cogs.lesson.to-step"), make("learn.say", 0, now.made, (game,)), emoji="↩️")
        return Card(
            title=words("hints.in-lesson", game=words(f"{game}.name")),
            picture=picture,
            text=self.app.renderers[game].text(now.view, self.audience) if as_text else "",
            asks="\n".join(lines),
            rows=rows([back]),
            colour=BLUE,
            text_first=self.mine.display == "both",
        )

    def _spoken_move(self, move: Move) -> str:
        return wording.escaped_line(self.labels.line(move))

    async def _over(self) -> Card:
        words, game, draw = self.words, self.game, self.app.pictures.board
        picture = await drawing.picture_of(self.mine.display, 0, draw, game, self.now.public, self.people, self.turn)
        buttons = [
            games.play_now(words, game),
            button(words("cogs.rules.button"), make("rules.open", 0, 0, (game,)), emoji="📖"),
            button(words("cogs.help.games"), make("rules.games", 0), emoji="🎲"),
            self._anew(),
        ]
        text = "\n".join(filter(None, (self._newest_lines(), words(f"{game}.lesson.done"), words("cogs.lesson.next"))))
        title = words("cogs.lesson.over", game=words(f"{game}.name"))
        return Card(title=title, picture=picture, text=text, rows=rows(buttons), colour=GREEN)

    def _anew(self) -> Button:
        return button(self.words("cogs.lesson.again"), make("learn.again", 0, self.now.made, (self.game,)), emoji="🔁")

    def _newest_lines(self) -> str:
        """Returns the newest lines of what has happened since the learner's last move."""
        rendered, marked = self.app.renderers[self.game], self.mine.display != "text"
        public = [(event, rendered.line(event, self.audience)) for event in self.now.events if event.to is None]
        before = self.app.emoji.before
        lines = [before(self.game, [event], line, self.audience) if line and marked else line for event, line in public]
        return "\n".join([f"-# {line}" for text in lines if text for line in text.splitlines()][-HAPPENED:])

    async def _picture(self, found: LessonQuestion) -> tuple[Picture | None, bool]:
        """Returns the table as the learner sees it, and whether the choice that the lesson points to is drawn as if made,
        which shows if it is more than a verb.
        """
        pictures, game, view, whole = self.app.pictures, self.game, self.now.view, self.now.wanted
        if self.mine.display == "text" or pictures.wait(self.turn.line) > PATIENCE_SECONDS:
            return None, False  # text only: a lesson does not wait for other people's pictures
        ahead = bool(found.wanted) and len(whole) > 1 and found.said == whole[: len(found.said)]
        for said in dict.fromkeys((whole if ahead else found.said, found.said)):
            picture = await drawing.attempt(pictures.preview(game, view, said, self.people, self.turn), 0)
            if picture is not None:
                return picture, said != found.said
        if view.private:
            shown = msgspec.structs.replace(view, chosen=whole[1:]) if found.wanted else view
            return await drawing.attempt(pictures.hand(game, shown, self.people, self.turn), 0), bool(found.wanted)
        return await drawing.attempt(pictures.board(game, self.now.public, self.people, self.turn), 0), False

    def _rows(self, found: LessonQuestion) -> tuple[list[Row], str]:
        """Returns the buttons and menus of the question, with the next one to press marked, and its label."""
        game, made = self.game, self.now.made
        marked = self.mine.display != "text"
        context = RowContext(game, 0, made, self.labels, self.words, self.app.emoji, marked)
        turned = (game, *found.turned) if found.turned else ()
        step = question_rows.step(context, found.asked)
        step = msgspec.structs.replace(step, said=(game, *step.said), turned=turned)
        lines = picker.rows_of(step, self.words, verb="learn.say", grid=picker.BUTTONS)
        if found.asked.choices.complete and found.said == self.now.wanted:
            done = self.words("cogs.hand.done")
            lines.append(row(_mark(button(done, make("learn.say", 0, made, (game, *found.said, DONE))))))
            return lines, done
        press = make("learn.say", 0, made, (game, *found.said, found.wanted)) if found.wanted else ""
        if not found.wanted and found.turned:
            press = make("learn.say", 0, made, turned)
        pointed = _point_out(lines, press, found.wanted)
        return lines, pointed


def _point_out(lines: Sequence[Row], press: str, wanted: Word) -> str:
    """Mark the button with this id and the options of the wanted word. Returns the label of the last one marked."""
    pointed = ""
    for item in (item for line in lines for item in line.children):
        if isinstance(item, discord.ui.Button) and item.custom_id == press:
            pointed = item.label or ""
            _mark(item)
        elif isinstance(item, discord.ui.Select) and wanted:
            pointed = _point_at(item, wanted) or pointed
    return pointed


def _point_at(menu: discord.ui.Select[Any], wanted: str) -> str:
    """Mark the option of this word in a menu. Returns its label, "" if the menu has none."""
    label = ""
    for option in menu.options:
        if option.value.partition(".")[2] == wanted:
            label = option.label
            option.emoji = discord.PartialEmoji(name=POINTER)
    return label


def _mark(item: Button) -> Button:
    item.style = discord.ButtonStyle.success
    item.emoji = POINTER
    return item


def leads_on(now: LessonTable, said: Move) -> bool:
    """Returns whether a right move can still follow these words; of a rotatable thing, every side is on the way."""
    if now.step is None:
        return False
    for line in now.step.expect:
        words = line.split()
        if "*" in words or not Counter(said) - Counter(words):
            return True
        for end in range(len(said)):
            if now.choices(said[:end]).rotate and not Counter((*said[:end], *said[end + 1 :])) - Counter(words):
                return True
    return False


def with_move(moves: tuple[str, ...], move: Move) -> tuple[str, ...]:
    """Returns the moves of a lesson with one more."""
    return (*moves, write(move))


def first_of(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Returns the best candidate for each first move: of whole turns a lesson names only the first move."""
    moves = set()
    for each in found:
        if each.move not in moves:
            moves.add(each.move)
            yield each
