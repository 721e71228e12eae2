"""Tournaments and who judges, advises or limits them: exclusions, hints, moderators who take part, limits of tables."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from engines.draws import commitment, order_of_entrants, part_of_table
from tables.errors import Excluded, NoHint, NoReason, OwnGame, TooMany
from tables.history import tournament_draw, verify
from tables.model.table_info import InTournament, Limits
from tables.time.plan import Plan
from tables.time.timing import DAY
from tables.tournaments import rounds
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Pairing, Rules
from tests.support.tournaments import begun, opened, played, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

FOUR = (ANNA, BORYS, CELINA, DAWID)


async def test_who_was_excluded_meanwhile_is_not_in_the_first_round(room: Room) -> None:
    found = await opened(room, FOUR)
    await room.tables.servers.exclude(1, BORYS.user, EWA.user, seconds=DAY)
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    found = await rested(room, found.id)
    assert sorted(each.user for each in found.entrants) == [ANNA.user, CELINA.user, DAWID.user]
    assert [each.number for each in found.entrants] == [0, 1, 2]
    assert not [each for each in await room.tables.looks.tables_of(BORYS.user, 1) if each.state == "playing"]


async def test_an_excluded_host_begins_nothing(room: Room) -> None:
    found = await opened(room, FOUR)
    await room.tables.servers.exclude(1, ANNA.user, EWA.user, seconds=DAY)
    with pytest.raises(Excluded):
        await room.tables.rounds.begin_tournament(found.id, ANNA.user)


async def test_an_exclusion_ends_tournaments_and_no_game(room: Room) -> None:
    lobby, going = await opened(room, (EWA, *FOUR[1:])), await begun(room, FOUR)
    await room.tables.servers.exclude(1, BORYS.user, EWA.user, seconds=DAY)
    await room.tables.tournaments.exclude(1, BORYS.user)
    await room.tables.tournaments.exclude(2, ANNA.user)
    assert (await room.tables.tournaments.tournament(lobby.id)).of(BORYS.user) is None
    going = await rested(room, going.id)
    assert [each.user for each in going.entrants if each.withdrawn] == [BORYS.user]
    (mine,) = [each for each in await room.tables.looks.tables_of(BORYS.user, 1) if each.state == "playing"]
    reading = await room.tables.looks.read(mine.id)
    assert not any(seat.resigned for seat in reading.info.seats), "games they sit at go on"
    for table in await running(room, going.id):
        await played(room, table, random.Random(1))
    going = await rested(room, going.id)
    assert len(going.rounds) == 2
    here = {each for game in going.rounds[1].pairings for each in game.entrants}
    assert BORYS.user not in {going.entrants[each].user for each in here}


async def test_no_game_opens_for_a_player_excluded_before_it_could(room: Room) -> None:
    found, three = await opened(room, (ANNA, BORYS), rounds=1), await opened(room, (CELINA, BORYS, ANNA), size=3)
    await room.tables.servers.exclude(1, BORYS.user, EWA.user, seconds=DAY)
    whole = rounds.begin(found, (0, 1), (), (2,), now=room.clock.now())
    assert rounds.walkover(whole, whole.rounds[0].pairings[0], {BORYS.user}) == (1, 2)
    assert rounds.walkover(whole, whole.rounds[0].pairings[0], set()) is None
    assert rounds.walkover(whole, whole.rounds[0].pairings[0], {ANNA.user, BORYS.user}) == ()
    assert rounds.walkover(three, Pairing((0, 1, 2)), {BORYS.user}) == (1, 3, 1)

    async def kept(_tx: object, _before: object) -> object:
        return whole

    await room.tables.rounds.stored.change(found.id, None, kept)  # type: ignore[arg-type]
    for _ in range(3):
        await room.tables.rounds.advance_tournament(found.id)
    found = await room.tables.tournaments.tournament(found.id)
    assert await room.tables.tournaments.tournament_tables(found.id) == {}
    assert [(each.entrant.user, each.points) for each in standings(found)] == [
        (ANNA.user, Fraction(1)),
        (BORYS.user, Fraction(0)),
    ]
    assert found.state == "over"


@pytest.mark.parametrize("friendly", [True, False])
async def test_no_hints_in_games_of_a_tournament(room: Room, friendly: bool) -> None:
    found = await begun(room, (ANNA, BORYS), friendly=friendly)
    (table,) = await running(room, found.id)
    with pytest.raises(NoHint, match="hint-tournament"):
        await room.tables.advice.hint(table, ANNA.user, stage=1)
    await room.again()
    with pytest.raises(NoHint, match="hint-tournament"):
        await room.tables.advice.hint(table, ANNA.user, stage=1)


async def test_a_table_knows_its_tournament_and_round(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), rounds=2)
    (table,) = await running(room, found.id)
    for _ in range(2):
        assert (await room.tables.looks.read(table)).info.tournament == InTournament(found.id, 1)
        await room.again()
    other = (await room.table("coins", CELINA, DAWID)).info
    assert other.tournament is None


async def test_who_plays_in_a_tournament_ends_none_of_its_games(room: Room) -> None:
    found = await begun(room, FOUR, rounds=1)
    tables = await running(room, found.id)
    (away,) = [each for each in tables if ANNA.user not in await _people(room, each)]
    with pytest.raises(OwnGame, match="own-tournament"):
        await room.tables.endings.cancel(away, ANNA.user, moderator=True, reason="I would rather not")
    for deed in (
        room.tables.endings.replace_by_computer(away, ANNA.user, 0, moderator=True),
        room.tables.endings.offer_seat(away, ANNA.user, 0, EWA.user, moderator=True),
        room.tables.endings.ways_to_replace(away, ANNA.user, 0, moderator=True),
    ):
        with pytest.raises(OwnGame, match="own-tournament"):
            await deed
    for table in tables:
        await played(room, table, random.Random(2))
    with pytest.raises(OwnGame, match="own-tournament"):
        await room.tables.endings.make_void(away, ANNA.user, reason="they have won too often")
    assert (await room.tables.looks.read(away)).info.state == "over"
    reading = await room.tables.endings.make_void(away, EWA.user, reason="one person played for both")
    assert reading.info.closed == "void", "who does not play in it may"


async def _people(room: Room, table: int) -> set[int | None]:
    return {seat.user for seat in (await room.tables.looks.read(table)).info.seats}


@pytest.mark.long
async def test_a_channels_limit_stops_no_round(room: Room) -> None:
    room.limits = Limits(tables_per_channel=1)
    await room.again()
    await room.tables.lobbies.open_table(EWA, HERE, "coins", language="en")
    found = await begun(room, FOUR)
    assert len(await running(room, found.id)) == 2
    with pytest.raises(TooMany):
        await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en")
    room.limits = Limits(tables_per_channel=2)
    await room.again()
    await room.tables.lobbies.open_table(CELINA, HERE, "coins", language="en")


async def test_a_server_without_room_says_how_much_is_wanted(room: Room) -> None:
    room.limits = Limits(tables_per_guild=2)
    await room.again()
    lobby = await room.tables.lobbies.open_table(EWA, HERE, "coins", language="en")
    found = await opened(room, FOUR)
    with pytest.raises(TooMany, match="tournament-no-room") as refused:
        await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    assert refused.value.values == {"limit": 2, "wanted": 2, "room": 1}
    await room.tables.endings.cancel(lobby.info.id, EWA.user)
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    assert len(await running(room, (await rested(room, found.id)).id)) == 2, "the remedy works"


async def test_a_moderator_closes_a_running_one_with_a_reason_alone(room: Room) -> None:
    found = await begun(room, FOUR)
    await room.mail()
    with pytest.raises(NoReason, match="tournament-no-reason"):
        await room.tables.tournaments.close_tournament(found.id, EWA.user, moderator=True, reason=" ")
    closed = await room.tables.tournaments.close_tournament(found.id, EWA.user, moderator=True, reason="too  few\nplay")
    assert (closed.state, closed.reason) == ("cancelled", "too few play")
    assert (await room.tables.tournaments.tournament(found.id)).reason == "too few play"
    assert (await room.tables.servers.log_of_server(1))[0].about["reason"] == "too few play"
    await room.clock.advance(5)
    assert [kind for kind, _ in await room.mail() if kind in {"tournament", "podium"}] == ["tournament", "podium"]


@pytest.mark.long
async def test_each_round_and_the_end_are_told_once(room: Room) -> None:
    found = await begun(room, FOUR, rounds=2)
    told = []
    while found.state == "running":
        await room.clock.advance(5)
        told += [(kind, row) for kind, row in await room.mail() if kind in {"round", "podium"}]
        for table in await running(room, found.id):
            await played(room, table, random.Random(1))
        found = await rested(room, found.id)
    await room.clock.advance(5)
    told += [(kind, row) for kind, row in await room.mail() if kind in {"round", "podium"}]
    assert [(kind, getattr(row, "round", None)) for kind, row in told] == [("round", 1), ("round", 2), ("podium", None)]
    assert [each.id for each in await room.tables.tournaments.finished_in(1, 5)] == [found.id]
    won = [len(await room.tables.tournaments.won_tournaments(1, person.user)) for person in FOUR]
    first = [each.entrant.user for each in standings(found) if each.place == 1]
    assert won == [int(person.user in first) for person in FOUR]


async def test_who_wants_to_hear_nothing_is_not_called(room: Room) -> None:
    found = await begun(room, FOUR)
    await room.tables.servers.mute(found.id, ANNA.user, quiet=True)
    await room.tables.people.set_preferences(BORYS.user, plan=Plan(away=room.clock.now() + DAY))
    await room.tables.people.set_preferences(CELINA.user, plan=Plan(quiet=(0, 24 * 60)))
    users = [each.user for each in FOUR]
    assert await room.tables.people.to_call(found.id, users) == {DAWID.user}


async def test_seeds_are_promised_at_opening_and_mixed_with_presses(room: Room, tmp_path: Path) -> None:
    found = await room.tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(rounds=1), language="en", request=101)
    assert re.fullmatch("[0-9a-f]{64}", found.promise)
    assert (await room.tables.tournaments.tournament(found.id)).promise == found.promise
    for press, person in ((102, BORYS), (103, CELINA), (104, DAWID)):
        await room.tables.tournaments.join_tournament(found.id, person, request=press)
        await room.tables.tournaments.join_tournament(found.id, person, request=press)  # delivered twice
    await room.tables.tournaments.join_tournament(found.id, DAWID, request=105)  # takes part already
    await room.tables.rounds.begin_tournament(found.id, ANNA.user, request=106)
    await rested(room, found.id)
    tables = await running(room, found.id)
    assert len(tables) == 2
    for table in tables:
        assert await room.tables.tournaments.opened_part(found.id) == "", "the seeds of games that are played follow from it"
        await played(room, table, random.Random(table))
    found = await rested(room, found.id)
    assert found.state == "over"
    part = bytes.fromhex(await room.tables.tournaments.opened_part(found.id))
    assert commitment(part) == found.promise
    draw = tournament_draw.published_draw(found, part.hex())
    assert draw is not None
    assert draw.joined == ("Anna", "Borys", "Celina", "Dawid")
    assert [draw.joined[at] for at in draw.order] == [each.name for each in found.entrants]
    _checked(draw, tmp_path)
    for (round_at, game), table in (await room.tables.tournaments.tournament_tables(found.id)).items():
        record = await room.tables.looks.record(table)
        assert bytes.fromhex(record.secret) == part_of_table(part, round_at + 1, game + 1)
        assert record.presses == ("101", "102", "103", "104", "106")
        assert verify.replay(record, room.games).good
    assert len({(await room.tables.looks.record(table)).seed for table in tables}) == 2


def _checked(draw: tournament_draw.PairingDraw, folder: Path) -> None:
    """The draw is good as it is, and with nothing in it changed."""
    (folder / "draw.json").write_bytes(tournament_draw.export(draw))
    assert tournament_draw.read_file(folder / "draw.json") == draw
    assert tournament_draw.check(draw).good
    assert tournament_draw.check(draw, verify.Published(promise=draw.promise)).more == ("tables.verify.same-promise",)
    assert not tournament_draw.check(draw, verify.Published(promise="0" * 64)).good
    swapped = (draw.order[1], draw.order[0], *draw.order[2:])
    for forged in (
        {"order": swapped},
        {"presses": draw.presses[:-1]},
        {"part": "00" * 16},
        {"part": "x"},
        {"presses": ("-1",)},
        {"joined": draw.joined[:-1]},
        {"promise": "0" * 64},
    ):
        assert not tournament_draw.check(msgspec.structs.replace(draw, **forged)).good, forged


@pytest.mark.parametrize("press", [None, 107])
async def test_the_order_of_pairs_follows_from_part_and_presses(room: Room, press: int | None) -> None:
    """Somebody leaves and joins again: their presses count all the same."""
    found = await room.tables.tournaments.open_tournament(ANNA, HERE, "coins", Rules(), language="en", request=101)
    for at, person in enumerate((BORYS, CELINA, DAWID), start=102):
        await room.tables.tournaments.join_tournament(found.id, person, request=at)
    await room.tables.tournaments.leave_tournament(found.id, DAWID.user)
    await room.tables.tournaments.join_tournament(found.id, DAWID, request=105)
    begun = await room.tables.rounds.begin_tournament(found.id, ANNA.user, request=press)
    presses = [101, 102, 103, 104, 105, *([] if press is None else [press])]
    joined = [ANNA, BORYS, CELINA, DAWID]
    order = order_of_entrants(bytes(range(16)), presses, 4)
    assert [each.user for each in begun.entrants] == [joined[at].user for at in order]
    assert list((await room.tables.tournaments.tournament(found.id)).drawn) == order
