"""Ratings from places: what must hold whatever is played, and that they find who is stronger."""

import random
import statistics

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.ranking.ratings import A_DAY, DAY, GAMES, NEW, OPPONENTS, RENEWED, Rating, after, free_again, most_met
from tests.support import rating_fields

ratings = st.builds(
    Rating, mu=st.floats(0, 60, allow_nan=False), sigma=st.floats(0.8, 9, allow_nan=False), games=st.integers(0, 50)
)


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[int, Rating], dict[int, int]]:
    users = draw(st.lists(st.integers(1, 10**18), min_size=2, max_size=4, unique=True))
    places = draw(st.lists(st.integers(1, len(users)), min_size=len(users), max_size=len(users)))
    ranked = {user: 1 + sum(other < place for other in places) for user, place in zip(users, places, strict=True)}
    return {user: draw(ratings) for user in users}, ranked


@pytest.mark.long
@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_changes_nothing(game: tuple[dict[int, Rating], dict[int, int]], chance: random.Random) -> None:
    before, places = game
    users = list(places)
    chance.shuffle(users)
    again = after({user: before[user] for user in reversed(users)}, {user: places[user] for user in users}, 1.0)
    assert _met_sorted(again) == _met_sorted(after(before, places, 1.0))


def _met_sorted(found: dict[int, Rating]) -> dict[int, Rating]:
    return {user: msgspec.structs.replace(rating, met=tuple(sorted(rating.met))) for user, rating in found.items()}


@pytest.mark.long
@given(games(), ratings)
def test_equals_who_tie_stay_equal_and_the_better_is_no_lower(
    game: tuple[dict[int, Rating], dict[int, int]], equal: Rating
) -> None:
    before, places = game
    one, other = sorted(places, key=places.__getitem__)[:2]
    before |= {one: equal, other: equal}
    new = after(before, places, 1.0)
    assert new[one].mu >= new[other].mu - 1e-9
    tied = after(before, places | {one: places[one], other: places[one]}, 1.0)
    assert tied[one].mu == pytest.approx(tied[other].mu, abs=1e-9)
    assert tied[one].sigma == pytest.approx(tied[other].sigma, abs=1e-9)


@pytest.mark.long
@given(games())
def test_who_wins_alone_never_loses_by_it(game: tuple[dict[int, Rating], dict[int, int]]) -> None:
    before, places = game
    new = after(before, places, 5.0)
    winners = [user for user, place in places.items() if place == 1]
    if len(winners) == 1:
        assert new[winners[0]].mu >= before[winners[0]].mu - 1e-9
    assert all(rating.at == 5.0 and rating.games == before[user].games + 1 for user, rating in new.items())


def test_ten_games_against_three_people_end_a_provisional_rating() -> None:
    proven = Rating(games=1, proof=1)
    known = {2 + number: proven for number in range(OPPONENTS)}
    for number in range(GAMES):
        other = 2 + number % OPPONENTS
        known |= after(known, {1: 1, other: 2}, float(number))
        assert known[1].provisional == (number + 1 < GAMES)
    alone = {2: proven}
    for _ in range(3 * GAMES):
        alone |= after(alone, {1: 1, 2: 2}, 0.0)
    assert alone[1].provisional, "one opponent is not enough, however often"
    assert alone[1].shown > 1000 > alone[2].shown
    assert Rating().shown == 1000


def test_a_game_weighs_as_much_as_the_others_are_proven() -> None:
    proven, never = Rating(games=1, proof=1), Rating(games=50)
    full = after({1: proven, 2: proven, 3: proven}, {1: 1, 2: 2, 3: 3}, 0.0)
    half = after({1: proven, 2: proven, 3: Rating(games=1)}, {1: 1, 2: 2, 3: 3}, 0.0)
    none = after({1: proven, 2: never}, {1: 1, 2: 2}, 0.0)
    assert half[1].mu - 25 == pytest.approx((full[1].mu - 25) / 2)
    assert half[1].sigma == pytest.approx((full[1].sigma + NEW.sigma) / 2)
    assert half[3].mu == full[3].mu, "those who beat them had"
    assert none[1] == Rating(games=2, proof=2), "they have only lost"
    assert none[2].mu < 25
    assert (none[1].met, half[1].met, half[3].met) == ((), (2,), (1, 2))


def test_people_prove_themselves_by_winning() -> None:
    first = after({}, {1: 1, 2: 2, 3: 3}, 0.0)
    assert [user for user, rating in first.items() if rating.proven] == [1]
    second = after(first, {2: 1, 1: 2, 3: 3}, 0.0)
    third = after(second, {3: 3, 4: 1, 1: 4, 2: 2}, 0.0)
    assert {user for user, rating in third.items() if rating.proven} == {1, 2, 3, 4}
    tied = after({}, {1: 1, 2: 1}, 0.0)
    assert not any(rating.proven for rating in tied.values()), "nobody was beaten"
    left = after({}, {1: 1, 2: 2}, 0.0, {2})
    assert not left[1].proven, "nobody who stayed was beaten"
    again = first
    for _ in range(RENEWED):
        assert again[1].proven
        again |= after(again, {1: 2, 5: 1}, 0.0)
    assert not again[1].proven


def test_leaving_costs_its_whole_price() -> None:
    assert after({}, {1: 1, 2: 2}, 0.0)[2] == Rating(games=1)
    assert after({}, {1: 1, 2: 2}, 0.0, {2})[2].shown < 1000


@pytest.mark.long
@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(("others", "seats"), [(1, 2), (2, 2), (2, 3), (4, 2), (4, 4)])
@pytest.mark.parametrize("leaving", [False, True])
def test_accounts_that_only_lose_are_worth_nothing(others: int, seats: int, leaving: bool, fresh: bool) -> None:
    for rating in rating_fields.bought(after, others=others, seats=seats, leaving=leaving, fresh=fresh):
        assert rating.shown <= NEW.shown, "the middle of an honest field"
        assert rating.provisional, "and on no board"


@pytest.mark.long
def test_honest_ratings_move_as_they_do_by_the_model_alone() -> None:
    seeds = range(1, 5)
    assert statistics.fmean(map(rating_fields.difference, seeds)) < 0.03
    fields = [[each.shown for each in rating_fields.honest(after, seed).values()] for seed in seeds]
    assert abs(statistics.fmean(map(statistics.median, fields)) / NEW.shown - 1) < 0.03
    assert statistics.fmean(rating_fields.difference(seed, people=4, games=200) for seed in seeds) < 0.06, "four friends"


def test_a_pair_is_free_when_its_fifth_last_meeting_is_a_day_ago() -> None:
    meetings = [("ab", float(at)) for at in range(A_DAY)] + [("bc", 50.0)]
    assert (most_met(meetings), most_met([])) == (A_DAY, 0)
    assert free_again(meetings) == DAY
    assert free_again([*meetings, ("ab", 60.0)]) == DAY + 1
    assert free_again(meetings[1:]) is None


def test_a_game_of_one_is_no_rated_game() -> None:
    with pytest.raises(ValueError, match="two people"):
        after({}, {1: 1}, 0.0)


def found(people: int, each: int, seed: int) -> float:
    """The rank correlation of known skill and rating after so many games each, where luck is as great as skill."""
    chance = random.Random(seed)
    skill = {user: chance.gauss(0, 1) for user in range(people)}
    known: dict[int, Rating] = {}
    played = dict.fromkeys(skill, 0)
    while min(played.values()) < each:
        first = min(played, key=lambda user: (played[user], user))
        table = [first, *chance.sample([user for user in skill if user != first], chance.randint(1, 3))]
        form = sorted(table, key=lambda user: -(skill[user] + chance.gauss(0, 1)))
        known |= after(known, {user: place for place, user in enumerate(form, 1)}, 0.0)
        for user in table:
            played[user] += 1
    strong, rated = sorted(skill, key=skill.__getitem__), sorted(skill, key=lambda user: known[user].mu)
    return statistics.correlation([strong.index(user) for user in skill], [rated.index(user) for user in skill])


@pytest.mark.long
def test_twenty_games_each_find_the_order() -> None:
    """The mean over ten servers of thirty people was 0.92 when this was written."""
    assert statistics.mean(found(30, 20, seed) for seed in range(10)) > 0.85
