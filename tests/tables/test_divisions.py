"""The divisions of a league: their sizes, who goes up and down, and who is kept apart; and round robins in halves."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from data.records.tournaments import EntrantRow
from engines import games
from tables.errors import Refusal, Stale
from tables.leagues import divisions, league
from tables.leagues.divisions import finishes, ladder, part, sizes
from tables.leagues.league import SIGN_UP, WEEK, League
from tables.model.people import Person
from tables.model.table_info import Place
from tables.time.timing import DAY
from tables.tournaments.entering import stand_in, withdrawn
from tables.tournaments.rounds import begin, following, note_games
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Rules, Tournament

SEATS = (2, 3, 4)
HERE = Place(1, 2)


def division(users: list[int]) -> Tournament:
    """A division whose first half has begun; `users` in the order in which they were placed before."""
    entrants = tuple(EntrantRow(at, user, f"P{user}") for at, user in enumerate(users))
    new = Tournament(
        place=HERE, game="coins", options={}, language="en", host=users[0], created=0.0, entrants=entrants, league=1,
        rules=Rules(format="robin", rounds=2, together=3 if len(users) > 4 else 2),
    )  # fmt: skip
    return begin(new, list(range(len(users))), set(), SEATS, now=0.0)


def play(tournament: Tournament, chance: random.Random) -> Tournament:
    """Let the stronger user (with the lower number) win each game of the season, but for upsets."""
    while tournament.state == "running":
        games_now = tournament.rounds[-1].pairings
        ended = {}
        for at, game in enumerate(games_now):
            first, second = (tournament.entrants[each].user for each in game.entrants)
            wins = (first < second) != (chance.random() < 0.3)
            ended[at] = replace(game, places=(1, 2) if wins else (2, 1), played=game.entrants)
        tournament = following(note_games(tournament, ended), set(), SEATS, now=0.0)
    return tournament


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("together", [1, 2, 3])
def test_everybody_meets_everybody_once_in_rounds_of_several(people: int, together: int) -> None:
    new = replace(division([*range(max(4, people))]), state="lobby", rounds=())
    new = replace(new, entrants=new.entrants[:people], rules=Rules(format="robin", together=together))
    found = begin(new, list(range(people)), set(), SEATS, now=0.0)
    found = play(found, random.Random(1))
    assert len(found.rounds) == -(-(people - 1 + people % 2) // together) == found.rules.rounds
    met = Counter(frozenset(game.entrants) for one in found.rounds for game in one.pairings)
    assert met == Counter(frozenset(pair) for pair in itertools.combinations(range(people), 2))
    busiest = max(
        count for one in found.rounds for count in Counter(each for game in one.pairings for each in game.entrants).values()
    )
    assert busiest <= together
    assert sum(each.points for each in standings(found)) == len(met) + (people if people % 2 and together == 1 else 0)


def test_a_stand_in_plays_the_further_games() -> None:
    chance, before = random.Random(2), division([*range(5)])
    ended = {at: replace(game, places=(1, 2)) for at, game in enumerate(before.rounds[0].pairings)}
    left = withdrawn(note_games(before, ended), (3,))
    half = following(stand_in(left, 3, Person(77, "Ewa")), set(), SEATS, now=1.0)
    assert half.rounds[1].byes == ()
    assert not any(3 in game.entrants for game in half.rounds[1].pairings)
    over = play(half, chance)
    met = Counter(frozenset(game.entrants) for one in over.rounds for game in one.pairings)
    assert sum(met.values()) == 10
    games = sum(5 in pair for pair in met)
    assert 0 < games < 4
    (new,) = (each for each in standings(over) if each.entrant.user == 77)
    assert new.points - sum(game.points(5) for one in over.rounds for game in one.pairings if 5 in game.entrants) == Fraction(
        4 - games, 2
    )
    assert sum(3 in pair for pair in met) == 4 - games, "what was played before counts"
    alone = following(left, set(), SEATS, now=1.0)
    assert sorted(alone.rounds[1].byes) == sorted(
        each for game in half.rounds[1].pairings if 5 in game.entrants for each in game.entrants if each != 5
    )


def test_games_of_early_leavers_and_their_byes_count_for_nobody() -> None:
    before = division([*range(6)])
    ended = {
        at: replace(
            game, places=tuple(2 if each == 3 else 1 for each in game.entrants), left=(3,) if 3 in game.entrants else ()
        )
        for at, game in enumerate(before.rounds[0].pairings)
    }
    left = withdrawn(note_games(before, ended), (3,))
    over = play(following(left, set(), SEATS, now=1.0), random.Random(3))
    found = {each.entrant.number: each for each in standings(over)}
    assert found[3].place == 6
    assert [each.games for number, each in found.items() if number != 3] == [4] * 5


@given(st.integers(0, 200))
def test_sizes_of_divisions(people: int) -> None:
    found = sizes(people)
    assert all(4 <= each <= 6 for each in found)
    assert list(found) == sorted(found)
    assert sum(found) == (0 if people < 4 else 6 if people == 7 else people)
    assert not found or found[-1] - found[0] <= 1


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 40), st.integers(0, 99))
def test_who_goes_up_and_down(people: int, seed: int) -> None:
    chance = random.Random(seed)
    users = [*range(sum(sizes(people)))]
    seasons = [play(division(each), chance) for each in part(users, set())]
    finished = finishes(seasons)
    for at, (one, other) in enumerate(itertools.pairwise(finished)):
        count = divisions.changing(len(one), len(other))
        assert 1 <= count <= 2
        assert [each.fate for each in one][-count:] == ["down"] * count
        assert [each.fate for each in other][:count] == ["up"] * count
        assert all(each.division == at for each in one)
    for each, season in zip(finished, seasons, strict=True):
        assert [found.place for found in each] == [found.place for found in standings(season)], "ties share it everywhere"
        points = {found.entrant.user: found.points for found in standings(season)}
        told = [points[found.entrant.user] for found in each]
        assert told == sorted(told, reverse=True)
    again = part(ladder(finished, chance.sample(users, len(users)), {}), set())
    assert [{*each} for each in again] == [
        {found.entrant.user for each in finished for found in each if found.target == at} for at in range(len(finished))
    ], "with the same people everybody is where they belong"


def test_newcomers_and_who_was_absent_are_at_the_bottom() -> None:
    upper, lower = play(division([1, 2, 3, 4]), random.Random(4)), play(division([5, 6, 7, 8]), random.Random(5))
    first = standings(upper)[0].entrant
    late = [
        replace(one, pairings=tuple(replace(game, overran=(first.number,)) if first.number in game.entrants else game
                for game in one.pairings))
        for one in upper.rounds
    ]  # fmt: skip
    gone = standings(lower)[0].entrant
    finished = finishes((replace(upper, rounds=tuple(late)), withdrawn(lower, (gone.number,))))
    assert (finished[0][-1].entrant, finished[0][-1].fate, finished[0][-1].overran) == (first, "late", 3)
    assert (finished[1][-1].entrant.user, finished[1][-1].fate) == (gone.user, "left")
    assert [each.place for each in finished[0]][-1] == 4, "the picture and the text agree on it"
    assert [each.fate for each in finished[0]].count("down") == 0, "their place is the one that is lost"
    order = ladder(finished, [20, 21, 22, *range(1, 9)], {21: 1600.0, 22: 1500.0})
    assert order[-5:] == [21, 22, 20, first.user, gone.user]
    assert finished[1][0].entrant.user in order[:4]
    once = [
        replace(one, pairings=tuple(replace(game, overran=(first.number,)) if at == number == 0 else game
                for number, game in enumerate(one.pairings)))
        for at, one in enumerate(upper.rounds)
    ]  # fmt: skip
    assert finishes((replace(upper, rounds=tuple(once)), lower))[0][0].fate == "stays", "once may happen to anybody"


def all_parts(people: int, wanted: tuple[int, ...]) -> list[list[int]]:
    own = [at for at, size in enumerate(wanted) for _ in range(size)]
    return [list(each) for each in {*itertools.permutations(own)}] if people < 9 else []


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_people_are_kept_apart_if_it_can_be_helped(data: st.DataObject) -> None:
    """Compared with all divisions of eight people."""
    odds = {frozenset(each) for each in data.draw(st.sets(st.sampled_from([*itertools.combinations(range(8), 2)]), max_size=9))}
    found = part(range(8), odds)
    own = [0] * 4 + [1] * 4

    def cost(chosen: list[int]) -> tuple[int, int]:
        together = sum(chosen[one] == chosen[other] for one, other in map(sorted, odds))
        return together, sum((one - other) ** 2 for one, other in zip(chosen, own, strict=True))

    mine = [next(at for at, each in enumerate(found) if user in each) for user in range(8)]
    assert cost(mine) == min(map(cost, EIGHT))
    assert [len(each) for each in found] == [4, 4]


EIGHT = all_parts(8, (4, 4))


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(st.integers(8, 60), st.integers(0, 99))
def test_pairs_are_parted_in_leagues_of_any_size(people: int, seed: int) -> None:
    chance = random.Random(seed)
    users = chance.sample(range(1000), people)
    some = iter(chance.sample(users, 8))
    odds = {frozenset(pair) for pair in zip(some, some, strict=True)}
    found = part(users, odds)
    assert sorted(each for group in found for each in group) == sorted(users)
    assert [len(each) for each in found] == list(sizes(people))
    assert not any(frozenset(pair) in odds for group in found for pair in itertools.combinations(group, 2))


# The course of a season.


def later(at: float, days: int) -> float:
    return at + days * DAY


def opened(starts: float = 3 * WEEK) -> League:
    return league.open_league(League(place=HERE, language="en", host=1, game="coins", starts=starts), 0.0)


def test_people_sign_up_a_week_before() -> None:
    new = opened()
    assert (new.step, league.due(new)) == ("planned", 3 * WEEK - SIGN_UP)
    with pytest.raises(Refusal, match="league-early"):
        league.sign_up(new, 5, "Ewa", 0.0)
    assert league.look(new, 2 * WEEK - 1, later) == new
    there = league.look(new, 2 * WEEK, later)
    assert (there.step, there.opened, league.due(there)) == ("sign-up", 1, 3 * WEEK)
    both = league.sign_up(league.sign_up(there, 5, "Ewa", 0.0, 77), 5, "Ewa", 0.0, 78)
    assert [each.user for each in both.players] == [5]
    assert both.presses == (77,)
    assert league.withdraw(both, 5).players == ()
    assert not league.is_due(both, 3 * WEEK - 1)
    assert league.is_due(both, 3 * WEEK)
    assert opened(5 * DAY).step == "sign-up"


def test_a_late_bot_leaves_time_to_sign_up() -> None:
    there = league.look(opened(), 3 * WEEK - DAY, later)
    assert (there.step, there.starts) == ("sign-up", 4 * WEEK)


def test_the_host_is_asked_after_two_seasons_without_people() -> None:
    there = league.look(opened(), 2 * WEEK, later)
    once = league.call_off(there, there.starts, later)
    assert (once.step, once.starts, once.note, once.season) == ("planned", 4 * WEEK, "few", 1)
    again = league.look(once, once.starts - SIGN_UP, later)
    twice = league.call_off(again, again.starts, later)
    assert twice.asked
    assert twice.starts == again.starts + 2 * WEEK, "the host has a week to answer"
    assert not league.call_off(again, again.starts + DAY, later).asked, "the bot was away"
    assert league.look(replace(twice, missed=0), twice.starts - SIGN_UP, later).step == "sign-up"
    over = league.look(twice, twice.starts - SIGN_UP, later)
    assert (over.state, over.note, league.due(over)) == ("over", "empty", None)
    with pytest.raises(Stale):
        league.sign_up(over, 5, "Ewa", 0.0)


@pytest.mark.parametrize("late", [0.0, 5 * WEEK])
def test_the_next_season_follows(late: float) -> None:
    there = league.look(opened(), 2 * WEEK, later)
    runs = league.begin_season(there, (7, 8), (), 3 * WEEK)
    assert (runs.step, runs.season, runs.divisions, league.due(runs)) == ("running", 1, (7, 8), None)
    ended = 3 * WEEK + league.weeks("coins") * WEEK + late
    after = league.end_season(runs, ended, later)
    assert (after.step, after.season, after.starts) == ("planned", 2, ended + WEEK)
    assert after.seasons[0].ended == ended
    early = league.end_season(runs, 5 * WEEK, later)
    assert early.starts == 3 * WEEK + (league.weeks("coins") + 1) * WEEK, "it keeps the date that was told"


def test_a_lost_channel_takes_nobody_the_time_to_sign_up() -> None:
    lost = replace(league.look(opened(), 2 * WEEK, later), lost=True)
    assert league.due(lost) is None
    assert not league.is_due(lost, 9 * WEEK)
    found = league.move(lost, 9, 5 * WEEK, later)
    assert (found.place.channel, found.lost, found.starts) == (9, False, 6 * WEEK)


def test_lengths_of_seasons() -> None:
    lengths = {game: league.weeks(game) for game in games()}
    assert {game: weeks for game, weeks in lengths.items() if weeks <= league.MOST_WEEKS} == {
        "torres": 7, "rycerze": 4, "rzymianie": 4,
    }  # fmt: skip
    with pytest.raises(Refusal, match="league-long"):
        league.open_league(replace(opened(), game="zamek"), 0.0)
