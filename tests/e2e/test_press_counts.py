"""No game asks for more presses than it must: whole games by the shortest way that the messages offer (`bench/presses.py`)."""

import pytest

import engines
from bench.presses import AIMS, presses_of


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", ["rycerze", "rzymianie", "torres"])
async def test_a_whole_game_takes_no_more_presses_than_it_should(key: str) -> None:
    counted = await presses_of(engines.games()[key])
    everything = [count for counts in counted.values() for count in counts]
    assert sum(everything) / len(everything) <= AIMS[key], {word: sum(counts) / len(counts) for word, counts in counted.items()}
