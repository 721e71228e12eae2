"""The guide of CONTRIBUTING.md: a language is one folder, made ready by `tools/words.py` and translated bit by bit."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from data import words as catalogues
from data.catalogues import parse, read
from data.words import COMPLETE, DECIMAL, LOCALE, NAME, MissingMessage, language_of, languages, own_name, share, words
from tests.support.bot_process import ROOT, environment
from tests.support.cases import cases
from tools.words import cldr, complete, faults, main, prepare

HERE = languages()


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the catalogues."""
    folder = tmp_path / "locale"
    shutil.copytree(LOCALE, folder)
    (folder / ".cache").mkdir()
    monkeypatch.setattr(catalogues, "LOCALE", folder)
    languages.cache_clear()
    words.cache_clear()
    yield folder
    monkeypatch.undo()
    languages.cache_clear()
    words.cache_clear()


@pytest.fixture
def ukrainian(locale: Path) -> Path:
    """A new language of which nothing is translated yet."""
    prepare("uk")
    return locale / "uk"


def say(file: Path, key: str, *forms: str) -> None:
    """Translate a message."""
    text = file.read_text()
    for at, form in enumerate(forms):
        number = rf"\[{at}\]" if len(forms) > 1 else ""
        text, found = re.subn(rf'(msgid "{re.escape(key)}"\n(?:.+\n)*?msgstr{number}) ".*"', rf'\1 "{form}"', text)
        assert found == 1, key
    file.write_text(text)
    words.cache_clear()


@pytest.mark.long
def test_what_is_not_translated_is_said_in_english(ukrainian: Path) -> None:
    assert {*languages()} == {*HERE, "uk"}
    assert language_of("uk-UA") == "uk"
    assert own_name("uk") == "Українська (0%)"
    say(ukrainian / "rycerze.po", "rycerze.card.knight", "лицар")
    say(ukrainian / "cogs.po", "cogs.time.days", "{n} день", "{n} дні", "{n} днів")
    speak = words("uk")
    assert speak("rycerze.card.knight") == "лицар"
    assert [speak.count("cogs.time.days", n) for n in (1, 3, 5)] == ["1 день", "3 дні", "5 днів"]
    assert speak.number(2.5, 2) == "2,5"
    for key in ("rycerze.name", "cogs.language.auto", "torres.over"):
        assert speak.has(key)
        assert speak(key) == words("en")(key)
    assert speak.keys() == {"rycerze.card.knight", "cogs.time.days"}
    with pytest.raises(MissingMessage):
        speak("no.such.key")
    say(ukrainian / "game.po", "game.over", "Гру закінчено")
    assert words("uk")("torres.over") == "Гру закінчено", "though nothing else of this game is translated"
    shutil.copy(ukrainian.parent / "pl" / "cogs.po", ukrainian / "cogs.po")
    words.cache_clear()
    assert 10 < share("uk") < 50
    assert own_name("uk") == f"Polski ({share('uk')}%)", "of this header"


@pytest.mark.long
def test_what_is_wrong_in_a_language_is_told(ukrainian: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0, "nothing is wrong where nothing is said"
    assert "uk: Українська, 0% (" in capsys.readouterr().out
    say(ukrainian / "cogs.po", "cogs.command.start.name", "новий стіл")
    say(ukrainian / "cogs.po", "cogs.command.start.about", "довг" * 26)
    say(ukrainian / "cogs.po", "cogs.hand.chosen", "Вибрано: {вибір}")
    say(ukrainian / "cogs.po", "cogs.hand.said", "Досі: {what")
    shown = (ukrainian / "cogs.po").read_text()
    (ukrainian / "cogs.po").write_text(
        f'{shown}\nmsgid "cogs.gone"\nmsgstr "нема"\n\nmsgid "cogs.time.minutes"\nmsgstr[0] "{{n}}"\nmsgstr[1] "{{n}}"\n'
    )
    told = [*faults("uk")]
    for key in ("command.start.name", "command.start.about", "hand.chosen", "hand.said", "gone", "time.minutes"):
        assert [fault for fault in told if fault.startswith(f"cogs.{key}: ")], (key, told)
    assert len(told) == 6
    assert main([]) == 1


@pytest.mark.long
def test_a_language_that_claims_to_be_complete_may_lack_nothing(ukrainian: Path) -> None:
    assert "uk" not in complete()
    text = (ukrainian / "cogs.po").read_text()
    (ukrainian / "cogs.po").write_text(text.replace('"Language: uk\\n"', f'"Language: uk\\n"\n"{COMPLETE}: yes\\n"', 1))
    words.cache_clear()
    assert "uk" in complete()
    assert [*faults("uk")] == [f"{key}: is missing" for key in read(LOCALE / "en").said]


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_headers_say_what_cldr_says(language: str) -> None:
    header = read(LOCALE / language).header
    assert header["Language"] == language
    assert {field: header[field] for field in (NAME, DECIMAL)} == cldr(language)
    assert not [*faults(language)]


@pytest.mark.long
def test_files_for_translators_keep_the_texts_and_stay_the_same(locale: Path) -> None:
    before = read(locale / "pl")
    assert prepare("pl") == []
    made = {path.name: path.read_text() for path in (locale / "pl").iterdir()}
    assert read(locale / "pl").said == before.said
    assert read(locale / "pl").header == before.header
    assert (
        "#. English: Castle board games right here in the channel\n#. Commands\n#. At most 100 characters.\n" in made["cogs.po"]
    )
    assert prepare("pl") == []
    assert {path.name: path.read_text() for path in (locale / "pl").iterdir()} == made
    say(locale / "en" / "rycerze.po", "rycerze.card.knight", "horseman")
    assert prepare("pl") == ["rycerze.card.knight"], "whose English has changed"
    assert read(locale / "pl").said == before.said


@pytest.mark.long
@pytest.mark.parametrize("language", cases(["de", "pl"], ["de"]))
def test_files_come_back_whole_from_a_tool_for_translators(locale: Path, language: str) -> None:
    prepare(language)
    for path in (locale / language).iterdir():
        before = parse(path)
        with path.open("rb") as file:
            known = read_po(file)
        with path.open("wb") as file:
            write_po(file, known, width=76)
        assert [each for each in parse(path) if each[0]] == [each for each in before if each[0]]
        with path.open("rb") as file:
            again = read_po(file)
        for message in known:
            if message.id:
                there = again.get(message.id)
                assert there is not None
                assert {*" ".join(there.auto_comments).split()} == {*" ".join(message.auto_comments).split()}, "though wrapped"
    assert prepare(language) == [], "no English has changed"


@pytest.mark.parametrize("code", ["xx", "de-AT", "../en"])
def test_only_a_language_gets_a_folder(locale: Path, code: str) -> None:
    with pytest.raises(SystemExit):
        main([code])
    assert {path.name for path in locale.iterdir()} == {".cache", *HERE}


@pytest.mark.long
@pytest.mark.parametrize("code", ["uk", "xx"])
def test_check_is_well_with_it(ukrainian: Path, tmp_path: Path, code: str) -> None:
    ukrainian.rename(ukrainian.parent / code)
    (ukrainian.parent / code / "torres.po").unlink()
    program = f"import sys, pathlib, data.words as w; w.LOCALE = pathlib.Path({str(ukrainian.parent)!r}); import bot; "
    done = subprocess.run(
        [sys.executable, "-c", f"{program}sys.exit(bot.main(['--check']))"],
        cwd=tmp_path,
        env=environment(tmp_path, DISCORD_TOKEN="x.y", ZAMKI_LANGUAGE=code, PYTHONPATH=str(ROOT), PATH=os.environ["PATH"]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
