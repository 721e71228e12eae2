"""`python -m tools.words [CODE]` (`make words`): how much of English each language has, and what is wrong in it.

With a language's code, its files are prepared for translators: every message of English in the same files and order, with the
English text, notes and as many plural forms as the language has. Existing translations stay. A new language gets its folder,
with CLDR's facts about it in the headers. Any tool for gettext files may be used between two runs.
"""

from __future__ import annotations

import argparse
import re
import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import escape, normalize, read_po

from chat.wire import limits
from data import words
from data.catalogues import read
from data.words import COMPLETE, DECIMAL, DEFAULT, NAME

TYPED = "1 to 32 letters, digits, - or _, no capitals"

NOTES = {
    r"cogs\.command\..*\.?name": f"Typed by people: {TYPED}",
    r"cogs\.command\..*\.?about": f"At most {limits.COMMAND_DESCRIPTION} characters.",
    r"tables\.typed\..*": "Words that people may type for this, separated by spaces, in small letters.",
    r".*\.(illegal|refusal)\..*": "Why something cannot be done, and what to do instead.",
    r".*\.rules": "Typed moves stay as they are. The headings stand on buttons: at most 20 characters.",
    r".*\.alt\..*": "Read aloud in place of a picture.",
    r".*\.word\..*": "On a button.",
}
"""Notes for translators about a message, by the pattern of its key."""


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if something is wrong in a language."""
    parser = argparse.ArgumentParser(prog="python -m tools.words", description="What each language says itself.")
    parser.add_argument("code", nargs="?", help="make this language's files ready for translators: de, uk, …")
    code = parser.parse_args(arguments).code
    if code is not None and not cldr(code):
        parser.error(f"CLDR knows no language {code!r}: its code alone is meant, as in de")
    if code is not None:
        for key in prepare(code):
            print(f"{code}: the English of {key} has changed: look at its translation")
    wrong = 0
    for language in words.languages():
        name, missing = words.words(language).header.get(NAME, "?"), words.words(DEFAULT).keys() - words.words(language).keys()
        print(f"{language}: {name}, {words.share(language)}% ({len(missing)} messages are said in English)")
        for fault in faults(language):
            print(f"  {fault}", file=sys.stderr)
            wrong = 1
    return wrong


# What is wrong -------------------------------------------------------------------------------------------------------------


def faults(language: str) -> Iterator[str]:
    """Yields faults that would break something, or texts that would never be shown."""
    english, found = read(words.LOCALE / DEFAULT).said, read(words.LOCALE / language)
    count = re.search(r"\bnplurals=(\d+)", found.header.get("Plural-Forms", ""))
    if language in complete():
        yield from (f"{key}: is missing" for key in english if key not in found.said)
    for key, forms in found.said.items():
        if key not in english:
            yield f"{key}: there is no such message"
            continue
        try:
            own, asked = _fields(forms), _fields(english[key])
        except ValueError as wrong:
            yield f"{key}: {wrong}"
            continue
        if own != asked:
            yield f"{key}: has the fields {sorted(own)}, not {sorted(asked)}"
        wanted = int(count[1]) if count and len(english[key]) > 1 else len(english[key])
        if len(forms) != wanted:
            yield f"{key}: has {len(forms)} forms, not {wanted}"
        yield from _command_faults(key, forms[0])


def _command_faults(key: str, said: str) -> Iterator[str]:
    """Yields what Discord refuses in the name or the description of a command or an option."""
    typable = re.fullmatch(limits.COMMAND_NAME, said) and said == said.lower()
    if re.fullmatch(r"cogs\.command\.(.*\.)?name", key) and not typable:
        yield f"{key}: “{said}” is no name for a command: {TYPED}"
    if re.fullmatch(r"cogs\.command\.(.*\.)?about", key) and len(said) > limits.COMMAND_DESCRIPTION:
        yield f"{key}: is longer than {limits.COMMAND_DESCRIPTION} characters"


def complete() -> tuple[str, ...]:
    """Returns the languages whose header says that they lack no message."""
    return tuple(language for language in words.languages() if words.words(language).header.get(COMPLETE) == "yes")


def _fields(forms: Sequence[str]) -> set[str]:
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name is not None}


# Files for translators -----------------------------------------------------------------------------------------------------


def prepare(language: str) -> list[str]:
    """Write a language's files. Returns the translated keys whose English has changed since the last run."""
    changed = []
    folder = words.LOCALE / language
    folder.mkdir(exist_ok=True)
    for source in sorted((words.LOCALE / DEFAULT).glob("*.po")):
        path = folder / source.name
        before = {_key(message): message for message in _messages(path)} if path.exists() else {}
        header = _header(path) if path.exists() else _new_header(language, source.name)
        blocks, section = [header], ""
        count = int(re.findall(r"nplurals=(\d+)", header)[0])
        for message in _messages(source):
            section = " ".join(message.user_comments).strip("- ") or section
            old = before.get(_key(message))
            english = [f"English: {line}".strip() for form in _forms(message) for line in form.split("\n")]
            asked = _distinct(english)
            if old is not None and old.auto_comments and _forms(old)[0] and _distinct(old.auto_comments)[: len(asked)] != asked:
                changed.append(_key(message))
            blocks.append(_block(message, [*english, *_notes(_key(message), section)], old, count))
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    words.languages.cache_clear()
    words.words.cache_clear()
    return changed


def _messages(path: Path) -> list[Message]:
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _distinct(comments: Sequence[str]) -> list[str]:
    """Returns the words of comments, each once: tools for translators wrap lines, and drop repeated ones."""
    return list(dict.fromkeys(" ".join(comments).split()))


def _notes(key: str, section: str) -> list[str]:
    return [*([section] if section else []), *(note for pattern, note in NOTES.items() if re.fullmatch(pattern, key))]


def _block(message: Message, comments: list[str], old: Message | None, count: int) -> str:
    """Returns a message as it is written in a file."""
    lines = [f"# {line}" for line in old.user_comments] if old is not None else []
    lines += [f"#. {line}" for line in comments]
    if old is not None and old.flags:
        lines.append(f"#, {', '.join(sorted(old.flags))}")
    forms = _forms(old) if old is not None else ("",)
    if isinstance(message.id, str):
        return "\n".join((*lines, f"msgid {escape(message.id)}", f"msgstr {normalize(forms[0], width=0)}"))
    forms = (*forms, *("" for _ in range(count)))[:count]
    lines += [f"msgid {escape(message.id[0])}", f"msgid_plural {escape(message.id[1])}"]
    return "\n".join((*lines, *(f"msgstr[{at}] {normalize(form, width=0)}" for at, form in enumerate(forms))))


def _header(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n\n")[0]


def _new_header(language: str, name: str) -> str:
    """Returns the header of a file, as CLDR knows the language; what concerns the whole language is in `cogs.po`."""
    fields = {"Content-Type": "text/plain; charset=utf-8", "Language": language}
    fields["Plural-Forms"] = get_plural(language).plural_forms
    if name == "cogs.po":
        fields |= cldr(language)
    return "\n".join(('msgid ""', 'msgstr ""', *(f'"{field}: {value}\\n"' for field, value in fields.items())))


def cldr(language: str) -> dict[str, str]:
    """Returns a language's own name and how it writes numbers; nothing if CLDR does not know it."""
    if not language.isalpha():
        return {}
    try:
        locale = Locale(language)
    except UnknownLocaleError:
        return {}
    name = locale.get_language_name(language) or language
    return {NAME: name[:1].upper() + name[1:], DECIMAL: locale.number_symbols["latn"]["decimal"]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
