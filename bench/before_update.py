"""The months before an update in `python -m bench year --update`, lived by the code of an earlier version (`bench/year.py`): on
a Friday evening when everything is under way its process dies in the middle of a post, and what the simulation knows is stored.
"""

import asyncio
import json
import os
import pickle
import sys
from pathlib import Path
from typing import Any

from tests.support.raw_sql import ask
from tests.support.year import Year
from tests.support.year_discord import GUILD

FRIDAY, HOUR = 4, 19.4
"""The weekday and the hour of the server at which the process may die: a night has begun then."""

UNDER_WAY = {
    "games": "SELECT count(*) FROM tables WHERE state = 'playing'",
    "tournaments": "SELECT count(*) FROM tournaments WHERE state = 'running'",
    "posts that have begun": "SELECT count(*) FROM posts_begun",
    "unsent messages": "SELECT count(*) FROM outbox",
}
"""What is counted at the end."""


async def live(year: Year, state: Path, day: int) -> None:
    """Live until the first fitting evening after that day. `state`: the file for what the simulation knows then."""

    async def look() -> None:
        nights = [night for night in await year.tables.nights.nights_in(GUILD) if night.step == "begun" and night.tables]
        leagues = [league for league in await year.tables.leagues.leagues_in(GUILD) if league.step == "running"]
        found = {what: (await ask(year.one.store, sql))[0][0] for what, sql in UNDER_WAY.items()}
        if nights and leagues and found["tournaments"]:
            year.one.rest.dies = True
            vars(year)["_replace"] = die
        else:
            plan_look(1)

    async def die(_process: Any) -> None:
        counts = {what: (await ask(year.one.store, sql))[0][0] for what, sql in UNDER_WAY.items()}
        print(json.dumps({"killed": f"{year.local(year.clock.now()):%d %b %H:%M}", **counts}), flush=True)
        del vars(year)["_replace"]
        vars(year.clock)["_sleepers"] = []
        year.processes, year.up = [], False
        with state.open("wb") as file:
            pickle.dump(year, file)
        os._exit(0)

    def plan_look(days: int) -> None:
        since = year.clock.now() if days == 1 else year.begin
        while year.midnight(since, days).weekday() != FRIDAY:
            days += 1
        year.at(year.hour(since, days, HOUR), look)

    plan_look(day)
    await year.run()


if __name__ == "__main__":
    where, state, *numbers = sys.argv[1:]
    days, seed, day = map(int, numbers)
    asyncio.run(live(Year(where, days=days, seed=seed), Path(state), day))
