"""The picture of the end: what decided among equals, the story, and the short form for people who did not play."""

from __future__ import annotations

import pytest
from PIL import Image

from data.words import languages, words
from engines.contract import Result
from render import podium, prose
from render.contract import Epilogue
from render.podium import ScorePart
from tests.support.cases import cases
from tests.support.picture_checks import watched
from tests.support.samples import LONGEST, NAMES, audience

STORY = "Ada goes ahead late."


def result(scores: tuple[int, ...], places: tuple[int, ...], reason: str = "points") -> Result:
    return Result(places, scores, reason, places, tuple({"large": score, "cards": 1} for score in scores))


def texts(of: Result, epilogue: Epilogue, names: tuple[str, ...] = NAMES) -> tuple[list[str], Image.Image]:
    """What is set in the picture of a game of Rycerze, and the picture."""

    def trophy(high: int) -> Image.Image:
        return Image.new("RGB", (podium.ACROSS, min(high, 400)))

    def parts(seat: int) -> list[ScorePart]:
        return [ScorePart("large", of.scores[seat])]

    with watched() as seen:
        im = podium.final_picture("rycerze", of, audience(len(of.scores), "en", names), epilogue, trophy, parts=parts)
    return [each.text for each in seen], im


def test_ribbon_and_rows_say_who_won_and_how() -> None:
    said, _ = texts(result((15, 18, 14), (2, 1, 3)), Epilogue(STORY, "Table 7 · Castle Club"))
    assert words("en")("rycerze.final.winner", name=NAMES[1]) in said
    assert "18 : 15 : 14" in said
    assert {"large 18", "large 15", "large 14", STORY, "Table 7 · Castle Club"} <= {*said}


def test_in_brief_only_who_won_is_said() -> None:
    of = result((15, 18, 14), (2, 1, 3))
    whole, tall = texts(of, Epilogue(STORY, "Table 7"))
    said, low = texts(of, Epilogue(STORY, "Table 7", brief=True))
    assert said == whole[: len(said)] == [said[0], said[1]]
    assert low.height < tall.height


@pytest.mark.parametrize("language", languages())
def test_equal_scores_with_different_places_are_explained(language: str) -> None:
    say = words(language)
    told = prose.deciding("rycerze", result((5, 2, 2), (1, 2, 3)), say, "rycerze.tie")
    assert told == [say("rycerze.tie")], "the second and the third have as many points"
    first = prose.deciding("rycerze", result((5, 5, 2), (1, 2, 3), "cards"), say, "rycerze.tie")
    assert first == [say("rycerze.reason.cards")]
    both = prose.deciding("rycerze", result((5, 5, 5), (1, 2, 3), "cards"), say, "rycerze.tie")
    assert both == [say("rycerze.tie")], "one rule says both"
    assert prose.deciding("rycerze", result((5, 3, 2), (1, 2, 3)), say, "rycerze.tie") == []


def test_the_winner_is_named_before_the_others_scores() -> None:
    said, _ = texts(result((142, 155, 158, 154), (4, 2, 1, 3)), Epilogue())
    winner = words("en")("rycerze.final.winner", name=NAMES[2])
    assert winner in said
    assert not [each for each in said if " : " in each], "all scores have no room beside a long name"
    said, _ = texts(result((42, 55, 58, 54), (4, 2, 1, 3)), Epilogue())
    assert {winner, "58 : 55 : 54 : 42"} <= set(said)


@pytest.mark.parametrize("seats", cases([2, 3, 4], [4]))
def test_any_names_and_many_sources_have_room(seats: int) -> None:
    scores = tuple(90 - seat for seat in range(seats))
    of = result(scores, tuple(range(1, seats + 1)))
    _, im = texts(of, Epilogue("W" * 60 + " " + "M" * 60, "Table 99999 · " + "Ż" * 60), LONGEST)
    assert im.height <= podium.HIGHEST
