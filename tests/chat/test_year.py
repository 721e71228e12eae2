"""Some days of a year of a server: nothing is left behind, and nobody is called beyond their choice.

`python -m bench year` lives through the whole year.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.year import Year


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_some_days_of_a_year(tmp_path: Path) -> None:
    year = Year(tmp_path / "zamki.db", days=5)
    await year.run()
    try:
        assert await year.faults() == []
        figures = await year.figures()
        assert figures["kills"] == figures["lost channels"] == figures["outages"] == 1
    finally:
        await year.stop()
