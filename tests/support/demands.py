"""What the suite requires of every game beside rules, renderer and words, each with the remedy (see completeness.py)."""

from __future__ import annotations

import importlib
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from asking.rulebook import sections
from bench.arena import __main__ as arena
from bench.arena.table import written
from data.guides import guide
from data.themes import THEMES
from data.words import MissingMessage, languages, words
from engines.base import BaseGame
from engines.contract import Game, IllegalMove, Move, Position, Seat
from engines.levels import LEVELS
from engines.notation import random_move
from render import encode
from render.contract import Renderer
from tables.history.lessons import LessonTable
from tests.support import golden_games, samples, wording
from tests.support.conformance import covering, hooks
from tools import events, pictures
from tools.rules import sheets

ROOT = Path(__file__).parents[2]

SAFE_GAMES, WORLDS, MOVES_TRIED = 4, 6, 60
"""Random games of each case in which a late player's move is tried; where it loses, the positions that the player could be in,
and the other moves tried.
"""

BY_TABLE = {"over", "no-seat", "seats", "option"}
"""Refusals that no rule of a game explains: they are about the table."""

OPTIONAL_PARTS = {
    "candidates": "engines/{key}/bots.py judges the moves by the search that chooses (`candidates`): hints and reviews show it",
    "standing": "engines/{key}/rules.py tells the points (`standing`) where a view has no `points` by seat: stories show them",
    "statistics": "engines/{key}/statistics.py tells the figures of a finished game (`statistics`), named by {key}.stat.…",
}
"""Parts for which `BaseGame` has an empty default, with the place of a game's own."""

OWN_FILES = (
    "engines/{key}/*.py",
    "render/{key}/*.py",
    "tests/games/{key}/*.py",
    "data/locale/*/{key}.po",
    "data/guides/{key}.toml",
    "docs/rules/{key}.md",
)


def of_game(game: Game) -> Iterator[str]:
    """Check levels, advice, crests, statistics."""
    key = game.key
    if game.levels != LEVELS:
        yield f"GAME.levels is {game.levels}: every game has the four of engines.levels.LEVELS"
    if set(game.turns) != set(game.seats):
        yield f"GAME.turns lacks a number of seats: about how many turns a usual game has, by seats (engines/{key}/rules.py)"
    if not game.crests:
        yield f"GAME has no `crests`: engines/{key}/statistics.py tells what each seat of a finished position earned"
    for name, remedy in OPTIONAL_PARTS.items():
        own = getattr(type(game), name, None) is not getattr(BaseGame, name)
        if not own and not (name == "standing" and "points" in game.view_type.__struct_fields__):
            yield f"GAME has no `{name}` of its own: {remedy.format(key=key)}"


def of_files(key: str) -> Iterator[str]:
    """Check files and rows that tools write, numbered rules, and leftovers of the game that was copied."""
    yield from _left_over(key)
    for theme in THEMES:
        file = f"{key}.act" if theme == THEMES[0] else f"{key}.{theme}.act"
        if not (encode.PALETTES / file).exists():
            yield f"data/palettes/{file} is missing: `python -m tools.palettes {key}` makes it from the golden pictures"
    tests = ROOT / "tests" / "games" / key
    if not (tests / "blind.py").exists():
        yield f"tests/games/{key}/blind.py is missing: a reader (tests/support/blind.py) that plays by the text board alone"
    if not any((tests / name).exists() for name in ("drawings.py", "golden_drawings.py")):
        yield f"tests/games/{key}/drawings.py is missing: `drawings(seats)`, every kind of picture by name"
    elif len([*(tests / "golden").glob("*.png")]) == 0 or len([*(tests / "golden" / "themes").glob("*.png")]) < len(THEMES) - 1:
        yield f"no golden pictures: `python -m tests.support.golden_pictures {key}` draws them; look at each"
    for sheet in sheets(key):
        if not sheet.rules:
            yield f"docs/rules/{key}.md has no numbered rule: begin each as a list item, `- **D1** …`"
        for rule in sorted({rule for rule in sheet.rules if sheet.rules.count(rule) > 1}):
            yield f"rule {rule} stands in docs/rules/{key}.md more than once: give each a number of its own"
        for rule in sheet.unproved:
            yield f'rule {rule} has no test: mark one `@pytest.mark.rule("{rule}")`'
        for place in sheet.unknown:
            yield f"{place}: no rule of docs/rules/{key}.md has that number"


def _left_over(key: str) -> Iterator[str]:
    for template in (path.parent.name for path in (ROOT / "examples").glob("*/engines") if path.parent.name != key):
        for path in sorted(path for pattern in OWN_FILES for path in ROOT.glob(pattern.format(key=key))):
            found = re.search(rf"(?i)\b{template}\b|{template}(?=[A-Z])|\b{template}", path.read_text(encoding="utf-8"))
            if found:
                yield f"{path.relative_to(ROOT)} still names {found[0]}, the game that was copied: rename it"


def of_safe_moves(game: Game) -> Iterator[str]:
    """Check that what is played for a late player does not end the game for them where another move would not, as far as they
    can know.
    """
    for case in covering(game.key):
        for seed in range(SAFE_GAMES):
            position, rng = case.start(seed), random.Random(seed)
            while pending := position.pending():
                seat = pending[0]
                safe = game.safe_move(position, seat)
                imagined = (game.determinize(position.view(seat), rng) for _ in range(WORLDS))
                worlds = itertools.chain([position], imagined)
                if len(pending) == 1 and all(_loses(world, seat, safe) and _survives(world, seat) for world in worlds):
                    yield (
                        f"a player who is late loses at once by `{' '.join(safe)}` ({case.name}): offer that move last, name "
                        f"better words in GAME.cautious, or give GAME a `safe_move` of its own (engines/{game.key}/rules.py)"
                    )
                    return
                position.play(seat, random_move(position, seat, rng))


def _loses(position: Position, seat: Seat, move: Move) -> bool:
    after = position.copy()
    after.play(seat, move)
    result = after.result()
    return result is not None and result.places[seat] > 1


def _survives(position: Position, seat: Seat) -> bool:
    """Returns whether the seat has a move after which the game goes on with somebody else."""
    for move in itertools.islice(_moves(position, seat), MOVES_TRIED):
        after = position.copy()
        after.play(seat, move)
        if seat not in after.pending() and after.result() is None:
            return True
    return False


def _moves(position: Position, seat: Seat) -> Iterator[Move]:
    rng = random.Random(0)
    while True:
        yield random_move(position, seat, rng)


def of_records(game: Game) -> Iterator[str]:
    """Check what strangers need to read a record of the game, and its picture in the README's folder."""
    key = game.key
    if "\n## Notation\n" not in (ROOT / "docs" / "rules" / f"{key}.md").read_text(encoding="utf-8"):
        yield f"docs/rules/{key}.md has no heading `## Notation`: say how moves are written, as in another game's"
    page = events.PAGES / f"{key}.md"
    if not page.exists() or page.read_text(encoding="utf-8") != events.page(game):
        yield f"docs/events/{key}.md is not up to date: `python -m tools.events {key}`"
    if not (ROOT / "examples" / "viewer" / f"{key}.py").exists():
        yield f"examples/viewer/{key}.py is missing: a `Table` that counts the points from the events, as another game's"
    stored = pictures.STORED / f"{key}.json"
    if not stored.exists() or not (pictures.FOLDER / f"{key}.webp").exists():
        yield f"docs/pictures/{key}.webp is missing: `python -m tools.pictures --play {key}` plays a game and draws it"


def of_arena(game: Game) -> Iterator[str]:
    """Check the matches of each level with the one below, at each number of seats, and their page."""
    key = game.key
    played = {(each.seats, each.challenger, each.other) for each in arena.results(key)}
    for seats in (seats for seats in game.seats if seats > 1):
        for weaker, stronger in itertools.pairwise(LEVELS):
            if (seats, stronger, weaker) not in played:
                command = f"python -m bench arena {key} {stronger} {weaker} --seats {seats}"
                yield f"no match of {stronger} at {seats} seats: `{command}` plays it"
    if [*guide(key).answers] != [seats for seats in game.seats if seats > 1]:
        yield f"data/guides/{key}.toml: it is not measured how long a game is: `python -m bench arena {key} --answers`"
    page = written(key, arena.results(key))
    if not arena.table(key).exists() or arena.table(key).read_text(encoding="utf-8") != page:
        yield f"docs/computers/{key}.md is not up to date: `python -m bench arena --table`"
    for line in (line for line in page.splitlines() if line.startswith("Ratings")):
        rated = [name.split()[0] for name in line.partition(": ")[2].split(", ")]
        order = [name for name in rated if name in LEVELS]
        if order != [level for level in reversed(LEVELS) if level in order]:
            yield f"docs/computers/{key}.md: {line} – each level must be above the one below it"


def of_golden_games(game: Game) -> Iterator[str]:
    """Check the stored games: missing ones, and those of another game or of options that no longer exist."""
    for case in golden_games.wanted(game.key):
        if not golden_games.path_of(case).exists():
            yield f"no golden game {case.name}: `python -m tests.support.golden_games` writes it (once the rules are right)"
    known = {option.key: option.values for option in game.options}
    for path in golden_games.files(game.key):
        head = msgspec.json.decode(path.read_bytes().splitlines()[0])
        fits = head["game"] == game.key and all(value in known.get(key, ()) for key, value in head["options"].items())
        if not fits or head["options"].keys() != known.keys() or head["seats"] not in game.seats:
            yield f"tests/games/{game.key}/golden/{path.name} is of other options or seats: delete it"


def of_guide(game: Game) -> Iterator[str]:
    """Check the guide for newcomers and the lesson."""
    key, told = game.key, guide(game.key)
    place = f"data/guides/{key}.toml"
    if not told.page:
        yield f"{place} is missing: a page for each heading of {key}.rules, why moves are refused, a lesson (as others have)"
        return
    keys = [page.key for page in told.page]
    for language in languages():
        found = [section.key for section in sections(key, words(language))]
        if found != keys:
            yield f"{place} has {len(keys)} pages, {key}.rules ({language}) has {len(found)} headings: one page for each"
    refusals = {name.split(".")[2] for name in words("en").keys() if name.startswith(f"{key}.illegal.")} - BY_TABLE  # noqa: SIM118
    explained = [refusal for page in told.page for refusal in page.why]
    for refusal in sorted(refusals ^ set(explained)):
        yield f'{place}: "{refusal}" must stand in the `why` of one page and be a message ({key}.illegal.{refusal})'
    for refusal in sorted({each for each in explained if explained.count(each) > 1}):
        yield f'{place}: "{refusal}" stands in the `why` of several pages: leave it in one'
    if not any(page.picture for page in told.page):
        yield f'{place}: no page has a picture: give one `picture = "board"`'
    if told.lesson is None:
        yield f"{place} has no [lesson]: four to eight steps on a seed that tells a story"
        return
    at = LessonTable(game, told.lesson)
    for step in told.lesson.steps:
        try:
            at.play(tuple(step.expect[0].split()))
        except IllegalMove as refusal:
            yield f"{place}: the step {step.key} cannot be played ({refusal.key}): fix `expect`, `replies` or the seed"
            return


def of_texts(game: Game, renderer: Renderer) -> Iterator[str]:
    """Check the game's name, headings, wording, text board and units."""
    key = game.key
    mark = getattr(hooks(key), "SAME_NAME", False)
    for language in wording.same_names(key, marked=mark):
        yield f"{key}.name ({language}) is another game's or the Polish one: give it its own, or laws.py `SAME_NAME = True`"
    for language in languages():
        yield from _of_language(key, language)
    seats = game.seats[-1]
    view = game.start(seats, {}, bytes(16)).view(None)
    for language in languages():
        audience = samples.audience(seats, language)
        board = renderer.text(view, audience)
        name = f"**{words(language)(f'{key}.name')}**"
        rows = re.findall(r"(?m)^- \*\*(.+?)\*\*: ", board)
        if name not in board or rows != list(audience.names) or "```" in board:
            yield (
                f"the text board ({language}) cannot be listened to: it begins with `{name} · …`, has a line `- **name**: …` "
                "for each seat and no drawing in ```; `render.prose.tellers` makes it so"
            )
        numbers, unit = renderer.moment(view.turn), renderer.unit(view.options)
        if len(numbers) > 1 and not words(language).has(f"{key}.when-{len(numbers)}"):
            yield f'data/locale/{language}/{key}.po lacks "{key}.when-{len(numbers)}": a turn told by {{first}} and {{last}}'
        try:
            words(language).count(unit, 2)
        except MissingMessage:
            yield f'data/locale/{language}/{key}.po lacks "{unit}", what scores are counted in (Renderer.unit)'


def _of_language(key: str, language: str) -> Iterator[str]:
    place = f"data/locale/{language}/{key}.po"
    for fault in wording.wrong(language, f"{key}."):
        yield f"{place}: {fault} (tests/support/wording.py)"
    for refusal in wording.helpless(language, f"{key}.illegal."):
        yield f"{place}: {refusal} does not say what to do instead"
    found = wording.headings(language, key)
    for heading in (heading for heading in found if len(heading) > wording.HEADING):
        yield f"{place}: the heading {heading!r} is longer than {wording.HEADING} characters"
    first, last = wording.first_and_last(language, key)
    if not found or (found[0], found[-1]) != (first, last):
        yield f"{place}: {key}.rules begins with the heading **{first}.** and ends with **{last}.**"
    for name in sorted(name for name in words(language).keys() if name.startswith(f"{key}.term.")):  # noqa: SIM118
        if len(wording.SAID[language].get(name, ())) < 2:
            yield f'{place}: "{name}" needs its plural forms (msgid_plural "{name}.many")'


def imports(key: str) -> Iterator[str]:
    """Check that the game's modules can be imported; without that, nothing else can be checked."""
    for folder in ("engines", "render", "tests/games"):
        paths = sorted((ROOT / folder / key).glob("*.py"))
        for path in paths:
            module = ".".join((*folder.split("/"), key, path.stem)).removesuffix(".__init__")
            try:
                if not path.stem.startswith("test_"):
                    importlib.import_module(module)
            except Exception as error:  # noqa: BLE001 - any error of a half-written module is reported
                yield f"{place_of(error, key)} does not import ({_said(error)}): fix that, the rest is asked afterwards"
                break


def place_of(error: BaseException, key: str) -> str:
    """Returns where in the game's own files an error was raised, or where it was raised at all."""
    places, at = [], error.__traceback__
    while at is not None:
        path = Path(at.tb_frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            places.append((key in path.parts, f"{path.relative_to(ROOT)}:{at.tb_lineno}"))
        at = at.tb_next
    own = [place for mine, place in places if mine]
    return own[-1] if own else places[-1][1] if places else key


def crashed(error: BaseException, key: str) -> str:
    """Returns the report of a check that an error in the game's code made impossible."""
    return f"{place_of(error, key)}: {_said(error)}: fix that, the rest is asked afterwards"


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".split("\n", 1)[0]
