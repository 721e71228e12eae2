"""What has happened since a person's last move, as their hand tells it: every result with its reason, and of the rest the
newest that fits.
"""

from itertools import groupby

import msgspec

from chat.app import App
from chat.cards import audiences, wording
from chat.wire.text import cut, visible_length
from data.words import Words
from engines.contract import Event
from render.contract import Weight
from render.turns import Outdated
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading

ROWS, ROW = 5, 40
"""Rows that this may fill on a phone if it is not all results, and characters of a row there."""

RESULTS = 1500
"""Maximum characters of the results."""


class ToldLine(msgspec.Struct, frozen=True):
    """Something that has happened, in words."""

    text: str
    result: bool
    """Whether it wins or scores something."""

    @property
    def rows(self) -> int:
        """Returns the number of rows that it fills on a phone."""
        return -(-visible_length(self.text) // ROW)


async def since(app: App, reading: Reading, words: Words, display: str) -> list[str]:
    """Returns what has happened since this person's last move, so that the result of the last round is shown before the next
    question; at the end how many lines are left out, if any. Raises Outdated.
    """
    if reading.drafted_at is not None:
        return []  # they have read it and are in the middle of their turn
    lines = await _lines(app, reading, words, display)
    if not lines:
        return []
    told = newest(lines)
    left = len(lines) - len(told)
    more = [words.count("cogs.hand.left-out", left, recap=words("replay.recap"))] if left else []
    return [words("cogs.hand.since"), *(f"> {line}" for line in told), *more]


async def _lines(app: App, reading: Reading, words: Words, display: str) -> list[ToldLine]:
    """Returns all of it, oldest first: a line for each result and its reason, and one for the rest of a turn between two."""
    found, info = await app.tables.looks.since(reading), reading.info
    if found is None:
        raise Outdated
    happened = [(turn, event) for turn, events in found.items() for event in wording.events(app, info, events)]
    weights = _weights([audiences.renderer(app, info).weight(event) for _, event in happened])
    lines, reason = list[ToldLine](), ""
    for (_, weight), run in groupby(zip(happened, weights, strict=True), key=lambda each: (each[0][0], each[1])):
        told = _told_lines(app, info, weight, [event for (_, event), _ in run], words, display)
        if weight == "reason":
            reason = " ".join(line.text for line in told)
            continue
        if reason and told:
            told[0] = msgspec.structs.replace(told[0], text=f"{reason} {told[0].text}")
        lines += told
        reason = ""
    return lines


def _weights(weights: list[Weight]) -> list[Weight]:
    """Returns these weights with reasons only where a result follows directly; the others are news."""
    following = [*weights, "news"][1:]
    return ["news" if each == "reason" and after != "result" else each for each, after in zip(weights, following, strict=True)]


def _told_lines(  # noqa: PLR0917 - what is told, to whom
    app: App, info: TableInfo, weight: Weight, events: list[Event], words: Words, display: str
) -> list[ToldLine]:
    """Returns events of one weight that follow each other in a turn: a line for each result, one for all others if short."""
    if weight == "shown":
        return []
    audience, rendered, result = audiences.audience(info, words, safe=True), audiences.renderer(app, info), weight == "result"
    summary = "" if result else rendered.summary(events, audience)
    short = 0 < visible_length(summary) <= ROWS * ROW
    said = [(events, summary)] if short else [([event], rendered.line(event, audience) or "") for event in events]
    marked = [(line if display == "text" else app.emoji.before(info.game, some, line, audience)) for some, line in said if line]
    return [ToldLine(" ".join(line.split()), result) for line in marked]


def newest(lines: list[ToldLine]) -> list[str]:
    """Returns the results among these lines (at least one line), and the newest of the others for which there is room."""
    kept: set[int] = set()
    room = RESULTS
    for at in reversed(range(len(lines))):
        if lines[at].result and len(lines[at].text) <= room:
            kept.add(at)
            room -= len(lines[at].text)
    rows = ROWS - sum(lines[at].rows for at in kept)
    for at in reversed(range(len(lines))):
        if lines[at].result:
            continue
        rows -= lines[at].rows
        if rows < 0:
            break
        kept.add(at)
    return [lines[at].text for at in sorted(kept)] or [cut(lines[-1].text, ROWS * ROW)]
