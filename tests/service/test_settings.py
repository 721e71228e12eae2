"""Settings from the environment: defaults that work, and faults that say what to do."""

import re
from pathlib import Path

import pytest

from service.settings import TOKEN_FILE, VARIABLES, BadSettings, Settings, old_names, printable_settings, read, unknown

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


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
        ("ZAMKI_LANGUAGE", "xx"),
        ("ZAMKI_HEALTH", "8081"),
        ("ZAMKI_HEALTH", "localhost:http"),
        ("ZAMKI_BACKUP_HOURS", "soon"),
        ("ZAMKI_BACKUP_HOURS", "0"),
        ("ZAMKI_GATEWAY", "ws://127.0.0.1:1/gateway"),
        ("ZAMKI_REQUESTS", "-1"),
        ("ZAMKI_CONTACT", "x" * 201),
        ("ZAMKI_PRIVACY", "javascript:alert(1)"),
        ("ZAMKI_TERMS", "https://" + "x" * 512),
        ("ZAMKI_SHARDS", "0-3"),
        ("ZAMKI_SHARDS", "3-0/16"),
        ("ZAMKI_SHARDS", "0-16/16"),
        ("ZAMKI_SHARDS", "0/0"),
        ("ZAMKI_SHARDS", "auto"),
        ("ZAMKI_SHARDS", "auto/99999"),
        ("ZAMKI_SHARDS", "all"),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name):
        read({name: value})


def test_shards_that_are_left_to_other_processes_want_postgresql() -> None:
    some = {"ZAMKI_SHARDS": "0-3/16"}
    with pytest.raises(BadSettings, match="cannot share an SQLite file"):
        read(some)
    read({**some, "ZAMKI_DATABASE": "postgresql://db/zamki"})
    for alone in ("0-15/16", "auto/16", "0/1"):
        read({"ZAMKI_SHARDS": alone})


def test_a_rest_proxy_leaves_the_gateway_discords() -> None:
    settings = read({"ZAMKI_API": "http://proxy:8080/api/v10", "ZAMKI_REQUESTS": "0"})
    assert (settings.api, settings.gateway, settings.requests) == ("http://proxy:8080/api/v10", "", 0.0)


def test_an_old_name_is_accepted_and_named() -> None:
    old, address = {"ZAMKI_DOOR": "https://old.example"}, "https://new.example"
    assert read(old).program_api == "https://old.example"
    assert old_names(old) == {"ZAMKI_DOOR": "ZAMKI_PROGRAM_API"}
    both = {**old, "ZAMKI_PROGRAM_API": address}
    assert read(both).program_api == address
    assert old_names({"ZAMKI_PROGRAM_API": address, "ZAMKI_DOOR": ""}) == {}, "Compose leaves unset variables empty"
    assert not unknown(both)


def test_what_is_shown_never_holds_the_token() -> None:
    assert "hunter2" not in str(printable_settings(read({"DISCORD_TOKEN": "hunter2"})))


def test_a_database_url_is_shown_without_its_password() -> None:
    url = {"ZAMKI_DATABASE": "postgresql://anna:hunter2@db/zamki"}
    assert printable_settings(read(url))["ZAMKI_DATABASE"] == "postgresql://db/zamki"
    with pytest.raises(BadSettings, match="pg_dump"):
        read({**url, "ZAMKI_BACKUPS": "backups"})


def test_the_page_lists_every_setting_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| (?:`(.*?)`|–) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    for field, (name, _) in VARIABLES.items():
        default = getattr(Settings(), field)
        shown_default = str(int(default)) if isinstance(default, float) else str(default)
        assert (told.get(name) or "") == shown_default, name
