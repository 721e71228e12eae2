"""The lobby card and the leaderboard."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial

import pytest
from PIL import Image

from cogs.tournament.divisions import result_against
from data.records.tournaments import EntrantRow
from data.themes import THEMES
from data.words import Words, languages, words
from render import canvas, encode, league, lobby, profile, renderers, standings
from render.art import shields
from render.contract import ALT_LENGTH, Picture
from render.league import LeagueLine, LeaguePicture
from render.lobby import LobbyPicture, LobbySeat
from render.standings import StandingsPicture, StandingsRow
from render.theme import COLOURS, SMALLEST, WIDTH, rgb, using
from tables.model.table_info import Place
from tables.tournaments.tournament import Pairing, Round, Rules, Tournament
from tests.support.cases import cases
from tests.support.picture_checks import watched
from tests.support.samples import LONGEST, NASTY


def laid(draw: Callable[[], object]) -> list[canvas.Placed]:
    """All texts that a drawing sets."""
    with watched() as seen:
        draw()
    return seen


def inside(texts: list[canvas.Placed]) -> bool:
    return all(
        text.size >= SMALLEST and text.box[0] >= 0 and text.box[2] <= text.picture[0] and text.box[3] <= text.picture[1] + 1
        for text in texts
    )


def size(picture: Picture) -> tuple[int, int]:
    with Image.open(io.BytesIO(picture.data)) as im:
        return im.size


def card(names: tuple[str, ...], *, random_order: bool = True, taken: int = 4, state: str = "lobby") -> LobbyPicture:
    seats = [LobbySeat(name, host=i == 0) if i < 2 else LobbySeat(name, "normal") for i, name in enumerate(names)]
    kept: tuple[LobbySeat | None, ...] = tuple(seat if i < taken else None for i, seat in enumerate(seats))
    return LobbyPicture("rycerze", {"match": "on"}, kept, 2, random_order, state)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("names", [NASTY, LONGEST])
@pytest.mark.parametrize("taken", cases([1, 2, 4], [4]))
def test_a_lobby_card_holds_any_names(language: str, names: tuple[str, ...], taken: int) -> None:
    for random_order in (True, False):
        shown = card(names, random_order=random_order, taken=taken)
        assert inside(laid(partial(lobby.draw, shown, renderers()[shown.game], words(language))))
    picture = lobby.picture(shown, renderers()[shown.game], words(language))
    assert size(picture)[0] == WIDTH
    assert len(picture.data) < 300_000
    assert len(picture.alt) <= ALT_LENGTH


def told(shown: LobbyPicture, spoken: Words) -> str:
    return lobby.describe(shown, spoken)


def test_a_lobby_card_tells_what_is_missing() -> None:
    names, english = ("Ola", "Jan", "Robot", "Robot"), words("en")
    assert "1 more player is needed" in told(card(names, taken=1), english)
    assert "2 free seats" in told(card(names, taken=2), english)
    assert "All seats taken" in told(card(names), english)
    assert "closed" in told(card(names, state="cancelled"), english)
    assert "The game is on" in told(card(names, state="playing"), english)
    assert "youngest first" in told(card(names, random_order=False), english)
    assert "1. Ola (host), 2. Jan, 3. Robot (Knight (medium))" in told(card(names), english)


@pytest.mark.long
def test_ten_people_and_one_of_them_is_you() -> None:
    counts = (999, 999, 999, 999)
    names = enumerate(LONGEST[:2] * 5)
    rows = tuple(StandingsRow(1 + i // 2, f"{name}{i}", 999, 1000 - i, counts, you=i == 3) for i, name in names)
    board = StandingsPicture("W" * 100, "rycerze", rows, 12, 13)
    for language in languages():
        texts = laid(partial(standings.draw, board, words(language)))
        assert inside(texts)
        picture = standings.picture(board, words(language))
        assert len(picture.data) < 300_000
        assert len(picture.alt) <= ALT_LENGTH
        assert any(text.wanted == words(language)("render.standings.you") for text in texts)


def test_standings_show_ones_own_line_and_what_they_go_by() -> None:
    rows = tuple(
        StandingsRow(100 + i, name, 40, 3, (3, 2, 1, 0), user=i, value="1043") for i, name in enumerate(LONGEST[:2] * 5)
    )
    own = StandingsRow(0, LONGEST[0], 4, 1, (1, 1, 1, 1), you=True, user=99, value="998?")
    for language in languages():
        board = StandingsPicture("Zamek", "torres", rows, 12, 13, kind="rating", about="W" * 90, own=own)
        texts = laid(partial(standings.draw, board, words(language)))
        assert inside(texts)
        assert [text.text for text in texts].count("1043") == len(rows)
        assert any(text.text == "998?" for text in texts)
        told = standings.describe(board, words(language))
        assert "998?" in told
        assert len(told) <= ALT_LENGTH
        empty = StandingsPicture("Zamek", None, (), kind="rating", about="x", own=own)
        assert inside(laid(partial(standings.draw, empty, words(language))))
        assert words(language)("render.standings.unrated") in standings.describe(empty, words(language))


def test_the_standings_of_a_tournament() -> None:
    rows = tuple(StandingsRow(1 + i, name, 9, 9, (9, 9, 9, 9), user=i, value="12.67") for i, name in enumerate(LONGEST[:2] * 5))
    for language in languages():
        board = StandingsPicture(
            "W" * 40, "torres", rows, kind="points", about="W" * 90, own=StandingsRow(16, LONGEST[0], 9, 0, value="0.25")
        )
        texts = laid(partial(standings.draw, board, words(language)))
        assert inside(texts)
        assert [text.text for text in texts].count("12.67") == len(rows)
        told = standings.describe(board, words(language))
        assert told.startswith(words(language)("render.standings.alt-points", game="Torres"))
        assert "12.67" in told


@pytest.mark.long
def test_the_table_of_a_league_holds_any_names_and_tells_itself() -> None:
    lines = tuple(
        LeagueLine(
            place=1 + k, name=name, games=5, points="12,5", tie="112,75", move="down" if k > 3 else "", about="W" * 60,
            against=tuple("" if k == other else "½" for other in range(6)),
        )
        for k, name in enumerate((*NASTY, *LONGEST)[:6])
    )  # fmt: skip
    shown = LeaguePicture("W" * 60, "rycerze", "W" * 90, "W" * 40, lines)
    for language in languages():
        spoken = words(language)
        texts = laid(partial(league.draw, shown, spoken))
        assert inside([text for text in texts if not text.secondary])
        assert all(text.box[2] <= WIDTH for text in texts)
        assert [text.text for text in texts].count("½") == 30
        assert len(league.picture(shown, spoken).alt) <= ALT_LENGTH
        told = [*league.text_lines(lines, spoken)]
        assert [spoken("render.league.down") in line for line in told] == [False] * 4 + [True] * 2
        assert all(line.count("½") == 5 for line in told)


def test_results_in_a_division_have_room_in_their_cells() -> None:
    entrants = tuple(EntrantRow(at, at + 7, "P") for at in range(4))
    pairings = (Pairing((0, 1), (1, 1)), Pairing((0, 2), (1, 2)), Pairing((0, 3)))
    division = Tournament(
        place=Place(1, 2), game="rycerze", options={}, language="pl", host=7, created=0.0, entrants=entrants,
        rules=Rules(), rounds=(Round(pairings=pairings, begun=0.0),),
    )  # fmt: skip
    for language in languages():
        spoken = words(language)
        table = [tuple(result_against(division, one, other, spoken) for other in range(4)) for one in range(4)]
        assert table[0] == ("", "½", "1", league.RUNNING)
        assert [row[0] for row in table[1:]] == ["½", "0", league.RUNNING]
        lines = tuple(LeagueLine(place=1, name="P", games=1, points="0", tie="0", against=row) for row in table)
        drawn = [text.text for text in laid(partial(league.draw, LeaguePicture("", "rycerze", "", "", lines), spoken))]
        assert drawn.count("½") == 2
        assert "…" not in drawn


def test_those_who_tie_share_a_medal() -> None:
    board = StandingsPicture(
        "", None, (StandingsRow(1, "Ola", 3, 2), StandingsRow(1, "Jan", 4, 2), StandingsRow(3, "Ewa", 2, 0))
    )
    said = [text.wanted for text in laid(lambda: standings.draw(board, words("en")))]
    assert said.count("tied") == 1
    assert "all games" in said


def test_small_discs_count_the_places_of_each() -> None:
    rows = (StandingsRow(1, "Ola", 41, 23, (23, 11, 5, 2)), StandingsRow(2, "שלמה", 30, 19, (19, 9, 2, 0), you=True))
    standings.draw(StandingsPicture("", None, rows), words("en"))  # sprites are drawn once: their digits are not laid any more
    for language in languages():
        texts = laid(partial(standings.draw, StandingsPicture("", None, rows), words(language)))
        assert inside(texts)
        drawn = [text.text for text in texts]
        for row in rows:
            at = drawn.index(row.name) - len(drawn)
            assert [str(n) for n in row.places] == [said for said in drawn[at:] if said.isdigit()][:4]
        told = standings.describe(StandingsPicture("", None, rows), words(language))
        assert "23×1., 11×2., 5×3., 2×4." in told
        assert "19×1., 9×2., 2×3." in told


def test_thousands_of_games_leave_the_wins_alone() -> None:
    row = StandingsRow(1, "Ola", 4321, 1203, (1203, 1100, 1018, 1000))
    texts = laid(lambda: standings.draw(StandingsPicture("", None, (row,)), words("en")))
    (wins,) = (text for text in texts if text.size == 66)
    discs = [text for text in texts if text.text in {"1203", "1100", "1018", "1000"} and text is not wins]
    assert discs
    assert all(text.box[2] < wins.box[0] for text in discs)


def test_nobody_yet() -> None:
    board = StandingsPicture("Zamek", "rycerze", ())
    for language in languages():
        assert inside(laid(partial(standings.draw, board, words(language))))
        assert words(language)("render.standings.nobody") in standings.describe(board, words(language))


def test_no_games_is_no_division_by_nothing() -> None:
    assert standings.picture(StandingsPicture("", None, (StandingsRow(1, "Ola", 0, 0),)), words("pl")).data


@pytest.mark.long
def test_a_profile_fits_and_tells_itself() -> None:
    for language in languages():
        for history in ((), (1000,), tuple(range(900, 1300, 7)), (1000,) * 9):
            card = profile.ProfileCard(
                user=1 << 62, name=LONGEST[0], about="W" * 60, rating="1043?", standing="W" * 40, places=(999, 999, 999, 999),
                history=history, figures=(("W" * 30, "9999"),) * 3, facts=("W" * 200,) * 3,
                crests=(profile.CrestBadge("torres.court", "W" * 60, 12),) * 8,
            )  # fmt: skip
            assert inside(laid(partial(profile.draw, card, words(language))))
            picture = profile.picture(card, words(language))
            assert len(picture.alt) <= ALT_LENGTH
            assert len(picture.data) < 300_000


def test_every_picture_shows_a_persons_arms_under_any_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[str]()
    real = shields.arms

    def noted(name: str, size: int) -> Image.Image:
        seen.append(name)
        return real(name, size)

    monkeypatch.setattr(shields, "arms", noted)
    speak = words("en")
    for name in ("Ada", "Ada II"):
        lobby.draw(
            LobbyPicture("rycerze", {"match": "on"}, (LobbySeat(name, user=7), None), 2, True), renderers()["rycerze"], speak
        )
        standings.draw(StandingsPicture("Server", None, (StandingsRow(1, name, 1, 1, user=7),)), speak)
        profile.draw(profile.ProfileCard(7, name, "", "", "", (0, 0, 0, 0), (), (), ()), speak)
    assert seen == ["7"] * 6


@pytest.mark.parametrize("theme", THEMES)
def test_arms_and_players_keep_their_colours_in_each_palette(theme: str) -> None:
    """Or a coat of arms in a game's lobby would have other colours than on a leaderboard."""
    with using(theme):
        wanted = {rgb(colour) for colour in (*shields.FIELDS, *COLOURS.values())}
        for name in (*renderers(), "house"):
            levels = (encode.PALETTES / f"{encode.palette_name(name)}.act").read_bytes()
            assert wanted <= {(levels[at], levels[at + 1], levels[at + 2]) for at in range(0, len(levels), 3)}, name
