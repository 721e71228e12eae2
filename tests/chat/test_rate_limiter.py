"""One person may press generously, and no more than that."""

from __future__ import annotations

import random

from chat.wire.rate_limits import A_SECOND, BURST, PEOPLE, SUGGESTIONS, TOLD_EVERY_SECONDS, RateLimiter


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_fast_and_honest_player_is_never_slowed_down() -> None:
    time, rng = Time(), random.Random(1)
    pressers = RateLimiter(now=time)
    for _ in range(600):  # ten minutes of clicking, in bursts as quick as a hand can
        for _ in range(rng.randint(1, 6)):
            assert pressers.wait(1) == 0
            time.now += 0.12
        time.now += 1.0


def test_who_presses_without_end_is_slowed_down_and_nobody_else() -> None:
    time = Time()
    pressers = RateLimiter(now=time)
    assert [pressers.wait(1) for _ in range(BURST)] == [0] * BURST
    wait = pressers.wait(1)
    assert 0 < wait <= 1 / A_SECOND
    assert pressers.wait(2) == 0
    time.now += wait
    assert pressers.wait(1) == 0, "what was told is what it takes"
    assert pressers.wait(1) > 0


def test_refused_presses_cost_nothing() -> None:
    time = Time()
    pressers = RateLimiter(now=time)
    for _ in range(10 * BURST):
        pressers.wait(1)
    time.now += 1.0
    assert [pressers.wait(1) > 0 for _ in range(round(A_SECOND) + 1)] == [False] * round(A_SECOND) + [True]


def test_the_person_is_told_now_and_then() -> None:
    time = Time()
    pressers = RateLimiter(now=time)
    assert [pressers.to_tell(1), pressers.to_tell(1), pressers.to_tell(2)] == [True, False, True]
    time.now += TOLD_EVERY_SECONDS
    assert pressers.to_tell(1)


def test_what_is_remembered_is_bounded() -> None:
    pressers = RateLimiter()
    for user in range(PEOPLE + 100):
        pressers.wait(user)
        pressers.to_tell(user)
    assert len(pressers._even) == len(pressers._warned) == PEOPLE


def test_suggestions_have_a_pace_of_their_own() -> None:
    time = Time()
    typists = RateLimiter(burst=SUGGESTIONS, a_second=SUGGESTIONS, now=time)
    assert [typists.wait(1) > 0 for _ in range(SUGGESTIONS + 1)] == [False] * SUGGESTIONS + [True]
    time.now += 1.0
    assert sum(typists.wait(1) == 0 for _ in range(50)) == SUGGESTIONS
