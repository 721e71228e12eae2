"""One person may press generously, and no more than that."""

from __future__ import annotations

import random

from asking.budget import A_SECOND, BURST, PEOPLE, SUGGESTIONS, TOLD_EVERY_SECONDS, RateLimiter


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_fast_and_honest_player_is_never_slowed_down() -> None:
    time, rng = Time(), random.Random(1)
    press_limiter = RateLimiter(now=time)
    for _ in range(600):  # ten minutes of clicking, in bursts as quick as a hand can
        for _ in range(rng.randint(1, 6)):
            assert press_limiter.wait(1) == 0
            time.now += 0.12
        time.now += 1.0


def test_who_presses_without_end_is_slowed_down_and_nobody_else() -> None:
    time = Time()
    press_limiter = RateLimiter(now=time)
    assert [press_limiter.wait(1) for _ in range(BURST)] == [0] * BURST
    wait = press_limiter.wait(1)
    assert 0 < wait <= 1 / A_SECOND
    assert press_limiter.wait(2) == 0
    time.now += wait
    assert press_limiter.wait(1) == 0, "what was told is what it takes"
    assert press_limiter.wait(1) > 0


def test_refused_presses_cost_nothing() -> None:
    time = Time()
    press_limiter = RateLimiter(now=time)
    for _ in range(10 * BURST):
        press_limiter.wait(1)
    time.now += 1.0
    assert [press_limiter.wait(1) > 0 for _ in range(round(A_SECOND) + 1)] == [False] * round(A_SECOND) + [True]


def test_the_person_is_told_now_and_then() -> None:
    time = Time()
    press_limiter = RateLimiter(now=time)
    assert [press_limiter.to_tell(1), press_limiter.to_tell(1), press_limiter.to_tell(2)] == [True, False, True]
    time.now += TOLD_EVERY_SECONDS
    assert press_limiter.to_tell(1)


def test_what_is_remembered_is_bounded() -> None:
    press_limiter = RateLimiter(burst=1, now=Time())
    for user in range(PEOPLE + 1):
        press_limiter.wait(user)
        press_limiter.to_tell(user)
    assert (press_limiter.wait(1) > 0, press_limiter.to_tell(1)) == (True, False)
    assert (press_limiter.wait(0) > 0, press_limiter.to_tell(0)) == (False, True), "dropped: a start from scratch"


def test_suggestions_have_a_pace_of_their_own() -> None:
    time = Time()
    typing_limiter = RateLimiter(burst=SUGGESTIONS, a_second=SUGGESTIONS, now=time)
    assert [typing_limiter.wait(1) > 0 for _ in range(SUGGESTIONS + 1)] == [False] * SUGGESTIONS + [True]
    time.now += 1.0
    assert sum(typing_limiter.wait(1) == 0 for _ in range(50)) == SUGGESTIONS
