"""P1–P6: who plays with whom in a tournament, whatever the people, the results and the blocks are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, permutations
from typing import Protocol, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from data.records.tournaments import EntrantRow
from tables.model.table_info import Place
from tables.tournaments import pairing, rounds
from tables.tournaments.entering import withdrawn
from tables.tournaments.pairing import MOST
from tables.tournaments.rounds import following, meetings
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Pairing, Rules, Tournament, close_early
from tests.support.cases import cases

ANY_SEATS = (2, 3, 4)


def running(people: int, size: int, form: str, rounds: int) -> Tournament:
    entrants = tuple(EntrantRow(number, 100 + number, f"P{number}") for number in range(people))
    rules = Rules(format=form, size=size, rounds=rounds)  # type: ignore[arg-type]
    return Tournament(
        place=Place(1, 2), game="coins", options={}, language="en", host=100, created=0.0, rules=rules, entrants=entrants,
        state="running",
    )  # fmt: skip


Ex = TypeVar("Ex")


class Draw(Protocol):
    """What `st.composite` and `st.data` give to draw with."""

    def __call__(self, strategy: st.SearchStrategy[Ex], /) -> Ex: ...


def noted(tournament: Tournament, places: Mapping[int, tuple[int, ...]]) -> Tournament:
    """The present round with these places of its games."""
    games = tournament.rounds[-1].pairings
    return rounds.note_games(tournament, {at: replace(games[at], places=found) for at, found in places.items()})


def ended(draw: Draw, tournament: Tournament) -> Tournament:
    """The present round with drawn results: places with ties, or none at all."""
    found = {}
    for at, game in enumerate(tournament.rounds[-1].pairings):
        ranks = draw(st.lists(st.integers(1, 4), min_size=len(game.entrants), max_size=len(game.entrants)))
        places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        found[at] = places if draw(st.integers(0, 9)) else ()
    return noted(tournament, found)


@pytest.mark.long
@settings(deadline=None)
@given(st.integers(0, MOST), st.integers(2, 4), st.sets(st.integers(1, 4), min_size=1))
def test_p1_groups_hold_everybody_but_as_few_as_can_be(people: int, size: int, seats: set[int]) -> None:
    groups, byes = pairing.sizes(people, size, seats)
    assert sum(groups) + byes == people
    assert all(2 <= each <= size and each in seats for each in groups)
    assert not groups or max(groups) - min(groups) <= 1
    if seats >= {2, 3}:
        assert byes == (people % 2 if size == 2 else people == 1)


@pytest.mark.long
@settings(deadline=None)
@given(st.data())
def test_p2_the_partition_is_the_cheapest_there_is(data: st.DataObject) -> None:
    people = data.draw(st.integers(2, 7))
    wanted, byes = pairing.sizes(people, data.draw(st.integers(2, 4)), ANY_SEATS)
    placed = list(range(people - byes))
    costs = {frozenset(pair): data.draw(st.integers(0, 30)) for pair in combinations(placed, 2)}

    def price(groups: pairing.Groups) -> int:
        return sum(costs[frozenset(pair)] for group in groups for pair in combinations(group, 2))

    found = pairing.partition(placed, wanted, lambda one, other: costs[frozenset((one, other))])
    assert sorted(each for group in found for each in group) == placed
    assert sorted(map(len, found)) == sorted(wanted)
    cheapest = min(price(cut(order, wanted)) for order in permutations(placed))
    assert price(found) == cheapest


def cut(order: tuple[int, ...], wanted: tuple[int, ...]) -> pairing.Groups:
    found, at = [], 0
    for size in wanted:
        found.append(order[at : at + size])
        at += size
    return tuple(found)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_above_the_exact_size_no_rematch_is_avoidable_either(data: st.DataObject) -> None:
    """The method for many people, with up to ten, has no more rematches than the best of all partitions."""
    people, size = data.draw(st.integers(4, 10)), data.draw(st.integers(2, 4))
    wanted, alone = pairing.sizes(people, size, ANY_SEATS)
    pairs = st.sampled_from([frozenset(pair) for pair in combinations(range(people), 2)])
    met = dict.fromkeys(data.draw(st.sets(pairs, max_size=people * people // 3)), 1)
    points = {each: Fraction(data.draw(st.integers(0, 3))) for each in range(people)}
    cost, byes = pairing.swiss(points, met, ()), {each: pairing.BYE * each for each in range(people)} if alone else {}

    def again(groups: pairing.Groups) -> int:
        return sum(frozenset(pair) in met for group in groups for pair in combinations(group, 2))

    near = pairing.near_partition(range(people), wanted, cost, byes)
    assert sorted(each for group in near for each in group) == list(range(people))
    assert again(near) == again(pairing.partition(range(people), wanted, cost, byes)), "which is compared with all there are"


MANY = cases([(17, 4, 6), (20, 4, 6), (24, 4, 6), (32, 4, 7), (63, 2, 6), (64, 2, 6), (48, 4, 3)], [(20, 4, 6), (63, 2, 6)])


@pytest.mark.long
@pytest.mark.parametrize(("people", "size", "rounds"), MANY)
def test_many_people_meet_again_only_if_they_must(people: int, size: int, rounds: int) -> None:
    tournament, rng = running(people, size, "swiss", rounds), random.Random(people)
    for _ in range(rounds):
        before = meetings(tournament)
        tournament = following(tournament, (), ANY_SEATS, now=5.0)
        last = tournament.rounds[-1]
        if max(meetings(tournament).values()) > max(before.values(), default=1):
            wanted = [len(game.entrants) for game in last.pairings]
            assert not can_be_new(frozenset(range(people)), wanted, len(last.byes), before)
            break
        tournament = noted(
            tournament,
            {
                at: tuple(rng.sample(range(1, len(game.entrants) + 1), len(game.entrants)))
                for at, game in enumerate(last.pairings)
            },
        )
    assert tournament.rounds[-1].apart
    byes = Counter(each for one in tournament.rounds for each in one.byes)
    assert max(byes.values(), default=1) == 1


def can_be_new(left: frozenset[int], wanted: list[int], byes: int, met: Counter[frozenset[int]]) -> bool:
    """Whether these people can be put together so that nobody meets again, by trying all ways."""
    if not left:
        return True
    new = {each: frozenset(other for other in left if other != each and not met[frozenset((each, other))]) for each in left}
    first = min(sorted(left), key=lambda each: len(new[each]))
    for size in set(wanted):
        rest = list(wanted)
        rest.remove(size)
        for others in combinations(sorted(new[first]), size - 1):
            apart = all(one in new[other] for one, other in combinations(others, 2))
            if apart and can_be_new(left.difference((first, *others)), rest, byes, met):
                return True
    return byes > 0 and can_be_new(left - {first}, wanted, byes - 1, met)


@settings(deadline=None, max_examples=20)
@given(st.integers(2, MOST))
def test_p3_in_a_round_robin_of_pairs_all_meet_once(people: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(pairing.rounds(people, 2)):
        pairs, alone = pairing.circle(range(people), number)
        assert sorted([*alone, *(each for pair in pairs for each in pair)]) == list(range(people))
        met.update(map(frozenset, pairs))
        byes.update(alone)
    assert met == {frozenset(pair): 1 for pair in combinations(range(people), 2)}
    assert byes == (dict.fromkeys(range(people), 1) if people % 2 else {})


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_p4_pairing_avoids_rematches_and_gives_byes(data: st.DataObject) -> None:
    people, size = data.draw(st.integers(2, 8)), data.draw(st.integers(2, 4))
    tournament = running(people, size, data.draw(st.sampled_from(["swiss", "robin"])), data.draw(st.integers(1, 6)))
    odds = data.draw(st.sets(st.sampled_from([frozenset((100 + a, 100 + b)) for a, b in combinations(range(people), 2)])))
    blocked = {frozenset(each - 100 for each in pair) for pair in odds}
    while True:
        before, gone = meetings(tournament), {each.number for each in tournament.entrants if each.withdrawn}
        had = Counter(each for one in tournament.rounds for each in one.byes)
        tournament = following(tournament, odds, ANY_SEATS, now=5.0)
        if tournament.state == "over":
            break
        last = tournament.rounds[-1]
        groups = [each.entrants for each in last.pairings]
        assert sorted([*last.byes, *(each for group in groups for each in group)]) == sorted(set(range(people)) - gone)
        if tournament.rules.format == "swiss" or size > 2:
            here = [each for group in groups for each in group]
            assert all(had[bye] <= had[each] for bye in last.byes for each in here), "byes go to those with the fewest"
            assert trouble(groups, blocked, before) == least(tournament, had, blocked, before)
        assert last.apart == (trouble(groups, blocked, before)[0] == 0)
        tournament = ended(data.draw, tournament)
        if data.draw(st.integers(0, 7)) == 0:
            tournament = withdrawn(tournament, {data.draw(st.integers(0, people - 1))})
    played = len(tournament.rounds)
    assert played == tournament.rules.rounds or len(tournament.active) < 2


def trouble(groups: object, blocked: set[frozenset[int]], met: Counter[frozenset[int]]) -> tuple[int, int]:
    pairs = [frozenset(pair) for group in groups for pair in combinations(group, 2)]  # type: ignore[attr-defined]
    return sum(pair in blocked for pair in pairs), sum(met[pair] for pair in pairs)


def cheapest(
    people: list[int], wanted: tuple[int, ...], blocked: set[frozenset[int]], met: Counter[frozenset[int]]
) -> tuple[int, int]:
    """The least trouble of all partitions, by trying all."""
    if not people:
        return 0, 0
    first, *others = people
    found = []
    for size in set(wanted):
        rest = list(wanted)
        rest.remove(size)
        for chosen in combinations(others, size - 1):
            here = trouble([(first, *chosen)], blocked, met)
            below = cheapest([each for each in others if each not in chosen], tuple(rest), blocked, met)
            found.append((here[0] + below[0], here[1] + below[1]))
    return min(found)


def least(
    tournament: Tournament, had: Counter[int], blocked: set[frozenset[int]], met: Counter[frozenset[int]]
) -> tuple[int, int]:
    """The least trouble of the last round with whatever byes it may have: those with the fewest so far, by trying all."""
    last = tournament.rounds[-1]
    wanted = tuple(len(each.entrants) for each in last.pairings)
    here = {*last.byes, *(each for game in last.pairings for each in game.entrants)}
    fewest = min(sum(had[each] for each in alone) for alone in combinations(here, len(last.byes)))
    return min(
        cheapest(sorted(here.difference(alone)), wanted, blocked, met)
        for alone in combinations(here, len(last.byes))
        if sum(had[each] for each in alone) == fewest
    )


@pytest.mark.long
@pytest.mark.parametrize(("people", "rounds"), cases([(4, 3), (6, 4), (8, 5)], [(6, 4)]))
def test_p7_a_bye_avoids_a_second_meeting_after_somebody_left(people: int, rounds: int) -> None:
    for seed in range(40):
        rng = random.Random(seed)
        tournament, leaves = running(people, 2, "swiss", rounds), rng.randrange(1, rounds)
        for number in range(rounds):
            if number == leaves:
                tournament = withdrawn(tournament, {rng.randrange(people)})
            before = meetings(tournament)
            had = Counter(each for one in tournament.rounds for each in one.byes)
            tournament = following(tournament, (), ANY_SEATS, now=5.0)
            last = tournament.rounds[-1]
            groups = [each.entrants for each in last.pairings]
            assert trouble(groups, set(), before) == least(tournament, had, set(), before), f"round {number + 1}, seed {seed}"
            here = [each.number for each in tournament.active]
            assert all(had[bye] == min(had[each] for each in here) for bye in last.byes)
            tournament = noted(tournament, {at: rng.choice([(1, 2), (2, 1)]) for at in range(len(groups))})


def test_p8_byes_go_to_those_with_the_fewest() -> None:
    must, may = pairing.byes((4, 3, 2, 1, 0), 3, {4: 0, 3: 1, 2: 1, 1: 2, 0: 2})
    assert (must, set(may)) == ((4, 3, 2), set()) or (must, set(may)) == ((4,), {3, 2})
    groups = pairing.partition((0, 1, 2, 3, 4, 5, 6), (4,), lambda _one, _other: 0, {each: 6 - each for each in range(7)})
    assert sorted(each for each in groups if len(each) == 1) == [(4,), (5,), (6,)]


@given(st.integers(4, 9), st.integers(3, 4))
@settings(max_examples=12, deadline=None)
def test_p5_in_a_round_robin_of_groups_all_meet_about_evenly(people: int, size: int) -> None:
    tournament = running(people, size, "robin", 6)
    for _ in range(6):
        tournament = following(tournament, (), ANY_SEATS, now=5.0)
        tournament = noted(tournament, dict.fromkeys(range(len(tournament.rounds[-1].pairings)), ()))
    met = meetings(tournament)
    counts = [met[frozenset(pair)] for pair in combinations(range(people), 2)]
    assert max(counts) - min(counts) <= 3
    assert min(counts) >= 1


@pytest.mark.long
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_p6_standings_are_what_a_second_count_finds(data: st.DataObject) -> None:
    people = data.draw(st.integers(2, 7))
    tournament = running(people, data.draw(st.integers(2, 4)), "swiss", 3)
    for _ in range(3):
        tournament = ended(data.draw, following(tournament, (), ANY_SEATS, now=5.0))
    shown = {each.entrant.number: each for each in standings(tournament)}
    points: dict[int, Fraction] = dict.fromkeys(range(people), Fraction(0))
    for one in tournament.rounds:
        for bye in one.byes:
            points[bye] += 1
        for game in one.pairings:
            for each, worth in zip(game.entrants, told_again(game), strict=True):
                points[each] += worth
            assert not game.places or sum(told_again(game)) == Fraction(len(game.entrants), 2)
    assert {number: each.points for number, each in shown.items()} == points
    order = standings(tournament)
    assert [each.place for each in order] == sorted(each.place for each in order)
    for higher, lower in combinations(order, 2):
        assert (higher.points, higher.tiebreak) >= (lower.points, lower.tiebreak)
        same = (higher.points, higher.tiebreak) == (lower.points, lower.tiebreak)
        assert higher.place <= lower.place
        assert higher.place < lower.place or same
    assert sum(each.games for each in order) == sum(
        len(one.byes) + sum(len(game.entrants) for game in one.pairings) for one in tournament.rounds
    )


def told_again(game: Pairing) -> list[Fraction]:
    """The points of a game, from how many each has beaten and drawn with."""
    if not game.places:
        return [Fraction(0)] * len(game.entrants)
    others = len(game.places) - 1
    return [
        Fraction(sum(2 * (each < other) + (each == other) for other in game.places) - 1, 2 * others) for each in game.places
    ]


def test_ties_are_broken_by_buchholz_then_by_the_direct_result() -> None:
    tournament = running(4, 2, "swiss", 3)
    # 0 beats 1, 1 beats 2, 2 beats 0, all beat 3 …: three with the same points and Buchholz, a circle of direct results.
    wins = {(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)}
    for _ in range(3):
        tournament = following(tournament, (), ANY_SEATS, now=5.0)
        games = tournament.rounds[-1].pairings
        tournament = noted(tournament, {at: (1, 2) if game.entrants in wins else (2, 1) for at, game in enumerate(games)})
    two = Fraction(2)
    assert [(each.place, each.points) for each in standings(tournament)] == [(1, two), (1, two), (1, two), (4, Fraction(0))]
    three = running(3, 2, "robin", 3)
    for _ in range(3):
        three = following(three, (), ANY_SEATS, now=5.0)
        game = three.rounds[-1].pairings[0].entrants
        won = {frozenset((0, 1)): {0: 1, 1: 1}, frozenset((1, 2)): {2: 1, 1: 2}, frozenset((0, 2)): {0: 1, 2: 2}}
        three = noted(three, {0: tuple(won[frozenset(game)][each] for each in game)})
    assert [each.entrant.number for each in standings(three)] == [0, 2, 1]
    assert close_early(tournament).state == "cancelled"


def test_in_a_round_robin_the_direct_result_comes_first() -> None:
    # Each has a bye besides. 1 has beaten 0; 3 has beaten 4, who has beaten the better people.
    wins = {(1, 0), (0, 2), (0, 3), (0, 4), (2, 1), (1, 3), (1, 4), (2, 3), (4, 2), (3, 4)}
    tournament = running(5, 2, "robin", 5)
    while (tournament := following(tournament, (), ANY_SEATS, now=5.0)).state == "running":
        games = tournament.rounds[-1].pairings
        tournament = noted(tournament, {at: (1, 2) if game.entrants in wins else (2, 1) for at, game in enumerate(games)})
    order = standings(tournament)
    ranks = [(each.entrant.number, each.points) for each in order]
    assert ranks == [(number, Fraction(points)) for number, points in ((1, 4), (0, 4), (2, 3), (3, 2), (4, 2))]
    assert order[3].tiebreak < order[4].tiebreak
    drawn = running(4, 2, "robin", 3)
    half = {frozenset((0, 1))}  # 0 and 1 have drawn: 0 has beaten 2, the better one, and 1 has beaten 3
    won = {(0, 2), (3, 0), (1, 3), (2, 1), (2, 3)}
    while (drawn := following(drawn, (), ANY_SEATS, now=5.0)).state == "running":
        games = drawn.rounds[-1].pairings
        drawn = noted(
            drawn,
            {
                at: (1, 1) if frozenset(game.entrants) in half else (1, 2) if game.entrants in won else (2, 1)
                for at, game in enumerate(games)
            },
        )
    shown = {each.entrant.number: each for each in standings(drawn)}
    assert shown[0].points == shown[1].points == Fraction(3, 2)
    assert (shown[0].tiebreak, shown[1].tiebreak) == (2 + Fraction(3, 4), 1 + Fraction(3, 4))
    assert shown[0].place < shown[1].place
