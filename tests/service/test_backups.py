"""Regular backups: when one is due, and which of them may be removed."""

import asyncio
import datetime as dt
from pathlib import Path

import pytest

from data.errors import Damaged, Unwritable
from data.sqlite.backup import backup
from sandbox import Sandbox
from service import backups
from service.settings import Settings
from service.stopping import NO_RESTART
from tests.support.bot_process import running, started
from tests.support.database_files import damaged
from tests.support.store_backends import empty_file
from tests.support.world import eventually

NOW = dt.datetime.now(dt.UTC)


def touched(folder: Path, *moments: dt.datetime) -> list[str]:
    """Backups of these moments; their names in order."""
    folder.mkdir(exist_ok=True)
    for moment in moments:
        (folder / backups.name_of(moment)).touch()
    return sorted(backups.name_of(moment) for moment in moments)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.long
def test_backups_of_one_day_never_displace_those_of_other_days(tmp_path: Path) -> None:
    folder, database = tmp_path / "backups", empty_file(tmp_path / "zamki.sqlite")
    days = [NOW.replace(hour=3) - dt.timedelta(days=ago) for ago in (7, 6, 5, 4, 3, 2, 1)]
    touched(folder, *days, *(days[-1] + dt.timedelta(seconds=each) for each in range(1, 8)))
    last = backups.name_of(days[-1] + dt.timedelta(seconds=7))
    backups.make(database, folder, keep=7)
    kept = {name[:14] for name in names(folder)}
    assert kept == {f"zamki-{day:%Y%m%d}" for day in [*days[1:], NOW]}, "the last seven days that have any"
    assert last in names(folder)


def test_the_database_itself_is_never_removed(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki-20200101-000000.sqlite")
    others = ["zamki-1.sqlite", "zamki-by-hand-20200101-000000.sqlite", "zamki-20200101-000000.sqlite.gz", "zamki-x-y.sqlite"]
    for name in others:
        (tmp_path / name).touch()
    touched(tmp_path, *(NOW - dt.timedelta(days=ago) for ago in (9, 8)))
    made = backups.make(database, tmp_path, keep=1)
    assert set(names(tmp_path)) == {database.name, *others, made.name}


def test_what_a_killed_bot_left_half_written_goes(tmp_path: Path) -> None:
    folder, database = tmp_path / "backups", empty_file(tmp_path / "zamki.sqlite")
    folder.mkdir()
    for name in ("zamki-20200101-000000.sqlite.part", "zamki-mine.sqlite.part"):
        (folder / name).touch()
    made = backups.make(database, folder, keep=1)
    assert names(folder) == [made.name, "zamki-mine.sqlite.part"]


def test_a_damaged_database_displaces_no_backup(tmp_path: Path) -> None:
    folder, database = tmp_path / "backups", damaged(empty_file(tmp_path / "zamki.sqlite"))
    kept = touched(folder, *(NOW - dt.timedelta(days=ago) for ago in (2, 1)))
    with pytest.raises(Damaged):
        backups.make(database, folder, keep=1)
    assert names(folder) == kept


def test_a_backup_onto_the_database_itself_is_refused(tmp_path: Path) -> None:
    database = empty_file(tmp_path / "zamki.sqlite")
    (tmp_path / "link").symlink_to(database)
    for target in (database, tmp_path / "link"):
        with pytest.raises(Unwritable, match="the database itself"):
            backup(database, target)


@pytest.mark.parametrize(("ago", "made"), [(None, True), (0.5, False), (1.5, True), (-3.0, True)])
async def test_a_backup_is_made_after_the_login_if_one_is_due(tmp_path: Path, ago: float | None, made: bool) -> None:
    folder, logged_in = tmp_path / "backups", asyncio.Event()
    before = touched(folder, *([] if ago is None else [NOW - dt.timedelta(hours=ago)]))
    settings = Settings(database=str(empty_file(tmp_path / "zamki.sqlite")), backups=str(folder), backup_hours=1)
    async with backups.backing_up(settings, logged_in.wait):
        await asyncio.sleep(0.2)
        assert names(folder) == before
        logged_in.set()
        if made:
            await eventually(lambda: len(names(folder)) == len(before) + 1)
        else:
            await asyncio.sleep(0.3)
            assert names(folder) == before


@pytest.mark.parametrize(("there", "fails", "pause"), [(0, False, 3600.0), (1, False, 86400.0), (3, True, 3600.0)])
async def test_a_first_or_failed_backup_is_followed_within_an_hour(
    there: int, *, fails: bool, pause: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    class Recorded:
        async def sleep(self, seconds: float) -> None:
            slept.append(seconds)
            await asyncio.Event().wait()

    monkeypatch.setattr("service.backups.SystemClock", Recorded)
    touched(tmp_path / "backups", *(NOW - dt.timedelta(days=2, hours=ago) for ago in range(there)))
    database = empty_file(tmp_path / "zamki.sqlite")
    if fails:
        damaged(database)
    settings = Settings(database=str(database), backups=str(tmp_path / "backups"), backup_hours=24)
    logged_in = asyncio.Event()
    logged_in.set()
    async with backups.backing_up(settings, logged_in.wait):
        await eventually(lambda: bool(slept))
    assert slept == [pause]


def test_a_backup_of_the_future_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    touched(folder, NOW + dt.timedelta(days=400))
    settings = Settings(backups=str(folder), database=str(empty_file(tmp_path / "zamki.sqlite")))
    assert (backups.newest(settings), backups.newest_good(settings)) == (0.0, None)
    for _ in range(2):
        backups.make(Path(settings.database), folder, 1)
    assert len(names(folder)) == 2, "it is not removed, and displaces nothing"


def test_the_figure_is_the_moment_in_the_name(tmp_path: Path) -> None:
    touched(tmp_path, dt.datetime(1970, 1, 2, tzinfo=dt.UTC), dt.datetime(1970, 1, 1, tzinfo=dt.UTC))
    assert backups.newest(Settings(backups=str(tmp_path))) == 86400.0


@pytest.mark.long
def test_a_backup_by_hand_has_a_name_that_is_never_removed(tmp_path: Path) -> None:
    empty_file(tmp_path / "zamki.sqlite")
    assert started("backup", folder=tmp_path).returncode == 0
    (copy,) = tmp_path.glob("zamki-*.sqlite")
    assert not backups.PATTERN.fullmatch(copy.name)


@pytest.mark.long
async def test_a_crash_loop_keeps_the_week(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    week = touched(folder, *(NOW - dt.timedelta(days=ago, hours=1) for ago in range(7)))
    more = {"ZAMKI_BACKUPS": str(folder)}
    async with Sandbox() as sandbox:
        address = {"ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway, "DISCORD_TOKEN": "MTA0.secret.token"}
        refused = await asyncio.to_thread(started, folder=tmp_path, **more, **address)
        assert refused.returncode == NO_RESTART
        for _ in range(3):
            async with running(sandbox, tmp_path, **more) as (process, _):
                process.kill()
                await process.wait()
    assert names(folder) == week
