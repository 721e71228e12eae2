"""The guide of CONTRIBUTING.md: who copies the English catalogue has a bot that runs, and translates it bit by bit."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import words as catalogues
from data.words import LOCALE, MissingMessage, language_of, languages, own_name, words
from tests.support.bot_process import ROOT, environment


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Catalogues with a copy of the English ones beside them."""
    folder = tmp_path / "locale"
    shutil.copytree(LOCALE, folder)
    shutil.copytree(folder / "en", folder / "de")
    (folder / ".cache").mkdir()
    monkeypatch.setattr(catalogues, "LOCALE", folder)
    languages.cache_clear()
    words.cache_clear()
    yield folder / "de"
    monkeypatch.undo()
    languages.cache_clear()
    words.cache_clear()


def rewrite(file: Path, key: str, text: str) -> None:
    file.write_text(re.sub(rf'(msgid "{re.escape(key)}"\nmsgstr) ".*"', rf'\1 "{text}"', file.read_text()))


def test_a_copy_speaks_english_until_it_is_translated(german: Path) -> None:
    assert languages() == ("de", "en", "pl")
    assert language_of("de-AT") == "de"
    assert [own_name(each) for each in languages()] == ["English (de)", "English", "Polski"]
    rewrite(german / "cogs.po", "cogs.language.own", "Deutsch")
    rewrite(german / "cogs.po", "cogs.language.auto", "")
    (german / "rycerze.po").unlink()
    words.cache_clear()
    assert own_name("de") == "Deutsch"
    for key in ("cogs.language.auto", "rycerze.name"):
        assert words("de")(key) == words("en")(key)
        assert words("de").has(key)
    assert words("en").keys() - words("de").keys() >= {"cogs.language.auto", "rycerze.name"}, "what is missing can be found"
    with pytest.raises(MissingMessage):
        words("de")("no.such.key")


@pytest.mark.parametrize("code", ["de", "xx"])
def test_check_is_well_with_it(german: Path, tmp_path: Path, code: str) -> None:
    german.rename(german.parent / code)
    (german.parent / code / "torres.po").unlink()
    program = f"import sys, pathlib, data.words as w; w.LOCALE = pathlib.Path({str(german.parent)!r}); import bot; "
    done = subprocess.run(
        [sys.executable, "-c", f"{program}sys.exit(bot.main(['--check']))"],
        cwd=tmp_path,
        env=environment(tmp_path, DISCORD_TOKEN="x.y", ZAMKI_LANGUAGE=code, PYTHONPATH=str(ROOT), PATH=os.environ["PATH"]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
