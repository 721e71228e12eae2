"""What is told to somebody who has made a mistake: one line, with the remedy, and never a traceback or a password."""

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

import bot
from data.address import printable
from data.opening import latest_version
from data.program import ZAMKI
from sandbox import Person, Sandbox
from sandbox.client import PATIENCE_SECONDS
from service import health, sandbox
from service.settings import TOKEN_FILE, BadSettings, Settings, impossible, read
from service.stopping import NO_RESTART
from tests.support.bot_process import ROOT, environment, running, zamki
from tests.support.database_files import contents, damaged, of_version
from tests.support.store_backends import empty_file


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ZAMKI_HEALHT", "x", "Did you mean ZAMKI_HEALTH?"),
        ("ZAMKI_BACKUP", "x", "Did you mean ZAMKI_BACKUPS?"),
        ("ZAMKI_BACKUP_HOURS", "nan", "write a number up to 36500"),
        ("ZAMKI_REQUESTS", "inf", "write a number up to 36500"),
        ("ZAMKI_REQUESTS", "many", "ZAMKI_REQUESTS=many is not a number"),
        ("ZAMKI_WORKERS", "1.5", "ZAMKI_WORKERS=1.5 is not a whole number"),
        ("ZAMKI_LOG", "xml", "ZAMKI_LOG=xml is not one of its values. It is `plain` or `json`"),
        ("ZAMKI_API", "foo", "begins with http:// or https://"),
        ("ZAMKI_API", "http://a b/", "begins with http:// or https://"),
        ("ZAMKI_DATABASE", "mysql://anna:hunter2@db/x", "begins with mysql:"),
        ("ZAMKI_DATABASE", "Postgresql://anna:hunter2@db/x", "begins with Postgresql:"),
        ("ZAMKI_DATABASE", "host=db password=hunter2", "begins with host="),
        ("ZAMKI_DATABASE", "password = hunter2 host=db/x", "begins with password ="),
        ("ZAMKI_REQUESTS", "0.001", "ZAMKI_REQUESTS=0.001: write 50"),
        ("ZAMKI_BACKUP_HOURS", "0.001", "at least 0.25"),
        ("ZAMKI_BACKUP_KEEP", "100000000000000000000", "write a number up to 36500"),
        ("ZAMKI_PROGRAM_API", "http://a.example", "begins with https://"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused_in_words(name: str, value: str, told: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read({name: value})
    assert told in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert "`float`" not in str(refused.value)


def test_empty_and_capital_values_are_what_people_mean_by_them() -> None:
    empty = dict.fromkeys(("ZAMKI_DATABASE", "ZAMKI_BACKUP_HOURS", "ZAMKI_LANGUAGE", "ZAMKI_LOG", "ZAMKI_WORKERS"), "")
    assert read(empty) == Settings(), "Compose leaves variables empty that are not set"
    assert read({"ZAMKI_LOG_LEVEL": "WARNING", "ZAMKI_LANGUAGE": "EN"}) == Settings(log_level="warning", language="en")
    assert read({"ZAMKI_SERVICE_HOST": "10.0.0.1", "ZAMKI_PORT": "tcp://10.0.0.1:80"}) == Settings(), "as Kubernetes sets them"


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbfMTA0.x.y\r\n", "MTA0.x.y\r\n".encode("utf-16"), b"MTA0.x.y"])
def test_a_token_file_by_any_editor_is_read(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "token").write_bytes(raw)
    assert read({TOKEN_FILE: str(tmp_path / "token")}).token == "MTA0.x.y"


@pytest.mark.parametrize(("raw", "told"), [(b"", "is empty"), (b"\xff\xd8\xff\xe0", "is not a text file")])
def test_a_token_file_without_a_token_is_named(tmp_path: Path, raw: bytes, told: str) -> None:
    (tmp_path / "token").write_bytes(raw)
    with pytest.raises(BadSettings, match=told):
        read({TOKEN_FILE: str(tmp_path / "token")})


def test_a_token_file_of_somebody_else_says_who_the_bot_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refused)
    with pytest.raises(BadSettings, match=rf"may read \(it is user {os.geteuid()}\)"):
        read({TOKEN_FILE: str(tmp_path / "token")})


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("Bot MTA0.x.y", "Leave that word out"),
        ('"MTA0.x.y"', "quotation marks"),
        ("abc def", "Copy it again"),
        ("abcdef", "dots"),
        ("MTA0.x.y\n123456789", "more than one line"),
    ],
)
def test_check_knows_what_no_token_looks_like(tmp_path: Path, token: str, told: str) -> None:
    done = zamki("--check", folder=tmp_path, DISCORD_TOKEN=token)
    assert done.returncode == 1
    assert told in done.stdout
    started = zamki(folder=tmp_path, DISCORD_TOKEN=token, ZAMKI_HEALTH="")
    assert (started.returncode, started.stderr.count("\n")) == (NO_RESTART, 1)
    assert told in started.stderr, "nothing of it is sent to Discord"
    assert token not in done.stdout + started.stderr
    assert not impossible("MTA0NTY3ODkwMTIzNDU2Nzg5.GhIjKl.a-b_c")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:12/hunter2@host/db",
        "postgresql://user:12?hunter2@host/db",
        "postgresql://user:12#hunter2@host/db",
        "postgresql://user:hunter2:x@host:y/db",
        "Postgresql://user:hunter2@host/db",
        "mysql://user:hunter2@host/db",
        "host=db password=hunter2",
        "sslmode = require password=hunter2",
    ],
)
def test_no_part_of_a_malformed_url_is_printed(tmp_path: Path, url: str) -> None:
    assert "hunter2" not in printable(url)
    for arguments in (("--check",), ("export", "1", "x"), ("move-database", url, "y"), ("move-database", "y", url), ()):
        done = zamki(*arguments, folder=tmp_path, ZAMKI_DATABASE=url, DISCORD_TOKEN="x.y")
        assert done.returncode in {1, NO_RESTART}
        assert "hunter2" not in done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [("void", "3"), ("recompute",), ("export", "3", "x"), ("move-database", "none", "x")])
def test_no_command_makes_a_database_to_look_into(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = zamki(*arguments, folder=tmp_path)
    assert done.returncode == 1
    assert "There is no database at" in done.stdout + done.stderr
    assert not [*tmp_path.rglob("*.sqlite")]


def test_commands_name_the_remedy_of_their_own_fault(tmp_path: Path) -> None:
    empty_file(tmp_path / "zamki.sqlite")
    (tmp_path / "letter").write_text("no backup " * 99)
    for arguments, told in (
        (("export", "99", "x"), "There is no such table"),
        (("verify", "nope"), "nope: No such file or directory. Name a file that exists"),
        (("replay", "nope"), "nope: No such file or directory. Name a file that exists"),
        (("rehearse", "--game", "chess"), "--game chess: there is no such game. Write one of budowa, "),
        (("restore", tmp_path / "nope"), "Name a file that bot.py backup or ZAMKI_BACKUPS has made"),
        (("restore", tmp_path / "letter"), "Name a file that bot.py backup or ZAMKI_BACKUPS has made"),
        (("move-database", "a", "b"), "There is no database at a. Name the database that the bot uses"),
        (("move-database", tmp_path / "zamki.sqlite", "mysql://b"), "Name a file that does not exist yet"),
    ):
        done = zamki(*arguments, folder=tmp_path, DISCORD_TOKEN="x.y")
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert told in done.stderr


def test_a_backup_folder_that_is_not_writable_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for arguments in ((), ("--check",)):
        done = zamki(*arguments, folder=tmp_path, ZAMKI_BACKUPS=str(tmp_path / "file" / "backups"), DISCORD_TOKEN="x.y")
        assert done.returncode == (1 if arguments else NO_RESTART)
        assert "Name a folder in ZAMKI_BACKUPS that the bot may write" in done.stdout + done.stderr


def test_a_relative_path_does_not_follow_the_folder_of_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, elsewhere = tmp_path / "program", tmp_path / "elsewhere"
    for folder in (program, elsewhere):
        folder.mkdir()
    monkeypatch.setattr("service.settings.ROOT", program)
    old = empty_file(elsewhere / "my.sqlite")
    done = zamki("recompute", folder=elsewhere, ZAMKI_DATABASE="my.sqlite")
    assert f"Set ZAMKI_DATABASE={old}, or move the database to {program / 'my.sqlite'}" in done.stderr
    assert not list(program.iterdir()), "no empty one beside a full one"
    old.rename(program / "my.sqlite")
    for folder in (program, elsewhere):
        done = zamki("--check", folder=folder, ZAMKI_DATABASE="my.sqlite", ZAMKI_BACKUPS="backups")
        assert f"{program / 'my.sqlite'} is writable and sound" in done.stdout
        assert f"into {program / 'backups'} every" in done.stdout


def test_a_database_that_is_being_made_is_not_another_programs(tmp_path: Path) -> None:
    (tmp_path / "zamki.sqlite").touch()
    done = zamki("--check", folder=tmp_path, DISCORD_TOKEN="x.y")
    assert "is empty: the first start fills it" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--prot", "3"], "there is no option --prot; did you mean --port?"),
        (["replay", "x", "--sep=3"], "there is no option --sep; did you mean --step?"),
        (["exprot"], "there is no command exprot; did you mean export?"),
        (["chekc"], "there is no command chekc; did you mean check?"),
        (["xyzzy"], "invalid choice: 'xyzzy'"),
        (["--port", "1"], "--port goes with --sandbox"),
    ],
)
def test_a_mistyped_option_is_named(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot.main(arguments)
    assert told in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot.main(["--version"])
    assert capsys.readouterr().out.startswith(f"zamki {ZAMKI}\n")


def test_check_writes_nothing_and_tells_what_the_start_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.settings.ROOT", tmp_path)
    done = zamki("--check", folder=tmp_path, DISCORD_TOKEN="x.y", ZAMKI_BACKUPS=str(tmp_path / "backups"))
    assert f"{tmp_path / 'zamki.sqlite'} does not exist yet" in done.stdout
    assert not list(tmp_path.iterdir())
    of_version(tmp_path / "zamki.sqlite", latest_version() - 1)
    before = contents(tmp_path)
    done = zamki("--check", folder=tmp_path, DISCORD_TOKEN="x.y", ZAMKI_DATABASE="zamki.sqlite")
    now = latest_version()
    told = f"{tmp_path / 'zamki.sqlite'} is writable and sound; it is of version {now - 1} and will be migrated to {now}"
    assert told in done.stdout, "a relative path is told whole"
    assert "(a copy is made first)" in done.stdout
    refused = zamki("export", "1", "x", folder=tmp_path)
    assert "Start the bot once" in refused.stderr
    assert contents(tmp_path) == before


def test_of_a_damaged_database_the_backup_to_restore_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("zamki-20250101-000000.sqlite", "zamki-20250102-000000.sqlite"):
        empty_file(folder / name)
    damaged(empty_file(folder / "zamki-20250103-000000.sqlite"))
    damaged(empty_file(tmp_path / "zamki.sqlite"))
    for arguments in ((), ("--check",)):
        done = zamki(*arguments, folder=tmp_path, DISCORD_TOKEN="x.y", ZAMKI_BACKUPS=str(folder))
        told = done.stdout + done.stderr
        code = 1 if arguments else NO_RESTART
        assert (done.returncode, "is damaged" in told, "Traceback" in told) == (code, True, False)
        assert f"bot.py restore {folder / 'zamki-20250102-000000.sqlite'}" in told, "the newest is damaged too"


@pytest.mark.parametrize("arguments", [(), ("--check",)])
def test_a_health_address_that_cannot_be_had_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = f"127.0.0.1:{other.getsockname()[1]}"
        for address, told in ((taken, "is taken"), ("192.0.2.1:80", "Set ZAMKI_HEALTH to an address of this machine")):
            done = zamki(*arguments, folder=tmp_path, DISCORD_TOKEN="x.y", ZAMKI_HEALTH=address)
            said = done.stdout if arguments else done.stderr
            assert done.returncode == (1 if arguments or address == taken else NO_RESTART), "another start may find it free"
            assert (told in said, "Traceback" in said) == (True, False)


def test_a_health_address_lost_at_the_last_moment_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "refusal", lambda _: None)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = f"127.0.0.1:{other.getsockname()[1]}"
        done = zamki(folder=tmp_path, DISCORD_TOKEN="x.y", ZAMKI_HEALTH=taken)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr


@pytest.mark.long
async def test_a_record_is_exported_while_the_bot_runs(tmp_path: Path) -> None:
    async with Sandbox() as discord, Person(discord.url, "Ada") as ada, running(discord, tmp_path):
        await ada.settled(await ada.command("gry", "zamki start", game="rycerze"))
        done = await asyncio.to_thread(zamki, "export", "1", tmp_path / "record", folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "record").read_bytes())["game"] == "rycerze"


@pytest.mark.long
async def test_the_bot_waits_for_a_discord_that_is_away(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    more = {"ZAMKI_API": f"http://127.0.0.1:{port}/api/v10", "ZAMKI_GATEWAY": f"ws://127.0.0.1:{port}/gateway/"}
    for comes in (True, False):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, ROOT / "bot.py"),
            cwd=tmp_path,
            env=environment(tmp_path, DISCORD_TOKEN=Sandbox().token, **more),
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stderr is not None
        told = b""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while b"cannot reach Discord" not in told:
                    told += await process.stderr.readline()
                if comes:
                    async with Sandbox(port):
                        while b"zamki: ready" not in told:
                            told += await process.stderr.readline()
                        process.send_signal(signal.SIGTERM)
                        told += await process.stderr.read()
                else:
                    process.send_signal(signal.SIGTERM)
                    told += await process.stderr.read()
                assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        assert b"Traceback" not in told, told.decode()


@pytest.mark.long
async def test_check_beside_a_running_bot_finds_it_at_its_address(tmp_path: Path) -> None:
    async with Sandbox() as discord, running(discord, tmp_path) as (_, port):
        more = {"DISCORD_TOKEN": "x.y", "ZAMKI_HEALTH": f"127.0.0.1:{port}"}
        done = await asyncio.to_thread(zamki, "--check", folder=tmp_path, **more)
    assert done.returncode == 0, done.stdout
    assert f"! health: 127.0.0.1:{port} is in use by a running bot" in done.stdout
    assert "is in use by a running bot, and sound" in done.stdout


def test_an_image_without_the_sandbox_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "ROOT", tmp_path)
    done = zamki("--sandbox", "--port", "0", folder=tmp_path)
    assert "This installation has no sandbox" in done.stderr


async def test_a_storm_of_questions_is_answered_once() -> None:
    counted = 0

    async def figures() -> int:
        nonlocal counted
        counted += 1
        await asyncio.sleep(0.01)
        return counted

    told = health.cache(figures, 60.0)
    assert set(await asyncio.gather(*(told() for _ in range(50)))) == {1}


@pytest.mark.long
async def test_ctrl_c_ends_the_trial_without_a_traceback(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, ROOT / "bot.py", "--sandbox", "--port", "0"),
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    told = b""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while b"Zamki is open" not in told:
            told += await process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does
        told += await process.stdout.read()
        assert await process.wait() == 0
    assert b"Traceback" not in told, told.decode()
