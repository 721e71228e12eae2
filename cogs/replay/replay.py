"""A finished game step by step in one message: pictures, one line, the text form, and buttons to move through it."""

import asyncio
from collections.abc import Mapping

import discord
import msgspec

from chat.app import App
from chat.cards import audiences, drawing, headings, seating, story
from chat.cards.replay import OPEN, AnyCard, Reel, event_lines
from chat.cards.result import ranking, why
from chat.press.presses import make
from chat.wire.layout import BESIDE, BLUE, Button, Card, PublicCard, Row, button, row, rows, select
from chat.wire.text import clip, fit
from data.words import Words
from engines.contract import Result, Seat, View
from render.contract import Picture
from render.turns import Turn
from tables.history.replay import Replay, ReplayStep
from tables.model.people import Preferences
from tables.model.table_info import TableInfo

LINES, HANDS = 1000, 1500
"""Maximum characters for what happened, and for everybody's hands."""


class Shot(msgspec.Struct, frozen=True):
    """A step with everything that its message shows."""

    step: ReplayStep
    public: View
    hands: Mapping[Seat, View]
    """The seats whose hands are shown: all, or the one whose view it is."""
    before: View | None
    """What the mover saw before; None at the start."""
    earlier: tuple[ReplayStep, ...] = ()
    """Where a round is over, its steps before this one."""


def shot(replay: Replay, reel: Reel) -> Shot:
    """Returns the step of a reel; may take some milliseconds. Missing steps and seats become the nearest existing ones."""
    at = min(reel.step, replay.last)
    step = replay.step(at)
    seats = range(replay.seats) if reel.eyes not in range(replay.seats) else (reel.eyes or 0,)
    hands = {seat: view for seat in seats if (view := replay.view(at, seat)).private}
    before = None if step.seat is None else replay.view(at - 1, step.seat)
    earlier = tuple(map(replay.step, range(_round_before(replay, at) + 1, at))) if at in replay.rounds else ()
    return Shot(step, replay.view(at), hands, before, earlier)


def _round_before(replay: Replay, at: int) -> int:
    """Returns the last step before this one at which a round was over; the start if there is none."""
    return max((step for step in replay.rounds if step < at), default=0)


def _round_after(replay: Replay, at: int) -> int:
    """Returns the first step after this one at which a round is over; the last step if there is none."""
    return min((step for step in replay.rounds if step > at), default=replay.last)


async def card(app: App, reel: Reel, words: Words, own: Preferences, *, playing: bool = False) -> Card:
    """Returns a step's message for one person alone, in their preferences; `playing`: it plays until it is stopped. Raises
    NoReplay.
    """
    return await _card(app, reel, words, Card, own, playing=playing)


async def public(app: App, reel: Reel, words: Words, *, playing: bool = False) -> PublicCard:
    """Returns the same for everybody in a channel, where anybody may control it: the game is over, so nothing is secret."""
    return await _card(app, reel, words, PublicCard, Preferences(), playing=playing)


async def _card(app: App, reel: Reel, words: Words, kind: type[AnyCard], own: Preferences, *, playing: bool) -> AnyCard:
    replay = await app.tables.looks.replay(reel.table)
    shown = (await app.tables.looks.read(reel.table)).info
    seen = await asyncio.to_thread(shot, replay, reel)
    reel = msgspec.structs.replace(reel, step=seen.step.number, eyes=reel.eyes if reel.eyes in range(replay.seats) else None)
    final, shown = shown, seating.then(shown, replay, reel.step)
    pictures = () if reel.text else await pictures_of(app, replay, seen, shown, words, own, reel)
    parts = step_text(app, shown, reel, seen, replay, words)
    if reel.step == replay.last:
        parts += [*why(final, words), *ranking(app, final, words)]
    if reel.text or own.display == "both" or not pictures:
        parts += await texts(app, seen, shown, words)
    return kind(
        title=headings.heading(shown, words, "replay.title"),
        picture=pictures[0] if pictures else None,
        more=pictures[1:],
        text="\n".join(part for part in parts if part),
        asks=words("replay.step", step=reel.step, last=replay.last, when=headings.when(app, shown, seen.public.turn, words)),
        rows=_rows(reel, replay, shown, words, playing=playing, public=kind is PublicCard),
        colour=BLUE,
        text_first=True,
    )


def _rows(reel: Reel, replay: Replay, info: TableInfo, words: Words, *, playing: bool, public: bool) -> tuple[Row, ...]:
    step, roll = ("replay.stepall", "replay.playall") if public else ("replay.step", "replay.play")
    if playing:
        stop = button(words("replay.stop"), reel.id("_stop", step), emoji="⏸️", style=discord.ButtonStyle.primary)
        return (row(stop),)
    at, last = reel.step, replay.last
    first = words("cogs.off.first") if at == 0 else ""
    end = words("cogs.off.last") if at == last else ""
    if reel.more:
        found = [
            button(words("replay.first"), reel.id("_first", step, step=0), emoji="⏮️", off=first),
            button(words("replay.last"), reel.id("_last", step, step=last), emoji="⏭️", off=end),
            *_more(reel, info, words, public=public),
            button(words("replay.less"), reel.id("_less", step), emoji="↩️"),
        ]
        return rows(found)
    back, on = _round_before(replay, at), _round_after(replay, at)
    primary = discord.ButtonStyle.primary
    ways = [
        button(words("replay.round-back"), reel.id("_roundback", step, step=back), off=first),
        button(words("replay.round-on"), reel.id("_roundon", step, step=on), off=end, style=primary),
        button(words("replay.step-back"), reel.id("_back", step, step=max(0, at - 1)), off=first),
        button(words("replay.step-on"), reel.id("_on", step, step=min(last, at + 1)), off=end),
        button(words("replay.play"), reel.id("_play", roll), emoji="▶️", off=end),
        button("⋯", reel.id("_more", step, more=True)),
    ]
    eyes = [row(_eyes(reel, step, info, words))] if replay.hides else []
    return (*rows(ways, BESIDE), *eyes)


def _eyes(reel: Reel, verb: str, shown: TableInfo, words: Words) -> discord.ui.Select[discord.ui.LayoutView]:
    seats = range(len(shown.seats))
    eyes = [(f"s{seat}", words("replay.eyes-of", name=seating.plain_name(shown, seat))) for seat in seats]
    options = [(OPEN, words("replay.open")), *eyes]
    chosen = OPEN if reel.eyes is None else f"s{reel.eyes}"
    return select(reel.id("_eyes", verb), options, placeholder=words("replay.eyes"), chosen=(chosen,))


def _more(reel: Reel, info: TableInfo, words: Words, *, public: bool) -> list[Button]:
    step, leap = ("replay.stepall", "replay.jumpall") if public else ("replay.step", "replay.jump")
    number, form = (str(reel.table),), words("replay.pictures" if reel.text else "replay.text")
    found = [
        button(words("replay.jump"), make(leap, 0, reel.pack(), number), emoji="🔢"),
        button(form, reel.id("_form", step, text=not reel.text), emoji="🖼️" if reel.text else "📝"),
    ]
    if not reel.text:
        alone = not reel.hands and reel.eyes is None
        said = words("replay.hands" if alone else "replay.alone")
        found.append(button(said, reel.id("_hands", step, eyes=None, hands=alone), emoji="🃏" if alone else "🗺️"))
    if public:
        return [*found, button(words("replay.own"), make("replay.open", 0, reel.step, number), emoji="👤")]
    found.append(button(words("replay.log"), make("gamelog.open", 0, 0, number), emoji="📜"))
    found.append(button(words("replay.film"), reel.id("_film", "film.make"), emoji="🎬"))
    if info.place.guild:
        found.append(button(words("replay.show-all"), reel.id("_all", "replay.share"), emoji="📢"))
    return found


async def pictures_of(  # noqa: PLR0917 - what `_card` knows
    app: App, replay: Replay, seen: Shot, info: TableInfo, words: Words, own: Preferences, reel: Reel
) -> tuple[Picture, ...]:
    """Returns the pictures of a step: the table (at the last step the end) alone, since a single picture is shown largest; if
    wanted, or through somebody's eyes, beside it scenes and hands. Through nobody's eyes, all cards lie open on the table. A
    picture that cannot be drawn is left out.
    """
    beside = reel.hands or reel.eyes is not None
    audience, turn = audiences.audience(info, words, safe=False, own=own), Turn(f"replay {info.id}")
    game, number = info.game, info.id
    found = [
        await drawing.attempt(app.pictures.scene(game, event, audience, turn), number)
        for event in seen.step.events_for(None)
        if event.scene and beside
    ]
    result = replay.result if seen.step.number == replay.last else None
    if result is not None and info.closed is None:
        said = await story.epilogue(app, info, words, safe=False)
        drawn = app.pictures.final(game, seen.public, _final(info, result), said, audience, turn)
        found.append(await drawing.attempt(drawn, number))
    else:
        open_hands = tuple(seen.hands.values()) if reel.eyes is None else ()
        drawn = app.pictures.open_board(game, seen.public, open_hands, audience, turn)
        found.insert(0, await drawing.attempt(drawn, number))
        hands = seen.hands.values() if beside else ()
        found += [await drawing.attempt(app.pictures.hand(game, view, audience, turn), number) for view in hands]
    return tuple(picture for picture in found if picture is not None)


def _final(info: TableInfo, result: Result) -> Result:
    """Returns the result as it was shown, with the people who resigned last."""
    return info.result or result


def step_text(  # noqa: PLR0917 - what `_card` knows
    app: App, info: TableInfo, reel: Reel, seen: Shot, replay: Replay, words: Words
) -> list[str]:
    """Returns what happened at a step, as that view could read it; with all cards open, also what was secret. Where a round is
    over, returns what happened in all of it.
    """
    step = seen.step
    if step.seat is None:
        return [words("replay.start")]
    lines, name = [], seating.mover(info, replay, step.number, step.seat, words)
    happened = []
    for each in (*seen.earlier, step):
        then = seating.then(info, replay, each.number)  # a seat may have changed hands during the round
        happened += event_lines(app, then, each.events_for(reel.eyes), words)
    if seen.earlier and happened:
        return [fit([f"> {line}" for line in happened], LINES)]
    if seen.before is not None and reel.eyes in {None, step.seat}:
        mine = audiences.audience(info, words, safe=True)
        rendered = audiences.renderer(app, info)
        said = ", ".join(rendered.label(word, step.move[:at], seen.before, mine) for at, word in enumerate(step.move))
        lines.append(words("replay.said", name=name, what=said))
    else:
        lines.append(words("replay.moved", name=name))
    return [*lines, fit([f"> {line}" for line in happened], LINES)]


async def texts(app: App, seen: Shot, info: TableInfo, words: Words) -> list[str]:
    """Returns a step as text: the table, and the hands that are shown."""
    found = [audiences.renderer(app, info).text(seen.public, audiences.audience(info, words, safe=True))]
    if len(seen.hands) == 1:
        ((seat, view),) = seen.hands.items()
        return [audiences.renderer(app, info).text(view, audiences.audience(info, words, safe=True))]
    audience, turn = audiences.audience(info, words, safe=True), Turn(f"replay {info.id}")
    for seat, view in seen.hands.items():
        hand = await drawing.attempt(app.pictures.hand(info.game, view, audience, turn), info.id)
        if hand is not None:
            found.append(f"**{seating.seat_name(info, seat)}** {clip(hand.alt, HANDS // len(seen.hands))}")
    return found
