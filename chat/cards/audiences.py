"""For whom something about a table is drawn or written: names, language, theme and shape."""

from asking import readers
from asking.names import plain
from chat.app import App
from chat.wire.layout import PrivateContent
from chat.wire.text import escape
from data.records.messages import Noted
from data.words import Words, words
from render.contract import Audience, Renderer
from tables.model.people import Preferences
from tables.model.subjects import Subject
from tables.model.table_info import TableInfo
from tables.rules.reading import Reading


def renderer(app: App, table: TableInfo) -> Renderer:
    """Returns the renderer of this table's game."""
    return app.renderers[table.game]


def audience(table: TableInfo, spoken: Words, *, safe: bool, own: Preferences | None = None) -> Audience:
    """Returns the audience of a drawing. If `safe`, names are escaped for a message (texts, story lines); else they suit
    buttons and pictures. `own` is given if only one person sees it; a theme or shape they have not chosen is the table's.
    """
    return readers.audience(table, spoken, own=own, clean=escape if safe else plain)


async def public_words(app: App, subject: Subject, noted: Noted | None = None) -> Words:
    """Returns the language of a subject: the one its server has chosen (from `noted`, if given), else the one that Discord
    reported when it was opened.
    """
    chosen = noted.language if noted is not None else await app.tables.people.guild_language(subject.place.guild)
    return words(chosen or subject.language)


def spectators(reading: Reading) -> Reading:
    """Returns the spectator's view for a public card. Raises PrivateContent if it is a player's view."""
    if reading.seat is not None:
        raise PrivateContent
    return reading
