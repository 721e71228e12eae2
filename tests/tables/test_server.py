"""How a server wants it, what is noted of it, who may not play, and who hears nothing."""

from __future__ import annotations

import msgspec
import pytest

from tables.errors import Excluded, NoSuchTable, NotSeated, TooMany, WrongState
from tables.model.server import ServerSettings
from tables.model.table_info import Limits, Place
from tables.time.timing import DAY
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

MODERATOR = 90


async def opened(room: Room) -> int:
    return (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id


async def test_a_choice_holds_for_what_is_opened_next(room: Room) -> None:
    assert await room.tables.servers.server_settings(1) == ServerSettings()
    await room.tables.servers.set_server(1, MODERATOR, pace="day", friendly=True, language="pl", channels=(2, 3))
    assert await room.tables.servers.set_server(1, MODERATOR, pace="day") == await room.tables.servers.server_settings(1)
    await room.again()
    chosen = await room.tables.servers.server_settings(1)
    assert chosen == ServerSettings(pace="day", friendly=True, language="pl", channels=(2, 3))
    assert await room.tables.people.guild_language(1) == "pl"
    assert await room.tables.servers.server_settings(2) == ServerSettings(), "another server is as it was"
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")
    assert (reading.info.pace, reading.info.friendly) == ("day", True)
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace="live")
    assert reading.info.pace == "live", "the host has said so"
    await room.tables.servers.set_server(2, MODERATOR, text_first="both", theme="light")
    reading = await room.tables.lobbies.open_table(ANNA, Place(2, 5), "coins", language="en")
    assert (reading.info.display, reading.info.theme) == ("both", "light")
    await room.tables.servers.set_server(2, MODERATOR, text_first="hologram", theme="plaid")
    reading = await room.tables.lobbies.open_table(ANNA, Place(2, 5), "coins", language="en")
    assert (reading.info.display, reading.info.theme) == ("picture", "dark"), "what a version to come has chosen stops nobody"
    lines = await room.tables.servers.log_of_server(1)
    assert [(line.user, line.what, line.about["field"]) for line in lines] == [
        (MODERATOR, "changed", field) for field in ("friendly", "pace", "language", "channels")
    ]
    assert (lines[-1].about["before"], lines[-1].about["after"]) == ("[]", "[2,3]")
    assert [line.number for line in await room.tables.servers.log_of_server(1, before=3, limit=1)] == [2]


@pytest.mark.long
async def test_limits_of_a_server_are_never_above_those_of_the_house(room: Room) -> None:
    room.limits = Limits(tables_per_user=3, tables_per_channel=4)
    await room.again()
    await room.tables.servers.set_server(1, MODERATOR, tables_per_person=1, tables_per_channel=2)
    await opened(room)
    with pytest.raises(TooMany, match="too-many-of-yours-here"):
        await opened(room)
    await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en")
    with pytest.raises(TooMany, match="too-many-in-channel"):
        await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en")
    await room.tables.servers.set_server(1, MODERATOR, tables_per_person=50, tables_per_channel=None)
    for _ in range(2):
        await opened(room)
    with pytest.raises(TooMany) as refused:
        await opened(room)
    assert (refused.value.key, refused.value.values) == ("tables.refusal.too-many-of-yours", {"limit": 3})


async def test_a_key_is_stored_under_the_name_older_processes_know(room: Room) -> None:
    async with room.store.transaction() as tx:
        await tx.set_server(1, '{"door":"hash","pace":"live"}')
    assert (await room.tables.servers.server_settings(1)).program_key == "hash"
    key = await room.tables.servers.new_key(1, MODERATOR)
    stored = msgspec.json.decode(await room.store.server(1) or "")
    assert (stored["door"], stored["signing"]) == (key.access, key.signing)
    assert await room.tables.servers.opens(1, key.text)
    await room.tables.servers.set_server(1, MODERATOR, program_key="", signing="")
    assert msgspec.json.decode(await room.store.server(1) or "") == {"pace": "live"}


async def test_what_a_version_to_come_has_stored_is_kept(room: Room) -> None:
    async with room.store.transaction() as tx:
        await tx.set_server(1, '{"pace":"live","fanfare":"loud"}')
        await tx.set_server(2, '{"boards":"hologram"}')
    assert (await room.tables.servers.server_settings(1)).pace == "live"
    assert await room.tables.servers.server_settings(2) == ServerSettings(), "what nobody can read yet stops nobody"
    await room.tables.servers.set_server(1, MODERATOR, pace="none", silent=False)
    assert msgspec.json.decode(await room.store.server(1) or "") == {"fanfare": "loud", "silent": False}


async def test_who_is_excluded_sits_at_no_new_table_until_then(room: Room) -> None:
    table = await opened(room)
    await room.tables.lobbies.join(table, BORYS)
    said = await room.tables.servers.exclude(1, BORYS.user, MODERATOR, seconds=DAY, reason="shouting")
    assert said.until == room.clock.now() + DAY
    with pytest.raises(Excluded) as refused:
        await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en")
    assert refused.value.values == {"until": int(said.until), "reason": said.reason}
    other = await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en")
    with pytest.raises(Excluded):
        await room.tables.lobbies.join(other.info.id, BORYS)
    reading = await room.tables.lobbies.start(table, ANNA.user)
    assert BORYS.user in {seat.user for seat in reading.info.seats}, "games they sit at go on"
    assert [each.user for each in await room.tables.servers.exclusions(1)] == [BORYS.user]
    assert await room.tables.servers.exclusions(2) == []
    await room.advance(DAY + 1)
    assert await room.tables.servers.exclusions(1) == []
    await room.tables.lobbies.join(other.info.id, BORYS)
    await room.tables.servers.exclude(1, BORYS.user, MODERATOR, seconds=DAY)
    assert await room.tables.servers.lift_exclusion(1, BORYS.user, MODERATOR)
    assert not await room.tables.servers.lift_exclusion(1, BORYS.user, MODERATOR)
    assert [line.what for line in await room.tables.servers.log_of_server(1)] == ["lifted", "excluded", "excluded"]


async def test_a_table_is_muted_by_one_person_for_themselves(room: Room) -> None:
    table = await opened(room)
    await room.tables.servers.mute(table, ANNA.user, quiet=True)
    await room.tables.servers.mute(table, ANNA.user, quiet=True)
    await room.again()
    assert await room.tables.servers.muting_users(table) == {ANNA.user}
    await room.tables.servers.mute(table, ANNA.user, quiet=False)
    assert await room.tables.servers.muting_users(table) == set()
    with pytest.raises(NoSuchTable):
        await room.tables.servers.mute(99, ANNA.user, quiet=True)


async def test_a_table_is_handed_to_one_of_its_people(room: Room) -> None:
    table = await opened(room)
    await room.tables.lobbies.join(table, BORYS)
    for _ in range(2):
        assert (await room.tables.lobbies.hand_over(table, MODERATOR, BORYS.user)).info.host == BORYS.user
    with pytest.raises(NotSeated):
        await room.tables.lobbies.hand_over(table, MODERATOR, CELINA.user)
    assert (await room.tables.lobbies.start(table, BORYS.user)).info.state == "playing"
    assert (await room.tables.lobbies.hand_over(table, MODERATOR, ANNA.user)).info.host == ANNA.user
    await room.tables.endings.cancel(table, MODERATOR, moderator=True, reason="late")
    with pytest.raises(WrongState):
        await room.tables.lobbies.hand_over(table, MODERATOR, BORYS.user)
    lines = await room.tables.servers.log_of_server(1)
    assert [line.what for line in lines] == ["closed", "handed", "handed"]
    assert lines[0].about == {"table": str(table), "reason": "late"}
