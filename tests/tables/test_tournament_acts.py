"""What organisers do in a tournament: who may, about whose games, and what is noted and told."""

from __future__ import annotations

import random

import pytest

import engines
from tables.errors import NoReason, NotHost, Refusal
from tables.model.outbox_rows import ActRow
from tables.model.people import Person
from tables.time.timing import DAY
from tables.tournaments import acts
from tables.tournaments.acts import ACTS, Occasion
from tables.tournaments.tournament import Tournament
from tests.support.tournaments import acted, begun, opened, played, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

MODERATOR = Person(99, "Fred")

FOUR = (ANNA, BORYS, CELINA, DAWID)


def _number(found: Tournament, user: int) -> int:
    return next(each.number for each in found.entrants if each.user == user)


def _game_of(found: Tournament, user: int) -> int:
    """The index of a person's game in the current round."""
    return next(at for at, game in enumerate(found.rounds[-1].pairings) if _number(found, user) in game.entrants)


def _choices(act: acts.Act, found: Tournament, occasion: Occasion) -> tuple[str, ...]:
    chosen: tuple[str, ...] = ()
    for choice in act.needs(found):
        chosen = (*chosen, "77" if choice.choices is None else choice.choices(found, chosen, occasion)[-1])
    return chosen


async def _states(room: Room) -> list[Tournament]:
    """A lobby with a reserve, a round that is played, and a pause."""
    lobby = await opened(room, FOUR)
    await acted(room, lobby.id, ANNA, "places", 4)
    lobby = await room.tables.tournaments.join_tournament(lobby.id, EWA)
    running = await begun(room, (BORYS, CELINA, DAWID, EWA), game="steps", rounds=4)
    paused = await begun(room, (CELINA, DAWID, ANNA, BORYS), game="steps", rounds=4)
    return [lobby, running, await acted(room, paused.id, MODERATOR, "pause", moderator=True)]


async def test_each_act_is_for_organisers_with_a_reason_and_is_noted(room: Room) -> None:
    seen = set()
    for found in await _states(room):
        stranger = next(each for each in (*FOUR, EWA) if each.user != found.host)
        for act in ACTS:
            game = room.games[found.game]
            occasion = Occasion(MODERATOR.user, HERE.channel + 5, room.clock.now(), reason="x", game=game)
            if act not in acts.acts_offered(found, occasion):
                continue
            seen.add(act.name)
            chosen = _choices(act, found, occasion)
            with pytest.raises(NotHost):
                await acted(room, found.id, stranger, act.name, *chosen, channel=HERE.channel + 5)
            with pytest.raises(NoReason):
                await room.tables.tournaments.organise(
                    found.id, occasion._replace(reason=" "), act.name, chosen, moderator=True
                )
            with pytest.raises(Refusal, match="changed"):
                await acted(room, found.id, MODERATOR, act.name, *chosen, "999", moderator=True, channel=HERE.channel + 5)
            if chosen:
                with pytest.raises(Refusal, match="changed"):
                    await acted(room, found.id, MODERATOR, act.name, *chosen[:-1], "x", moderator=True)
            with pytest.raises(Refusal, match="changed"):
                await room.tables.tournaments.organise(found.id, occasion, act.name, chosen, stamp=77, moderator=True)
            what, about = acts.entry(act.name, found, chosen)
            assert what.startswith("tournament-")
            assert about["table"] == str(found.id)
        assert await room.tables.tournaments.tournament(found.id) == found, "nothing of that has changed anything"
    assert seen == {act.name for act in ACTS}


@pytest.mark.long
async def test_a_variant_is_chosen_before_the_beginning(room: Room) -> None:
    found = await opened(room, FOUR, rounds=1)
    assert found.options["length"] == "short"
    await room.mail()
    found = await acted(room, found.id, ANNA, "variant", "length=long")
    told = [payload for _, payload in await room.mail() if isinstance(payload, ActRow)]
    assert [(row.users, row.about["variant"]) for row in told] == [
        (tuple(each.user for each in FOUR), "coins.option.length.long")
    ]
    with pytest.raises(Refusal, match="changed"):
        await acted(room, found.id, ANNA, "variant", "length=long")
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    await rested(room, found.id)
    games = [(await room.tables.looks.read(each)).info for each in await running(room, found.id)]
    assert [game.options["length"] for game in games] == ["long", "long"]
    with pytest.raises(Refusal, match="changed"):
        await acted(room, found.id, ANNA, "variant", "length=short")


async def test_a_variant_has_time_and_can_begin_at_every_table(room: Room) -> None:
    room.games = engines.games()
    await room.again()
    found = await opened(room, FOUR, game="rycerze", size=2, manner="daily")
    longer = await acted(room, found.id, ANNA, "variant", "match=on")
    assert longer.rules.seconds >= 1.8 * found.rules.seconds
    again = await acted(room, found.id, ANNA, "variant", "match=off")
    assert (again.options, again.rules) == (found.options, found.rules)
    for size, most in ((2, 3), (3, 2)):
        of_clans = await opened(room, [Person(200 + size, "G")], game="rzymianie", size=size)
        occasion = Occasion(200 + size, HERE.channel, 0.0, game=room.games["rzymianie"])
        (choice,) = next(act for act in ACTS if act.name == "variant").asks
        assert choice.choices is not None
        offered = choice.choices(of_clans, (), occasion)
        assert [each for each in offered if each.startswith("neutrals")] == [f"neutrals={n}" for n in range(most)]


async def test_nobody_organises_at_a_table_where_they_sit(room: Room) -> None:
    found = await begun(room, FOUR, game="steps", rounds=3)
    mine = _game_of(found, ANNA.user)
    (rival,) = {*found.rounds[0].pairings[mine].entrants} - {_number(found, ANNA.user)}
    for act, chosen in (("judge", (mine, rival)), ("remove", (rival,)), ("prolong", ()), ("pause", ())):
        for moderator in (False, True):
            with pytest.raises(Refusal, match="own-game"):
                await acted(room, found.id, ANNA, act, *chosen, moderator=moderator)
    await acted(room, found.id, EWA, "prolong", moderator=True)


async def test_a_judged_game_is_seen_and_told(room: Room) -> None:
    found = await begun(room, FOUR, game="steps", rounds=3)
    other = 1 - _game_of(found, ANNA.user)
    winner = found.rounds[0].pairings[other].entrants[1]
    await room.mail()
    found = await acted(room, found.id, ANNA, "judge", other, winner)
    found = await rested(room, found.id)
    assert found.rounds[0].pairings[other].places == (2, 1)
    (line,) = await room.tables.tournaments.log_of_tournament(found, 9)
    assert (line.user, line.about["reason"], line.about["winner"]) == (
        ANNA.user,
        "as agreed",
        str(found.entrants[winner].user),
    )
    (row,) = [payload for _, payload in await room.mail() if isinstance(payload, ActRow)]
    assert row.users == tuple(sorted(found.entrants[each].user for each in found.rounds[0].pairings[other].entrants))
    with pytest.raises(Refusal, match="game-over"):
        await acted(room, found.id, EWA, "judge", other, winner, moderator=True)


@pytest.mark.long
async def test_a_pause_keeps_the_time_of_the_round(room: Room) -> None:
    found = await begun(room, FOUR, game="steps", seconds=DAY, rounds=3)
    left = (found.due or 0.0) - room.clock.now()
    await acted(room, found.id, EWA, "pause", moderator=True)
    await room.advance(3 * DAY)
    await room.tables.rounds.advance_tournament(found.id)
    now = await room.tables.tournaments.tournament(found.id)
    assert (now.state, len(now.rounds), now.rounds[0].extended, now.due) == ("running", 1, 0, None)
    gone = await room.tables.tournaments.channel_gone(found.id, HERE.channel)
    assert gone is not None, "a channel that is lost meanwhile is told as ever"
    assert not gone.halted
    await room.tables.tournaments.move_tournament(found.id, ANNA.user, HERE.channel)
    found = await rested(room, found.id)
    assert (found.due or 0.0) - room.clock.now() == pytest.approx(left)


async def test_a_removed_person_does_not_come_back(room: Room) -> None:
    lobby = await opened(room, FOUR)
    found = await acted(room, lobby.id, ANNA, "remove", _number(lobby, DAWID.user))
    assert found.people == {ANNA.user, BORYS.user, CELINA.user}
    with pytest.raises(Refusal, match="removed"):
        await room.tables.tournaments.join_tournament(found.id, DAWID)
    await room.again()
    await room.tables.tournaments.join_tournament(found.id, EWA)
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    found = await rested(room, found.id)
    rivals = found.rounds[0].pairings[_game_of(found, ANNA.user)].entrants
    number = next(each.number for each in found.entrants if each.number not in rivals)
    found = await acted(room, found.id, ANNA, "remove", number)
    for user in (DAWID, next(each for each in (BORYS, CELINA, EWA) if each.user == found.entrants[number].user)):
        with pytest.raises(Refusal, match="removed"):
            await room.tables.tournaments.join_tournament(found.id, user)
    found = await rested(room, found.id)
    assert found.entrants[number].withdrawn
    assert len(await running(room, found.id)) <= 2


async def test_the_reserve_takes_free_places(room: Room) -> None:
    lobby = await opened(room, FOUR)
    await acted(room, lobby.id, ANNA, "places", 4)
    found = await room.tables.tournaments.join_tournament(lobby.id, EWA)
    assert (len(found.entrants), [each.user for each in found.reserve]) == (4, [EWA.user])
    assert await room.tables.tournaments.join_tournament(lobby.id, EWA) == found, "once"
    await room.again()
    found = await room.tables.tournaments.leave_tournament(lobby.id, BORYS.user)
    assert [each.user for each in found.entrants] == [ANNA.user, CELINA.user, DAWID.user, EWA.user]
    found = await room.tables.tournaments.join_tournament(lobby.id, BORYS)
    found = await acted(room, lobby.id, ANNA, "replace", _number(found, EWA.user), BORYS.user)
    assert (found.people, found.reserve) == ({each.user for each in FOUR}, ())
    found = await room.tables.tournaments.join_tournament(lobby.id, EWA)
    found = await room.tables.tournaments.leave_tournament(lobby.id, EWA.user)
    assert found.reserve == ()


@pytest.mark.long
async def test_people_put_together_play_the_next_round(room: Room) -> None:
    found = await begun(room, (*FOUR, EWA, MODERATOR), rounds=4)
    met = {frozenset(game.entrants) for game in found.rounds[0].pairings}
    mine = _number(found, ANNA.user)
    one, other = next(
        (a, b) for a in range(6) for b in range(a) if frozenset((a, b)) in met and mine not in {a, b}
    )  # nothing else would have them meet again
    with pytest.raises(Refusal, match="own-game"):
        await acted(room, found.id, ANNA, "pair", mine, one)
    found = await acted(room, found.id, ANNA, "pair", one, other)
    with pytest.raises(Refusal, match="changed"):
        await acted(room, found.id, ANNA, "pair", one, next(each for each in range(6) if each not in {mine, one, other}))
    for table in await running(room, found.id):
        await played(room, table, random.Random(2))
    found = await rested(room, found.id)
    assert frozenset((one, other)) in {frozenset(game.entrants) for game in found.rounds[1].pairings}
    assert len(found.rounds[1].pairings) == 3
    assert found.arranged == ()


async def test_nobody_is_put_together_with_somebody_they_block(room: Room) -> None:
    lobby = await opened(room, (*FOUR, EWA), rounds=2)
    await room.tables.guests.block(BORYS.user, CELINA.user, blocked=True)
    await acted(room, lobby.id, ANNA, "pair", _number(lobby, BORYS.user), _number(lobby, CELINA.user))
    await acted(room, lobby.id, ANNA, "pair", _number(lobby, DAWID.user), _number(lobby, EWA.user))
    await room.tables.rounds.begin_tournament(lobby.id, ANNA.user)
    found = await rested(room, lobby.id)
    games = [{found.entrants[each].user for each in game.entrants} for game in found.rounds[0].pairings]
    assert {DAWID.user, EWA.user} in games
    assert {BORYS.user, CELINA.user} not in games


async def test_a_co_host_does_all_but_close_and_name_others(room: Room) -> None:
    found = await begun(room, FOUR, game="steps", rounds=4)
    with pytest.raises(NotHost):
        await acted(room, found.id, MODERATOR, "prolong")
    await acted(room, found.id, ANNA, "cohost", MODERATOR.user)
    own = await room.tables.personal.personal_data(MODERATOR.user)
    assert own["tournaments"] == [{"id": found.id, "cohosts": [MODERATOR.user]}]
    await acted(room, found.id, MODERATOR, "prolong")
    for act, chosen in (("close", ()), ("cohost", (EWA.user,))):
        with pytest.raises(Refusal, match="changed"):
            await acted(room, found.id, MODERATOR, act, *chosen)
    found = await acted(room, found.id, ANNA, "cohost", MODERATOR.user)
    assert found.cohosts == ()
    with pytest.raises(NotHost):
        await acted(room, found.id, MODERATOR, "prolong")
