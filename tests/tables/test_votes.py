"""Votes: asked of all who play, done when all agree, ended by one refusal, by the game going on, or by time."""

from __future__ import annotations

from typing import Any

import pytest

from tables.errors import NotAsked, NotSeated, VoteOpen, VoteOver
from tables.model.people import Person
from tables.model.table import Change, LoadedTable, touch
from tables.model.table_info import Vote
from tables.rules import votes
from tables.rules.context import Context
from tables.rules.reading import Reading
from tests.support.table_store import changed
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, Room


def longer(context: Context, _vote: Vote) -> Change:
    return Change(loaded=context.loaded.with_table(touch(context.table, context.now, language="pl")))


def same_stage(loaded: LoadedTable, vote: Vote) -> bool:
    return loaded.table.stage == 1 or vote.about == (2,)


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(votes.KINDS, "polish", votes.Kind(longer, same_stage))
    monkeypatch.setitem(votes.KINDS, "silent", votes.Kind(longer, same_stage, silence=True))
    monkeypatch.setitem(votes.KINDS, "dear", votes.Kind(longer, same_stage, refused=longer))


async def ask(room: Room, table: int, person: Person, kind: str = "polish", **options: Any) -> Vote:
    def go(at: Context) -> Change:
        asked = votes.voters(at.table, without=(at.seat,))
        return votes.ask(at, kind, at.seat, asked, **options)

    reading = await changed(room.tables, table, person.user, go)
    return reading.info.votes[-1]


async def table_of(room: Room, *people: Person, computers: int = 0) -> Reading:
    reading = await room.table("steps", *people, computers=computers)
    await room.mail()
    return reading


async def told(room: Room) -> list[tuple[str, int | None]]:
    return [(payload.ended, payload.by) for kind, payload in await room.mail() if kind == "vote"]


async def test_it_is_done_when_all_have_agreed_and_survives_a_restart(room: Room) -> None:
    table = (await table_of(room, ANNA, BORYS, CELINA)).info.id
    vote = await ask(room, table, ANNA)
    assert (vote.seat, vote.asked, vote.agreed) == (0, (1, 2), ())
    assert await told(room) == [("", None)]
    await room.again()
    reading = await room.tables.votes.agree_vote(table, CELINA.user, vote.id)
    assert reading.info.votes[0].agreed == (2,)
    again = await room.tables.votes.agree_vote(table, CELINA.user, vote.id)
    assert again.info.version == reading.info.version, "nothing to change"
    reading = await room.tables.votes.agree_vote(table, BORYS.user, vote.id, request=77)
    assert (reading.info.votes, reading.info.language) == ((), "pl")
    assert (await room.tables.votes.agree_vote(table, BORYS.user, vote.id, request=77)).info.version == reading.info.version
    assert await told(room) == [("done", None)], "what was not sent is replaced"
    with pytest.raises(VoteOver):
        await room.tables.votes.agree_vote(table, BORYS.user, vote.id)


async def test_one_refusal_ends_it(room: Room) -> None:
    table = (await table_of(room, ANNA, BORYS, CELINA)).info.id
    vote = await ask(room, table, ANNA)
    reading = await room.tables.votes.end_vote(table, CELINA.user, vote.id)
    assert (reading.info.votes, reading.info.language) == ((), "en")
    assert await told(room) == [("refused", 2)]
    dear = await ask(room, table, ANNA, "dear")
    reading = await room.tables.votes.end_vote(table, CELINA.user, dear.id)
    assert reading.info.language == "pl", "some kinds have a refusal bring something about"


async def test_who_may_do_what(room: Room) -> None:
    table = (await table_of(room, ANNA, BORYS)).info.id
    vote = await ask(room, table, ANNA)
    with pytest.raises(VoteOpen):
        await ask(room, table, BORYS)
    with pytest.raises(NotAsked):
        await room.tables.votes.agree_vote(table, ANNA.user, vote.id)
    with pytest.raises(NotAsked):
        await room.tables.votes.end_vote(table, ANNA.user, vote.id)
    with pytest.raises(NotAsked):
        await room.tables.votes.end_vote(table, BORYS.user, vote.id, withdraw=True)
    with pytest.raises(NotSeated):
        await room.tables.votes.agree_vote(table, DAWID.user, vote.id)
    with pytest.raises(VoteOver):
        await room.tables.votes.agree_vote(table, BORYS.user, vote.id + 1)
    await room.mail()
    await room.tables.votes.end_vote(table, ANNA.user, vote.id, withdraw=True)
    assert await told(room) == [("withdrawn", 0)]


async def test_it_lapses_when_it_means_nothing_any_more(room: Room) -> None:
    table = (await table_of(room, ANNA, BORYS, CELINA)).info.id
    await ask(room, table, ANNA)
    await ask(room, table, ANNA, "silent", about=(2,))
    await room.mail()
    reading = await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    assert [vote.kind for vote in reading.info.votes] == ["silent"]
    assert await told(room) == [("lapsed", None)]
    reading = await room.tables.endings.resign(table, ANNA.user)
    assert reading.info.votes == (), "who asked has left"
    assert await told(room) == [("lapsed", None)]


async def test_who_leaves_is_waited_for_no_more(room: Room) -> None:
    table = (await table_of(room, ANNA, BORYS, CELINA)).info.id
    vote = await ask(room, table, ANNA)
    await room.tables.endings.resign(table, BORYS.user)
    reading = await room.tables.votes.agree_vote(table, CELINA.user, vote.id)
    assert (reading.info.votes, reading.info.language) == ((), "pl")


async def test_with_nobody_to_ask_it_is_done_at_once(room: Room) -> None:
    table = (await table_of(room, ANNA, computers=1)).info.id

    def go(at: Context) -> Change:
        return votes.ask(at, "polish", 0, votes.voters(at.table, without=(0,)))

    reading = await changed(room.tables, table, ANNA.user, go)
    assert (reading.info.votes, reading.info.language) == ((), "pl")


@pytest.mark.parametrize(("kind", "language", "ended"), [("polish", "en", "lapsed"), ("silent", "pl", "done")])
async def test_time_settles_it(room: Room, kind: str, language: str, ended: str) -> None:
    table = (await table_of(room, ANNA, BORYS)).info.id
    await ask(room, table, ANNA, kind, until=room.clock.now() + 60)
    await room.advance(59)
    assert (await room.tables.looks.read(table)).info.votes
    await room.advance(1)
    reading = await room.tables.looks.read(table)
    assert (reading.info.votes, reading.info.language) == ((), language)
    assert (await told(room))[-1][0] == ended
