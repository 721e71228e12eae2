"""A server's settings as pages for its managers: menus, their meanings, missing permissions, and the log."""

import json
import logging
from collections.abc import Callable, Iterable
from typing import Any

import discord
import msgspec
from yarl import URL

from chat.app import FailedPost
from chat.cards import clocks
from chat.cards.server_log import log_fields
from chat.press import doors, permissions
from chat.press.answer import Answer
from chat.press.presses import make
from chat.wire import limits
from chat.wire.layout import (
    BLUE,
    RED,
    Button,
    Caption,
    Card,
    Row,
    button,
    channels,
    menu_with_caption,
    roles,
    row,
    rows,
    select,
)
from chat.wire.outcomes import UNREACHED
from chat.wire.text import capital, cut, escape
from cogs.server import moderation
from cogs.server.checking import CheckResult
from data.records.servers import ExclusionRow
from data.themes import THEMES
from data.words import Words, languages, own_name
from tables.errors import BadChoice, Refusal
from tables.model import server
from tables.model.server import Key, ServerLogLine, ServerSettings
from tables.model.table_info import DISPLAYS, TableInfo
from tables.time.timing import PACES

log = logging.getLogger(__name__)

PAGES = ("channels", "tables", "looks", "posts", "programs", "people", "log", "check")

MODERATED = ("people", "log", "check")
"""Pages for moderators who do not manage the server."""

WIDE = 38
"""Letters of a choice that a closed menu shows on a phone."""

LINES = 8
"""Lines of the log on one page."""

FIELDS: dict[str, tuple[str, ...]] = {
    "boards": ("thread", "compact", "turns"),
    "silent": ("on", "off"),
    "hands": ("private", "direct"),
    "language": ("auto", *languages()),
    "pace": tuple(PACES),
    "friendly": ("off", "on"),
    "tables_per_channel": ("all", *map(str, server.LIMITS)),
    "tables_per_person": ("all", *map(str, server.LIMITS)),
    "openers": ("everyone", "role", "moderators"),
    "season": ("month", "quarter"),
    "week_ends": tuple(f"{day}-{hour}" for day in range(1, 8) for hour in (10, 14, 18)),
    "text_first": ("all", *DISPLAYS[1:]),
    "theme": ("all", *THEMES[1:]),
    "watch_pages": ("on", "off"),
}
"""The fields chosen from a menu of words, with their choices."""

NOTHING = {"language": "auto", "tables_per_channel": "all", "tables_per_person": "all", "text_first": "all", "theme": "all"}
"""The menu word of each field for no particular choice."""

POSTS = ("monthly", "weekly", "castles")
"""The fields that are channels to which the bot posts by itself."""

ROLES = {"role": "opener_role", "organisers": "organiser_role"}
"""The fields that are roles, by the words of their menus."""

OLD_FIELDS = {"door": "program_key"}
"""What fields are called now that older lines of the log name."""


class DiscordState(msgspec.Struct, frozen=True):
    """What Discord says about a server when asked; nothing is cached."""

    allowed: dict[int, discord.Permissions]
    """The bot's permissions, by channel."""
    roles: frozenset[int]


async def look(answer: Answer) -> DiscordState:
    """Returns the current state of an answer's server. Raises Refusal if Discord does not say."""
    client, number = answer.interaction.client, answer.guild or 0
    assert client.user is not None, "who answers is logged in"
    try:
        guild = await client.fetch_guild(number, with_counts=False)
        me, found = await guild.fetch_member(client.user.id), await guild.fetch_channels()
    except (discord.DiscordException, *UNREACHED) as error:
        log.info("cannot read a server", extra={"guild": number, "error": type(error).__name__})
        raise Refusal("cogs.server.refusal.unseen") from error
    return DiscordState({each.id: each.permissions_for(me) for each in found}, frozenset(role.id for role in guild.roles))


def _referring(field: str, values: tuple[str, ...], seen: DiscordState) -> dict[str, Any]:
    """Returns the changes for a choice of channels, of one channel or of a role."""
    if not all(value.isascii() and value.isdigit() for value in values):
        raise BadChoice("cogs.server.refusal.no-such")
    found = tuple(dict.fromkeys(int(value) for value in values))
    known = seen.roles if field in ROLES else seen.allowed
    if any(each not in known for each in found):
        raise BadChoice("cogs.server.refusal.no-such")
    if field == "channels":
        return {"channels": found}
    return {ROLES.get(field, field): found[0] if found else None}


def changes(field: str, values: tuple[str, ...], seen: DiscordState) -> dict[str, Any]:
    """Returns the changes to the settings for a menu's choice. Raises BadChoice if the server has no such channel or role."""
    if field in {"channels", *POSTS, *ROLES}:
        return _referring(field, values, seen)
    value = "".join(values[:1])
    if value not in FIELDS.get(field, ()):
        raise BadChoice("cogs.refusal.unknown-press")
    if field in {"silent", "friendly", "watch_pages"}:
        return {field: value == "on"}
    if value == NOTHING.get(field):
        return {field: "" if field in {"text_first", "theme"} else None}
    return {field: int(value) if field.startswith("tables_per") else value}


def page_of(field: str) -> str:
    """Returns the page of a field."""
    if field in {"channels", "boards", "silent", "hands"}:
        return "channels"
    if field in {*POSTS, "season", "week_ends", "zone"}:
        return "posts"
    return "looks" if field in {"language", "text_first", "theme", "watch_pages"} else "tables"


async def pages(answer: Answer) -> tuple[str, ...]:
    """Returns the pages that the person may see. Raises Refusal if there are none."""
    await moderation.moderated_server(answer)
    return PAGES if (await doors.in_server(answer)).manage_guild else MODERATED


async def managed_server(answer: Answer) -> int:
    """Returns the server of an answer. Raises Refusal if there is none, or if the person may not manage it."""
    if not (await doors.in_server(answer)).manage_guild:
        raise Refusal("cogs.refusal.manage-server")
    return answer.guild or 0


class PageData(msgspec.Struct, frozen=True):
    """What the pages show besides the settings, for each page."""

    pages: tuple[str, ...] = MODERATED
    """The pages that the person may see."""
    lines: list[ServerLogLine] = []
    """Lines of the log."""
    hidden: list[int] = []
    """The numbers of those about tables in channels that the person does not see."""
    seen: DiscordState | None = None
    """For the channels' page."""
    tables: list[TableInfo] = []
    finished: list[TableInfo] = []
    excluded: list[ExclusionRow] = []
    found: list[CheckResult] = []
    """The results of the self-checks."""
    key: Key | None = None
    """The key for programs that has just been made."""
    program_api: str = ""
    """The address of the program API, if there is one."""
    zone: str = ""
    """The server's time zone."""
    failed: FailedPost | None = None
    """The last post of results, if it was not accepted."""


class SettingsPage(msgspec.Struct, frozen=True):
    """What a page shows."""

    text: list[str] = []
    menus: list[Row | Caption] = []
    lacks: bool = False
    """Whether something is missing that the server's managers should add."""


def card(answer: Answer, settings: ServerSettings, page: str, shown: PageData) -> Card:
    """Returns a page of the settings."""
    words = answer.words
    made = MADE[page](answer, settings, shown)
    buttons = [_page_button(each, page, words) for each in shown.pages]
    if page == "log" and len(shown.lines) > LINES:
        older = make("server.page", 0, 0, ("log", str(shown.lines[LINES - 1].number)))
        buttons.append(button(words("cogs.server.older"), older))
    half = (len(buttons) + 1) // 2
    return Card(
        title=words("cogs.server.title", page=words(f"cogs.server.page.{page}")),
        text="\n".join((words(f"cogs.server.about.{page}"), *made.text)),
        rows=(*made.menus, *rows(buttons[:half]), *rows(buttons[half:])),  # two rows of similar length: no button is alone
        colour=RED if made.lacks else BLUE,
    )


def _log(answer: Answer, _settings: ServerSettings, shown: PageData) -> SettingsPage:
    words = answer.words
    lines = [log_line(line, words, hidden=line.number in shown.hidden) for line in shown.lines[:LINES]]
    return SettingsPage([f"- {line}" for line in lines] or [words("cogs.server.log.none")])


def _check(_answer: Answer, _settings: ServerSettings, shown: PageData) -> SettingsPage:
    return SettingsPage(
        [f"{'✅' if each.well else '❌'} {each.text}" for each in shown.found], lacks=not all(each.well for each in shown.found)
    )


def _people(answer: Answer, _settings: ServerSettings, shown: PageData) -> SettingsPage:
    text, menus = moderation.parts(shown.tables, shown.finished, shown.excluded, answer.words)
    return SettingsPage(text, [*menus])


def _programs(answer: Answer, settings: ServerSettings, shown: PageData) -> SettingsPage:
    return SettingsPage(*_access(answer.guild or 0, settings, shown, answer.words))


def _channels(answer: Answer, settings: ServerSettings, shown: PageData) -> SettingsPage:
    words = answer.words
    missing = _missing(answer, settings, shown.seen)
    label = words("cogs.server.field.channels")
    menu = channels(make("server.set", 0, 0, ("channels",)), placeholder=label, chosen=settings.channels, most=25)
    others = _each_menu(("boards", "silent", "hands"), settings, words)
    return SettingsPage(missing, [*menu_with_caption(label, menu), *others], lacks=bool(missing))


def _tables(answer: Answer, settings: ServerSettings, _shown: PageData) -> SettingsPage:
    words = answer.words
    fields = ("pace", "friendly", "tables_per_person", "tables_per_channel", "openers")
    menus = _each_menu(fields, settings, words)
    lacks = settings.openers == "role" and settings.opener_role is None
    if settings.openers == "role":
        menus += _role_menu("role", settings.opener_role, words)
    menus += _role_menu("organisers", settings.organiser_role, words)
    return SettingsPage([words("cogs.server.no-role")] if lacks else [], menus, lacks=lacks)


def _role_menu(field: str, role: int | None, words: Words) -> tuple[Caption, Row]:
    label = words(f"cogs.server.field.{ROLES[field]}")
    return menu_with_caption(label, roles(make("server.set", 0, 0, (field,)), placeholder=label, chosen=role))


def _looks(answer: Answer, settings: ServerSettings, _shown: PageData) -> SettingsPage:
    pages = ("watch_pages",) if answer.app.web else ()
    return SettingsPage(menus=_each_menu(("language", "text_first", "theme", *pages), settings, answer.words))


def _posts(answer: Answer, settings: ServerSettings, shown: PageData) -> SettingsPage:
    words, menus = answer.words, list[Row | Caption]()
    for field, when in (("monthly", "season"), ("weekly", "week_ends"), ("castles", "")):
        channel = getattr(settings, field)
        menus += _channel_menu(field, channel, words)
        if when and (channel is not None or when == "season"):
            menus += _menu(when, settings, words)
    if settings.monthly is None and settings.weekly is None:
        return SettingsPage(menus=menus)
    zone = button(words("cogs.server.field.zone"), make("server.zone", 0, 0, ()), emoji="🕙")
    return SettingsPage([words("cogs.server.posted", zone=shown.zone.replace("_", " "))], [*menus, row(zone)])


def _channel_menu(field: str, channel: int | None, words: Words) -> tuple[Caption, Row]:
    chosen, label = () if channel is None else (channel,), words(f"cogs.server.field.{field}")
    return menu_with_caption(label, channels(make("server.set", 0, 0, (field,)), placeholder=label, chosen=chosen))


MADE: dict[str, Callable[[Answer, ServerSettings, PageData], SettingsPage]] = {
    "channels": _channels,
    "tables": _tables,
    "looks": _looks,
    "posts": _posts,
    "programs": _programs,
    "people": _people,
    "log": _log,
    "check": _check,
}
"""What makes each of the `PAGES`."""


def _page_button(page: str, now: str, words: Words) -> Button:
    style = discord.ButtonStyle.primary if page == now else discord.ButtonStyle.secondary
    return button(
        words(f"cogs.server.page.{page}"),
        make("server.page", 0, 0, (page,)),
        style=style,
        off=words("cogs.off.shown") if page == now and page not in {"log", "check"} else "",
    )


def _access(guild: int, settings: ServerSettings, shown: PageData, words: Words) -> tuple[list[str], list[Row | Caption]]:
    """Returns programs' access, as lines and buttons."""
    text = [words(f"cogs.server.programs.{'key' if settings.program_key else 'no-key'}")]
    if shown.program_api:
        text.append(words("cogs.server.programs.api", address=f"{shown.program_api}/v1/servers/{guild}"))
    if settings.webhook:
        text.append(words("cogs.server.programs.webhook", host=URL(settings.webhook).raw_host or ""))
        if shown.failed is not None and shown.failed.receiver == (settings.webhook, settings.signing):
            text.append(words("cogs.server.programs.refused", when=f"<t:{int(shown.failed.next_try)}:R>"))
    if shown.key is not None:
        text.append(words("cogs.server.programs.new", key=shown.key.text))
    buttons = [button(words("cogs.server.programs.make"), make("server.key", 0, 0, ("new",)))]
    if settings.program_key:
        buttons.append(button(words("cogs.server.programs.post"), make("server.webhook", 0, 0, ())))
        buttons.append(
            button(words("cogs.server.programs.off"), make("server.key", 0, 0, ("off",)), style=discord.ButtonStyle.danger)
        )
    return text, [row(*buttons)]


def _menu(field: str, settings: ServerSettings, words: Words) -> tuple[Caption, Row]:
    name = words(f"cogs.server.field.{field}")
    offered = list(FIELDS[field])
    now = getattr(settings, field)
    words_of = (
        {True: "on", False: "off"} if isinstance(now, bool) else {None: NOTHING.get(field, ""), "": NOTHING.get(field, "")}
    )
    chosen = words_of.get(now, str(now))
    if chosen not in FIELDS[field]:  # a custom pace, or a limit that is no longer offered
        offered.append(chosen)
    texts = {value: _cut_in_two(capital(_choice_text(field, value, words))) for value in offered}
    labels, about = (
        [(value, label) for value, (label, _) in texts.items()],
        {value: rest for value, (_, rest) in texts.items() if rest},
    )
    return menu_with_caption(
        name, select(make("server.set", 0, 0, (field,)), labels, placeholder=name, chosen=(chosen,), about=about)
    )


def _cut_in_two(said: str) -> tuple[str, str]:
    """Returns a choice as a closed menu shows it on a phone, and the rest as the small line below it in the open menu."""
    if len(said) <= WIDE:
        return said, ""
    at = max(said.rfind(", ", 0, WIDE), said.rfind("; ", 0, WIDE))
    return (said, "") if at < 0 else (said[:at], said[at + 2 :])


def _each_menu(fields: Iterable[str], settings: ServerSettings, words: Words) -> list[Row | Caption]:
    return [part for field in fields for part in _menu(field, settings, words)]


def _choice_text(field: str, value: str, words: Words) -> str:
    """Returns a word of a menu as people read it."""
    if field == "pace":
        return clocks.pace_name(value, words)
    if value in {"on", "off"}:
        return words(f"cogs.server.{field}.{value}")
    if value == NOTHING.get(field):
        return words(f"cogs.server.{field}.none")
    if field == "language":
        return own_name(value)
    if field == "week_ends":
        day, hour = value.split("-")
        return f"{words(f'cogs.nights.day.{day}')}, {hour}:00"
    return value if value.isdigit() else words(f"cogs.server.{field}.{value}")


def _missing(answer: Answer, settings: ServerSettings, seen: DiscordState | None) -> list[str]:
    """Returns, for each channel chosen (else this one), the permissions that the bot lacks there, and the remedy."""
    words, found = answer.words, []
    for each in settings.channels or (answer.channel,):
        here = each == answer.channel
        allowed = answer.interaction.app_permissions if here else seen.allowed.get(each) if seen is not None else None
        if allowed is None:
            found.append(words("cogs.server.gone", channel=f"<#{each}>"))
            continue
        lacking = permissions.lacking(allowed, threads=settings.boards == "thread")
        if lacking:
            named = permissions.permission_names(lacking, words)
            found.append(words("cogs.server.lacks", channel=f"<#{each}>", permissions=named))
    return found


def log_line(line: ServerLogLine, words: Words, *, hidden: bool = False) -> str:
    """Returns a line of the log as text; if it is `hidden`, only that somebody did something."""
    about = log_fields(line.about, words)
    if line.what == "changed":
        field = OLD_FIELDS.get(line.about["field"], line.about["field"])
        about = {side: _value(field, line.about[side], words) for side in ("before", "after")}
        about["field"] = words(f"cogs.server.field.{field}") if words.has(f"cogs.server.field.{field}") else field
    key = f"cogs.server.log.{line.what}"
    what = words(key, **about) if words.has(key) else line.what
    if hidden:
        what = words("cogs.server.log.hidden")
    elif about.get("reason"):
        what = words("cogs.server.log.reason", what=what, reason=about["reason"])
    return words("cogs.server.log.line", when=int(line.at), who=f"<@{line.user}>" if line.user else "Zamki", what=what)


def _value(field: str, stored: str, words: Words) -> str:
    """Returns a value of the log as people read it."""
    if field in {"channels", *POSTS, *ROLES.values()}:
        value = json.loads(stored)
        ids = value if isinstance(value, list) else [] if value is None else [value]
        mark = "@&" if field in ROLES.values() else "#"
        return cut(", ".join(f"<{mark}{each}>" for each in ids), 200) or words("cogs.server.nothing")
    if field == "zone":
        return stored.replace("_", " ") or words("cogs.server.zone.none")
    word = {"null": "", "true": "on", "false": "off"}.get(stored, stored) or NOTHING.get(field, "")
    known = word in FIELDS.get(field, ()) or field in {"pace", *server.SECRET}
    return _choice_text(field, word, words) if known else cut(escape(word), limits.OPTION_LABEL)
