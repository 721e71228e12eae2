"""A person's settings as a card: where the hand is shown, reminders, quiet hours, vacation, with menus for the reminders."""

from typing import Any

from chat.press.answer import PrivateAnswer
from chat.press.presses import make
from chat.wire.layout import GREY, RED, Card, Row, row, select
from data.words import Words, own_name
from tables.model.people import Preferences
from tables.model.table_info import TableInfo
from tables.rules.lobby import LOOKS, Look
from tables.time.plan import PARTS, VACATION, WAITS, Plan

CHOICES: dict[str, tuple[str, ...]] = {
    "live": tuple(PARTS),
    "days": tuple(PARTS),
    "free": tuple(WAITS),
    "where": ("channel", "direct"),
    "besides": ("alone", "next", "both", "off"),
    "obvious": ("on", "off"),
}
"""The choices of the menus, by their subject."""

OF_TABLE = "table"
"""A person's choice of using each table's own theme or shape."""


async def card(answer: PrivateAnswer) -> Card:
    """Returns all current settings."""
    await answer.learn()
    preferences, words = answer.preferences, answer.words
    plan, left = preferences.plan, answer.tables.times.vacation_left(preferences)
    direct = "closed" if preferences.dm_closed else _on(bool(preferences.dm))
    lines = [
        words("cogs.settings.dm", state=words(f"cogs.settings.{direct}")),
        words("cogs.settings.private", state=words(f"cogs.settings.{_on(preferences.private)}")),
    ]
    lines.append(words("cogs.settings.end", state=words(f"cogs.settings.{_on(preferences.mention_end)}")))
    language = own_name(preferences.language) if preferences.language else words("cogs.language.auto")
    lines.append(words("cogs.settings.language", language=language))
    if preferences.hidden:
        lines.append(words("cogs.settings.hidden"))
    if not preferences.private and (not preferences.dm or preferences.dm_closed):
        lines.append(words("cogs.settings.both-off"))
    lines += [_quiet(plan, words), _vacation(plan, left, words), words("cogs.settings.how")]
    rows = (*looks(preferences, words), *_menus(plan, words))
    colour = RED if preferences.dm_closed else GREY
    return Card(title=words("cogs.settings.title"), text="\n".join(lines), rows=rows, colour=colour)


def _quiet(plan: Plan, words: Words) -> str:
    if plan.quiet is None:
        return words("cogs.settings.no-quiet")
    start, end = (f"{minute // 60}:{minute % 60:02}" for minute in plan.quiet)
    return words("cogs.settings.quiet", start=start, end=end, zone=plan.zone.replace("_", " "))


def _vacation(plan: Plan, left: int, words: Words) -> str:
    days_left = words("cogs.settings.vacation", left=left, days=VACATION)
    return days_left if plan.away is None else f"{words('cogs.settings.away', day=f'<t:{int(plan.away)}:D>')}\n{days_left}"


def _menus(plan: Plan, words: Words) -> tuple[Row, ...]:
    besides = {(True, True): "both", (True, False): "alone", (False, True): "next", (False, False): "off"}[
        plan.alone, plan.next
    ]
    chosen = {"live": plan.live, "days": plan.days, "free": plan.free, "where": plan.where, "besides": besides}
    chosen["obvious"] = _on(plan.obvious)
    found = []
    for about, values in CHOICES.items():
        name = words(f"cogs.plan.{about}")
        kind = about if about in {"where", "besides", "free", "obvious"} else "when"
        offered = [(value, f"{name}: {words(f'cogs.plan.{kind}.{value}')}") for value in values]
        found.append(row(select(make("preferences.plan", 0, 0, (about,)), offered, placeholder=name, chosen=(chosen[about],))))
    return tuple(found)


def looks(of: Preferences | TableInfo, words: Words, number: int = 0) -> tuple[Row, ...]:
    """The menus for what a person is shown (`number` 0), or everybody of a table."""
    about, chosen = "table" if number else "person", {"display": of.display, "theme": of.theme, "shape": of.shape}
    found = []
    for what in LOOKS:
        offered = [(value, words(f"cogs.{what}.{about}.{value}")) for value in looks_of(what, number)]
        marked, placeholder = (chosen[what] or OF_TABLE,), words(f"cogs.{what}.choose")
        found.append(row(select(make(f"preferences.{what}", number), offered, placeholder=placeholder, chosen=marked)))
    return tuple(found)


def looks_of(what: Look, number: int) -> tuple[str, ...]:
    """What there is to choose from; a person (`number` 0) may leave the theme and the shape to each table."""
    return LOOKS[what] if number or what == "display" else (OF_TABLE, *LOOKS[what])


def changes(about: str, value: str) -> dict[str, Any]:
    """Returns the changes to a plan for a menu's value; {} if there is no such value."""
    if value not in CHOICES.get(about, ()):
        return {}
    if about == "besides":
        return {"alone": value in {"alone", "both"}, "next": value in {"next", "both"}}
    return {about: value == "on" if about == "obvious" else value}


def _on(state: bool) -> str:
    return "on" if state else "off"
