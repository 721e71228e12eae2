"""Settings from the environment: defaults that work, and faults that say what to do."""

import re
from pathlib import Path

import pytest

from service.settings import TOKEN_FILE, VARIABLES, BadSettings, Settings, read, shown

README = Path(__file__).parents[2] / "README.md"


def test_nothing_set_gives_the_defaults() -> None:
    assert read({}) == Settings()


def test_every_setting_is_read_from_its_variable() -> None:
    settings = read({"ZAMKI_DATABASE": "/tmp/x.sqlite", "ZAMKI_LOG": "json", "ZAMKI_BACKUP_HOURS": "6", "ZAMKI_HEALTH": ""})
    assert (settings.database, settings.log, settings.backup_hours) == ("/tmp/x.sqlite", "json", 6.0)
    assert settings.health_address is None


def test_the_token_may_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("secret\n")
    assert read({TOKEN_FILE: str(file)}).token == "secret"
    assert read({TOKEN_FILE: str(file), "DISCORD_TOKEN": "given"}).token == "given"
    with pytest.raises(BadSettings, match="Name a file that the bot may read"):
        read({TOKEN_FILE: str(tmp_path / "nowhere")})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ZAMKI_LOG", "xml"),
        ("ZAMKI_LANGUAGE", "de"),
        ("ZAMKI_HEALTH", "8081"),
        ("ZAMKI_HEALTH", "localhost:http"),
        ("ZAMKI_BACKUP_HOURS", "soon"),
        ("ZAMKI_BACKUP_HOURS", "0"),
        ("ZAMKI_API", "http://127.0.0.1:1/api/v10"),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name):
        read({name: value})


def test_what_is_shown_never_holds_the_token() -> None:
    assert "hunter2" not in str(shown(read({"DISCORD_TOKEN": "hunter2"})))


def test_the_readme_lists_every_setting_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| (?:`(.*?)`|–) \|", README.read_text(encoding="utf-8"), re.MULTILINE))
    for field, (name, _) in VARIABLES.items():
        default = getattr(Settings(), field)
        shown_default = str(int(default)) if isinstance(default, float) else str(default)
        assert (told.get(name) or "") == shown_default, name
