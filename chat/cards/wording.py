"""Words of a move and events as a person reads them, in messages, buttons and menus."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from chat.app import App
from chat.cards import audiences
from data.words import Words
from engines.contract import Choices, Event, Move, View, Word
from engines.notation import read_event
from render.contract import Audience, Renderer
from tables.model.models import TableInfo, TableView


def events(app: App, table: TableInfo, stored: Iterable[Mapping[str, object]]) -> list[Event]:
    """Returns stored events as events of this table's game."""
    return [read_event(event, app.games[table.game]) for event in stored]


def label(app: App, look: TableView, word: Word, said: Move, spoken: Words) -> str:
    """Returns one word as this viewer reads it (see `render.contract.Renderer.label`)."""
    assert look.view is not None
    return audiences.renderer(app, look.table).label(word, said, look.view, audiences.audience(look.table, spoken, safe=False))


def labels(app: App, look: TableView, choices: Choices, said: Move, spoken: Words) -> tuple[str, ...]:
    """Returns the words of `choices` as a person reads them; a word that is listed twice is labelled as the second one."""
    assert look.view is not None
    return labels_of(
        audiences.renderer(app, look.table), choices, said, look.view, audiences.audience(look.table, spoken, safe=False)
    )


def labels_of(rendered: Renderer, choices: Choices, said: Move, view: View, people: Audience) -> tuple[str, ...]:
    """Like `labels`, for a view and its audience."""
    equal: Counter[Word] = Counter()
    found = []
    for word in choices.words:
        found.append(rendered.label(word, (*said, *[word] * equal[word]), view, people))
        equal[word] += 1
    return tuple(found)


def signs(app: App, game: str, words: Iterable[Word], said: Move, *, public: bool = False) -> tuple[str, ...]:
    """Returns the emoji before the labels of these words: the piece that each is about, or ""."""
    return tuple(app.emoji.of_word(game, word, said, public=public) for word in words)


def line(app: App, info: TableInfo, event: Event, audience: Audience, *, display: str | None = None) -> str | None:
    """Returns an event as one line of its table's story, with its piece before it unless the table (or the reader, by their
    `display`) uses text only.
    """
    text = audiences.renderer(app, info).line(event, audience)
    return text if not text or (display or info.display) == "text" else app.emoji.before(info.game, [event], text, audience)


def joined(app: App, info: TableInfo, events: Iterable[Event], words: Words) -> list[tuple[list[Event], str]]:
    """Returns the events that have a line, each with it; events of one kind in a row share one if the game says them in one."""
    people, rendered, found = audiences.audience(info, words, safe=True), audiences.renderer(app, info), []
    for _, run in groupby(events, key=lambda event: event.kind):
        some = list(run)
        if len(some) > 1 and (shared := rendered.summary(some, people)):
            found.append((some, shared))
        else:
            found += [([event], line) for event in some if (line := rendered.line(event, people))]
    return found


def public_line(app: App, info: TableInfo, events: Sequence[Event], line: str, audience: Audience, *, room: int) -> str:
    """Returns a public line about these events. The emoji of their pieces come before it if Discord has them, the table does
    not use text only, and both fit into `room` characters.
    """
    if info.display == "text":
        return line
    found = app.emoji.before(info.game, [event for event in events if event.to is None], line, audience, public=True)
    return found if len(found) <= room else line


def said_as(app: App, look: TableView, move: Move, spoken: Words, *, after: Move = ()) -> str:
    """Returns a line of words as a person reads it, said `after` others."""
    return escaped_line(", ".join(label(app, look, word, (*after, *move[:at]), spoken) for at, word in enumerate(move)))


def step(app: App, look: TableView, move: Move, spoken: Words) -> str:
    """Returns a move as briefly as possible, without Markdown."""
    labels = [label(app, look, word, move[:at], spoken).partition(" · ")[0].partition(" (")[0] for at, word in enumerate(move)]
    return " ".join([*labels[:1], " → ".join(labels[1:])]).strip()


def escaped_line(text: str) -> str:
    """Escape a label (which may contain a raw name) for a message."""
    return text.replace("\\", "").replace("*", "∗").replace("`", "'").replace("_", "\\_")
