"""The restore drill of docs/operations.md: the machine is lost in mid-game, the backup is put into a fresh place, and the game
goes on from where it was when the backup was made.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandbox import Person, Sandbox
from sandbox.client import JSON
from sandbox.world import EPHEMERAL
from tests.support.bot_process import running, started
from tests.support.store_backends import ON_POSTGRES
from tests.support.world import NewHome, eventually, piece, pieces, text_of

PATIENCE = 60.0
"""Seconds: what the dead process had claimed is another's when its lease has run out, and the machine may be busy."""


class Drill:
    """How a database is kept and put into a fresh place, by the commands that docs/operations.md names."""

    def __init__(self, folder: Path, new_home: NewHome, server: Any) -> None:
        self.folder, self.new_home, self.server = folder, new_home, server
        self.copy = folder / "copy"

    async def back_up(self, where: str) -> None:
        """While the bot runs."""
        if self.server is not None:
            await asyncio.to_thread(self.server.tool, "pg_dump", "--format=custom", f"--file={self.copy}", where)
            return
        made = await asyncio.to_thread(started, "backup", self.copy, folder=self.folder, ZAMKI_DATABASE=where)
        assert made.returncode == 0, made.stderr

    async def restore(self) -> str:
        """Into a fresh place; its name."""
        if self.server is not None:
            fresh: str = self.server.new_database()
            options = ("--clean", "--if-exists", "--no-owner", f"--dbname={fresh}", str(self.copy))
            await asyncio.to_thread(self.server.tool, "pg_restore", *options)
            return fresh
        fresh = str(self.folder / "fresh" / "zamki.sqlite")
        restored = await asyncio.to_thread(started, "restore", self.copy, folder=self.folder, ZAMKI_DATABASE=fresh)
        assert restored.returncode == 0, restored.stderr
        return fresh

    def done(self, fresh: str) -> None:
        if self.server is not None:
            self.server.drop(fresh)


@pytest.fixture
def drill(request: pytest.FixtureRequest, new_home: NewHome, tmp_path: Path) -> Drill:
    return Drill(tmp_path, new_home, request.getfixturevalue("postgres") if ON_POSTGRES else None)


def with_hands(message: JSON) -> bool:
    """Whether it is a board that somebody plays on."""
    return not message.get("flags", 0) & EPHEMERAL and any(each.startswith("play.hand:") for each in pieces(message))


async def choose(person: Person) -> None:
    """Type the first move that is suggested."""
    offered = await person.autocomplete("gry", "zamki move", "move", move="")
    shown = await person.settled(await person.command("gry", "zamki move", move=str(offered[0]["value"])), PATIENCE)
    assert "✅" in text_of(shown)


def stage(board: JSON) -> int:
    return int(piece(board, "play.hand").split(":")[2])


async def round_of(people: tuple[Person, ...], board: JSON) -> JSON:
    """Everybody chooses; the next board, on a message of its own or on the same one."""
    for person in people:
        await choose(person)

    def following(message: JSON) -> bool:
        return with_hands(message) and int(message["id"]) >= int(board["id"]) and stage(message) > stage(board)

    return await people[0].until(following, PATIENCE)


@pytest.mark.long
async def test_a_game_goes_on_from_the_backup_of_a_lost_machine(drill: Drill) -> None:
    where = str(drill.new_home())
    async with Sandbox() as sandbox, Person(sandbox.url, "Ada") as ada, Person(sandbox.url, "Borys") as borys:
        async with running(sandbox, drill.folder, ZAMKI_DATABASE=where) as (process, _):
            await ada.settled(await ada.command("gry", "zamki start", game="rycerze"), PATIENCE)
            lobby = await ada.until(lambda each: any(name.startswith("lobby.join:") for name in pieces(each)), PATIENCE)
            await borys.press(lobby, piece(lobby, "lobby.join"))
            await eventually(lambda: "Borys" in text_of(ada.known[lobby["id"]]), PATIENCE)
            await ada.press(lobby, piece(lobby, "lobby.begin"))
            board = await round_of((ada, borys), await ada.until(with_hands, PATIENCE))
            await drill.back_up(where)
            lost = await round_of((ada, borys), board)  # nobody has a copy of this
            process.kill()
            await process.wait()
        fresh = await drill.restore()
        checked = await asyncio.to_thread(started, "--check", folder=drill.folder, ZAMKI_DATABASE=fresh, DISCORD_TOKEN="x.y")
        assert "is writable and sound" in checked.stdout
        async with running(sandbox, drill.folder, ZAMKI_DATABASE=fresh):
            # What stands in Discord is of a game that nobody remembers: who looks after the table has it posted again. (A post
            # that was under way during the backup is looked for as after a crash, and may turn out to be the newest board.)
            await ada.settled(await ada.command("gry", "zamki repair"), PATIENCE)
            kept = stage(board)
            board = await ada.until(
                lambda each: with_hands(each) and stage(each) == kept and int(each["id"]) >= int(lost["id"]), PATIENCE
            )
            again = await round_of((ada, borys), board)
            assert text_of(again)
        drill.done(fresh)
