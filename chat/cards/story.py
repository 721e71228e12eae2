"""The story of a finished game: a few sentences, the decisive moments and the figures, as a picture and as text."""

import asyncio
import logging

import discord
import msgspec

from asking.names import plain
from chat.app import App
from chat.cards import audiences, drawing, headings, links, replay, seating
from chat.press.presses import make
from chat.wire.layout import BLUE, Button, Card, PublicCard, button, rows
from chat.wire.text import escape, fit
from data.words import Words
from engines.contract import Seat
from render.contract import Epilogue
from render.story import FigureRow, StoryPicture
from tables.errors import Refusal
from tables.history import story as telling
from tables.history.replay import Replay
from tables.history.review import Review
from tables.history.story import Judged, Moment
from tables.model.people import Preferences
from tables.model.table_info import TableInfo

QUOTE = 500
"""Maximum characters quoted from a step."""

log = logging.getLogger(__name__)


class TurningPoint(msgspec.Struct, frozen=True):
    """The step by which a game is remembered, and what is said of it."""

    step: int
    said: str


async def card(app: App, number: int, words: Words, own: Preferences) -> Card:
    """Returns the story for one person, in their preferences. Raises NoReplay, and Refusal if the game cannot be narrated."""
    return await _card(app, number, words, Card, own)


async def public(app: App, number: int, words: Words) -> PublicCard:
    """Returns the story for everybody in a channel: the game is over, so nothing is secret."""
    return await _card(app, number, words, PublicCard, Preferences())


async def turning_point(app: App, number: int, words: Words, *, safe: bool) -> TurningPoint:
    """Returns where a game turned, else its best move, else its end. Raises NoReplay."""
    played = await app.tables.looks.replay(number)
    info = (await app.tables.looks.read(number)).info
    story = await _story(app, info, await app.tables.reviews.stored_review(number))
    found = story.swing or story.turning or story.strongest or story.best
    said = _sentences(app, info, played, story, words, safe=safe)[0]
    return TurningPoint(played.last if found is None else found.step, said)


async def epilogue(app: App, info: TableInfo, words: Words, *, safe: bool) -> Epilogue:
    """Returns what the picture of an end says of the game's course and place; no failure here holds up the end of a game."""
    place = words("replay.origin", table=info.id)
    if server := app.messenger.rest.server_name(info.place.guild):
        place = words("replay.origin-server", table=info.id, server=escape(server) if safe else plain(server))
    try:
        return Epilogue(await _headline(app, info, words, safe=safe), place)
    except Refusal:
        return Epilogue("", place)
    except Exception:
        log.exception("story failed", extra={"table": info.id})
        return Epilogue("", place)


async def _headline(app: App, info: TableInfo, words: Words, *, safe: bool) -> str:
    """Returns the story in one sentence: how the winner came to be ahead, and the largest gain; "" if neither is remarkable."""
    played = await app.tables.looks.replay(info.id)
    story = await _story(app, info, None)

    def who(seat: Seat, step: int) -> str:
        return audiences.audience(seating.then(info, played, step), words, safe=safe).people[seat].name

    def score(moment: Moment) -> str:
        return words.count(audiences.renderer(app, info).unit(info.options), moment.points)

    lead, leap = story.lead, story.leap
    if info.result is None or (lead is not None and info.result.places[lead.seat] != 1):
        lead = None  # they have left, and so come last
    found: list[tuple[int, str]] = []
    stride = leap is not None and lead is not None and (leap.step, leap.seat) == (lead.step, lead.seat)
    if lead is not None:
        values = {"name": who(lead.seat, played.last), "when": headings.when(app, info, lead.turn, words)}
        if lead.before is None:
            key = "replay.headline-early"
        else:
            values["other"] = who(lead.before, played.last)
            key = "replay.headline-late"
            if leap is not None and stride:
                key, values["score"] = "replay.headline-stride", score(leap)
        found.append((lead.step, words(key, **values)))
    if leap is not None and leap.seat is not None and not stride:
        name, when = who(leap.seat, leap.step), headings.when(app, info, leap.turn, words)
        found.append((leap.step, words("replay.headline-leap", name=name, score=score(leap), when=when)))
    return f"{'; '.join(said for _, said in sorted(found))}." if found else ""


async def _story(app: App, info: TableInfo, review: Review | None) -> telling.Story:
    key = (info.id, info.version, review is not None)
    if key not in app.stories:
        app.stories[key] = await asyncio.to_thread(telling.story, await app.tables.looks.replay(info.id), review)
    return app.stories[key]


def _buttons(app: App, info: TableInfo, decided: int | None, words: Words, *, public: bool) -> list[Button]:
    """Returns the buttons to the replay and the step that decided the game; on a private card also to a review and for showing
    the story to all.
    """
    number = str(info.id)
    buttons = [button(words("replay.button"), make("replay.open", 0, 0, (number,)), emoji="🎞️")]
    if decided is not None:
        at = make("replay.open", 0, decided, (number, "turn"))
        buttons.append(button(words("replay.turning-button"), at, emoji="⚡"))
    if not public:
        buttons += links.to_review(app, info, words)
    if not public and info.place.guild:
        style = discord.ButtonStyle.primary
        buttons.append(button(words("replay.show-all"), make("story.tell", 0, 0, (number,)), emoji="📢", style=style))
    return buttons


async def _card(app: App, number: int, words: Words, kind: type[replay.AnyCard], own: Preferences) -> replay.AnyCard:
    played = await app.tables.looks.replay(number)
    info = (await app.tables.looks.read(number)).info
    reviewed = await app.tables.reviews.stored_review(number)
    story = await _story(app, info, reviewed)
    figures = tuple(
        FigureRow(words(f"{info.game}.stat.{each.key}"), each.values) for each in story.statistics if any(each.values)
    )
    plain = _sentences(app, info, played, story, words, safe=False)
    title = words("replay.story-of", game=headings.game_name(info.game, words))
    sketch = StoryPicture(info.game, title, story.curve, story.decided, figures, tuple(plain))
    audience = audiences.audience(seating.throughout(info, played), words, safe=False, own=own)
    picture = await drawing.picture_of(own.display, number, app.pictures.story, sketch, audience)
    lines = [f"- {line}" for line in _sentences(app, info, played, story, words, safe=True)]
    if story.decided is not None:
        step = await asyncio.to_thread(played.step, story.decided)
        happened = replay.event_lines(app, seating.then(info, played, step.number), step.events_for(None), words)
        lines += [fit([f"> {line}" for line in happened], QUOTE)]
    if picture is None or own.display == "both":
        everybody = seating.throughout(info, played)
        lines += [_figures(row, everybody) for row in figures]
    if reviewed is None and app.tables.advice.advises:
        lines.append(f"-# {words('replay.story-points', review=words('review.ask'))}")
    return kind(
        title=headings.heading(info, words, "replay.story-title"),
        picture=picture,
        text="\n".join(line for line in lines if line),
        rows=rows(_buttons(app, info, story.decided, words, public=kind is PublicCard)),
        colour=BLUE,
        text_first=own.display == "both",
    )


def _figures(row: FigureRow, info: TableInfo) -> str:
    """Returns what a figure came to for everybody: "Longest road: ● Ada 4 · ■ Borys 2"."""
    return f"{row.name}: {' · '.join(f'{seating.seat_name(info, seat)} {value}' for seat, value in enumerate(row.values))}"


def _sentences(app: App, info: TableInfo, played: Replay, story: telling.Story, words: Words, *, safe: bool) -> list[str]:
    def who(seat: Seat, step: int) -> str:
        people = audiences.audience(seating.then(info, played, step), words, safe=safe).people
        return people[seat].name

    def when(turn: int) -> str:
        return headings.when(app, info, turn, words)

    def moment_key(key: str, moment: Moment) -> str:
        name = "" if moment.seat is None else who(moment.seat, moment.step)
        return words(f"replay.story-{key}", name=name, when=when(moment.turn), step=moment.step, n=moment.points)

    def judgement_key(key: str, moment: Judged) -> str:
        name = who(moment.seat, moment.step)
        before, after = round(100 * moment.before), round(100 * moment.after)
        about = {"before": before, "after": after, "n": after - before}
        return words(f"replay.story-{key}", name=name, when=when(moment.turn), step=moment.step, **about)

    found = []
    if story.swing is not None:
        found.append(judgement_key("swing", story.swing))
    elif story.turning is not None:
        found.append(moment_key("turning", story.turning))
    if story.strongest is not None:
        found.append(judgement_key("strongest", story.strongest))
    elif story.best is not None and (story.turning is None or story.best.step != story.turning.step):
        found.append(moment_key("best", story.best))
    if story.closest is not None:
        found.append(moment_key("closest" if story.closest.points else "tied", story.closest))
    if story.leads:
        found.append(words.count("replay.story-leads", story.leads))
    if story.ahead is not None and story.turning is not None and story.turning.seat is not None:
        name = who(story.turning.seat, played.last)
        found.append(words("replay.story-ahead", name=name, when=when(story.ahead)))
    return found or [words("replay.story-even")]
