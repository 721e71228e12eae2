"""The README's pictures: `python -m tools.pictures [game…]` draws them from the games stored in `docs/pictures/games`.

`--play` lets computer players play these games again, which a change of the rules makes necessary; the film and the stills then
show other moves. `docs/pictures/page.webp` is a screenshot and is not made here.
"""

from __future__ import annotations

import argparse
import io
import random
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

import engines
import render
from data.words import words
from engines.draws import commitment, mix_seed
from render.contract import Audience, Person, Picture
from tables.history.record import Played, Record, Sitting, final_hash, read_file
from tables.history.record_steps import export
from tables.history.replay import Replay

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
STORED = FOLDER / "games"

NAMES = ("Ada", "Ben", "Chloe", "Dan")
SECRET, PRESSES = bytes(range(16)), (1, 2)
"""The parts of the seed of each of these games."""
LEVEL = "normal"

MOST = 3
"""Number of people at the table, as far as the game allows."""

FILM = "rycerze"
"""The game whose round is shown as a film."""

CHOICE, SCENE = 1100, 4000
"""Milliseconds for which a picture of the film is shown, by kind."""

WIDTH, FILM_WIDTH = 720, 540
"""Widths of a still and of the film, in px."""


def played(key: str) -> Record:
    """Returns a game played to its end by computer players, always the same one."""
    game, rng = engines.games()[key], random.Random(f"README {key}")  # noqa: S311 - which game is shown is no secret
    seats, seed = min(MOST, game.seats[-1]), mix_seed(SECRET, PRESSES)
    position = game.start(seats, {}, seed)
    moves = []
    while awaited := position.pending():
        seat = awaited[0]
        move = game.choose_move(position.view(seat), rng, LEVEL)
        position.play(seat, move)
        moves.append(Played(seat, " ".join(move)))
    result = position.result()
    assert result is not None
    sitting = tuple(Sitting(name, "person") for name in NAMES[:seats])
    record = Record(
        table=1,
        game=key,
        rules_version=game.rules_version,
        options={},
        seats=sitting,
        random_order=False,
        drawn=tuple(range(seats)),
        commitment=commitment(seed),
        promise=commitment(SECRET),
        over=True,
        secret=SECRET.hex(),
        presses=tuple(map(str, PRESSES)),
        seed=seed.hex(),
        moves=tuple(moves),
        result=result,
        places=result.places,
    )
    return replace(record, final=final_hash(record))


def stored(key: str) -> Replay:
    """Returns the stored game."""
    kept = read_file(STORED / f"{key}.json")
    assert kept is not None, f"no game of {key} is stored: python -m tools.pictures --play"
    return Replay(kept, engines.games()[key])


def audience(game: Replay) -> Audience:
    """Returns an audience that reads English."""
    return Audience(tuple(Person(seat.name) for seat in game.record.seats), words("en"))


def still(key: str) -> Picture:
    """Returns the table late in the game; where all choose in secret, the moment at which their choices are revealed."""
    game = stored(key)
    renderer, people = render.renderers()[key], audience(game)
    late = game.last * 2 // 3
    if len(game.view(0, None).pending) > 1:
        scenes = [event for number in range(late, game.last) for event in game.step(number).events_for(None) if event.scene]
        return renderer.scene(scenes[0], people)
    return renderer.board(game.view(late, None), people)


def a_round() -> list[tuple[Picture, int]]:
    """A whole round from its first question to the next, scene by scene, each with its duration in milliseconds."""
    game = stored(FILM)
    renderer, people = render.renderers()[FILM], audience(game)
    begins = [number for _, number in game.turns]
    first, last = begins[len(begins) // 2], begins[len(begins) // 2 + 1]
    frames = [(renderer.board(game.view(first, None), people), CHOICE)]
    for number in range(first + 1, last + 1):
        frames += [(renderer.scene(event, people), SCENE) for event in game.step(number).events_for(None) if event.scene]
        frames.append((renderer.board(game.view(number, None), people), CHOICE))
    return frames


def read(picture: Picture, width: int) -> Image.Image:
    """Returns the picture at this width."""
    with Image.open(io.BytesIO(picture.data)) as found:
        image = found.convert("RGB")
    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


def written(images: Sequence[Image.Image], durations: Sequence[int] = ()) -> bytes:
    """Encodes one picture, or several as a film."""
    file = io.BytesIO()
    several = {"save_all": True, "append_images": images[1:], "duration": list(durations), "loop": 0} if durations else {}
    images[0].save(file, "WEBP", quality=82, method=6, **several)
    return file.getvalue()


def film() -> bytes:
    """Returns the round as a film. Its frames are as high as the highest picture, which are placed at the top."""
    frames, durations = zip(*a_round(), strict=True)
    images = [read(frame, FILM_WIDTH) for frame in frames]
    size = FILM_WIDTH, max(image.height for image in images)
    whole = []
    for image in images:
        page = Image.new("RGB", size, image.getpixel((0, image.height - 1)))
        page.paste(image)
        whole.append(page)
    return written(whole, durations)


def main() -> None:
    """Draw the pictures; play the games first if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which games (all without names, and the film)", metavar="game")
    parser.add_argument("--play", action="store_true", help="play the games again")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to (default: docs/pictures)")
    asked = parser.parse_args()
    for key in asked.games or engines.games():
        if asked.play:
            STORED.mkdir(exist_ok=True)
            (STORED / f"{key}.json").write_bytes(export(played(key)))
        (asked.folder / f"{key}.webp").write_bytes(written([read(still(key), WIDTH)]))
    if not asked.games:
        (asked.folder / "round.webp").write_bytes(film())


if __name__ == "__main__":
    main()
