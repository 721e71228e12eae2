"""Contact sheets: `python -m tools.contact FOLDER [game…] [--wide 360] [--language en] [--full]`.

Draws every kind of picture of each game and the shared ones (`house`) in every theme and writes `FOLDER/<game>-<number>.png`: a
row for each kind, a column for each theme, each picture as wide as a phone shows it. With `--full` it also writes each picture
as it is sent: `FOLDER/<game>/<kind>-<theme>.png`. The kinds are the golden pictures, the game's lobby card, the steps of its
lesson with their marks, the pages of its rules, a move as it is said word by word, a hint, its story and its review.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw

from data.guides import guide
from data.themes import THEMES
from data.words import words
from engines import games
from engines.contract import Event, Move, View
from engines.notation import random_game, random_move
from render import lobby, profile, renderers, review, standings, story
from render.contract import Audience, Picture
from render.theme import BG, TEXT, rgb, using
from tables.history.lessons import LessonTable
from tests.support import golden_pictures, samples

GAP, CAPTION, HIGH = 12, 26, 1400
LANGUAGE = "pl"
DEPTH = 4
"""Maximum number of words of a move that are drawn."""


def main() -> None:
    """Draw the requested pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="game", help="a game, or house; all where none is named")
    parser.add_argument("--wide", type=int, default=360, help="how wide a picture is on the sheet")
    parser.add_argument("--language", default=LANGUAGE)
    parser.add_argument("--full", action="store_true", help="each picture by itself as well")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.games or ["house", *games()]:
        drawn: dict[str, dict[str, Picture | Image.Image]] = {}
        for theme in THEMES:
            with samples.themed(theme):
                for kind, picture in kinds(name, asked.language):
                    drawn.setdefault(kind, {})[theme] = picture
        for number, page in enumerate(sheets(drawn, asked.wide), 1):
            page.save(asked.folder / f"{name}-{number:02}.png")
        if asked.full:
            (asked.folder / name).mkdir(exist_ok=True)
            for kind, each in drawn.items():
                for theme, picture in each.items():
                    opened(picture).save(asked.folder / name / f"{kind}-{theme}.png")
        print(f"{name}: {len(drawn)} kinds")


def kinds(name: str, language: str) -> Iterator[tuple[str, Picture | Image.Image]]:
    """Yields every kind of picture of a game or of the shared ones by name, in the theme of the samples, each name once."""
    seen: set[str] = set()
    own = house(language) if name == "house" else of_game(name, language)
    for kind, picture in (*golden_pictures.sets()[name](), *own):
        if picture is not None and kind not in seen:
            seen.add(kind)
            yield kind, picture


def of_game(key: str, language: str) -> Iterator[tuple[str, Picture | Image.Image | None]]:
    """Yields what every game has besides its golden pictures."""
    game, renderer, spoken = games()[key], renderers()[key], words(language)
    seats = (lobby.LobbySeat("Łucja", host=True), lobby.LobbySeat("Robot", game.levels[-1]), *[None] * (game.seats[-1] - 2))
    options = {option.key: option.values[-1] for option in game.options}
    yield "lobby", lobby.picture(lobby.LobbyPicture(key, options, seats, game.seats[0], random_order=False), renderer, spoken)
    lesson = guide(key).lesson
    if lesson is not None:
        now = LessonTable(game, lesson)
        people = samples.audience(lesson.seats, language)
        while now.step is not None:
            yield f"lesson-{now.made}-{now.step.key}", shown(key, now.view, now.wanted, people)
            now.play(now.wanted)
        for page in guide(key).page:
            at = LessonTable(game, lesson)
            at.go(page.after)
            scene = next((event for event in reversed(at.events) if event.scene), None)
            if page.picture == "scene" and scene is not None:
                yield f"page-{page.key}", renderer.scene(scene, people)
            elif page.picture == "board":
                yield f"page-{page.key}", renderer.board(at.public, people)
            elif page.picture:
                yield f"page-{page.key}", shown(key, at.view, at.wanted if page.picture == "preview" else (), people)
    yield from moves(key, language)
    yield from stories(key, language)


def shown(key: str, view: View, said: Move, people: Audience) -> Picture | None:
    """Returns the picture for a person who has said this, or who gets it as a hint."""
    picture = renderers()[key].preview(view, said, people)
    if picture is None and view.private:
        marked = view if view.chosen else msgspec.structs.replace(view, chosen=said[1:])
        picture = renderers()[key].hand(marked, people)
    return picture or renderers()[key].board(view, people)


def moves(key: str, language: str) -> Iterator[tuple[str, Picture | None]]:
    """Yields pictures for each kind of question of a random game: a move said word by word, and a hint."""
    game, rng = games()[key], random.Random(5)  # noqa: S311 - the same pictures each time
    position = game.start(game.seats[-1], {}, bytes(16))
    people = samples.audience(game.seats[-1], language)
    asked: set[str] = set()
    while pending := position.pending():
        seat = pending[0]
        move = random_move(position, seat, rng)
        view = position.view(seat)
        if move[0] not in asked and rng.random() < 0.5:
            asked.add(move[0])
            for at in range(min(len(move), DEPTH)):
                yield f"say-{move[0]}-{at}", renderers()[key].preview(view, move[:at], people)
            best = game.candidates(view, rng, game.levels[0], 1)[0].move
            yield f"hint-{move[0]}", shown(key, view, best, people)
        position.play(seat, move)


def stories(key: str, language: str) -> Iterator[tuple[str, Picture]]:
    """Yields the story of a game and its review."""
    game, spoken = games()[key], words(language)
    seats, rng = game.seats[-1], random.Random(2)  # noqa: S311 - the same pictures each time
    people = samples.audience(seats, language)
    position, curve, happened = game.start(seats, {}, bytes(16)), [(0,) * seats], list[Event]()
    for _, _, events in random_game(position, rng):
        happened += events
        curve.append(game.standing(position.view(None)))
    rows = tuple(story.FigureRow(spoken(f"{key}.stat.{each.key}"), each.values) for each in game.statistics(happened, seats))
    title = spoken("replay.story-of", game=spoken(f"{key}.name"))
    yield "story", story.picture(story.StoryPicture(key, title, tuple(curve), len(curve) // 2, rows, ()), people)
    points = tuple(
        tuple(
            review.CurvePoint(at / 12, (at * (seat + 5) % 11) / 11, 1.0, at if seat == 0 and 2 < at < 6 else 0)
            for at in range(13)
        )
        for seat in range(seats)
    )
    yield "review", review.picture(review.Curves(key, spoken(f"{key}.name"), points, spoken("render.when", first=12)), people)


def house(language: str) -> Iterator[tuple[str, Picture]]:
    """Yields the shared pictures that are not golden pictures."""
    spoken = words(language)
    board = golden_pictures.BOARD
    yield "standings-other", standings.picture(board, spoken)
    yield (
        "standings-rating",
        standings.picture(
            standings.StandingsPicture(
                "Zamek nad Wisłą", "torres", board.rows, 2, 5, kind="rating", about="Torres", own=board.rows[-1]
            ),
            spoken,
        ),
    )
    yield "standings-empty", standings.picture(standings.StandingsPicture("Zamek nad Wisłą", "zamek", ()), spoken)
    rng = random.Random(4)  # noqa: S311 - the same pictures each time
    rating = [1000]
    for _ in range(60):
        rating.append(rating[-1] + rng.randint(-30, 34))
    figures = zip(("standings.games", "profile.streak", "profile.longest"), ("127", "4", "5"), strict=True)
    known = [(key, crest) for key, game in games().items() for crest in [*game.crests][:1]]
    card = profile.ProfileCard(
        user=7,
        name="Świętosława",
        about=spoken("torres.name"),
        rating=str(rating[-1]),
        standing=spoken("cogs.profile.place", place=3, people=41),
        places=(12, 9, 4, 2),
        history=tuple(rating),
        figures=tuple((spoken(f"render.{what}"), number) for what, number in figures),
        facts=(spoken("cogs.profile.against", wins=12, losses=9, ties=0),),
        crests=tuple(
            profile.CrestBadge(f"{key}.{each}", spoken(f"{key}.crest.{each}"), n) for n, (key, each) in enumerate(known, 1)
        ),
    )
    yield "profile", profile.picture(card, spoken)
    bare = msgspec.structs.replace(
        card, rating="", standing=spoken("cogs.profile.provisional"), history=(), crests=(), places=(0, 0, 0, 0)
    )
    yield "profile-new", profile.picture(bare, spoken)


def opened(picture: Picture | Image.Image) -> Image.Image:
    """Returns the pixels of a picture."""
    return picture.convert("RGB") if isinstance(picture, Image.Image) else golden_pictures.opened(picture)


def sheets(drawn: dict[str, dict[str, Picture | Image.Image]], wide: int) -> Iterator[Image.Image]:
    """Yields all kinds below each other, the themes side by side, on as many sheets as needed."""
    rows: list[tuple[str, list[Image.Image]]] = []
    for kind, by_theme in drawn.items():
        row = (kind, [_small(opened(each), wide) for each in by_theme.values()])
        if rows and sum(map(_height, [*rows, row])) > HIGH:
            yield _sheet(rows, wide)
            rows = []
        rows.append(row)
    yield _sheet(rows, wide)


def _sheet(rows: list[tuple[str, list[Image.Image]]], wide: int) -> Image.Image:
    with using("dark"):
        whole = Image.new("RGB", (len(THEMES) * (wide + GAP), sum(map(_height, rows))), rgb(BG))
        pen, ink, y = ImageDraw.Draw(whole), rgb(TEXT), 0
    for kind, row in rows:
        pen.text((4, y + 4), kind, fill=ink, font_size=18)
        for at, im in enumerate(row):
            whole.paste(im, (at * (wide + GAP), y + CAPTION))
        y += _height((kind, row))
    return whole


def _height(row: tuple[str, list[Image.Image]]) -> int:
    return max(im.height for im in row[1]) + CAPTION + GAP


def _small(im: Image.Image, wide: int) -> Image.Image:
    return im if im.width <= wide else im.resize((wide, round(im.height * wide / im.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
