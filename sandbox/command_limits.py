"""The documented limits of application commands; violations are refused with 50035 naming the field."""

import unicodedata
from functools import lru_cache

from sandbox.errors import JSON, Path, Problems
from sandbox.shapes import COMMAND, check_shape

CHAT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = 1, 2, 3, 4
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
MOST_COMMANDS = {CHAT: 100, USER_MENU: 15, MESSAGE_MENU: 15, ENTRY_POINT: 1}
MOST_OPTIONS, MOST_CHOICES, MOST_CHARACTERS = 25, 25, 8000
_LOCALES = (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko"
)
LOCALES = tuple(sorted(_LOCALES.split()))


def right_name(name: object) -> bool:
    r"""Whether a name matches `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case if its script has one."""
    return isinstance(name, str) and 1 <= len(name) <= 32 and name == name.lower() and _has_right_letters(name)


@lru_cache(1024)
def _has_right_letters(name: str) -> bool:
    return all(
        letter in "-_'" or unicodedata.category(letter)[0] in "LN" or unicodedata.name(letter, "").startswith(("DEVA", "THAI"))
        for letter in name
    )


def check_commands(commands: list[JSON]) -> None:
    """Check a whole list of commands, as a bulk overwrite sends it."""
    check_shape(commands, [COMMAND])
    with Problems() as problems:
        seen: set[tuple[int, str]] = set()
        for number, command in enumerate(commands):
            _command(problems, (number,), command)
            key = (command.get("type") or CHAT, str(command.get("name")))
            if key in seen:
                message = "Application command names must be unique"
                problems.add((number, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
            seen.add(key)
        for kind, most in MOST_COMMANDS.items():
            if sum(1 for other, _ in seen if other == kind) > most:
                message = f"Must be {most} or fewer in length."
                problems.add((), "BASE_TYPE_MAX_LENGTH", message)


def check_command(command: JSON) -> None:
    """Check one command that is created or edited alone."""
    check_shape(command, COMMAND)
    with Problems() as problems:
        _command(problems, (), command)


def _command(problems: Problems, path: Path, command: JSON) -> None:
    kind = command.get("type") or CHAT
    if not problems.choice((*path, "type"), kind, tuple(MOST_COMMANDS)):
        return
    if kind in (USER_MENU, MESSAGE_MENU):
        problems.length((*path, "name"), command.get("name") or "", 1, 32)
        if command.get("description") or command.get("options"):
            message = "Context menu commands cannot have a description or options"
            problems.add((*path, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", message)
        return
    _texts(problems, path, command)
    for key, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        for number, value in enumerate(command.get(key) or ()):
            problems.choice((*path, key, number), value, allowed)
    _options(problems, path, command.get("options") or [], inside=0)
    if not problems and _characters(command) > MOST_CHARACTERS:
        message = f"Command exceeds maximum size ({MOST_CHARACTERS})"
        problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _texts(problems: Problems, path: Path, holder: JSON) -> None:
    """Check name and description with their localisations."""
    names: dict[Path, object] = {("name",): holder.get("name")}
    names |= {("name_localizations", key): name for key, name in (holder.get("name_localizations") or {}).items()}
    for where, name in names.items():
        if name is None:
            problems.required((*path, *where))
        elif not right_name(name):
            message = "Command name is invalid"
            problems.add((*path, *where), "APPLICATION_COMMAND_INVALID_NAME", message)
    descriptions: dict[Path, object] = {("description",): holder.get("description")}
    for key, text in (holder.get("description_localizations") or {}).items():
        descriptions["description_localizations", key] = text
    for where, text in descriptions.items():
        if text is None:
            problems.required((*path, *where))
        else:
            problems.length((*path, *where), text, 1, 100)
    for key in ("name_localizations", "description_localizations"):
        for locale in holder.get(key) or {}:
            problems.choice((*path, key, locale), locale, LOCALES)


def _options(problems: Problems, path: Path, options: list[JSON], *, inside: int) -> None:
    if not problems.length((*path, "options"), options, 0, MOST_OPTIONS):
        return
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    optional = False
    names: set[str] = set()
    for number, option in enumerate(options):
        here = (*path, "options", number)
        allowed = {0: (SUBCOMMAND, GROUP), SUBCOMMAND: (), GROUP: (SUBCOMMAND,)}[inside] + tuple(range(STRING, FILE + 1))
        if not problems.choice((*here, "type"), option.get("type"), allowed):
            continue
        _texts(problems, here, option)
        if option.get("name") in names:
            message = "Option names must be unique"
            problems.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        names.add(str(option.get("name")))
        if any(nested) and not all(nested):
            message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
            problems.add(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        if option["type"] in (SUBCOMMAND, GROUP):
            _options(problems, here, option.get("options") or [], inside=option["type"])
            continue
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            problems.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional |= not option.get("required")
        _value_limits(problems, here, option)


def _value_limits(problems: Problems, path: Path, option: JSON) -> None:
    kind = option["type"]
    choices = option.get("choices") or []
    problems.length((*path, "choices"), choices, 0, MOST_CHOICES)
    for number, choice in enumerate(choices):
        here = (*path, "choices", number)
        problems.length((*here, "name"), choice.get("name") or "", 1, 100)
        for locale, name in (choice.get("name_localizations") or {}).items():
            problems.length((*here, "name_localizations", locale), name, 1, 100)
        if kind == STRING:
            problems.length((*here, "value"), choice.get("value"), 1, 100)
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete are mutually exclusive"
        problems.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE", message)
    if option.get("autocomplete") and kind not in (STRING, INTEGER, NUMBER):
        message = "This option type cannot be completed automatically"
        problems.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    for key, least in (("min_length", 0), ("max_length", 1)):
        if option.get(key) is not None:
            problems.number((*path, key), option[key], least, 6000)


def _characters(holder: JSON) -> int:
    """The characters Discord counts: the longest localisation of names and descriptions, and string choices."""
    total = 0
    for key in ("name", "description"):
        texts = [holder.get(key) or "", *(holder.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    for choice in holder.get("choices") or ():
        texts = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        total += max(len(text) for text in texts)
        total += len(choice["value"]) if isinstance(choice["value"], str) else 0
    return total + sum(_characters(option) for option in holder.get("options") or ())
