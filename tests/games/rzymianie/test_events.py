"""The events of Rzymianie do domu! tell what happened at the table, no more and no less."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from engines.contract import Event, EventData
from engines.notation import random_game
from engines.rzymianie.attack import Fort
from engines.rzymianie.components import FORT
from engines.rzymianie.events import (
    AttackOver,
    Drop,
    FortGivenUp,
    FortTaken,
    GameOver,
    HandDealt,
    InstantWin,
    OrdersChanged,
    RoundEvent,
    Seduced,
    StrengthsCompared,
    WallTurnedUp,
    WarriorsDropped,
    WarriorsKept,
    WarriorsTurnedUp,
    strengths_compared,
)
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME
from tests.games.rzymianie.rounds import AttackGame, attack

TABLES = [(2, {}), (4, {}), (3, {"tied_forts": "stay"}), (2, {"neutrals": "2", "druhid": "slide"}), (1, {"neutrals": "3"})]
REVEALING = {"wall", "hand", "reveal", "forthecas", "over"}


def games(number: int) -> Iterator[tuple[RzymianiePosition, list[Event]]]:
    """Random games at their end, with all events after the first wall."""
    rng = random.Random(number)
    for seats, options in TABLES * 4:
        position = GAME.start(seats, options, rng.randbytes(16))
        yield position, [event for _, _, events in random_game(position, rng) for event in events]


@pytest.mark.long
def test_what_reveals_and_what_is_a_scene() -> None:
    for _, events in games(1):
        for event in events:
            assert event.to == ((event.data.seat,) if isinstance(event.data, HandDealt) else None)
            assert event.scene == isinstance(event.data, AttackOver)
            if not isinstance(event.data, WarriorsDropped):
                assert event.reveals == (event.kind in REVEALING), event.kind


def test_a_drop_reveals_only_where_somebody_chose() -> None:
    game = attack("horsie chariott", up=["svord", "svord"])
    assert {event.reveals for event in game.events if event.kind == "drop"} == {False}
    game = attack("horsie chariott", up=["druhid qween", "archr axx"], round=3)
    assert next(event.reveals for event in game.say(0, "drop druhid") if event.kind == "drop")


@pytest.mark.long
def test_the_forts_follow_from_what_was_taken_and_given_up() -> None:
    """A ledger kept from the small events alone agrees with what each round and the end tell."""
    for position, events in games(2):
        won: list[list[Fort]] = [[] for _ in range(position.clans)]
        for event in events:
            data = event.data
            if isinstance(data, FortTaken):
                won[data.clan].append(data.fort)
            elif isinstance(data, FortGivenUp):
                assert data.itself == (won[data.clan] == [data.fort] and data.fort.kind == "fortuna")
                own = won[data.clan]
                own.pop(own.index(data.fort) if not data.itself else -1)
            elif isinstance(data, AttackOver):
                assert data.forts == tuple(tuple(forts) for forts in won)
                assert data.points == tuple(sum(fort.value for fort in forts) for forts in won)
            elif isinstance(data, InstantWin):
                assert data.clan == position.hecas
                assert data.forts == tuple(fort for fort in won[data.clan] if fort.kind == "fortheca")
                assert len(data.forts) == 3
        assert [[FORT[fort.kind, fort.value] for fort in forts] for forts in won] == position.won
        over, result = events[-1].data, position.result()
        assert isinstance(over, GameOver)
        assert result is not None
        assert (over.scores, over.places, over.reason) == (result.scores, result.places, result.reason)


@pytest.mark.long
def test_turns_and_rounds_follow_each_other() -> None:
    for position, events in games(3):
        turn, at = 1, 0
        for event in events:
            data = event.data
            if isinstance(data, WallTurnedUp):
                turn, at = turn + 1, 0
                assert (data.game_turn, data.stack) == (turn, 18 - 6 * turn)
                assert sorted(map(repr, data.row)) == sorted(map(repr, data.wall))
            elif isinstance(data, WarriorsTurnedUp):
                at += 1
                assert len(data.turned) == position.clans
            if isinstance(data, RoundEvent | AttackOver):
                assert (data.game_turn, data.round) == (turn, at)


@pytest.mark.long
def test_a_round_is_told_whole() -> None:
    """What lay face up before, was turned up and was discarded comes to what lies there after it and in the next round."""
    for _, events in games(4):
        rounds = [event.data for event in events if isinstance(event.data, AttackOver)]
        for this, following in itertools.pairwise(rounds):
            for clan, card in enumerate(this.turned):
                discarded = [each.warrior for each in this.discards if each.clan == clan]
                now = [*((each.card, each.place) for each in this.before[clan]), (card, this.round)]
                assert [each for each in now if each not in {(gone.card, gone.place) for gone in discarded}] == [
                    (each.card, each.place) for each in this.after[clan]
                ]
            if following.round > 1:
                assert following.before == this.after
                assert following.wall == this.wall_after
                assert following.fort == this.wall_after[following.round - 1]
            else:
                assert this.round == 6 or this.hecas
            assert (this.winner is None) == (this.taken is None) == (this.place == 0) == (this.lost is not None)
            assert this.wall[this.round - 1] == this.fort
            if this.taken is not None:
                assert this.wall[this.place - 1] == this.taken
            assert this.wall_after[: this.round] == (None,) * this.round


@pytest.mark.parametrize(
    ("now", "order"),
    [
        ("axx svord", ["reveal", "strengths", "take"]),
        ("horsie svord", ["reveal", "strengths", "take"]),
        ("filchy filchy", ["reveal", "strengths", "attack", "reveal", "strengths"]),
    ],
)
def test_the_steps_of_a_round_are_told_in_their_order(now: str, order: list[str]) -> None:
    assert attack(now).kinds()[: len(order)] == order


def small(game: AttackGame) -> list[EventData]:
    """What is told between the turning up and the end of the first round, besides the strengths."""
    data = [event.data for event in game.events]
    over = next(at for at, each in enumerate(data) if isinstance(each, AttackOver))
    return [each for each in data[1:over] if not isinstance(each, StrengthsCompared)]


def test_a_seduction_and_a_taken_fort_are_told() -> None:
    game = attack("qween horsie axx", up=["svord", "", "druhid"], turn=2)
    game.say(0, "seduce green")
    assert small(game)[:2] == [Seduced(2, 2, 0, 1, "horsie"), FortTaken(2, 2, 0, Fort("niefort", 3), 2)]


def test_what_is_kept_ordered_and_given_up_is_told() -> None:
    game = attack("axx svord", up=["horsie", ""])
    game.say(0, "keep axx")
    game.say(1, game.may(1)[0])
    taken = FortTaken(1, 2, 0, Fort("niefort", 3), 2)
    assert small(game) == [taken, WarriorsKept(1, 2, 0, ("axx",)), OrdersChanged(1, 2, (1,))]
    game = attack("axx druhid", up=["horsie", ""])
    game.say(0, "keep none")
    assert small(game) == [taken, WarriorsKept(1, 2, 0, ())]
    wall = "niefort1 fortuna8 komfort2 niefort3 niefort5 fortuna8"
    game = attack("horsie axx", wall=wall, won=["fortheca-2 niefort4", ""])
    game.say(0, "give -2")
    gift = FortGivenUp(1, 2, 0, Fort("fortheca", -2), itself=False)
    assert small(game) == [FortTaken(1, 2, 0, Fort("fortuna", 8), 2), gift]
    game = attack("horsie axx", wall=wall)
    assert small(game)[1] == FortGivenUp(1, 2, 0, Fort("fortuna", 8), itself=True)


def test_the_strengths_are_told_before_somebody_is_asked() -> None:
    game = attack("qween druhid archr", up=["svord", "svord", ""])
    assert game.kinds() == ["reveal"]
    game.say(0, "seduce violet")
    compared = StrengthsCompared(1, 2, qween="seduces", sums=(9, 5, 0), outcome="highest", winner=0)
    assert [event.data for event in game.events][1:3] == [Seduced(1, 2, 0, 2, "archr"), compared]
    game = attack("druhid axx axx", up=["chariott", "", ""])
    assert (game.kinds(), game.asking) == (["reveal", "strengths"], "take")


@pytest.mark.long
def test_the_strengths_told_are_those_of_the_whole_round() -> None:
    for _, events in games(5):
        told = [event.data for event in events if isinstance(event.data, StrengthsCompared)]
        over = [event.data for event in events if isinstance(event.data, AttackOver)]
        assert [strengths_compared(each) for each in over] == told
        assert all(each.compared is True for each in over)


def test_drops_are_told_by_clan() -> None:
    game = attack("horsie horsie chariott", up=["svord", "", "axx"], neutrals=1)
    drops = WarriorsDropped(1, 2, "horsie", (Drop(0, "svord"), Drop(1, "horsie")))
    assert small(game) == [FortTaken(1, 2, 2, Fort("niefort", 3), 2), drops]
    wall = "niefort1 fokus4 komfort2 niefort3 niefort5 fortuna8"
    game = attack("archr druhid horsie", up=["", "", ""], wall=wall)
    assert small(game)[-1] == WarriorsDropped(1, 2, "fokus", (Drop(0, "archr"), Drop(1, "druhid")))
