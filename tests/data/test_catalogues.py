"""The catalogues, read without Babel: the same as by it, from their text and compiled."""

import io
import os
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data import catalogues
from data.catalogues import Catalogue, Malformed, catalogue, compile_all, parse, read
from data.words import LOCALE, Words, languages

SOURCES = [path for language in languages() for path in sorted((LOCALE / language).glob("*.po"))]


def by_babel(text: bytes) -> list[tuple[str, tuple[str, ...]]]:
    found = []
    for message in read_po(io.BytesIO(text)):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found.append((key, (message.string,) if isinstance(message.string, str) else tuple(message.string or ())))
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_catalogue_is_read_as_babel_reads_it(path: Path) -> None:
    assert [each for each in parse(path) if each[0]] == by_babel(path.read_bytes())


texts = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), min_size=1, max_size=200)


@pytest.mark.long
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(
    st.dictionaries(st.from_regex(r"[a-z]+(\.[a-z]+){0,3}", fullmatch=True), texts | st.tuples(texts, texts, texts), max_size=8)
)
def test_what_babel_writes_is_read_whole(
    tmp_path_factory: pytest.TempPathFactory, said: dict[str, str | tuple[str, ...]]
) -> None:
    made = Catalog(locale="pl")
    for key, text in said.items():
        made.add(key if isinstance(text, str) else (key, f"{key}.many"), text, auto_comments=["English", "msgid"])
    path = tmp_path_factory.mktemp("catalogue") / "some.po"
    with path.open("wb") as file:
        write_po(file, made)
    wanted = {key: (text,) if isinstance(text, str) else text for key, text in said.items()}
    assert dict(each for each in parse(path) if each[0]) == wanted


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogues, "COMPILED", tmp_path / "compiled")
    shutil.copytree(LOCALE / "pl", tmp_path / "locale" / "pl")
    return tmp_path / "locale" / "pl"


def test_a_compiled_catalogue_is_used_until_a_source_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_all(folder.parent)
    written = (catalogues.COMPILED / "pl.json").stat().st_mtime_ns
    compile_all(folder.parent)
    assert (catalogues.COMPILED / "pl.json").stat().st_mtime_ns == written, "nothing had changed"
    whole = read(folder)
    with monkeypatch.context() as patch:
        patch.setattr(catalogues, "parse", None)
        assert catalogue(folder) == whole, "not from the text"
    source = folder / "zamek.po"
    source.write_text(source.read_text(encoding="utf-8") + '\nmsgid "zamek.new"\nmsgstr "Nowe"\n', encoding="utf-8")
    assert catalogue(folder).said["zamek.new"] == ("Nowe",)
    compile_all(folder.parent)
    source.unlink()
    assert "zamek.new" not in catalogue(folder).said
    shutil.copy(LOCALE / "pl" / "zamek.po", source)
    os.utime(source, (0, 0))
    assert catalogue(folder).said == whole.said, "an older file in the place of the newer one counts as well"
    (catalogues.COMPILED / "pl.json").write_bytes(b"{")
    assert catalogue(folder).said == whole.said


def test_a_message_that_is_not_said_is_left_to_english(tmp_path: Path) -> None:
    (tmp_path / "some.po").write_text(
        'msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "B?"\n\nmsgid "c"\nmsgid_plural "c.many"\nmsgstr[0] "C"\n'
        'msgstr[1] ""\n\nmsgid "d"\nmsgstr ""\n"D "\n"\\"d\\"\\n"\n#~ msgid "e"\n#~ msgstr "E"\n'
    )
    assert read(tmp_path).said == {"d": ('D "d"\n',)}


@pytest.mark.parametrize("wrong", ["msgstr A", 'msgstr "A', '"A"', 'msgstr "A"\nmsgstr "B"', 'msgctxt "A"'])
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, wrong: str) -> None:
    head = "" if wrong == '"A"' else 'msgid "a"\n'
    (tmp_path / "some.po").write_text(f"{head}{wrong}\n")
    with pytest.raises(Malformed, match=rf"some\.po, line {f'{head}{wrong}'.count(chr(10)) + 1}: "):
        read(tmp_path)


def test_numbers_take_the_form_that_the_header_names() -> None:
    polish = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    words = Words("pl", Catalogue(polish, {"day": ("{n} dzień", "{n} dni (2)", "{n} dni (5)")}))
    assert [words.count("day", n) for n in (1, 2, 5, 12, 22)] == [
        "1 dzień",
        "2 dni (2)",
        "5 dni (5)",
        "12 dni (5)",
        "22 dni (2)",
    ]
    assert words("day", n=1) == "1 dzień"
