"""Words of a move and events as a person reads them, in messages, buttons and menus."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from chat.app import App
from chat.cards import audiences
from data.words import Words
from engines.contract import Event
from engines.notation import read_event
from render.contract import Audience, Renderer
from tables.model.table_info import TableInfo


def events(app: App, table: TableInfo, stored: Iterable[Mapping[str, object]]) -> list[Event]:
    """Returns stored events as events of this table's game, in the order in which they are read."""
    return audiences.renderer(app, table).in_order([read_event(event, app.games[table.game]) for event in stored])


def join_events(app: App, info: TableInfo, events: Iterable[Event], words: Words) -> list[tuple[list[Event], str]]:
    """Returns the events that have a line, each with it; events of one kind in a row share one if the game says them in one,
    and so does a reason with its result.
    """
    people, rendered, found = audiences.audience(info, words, safe=True), audiences.renderer(app, info), []
    for _, run in groupby(events, key=lambda event: event.kind):
        some = list(run)
        if len(some) > 1 and (shared := rendered.summary(some, people)):
            found.append((some, shared))
        else:
            found += [([event], line) for event in some if (line := rendered.line(event, people))]
    return _with_reasons(rendered, found)


def _with_reasons(rendered: Renderer, told: list[tuple[list[Event], str]]) -> list[tuple[list[Event], str]]:
    """Returns these lines with each reason in that of the result directly after it: there is room for both, or for neither."""
    found: list[tuple[list[Event], str]] = []
    for events, line in told:
        if found and rendered.weight(found[-1][0][-1]) == "reason" and rendered.weight(events[0]) == "result":
            reason, why = found.pop()
            found.append(([*reason, *events], f"{why} {line}"))
        else:
            found.append((events, line))
    return found


def separate_lines(app: App, info: TableInfo, events: Iterable[Event], words: Words) -> list[str]:
    """Returns a line for each event that has one, with its piece unless the table uses text only. A reason is in the line of
    its result.
    """
    people, rendered = audiences.audience(info, words, safe=True), audiences.renderer(app, info)
    told = [([event], line) for event in events if (line := rendered.line(event, people))]
    return [
        line if info.display == "text" else app.emoji.before(info.game, some, line, people)
        for some, line in _with_reasons(rendered, told)
    ]


def public_line(app: App, info: TableInfo, events: Sequence[Event], line: str, audience: Audience, *, room: int) -> str:
    """Returns a public line about these events. The emoji of their pieces come before it if Discord has them, the table does
    not use text only, and both fit into `room` characters.
    """
    if info.display == "text":
        return line
    found = app.emoji.before(info.game, [event for event in events if event.to is None], line, audience, public=True)
    return found if len(found) <= room else line


def escaped_line(text: str) -> str:
    """Escape a label (which may contain a raw name) for a message."""
    return text.replace("\\", "").replace("*", "∗").replace("`", "'").replace("_", "\\_")
