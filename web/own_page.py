"""What the page of a session shows besides the public page: the person's own picture, the question, and what each tap says."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from asking import pictures, readers
from asking.asker import Asker
from asking.form import Form
from asking.labels import Labels, short_name
from asking.moments import Moments
from asking.offers import left_to_spend, may_plan
from asking.players import playing_seat
from asking.question import Question, QuestionStep, Walk, question
from asking.taps import Tapped, taps
from asking.walk import SQUARE, Joint, rotated_at
from data.words import Words
from engines.contract import Move, Seat, Word
from render.contract import Audience, Picture
from render.word_places import WordPlace
from tables.model.people import Preferences
from tables.rules.reading import Reading
from tables.service.page_actions import Session
from web.public_page import PagePicture, name_of

PageAct = Literal["see", "say", "done", "sure", "back", "on", "plan", "less"]
"""What a page sends: show what follows these words, say them, end the move with them, do it despite a warning, take back, go on
from a moment, turn to planning or from it, take back the last planned move.
"""

OWN_WORDS = {"turn": "cogs.picker.turn", "done": "cogs.hand.done", "refill": "cogs.slots.again"}
"""How steps without a label of their own read, by kind."""


class SaidSoFar(msgspec.Struct, frozen=True):
    """What a page has said so far, and about which question."""

    stage: int = -1
    said: Move = ()
    planning: bool = False
    note: str = ""
    """The answer to the last tap."""
    warn: str = ""
    """What the move said would waste (`<game>.warn.<warn>`), about which the person is asked first."""


class PageStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button: how it reads, and what it sends."""

    label: str
    say: Move = ()
    act: PageAct = "say"
    marked: bool = False


class PagePlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of the picture (left, top, width and height in px of the picture) that can be tapped or is marked."""

    box: tuple[int, int, int, int]
    label: str
    steps: tuple[PageStep, ...] = ()
    mark: str = ""
    turn: int | None = None
    """By how many degrees the page turns the thing that it lays there; None if it lays nothing there."""


class OwnPage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as the page of one session shows it. Only `of_session` makes it."""

    seat: Seat
    stage: int
    said: Move = ()
    planning: bool = False
    asks: str = ""
    note: str = ""
    warned: bool = False
    """Whether the person is asked about a warning."""
    lines: tuple[str, ...] = ()
    picture: PagePicture | None = None
    size: tuple[int, int] = (0, 0)
    thing: tuple[int, int, int, int] | None = None
    """Where the picture has the thing that is to be laid."""
    alone: bool = False
    """Whether this picture shows the board, so that the public one is not needed."""
    places: tuple[PagePlace, ...] = ()
    steps: tuple[PageStep, ...] = ()


async def of_session(  # noqa: PLR0917 - what is shown, to whom
    asker: Asker, moments: Moments, session: Session, so_far: SaidSoFar, words: Words, theme: str, board: Picture | None
) -> tuple[OwnPage, Picture | None]:
    """Returns the page of a session after what was said, and its picture. `board` is the public picture. Raises Outdated if the
    game moves on before it is drawn.
    """
    reading, info = session.reading, session.reading.info
    people = readers.audience(info, words, own=Preferences(theme=theme))
    assert reading.seat is not None, "a session has a seat"
    page = OwnPage(seat=reading.seat, stage=info.stage, note=so_far.note)
    if info.state != "playing" or reading.view is None or playing_seat(reading) is None:
        return page, None
    said = so_far.said if so_far.stage == info.stage else ()
    moment = None if said else await _moment(asker, moments, session, people)
    if moment is not None:
        steps = (PageStep(words("cogs.hand.go-on"), act="on"),)
        return msgspec.structs.replace(_with_picture(page, moment), steps=steps), moment
    planning = so_far.planning and may_plan(asker, reading)
    trial = await asker.tables.moves.planning(info.id, session.user) if planning else None
    about = trial or (reading if reading.fleeting is None else reading.showing(reading.fleeting))
    now = question(about.choices, said, chosen=reading.view.chosen, forms=not planning)
    picture = await pictures.of_question(asker, about, (), people)
    lines = tuple(_lines(reading, asker.labels(about, words), words))
    shows = asker.renderers[info.game].saying(reading.view, now.said, people) if said and now.choices.words else ""
    page = msgspec.structs.replace(_with_picture(page, picture, board, shows), said=now.said if said else (), lines=lines)
    if so_far.warn:
        return _warning(page, f"{info.game}.warn.{so_far.warn}", said, words), picture
    page = msgspec.structs.replace(page, planning=planning, asks=_asks(asker, about, now, words))
    below = _below(reading, now, words, planning=planning, plans=may_plan(asker, reading))
    return _with_answers(page, picture, asker.labels(about, words), now, words, below), picture


def _with_answers(  # noqa: PLR0917 - what is asked, and where its answers lie
    page: OwnPage, picture: Picture | None, labels: Labels, now: Question, words: Words, below: tuple[PageStep, ...]
) -> OwnPage:
    """Returns the page with the answers to its question: in the picture, and as buttons with those `below`."""
    there = () if picture is None else _lay([each for each in picture.places if not each.after or each.after in now.said], now)
    placed = taps(now, labels, [each.word for each in there])
    places = _places(there, placed, labels, now, words)
    return msgspec.structs.replace(page, places=places, steps=(*_steps(now, labels, placed, words), *below))


async def _moment(asker: Asker, moments: Moments, session: Session, people: Audience) -> Picture | None:
    """Returns the picture of what the person has not gone on from; None if there is none."""
    info, found = session.reading.info, await moments.unseen(asker, session.reading, session.user)
    if found is None:
        return None
    scene = asker.pictures.scene(info.game, found.event, people, pictures.turn(asker, info))
    return await pictures.picture_or_none(scene, info.id)


def _warning(page: OwnPage, key: str, said: Move, words: Words) -> OwnPage:
    """Returns the page with the question whether to play a move that would waste something."""
    steps = (PageStep(words("cogs.hand.sure"), said, "sure"), PageStep(words("cogs.hand.back"), act="see"))
    return msgspec.structs.replace(page, warned=True, asks=f"⚠️ {words(key)}", steps=steps)


def _with_picture(page: OwnPage, picture: Picture | None, board: Picture | None = None, shows: str = "") -> OwnPage:
    """Returns the page with its picture, which stands alone if it shows places of the board or is the board. `shows`: what the
    page shows in it besides.
    """
    if picture is None:
        return page
    mine, public = {each.word for each in picture.places}, {each.word for each in board.places} if board is not None else set()
    alone = board is not None and (picture.data == board.data or bool(mine & public))
    named = PagePicture(name_of(picture), f"{shows} {picture.alt}".lstrip())
    thing = next((each.box for each in picture.places if each.turns), None)
    return msgspec.structs.replace(page, picture=named, size=picture.size, thing=thing, alone=alone)


def _asks(asker: Asker, reading: Reading, now: Question, words: Words) -> str:
    """Returns what is asked, with what is left to spend."""
    info, choices = reading.info, now.asked.choices if isinstance(now.asked, Joint) else now.choices
    if reading.seat not in info.pending or not choices.ask:
        return "" if choices.words or choices.complete else words("cogs.hand.wait")
    left = left_to_spend(asker, reading)
    spend = "" if left is None else f" · {words(f'{info.game}.left', n=left)}"
    return words(f"{info.game}.ask.{choices.ask}") + spend


def _lines(reading: Reading, labels: Labels, words: Words) -> list[str]:
    """Returns what was chosen, planned and done in the turn so far."""
    found = []
    if reading.view is not None and reading.view.chosen:
        found.append(words("watch.own.chosen", what=labels.line(reading.view.chosen)))
    if reading.ahead:
        found.append(words("watch.own.planned", what=" · ".join(labels.line(move) for move in reading.ahead)))
    if reading.dropped:
        found.append(words("watch.own.dropped", what=labels.line(reading.dropped)))
    if len(reading.steps) > 1:
        found.append(words("watch.own.turn", what=" · ".join(labels.brief(move) for _, move in reading.steps)))
    if reading.drafted_at is not None:
        found.append(words("cogs.hand.drafted"))
    return found


def _lay(there: Sequence[WordPlace], now: Question) -> Sequence[WordPlace]:
    """Returns the places; once it is said where a thing lies that can be turned, only that place and those on the thing."""
    at = rotated_at(now.ask, now.said)
    thing = next((each for each in there if each.turns), None)
    ground = next((each for each in there if at and each.word == now.said[at - 1]), None)
    if thing is None or ground is None:
        return there
    laid = msgspec.structs.replace(thing.put_on(thing, ground), word=ground.word)
    return (laid, *(each.put_on(thing, ground) for each in there if each.after))


def _places(
    there: Sequence[WordPlace], placed: tuple[Tapped, ...], labels: Labels, now: Question, words: Words
) -> tuple[PagePlace, ...]:
    """Returns the places that can be tapped or are marked."""
    found = []
    for place, tapped in zip(there, placed, strict=True):
        turn = next((degrees for word, degrees in place.turns if word in now.said), None)
        mark = "" if place.turns else tapped.mark  # what is turned shows itself how it lies
        if not tapped.steps and not mark and turn is None:
            continue
        steps = tuple(_page_step(step, words) for step in tapped.steps)
        label = short_name(steps[0].label) if len(steps) == 1 else _name(place.word, labels, now)
        found.append(PagePlace(place.box, label, steps, mark, turn))
    return tuple(found)


def _name(word: Word, labels: Labels, now: Question) -> str:
    """Returns what a place is called that can mean several things, or nothing more."""
    if SQUARE.fullmatch(word):
        return word
    at = now.said.index(word) if word in now.said else len(now.said)
    return short_name(labels.word(word, now.said[:at]))


def _steps(now: Question, labels: Labels, placed: tuple[Tapped, ...], words: Words) -> tuple[PageStep, ...]:
    """Returns the answers that lie nowhere in the picture."""
    tapped = {step.said for each in placed for step in each.steps}
    if isinstance(now.asked, Form) and tapped:
        return tuple(_page_step(step, words) for step in now.steps(labels) if step.kind != "place")
    if isinstance(now.asked, Walk) and all((*now.said, word) in tapped for word in now.choices.words):
        return (PageStep(words("cogs.hand.done"), now.said, "done"),) if now.choices.complete else ()
    return tuple(_page_step(step, words) for step in now.steps(labels) if step.said not in tapped)


def _page_step(step: QuestionStep, words: Words) -> PageStep:
    act: PageAct = "see" if step.kind in {"place", "refill"} else "done" if step.kind == "done" else "say"
    return PageStep(step.label or words(OWN_WORDS[step.kind]), step.said, act, step.marked)


def _below(reading: Reading, now: Question, words: Words, *, planning: bool, plans: bool) -> tuple[PageStep, ...]:
    """Returns what can be done besides answering."""
    found = []
    if now.decided or (isinstance(now.asked, Joint) and now.asked.taken):
        found.append(PageStep(words("cogs.hand.again"), act="see"))
    if reading.can_take_back and not planning:
        found.append(PageStep(words("cogs.hand.take-back"), act="back"))
    if planning and reading.ahead:
        found.append(PageStep(words("cogs.ahead.less"), act="less"))
    if plans:
        found.append(PageStep(words("cogs.ahead.back" if planning else "cogs.ahead.plan"), act="plan"))
    return tuple(found)
