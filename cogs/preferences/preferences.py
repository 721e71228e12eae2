"""A person's settings as pages: where the hand is shown, quiet hours, vacation and pictures; the reminders; their turn."""

from collections.abc import Sequence
from typing import Any

from chat.cards import colours
from chat.press.answer import PrivateAnswer
from chat.press.presses import make
from chat.wire.layout import GREY, RED, Button, Caption, Card, Row, button, menu_with_caption, rows, select
from chat.wire.text import capital
from data.words import Words, own_name
from tables.model.people import Preferences
from tables.model.table_info import TableInfo
from tables.rules.lobby import LOOKS, Look
from tables.time.plan import IN_A_ROW, PARTS, VACATION, WAITS, Plan

CHOICES: dict[str, tuple[str, ...]] = {
    "live": tuple(PARTS),
    "days": tuple(PARTS),
    "free": tuple(WAITS),
    "where": ("channel", "direct"),
    "calls": ("each", "daily", "none"),
    "hour": tuple(map(str, range(24))),
    "besides": ("alone", "next", "both", "off"),
    "obvious": ("on", "off"),
}
"""The choices of the menus, by their subject."""

GROUPS: dict[str, tuple[str, ...]] = {
    "pictures": (),
    "reminders": ("live", "days", "free", "where"),
    "calls": ("calls", "hour"),
    "turn": ("besides", "obvious"),
}
"""The pages of the settings, with the menus of a plan on each; on the first are all other settings and menus."""

OF_TABLE = "table"
"""A person's choice of using each table's own theme or shape."""


async def card(answer: PrivateAnswer, group: str = "pictures") -> Card:
    """Returns a page of the current settings."""
    await answer.learn()
    preferences, words = answer.preferences, answer.words
    groups = rows([_group_button(each, group, words) for each in GROUPS])
    colour = RED if preferences.dm_closed else GREY
    title = words("cogs.settings.title")
    if found := GROUPS[group]:
        text = words("cogs.settings.calls", zone=preferences.plan.zone.replace("_", " ")) if group == "calls" else ""
        return Card(title=title, text=text, rows=(*_menus(preferences.plan, found, words), *groups), colour=colour)
    menus = (*looks(preferences, words), *_colours(answer, words))
    return Card(title=title, text="\n".join(_lines(answer)), rows=(*menus, *groups), colour=colour)


def _group_button(group: str, now: str, words: Words) -> Button:
    off = words("cogs.off.shown") if group == now else ""
    return button(words(f"cogs.settings.group.{group}"), make("preferences.page", 0, 0, (group,)), off=off)


def _colours(answer: PrivateAnswer, words: Words) -> list[Row | Caption]:
    """Returns a menu for each choice of colours that games offer."""
    found: list[Row | Caption] = []
    for offered, game in {game.colours: game for game in answer.app.games.values() if game.colours}.items():
        options = [(each or colours.NONE, words(f"colours.{each or 'none'}")) for each in ("", *offered)]
        signs = {each: colours.sign(each) for each in offered}
        chosen = next((each for each in answer.preferences.liked if each in offered), colours.NONE)
        choose, name = make("preferences.colours", 0, 0, (offered[0],)), words("colours.mine")
        if game.colour_option:
            name = words("colours.mine-in", game=words(f"{game.key}.name"))
        found += menu_with_caption(name, select(choose, options, placeholder=name, chosen=(chosen,), signs=signs))
    return found


def _lines(answer: PrivateAnswer) -> list[str]:
    """Returns the settings that are options of the command."""
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
    return lines


def _quiet(plan: Plan, words: Words) -> str:
    if plan.quiet is None:
        return words("cogs.settings.no-quiet" if plan.nightly else "cogs.settings.usual-quiet")
    start, end = (f"{minute // 60}:{minute % 60:02}" for minute in plan.quiet)
    return words("cogs.settings.quiet", start=start, end=end, zone=plan.zone.replace("_", " "))


def _vacation(plan: Plan, left: int, words: Words) -> str:
    days_left = words("cogs.settings.vacation", left=left, days=VACATION, together=IN_A_ROW)
    return days_left if plan.away is None else f"{words('cogs.settings.away', day=f'<t:{int(plan.away)}:D>')}\n{days_left}"


def _menus(plan: Plan, subjects: Sequence[str], words: Words) -> tuple[Row | Caption, ...]:
    besides = {(True, True): "both", (True, False): "alone", (False, True): "next", (False, False): "off"}[
        plan.alone, plan.next
    ]
    chosen = {"live": plan.live, "days": plan.days, "free": plan.free, "where": plan.where, "besides": besides}
    chosen |= {"obvious": _on(plan.obvious), "calls": plan.calls, "hour": str(plan.hour)}
    found: list[Row | Caption] = []
    for about in subjects:
        values, name = CHOICES[about], words(f"cogs.plan.{about}")
        kind = about if about in {"where", "besides", "free", "obvious", "calls"} else "when"
        if about == "hour":
            offered = [(value, f"{value}:00") for value in values]
        else:
            offered = [(value, capital(words(f"cogs.plan.{kind}.{value}"))) for value in values]
        choose = make("preferences.plan", 0, 0, (about,))
        found += menu_with_caption(name, select(choose, offered, placeholder=name, chosen=(chosen[about],)))
    return tuple(found)


def looks(of: Preferences | TableInfo, words: Words, number: int = 0) -> tuple[Row | Caption, ...]:
    """The menus for what a person is shown (`number` 0), or everybody of a table."""
    about, chosen = "table" if number else "person", {"display": of.display, "theme": of.theme, "shape": of.shape}
    found: list[Row | Caption] = []
    for what in LOOKS:
        offered = [(value, words(f"cogs.{what}.{about}.{value}")) for value in looks_of(what, number)]
        marked, placeholder = (chosen[what] or OF_TABLE,), words(f"cogs.{what}.choose")
        menu = select(make(f"preferences.{what}", number), offered, placeholder=placeholder, chosen=marked)
        found += menu_with_caption(placeholder, menu)
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
    return {about: {"obvious": value == "on", "hour": int(value) if about == "hour" else 0}.get(about, value)}


def _on(state: bool) -> str:
    return "on" if state else "off"
