"""What a game still lacks, each with the remedy: `python -m tests.support.completeness [game…]` (all without names).

A game that is not in `engines/` yet is named by ZAMKI_GAME (see conformance.py).
"""

from __future__ import annotations

import ast
import functools
import importlib
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import render
from data.guides import guide
from data.words import LOCALE, SHARED, languages, words
from engines.contract import Choices, Game, IllegalMove, Move, Option, Planned, Position, Short
from engines.notation import random_game
from render.contract import Renderer
from tests.support import demands
from tests.support.conformance import cases, covering, found
from tools.words import complete

ROOT = Path(__file__).parents[2]

GAME_FACTS = ("key", "seats", "turns", "options", "rules_version", "view_type", "event_type", "levels")
GAME_METHODS = ("start", "load", "determinize", "choose_move")
POSITION_FACTS = ("stage", "turn")
POSITION_METHODS = ("pending", "choices", "play", "retract", "copy", "view", "result", "snapshot")
RENDERER_METHODS = (
    "board",
    "hand",
    "scene",
    "text",
    "pages",
    "saying",
    "scene_text",
    "final_text",
    "label",
    "line",
    "final",
    "preview",
    "cover",
    "warm",
)

SAID = ("ask", "warn", "reason", "score", "term", "word")
"""The second part of keys whose last part the rules give as a word of their own."""


def missing(key: str) -> list[str]:
    """Returns what the game lacks, one line each: what, and what to do. Checks that need more than exists are skipped: words
    need rules and renderer, and nothing else is checked while a module cannot be imported.
    """
    if broken := [*demands.imports(key)]:
        return broken
    try:
        game = found().get(key)
    except Exception as error:  # noqa: BLE001 - another game that cannot be imported
        return [demands.crashed(error, key)]
    if game is None:
        return [f"engines/{key}/__init__.py does not carry GAME: give it `GAME`, an object that keeps engines.contract.Game"]
    lacks = [*_surviving(key, lambda: _of_game(game)), *_surviving(key, lambda: _of_files(key))]
    renderer = render.renderers().get(key)
    if renderer is None:
        return [*lacks, f"no renderer: render/{key}/__init__.py must carry RENDERER, made as render.game_renderer.GameRenderer"]
    lacks += _surviving(key, lambda: _of_renderer(key, renderer))
    if lacks:
        return lacks
    asked = (
        lambda: demands.of_game(game),
        lambda: demands.of_files(key),
        lambda: _of_words(game),
        lambda: demands.of_golden_games(game),
        lambda: demands.of_guide(game),
        lambda: demands.of_texts(game, renderer),
        lambda: demands.of_safe_moves(game),
        lambda: demands.of_records(game),
        lambda: demands.of_arena(game),
    )
    return [lack for ask in asked for lack in _surviving(key, ask)]


def _surviving(key: str, ask: Callable[[], Iterator[str]]) -> list[str]:
    """Run a check as far as possible; a fault in the game's own code is reported as a lack."""
    lacks: list[str] = []
    try:
        lacks += ask()
    except Exception as error:  # noqa: BLE001 - any error of a half-written game is reported
        lacks.append(demands.crashed(error, key))
    return lacks


def _of_game(game: Game) -> Iterator[str]:
    for name in (*GAME_FACTS, *GAME_METHODS):
        if not hasattr(game, name):
            yield f"GAME has no `{name}`: see engines.contract.Game, and engines.base for what need not be written"
    if not hasattr(game, "start"):
        return
    try:
        position = game.start(game.seats[0], {}, b"seed")
    except IllegalMove as refusal:
        yield f"GAME.start refuses {game.seats[0]} seats with default options ({refusal.key}): GAME.seats must be playable"
        return
    for name in (*POSITION_FACTS, *POSITION_METHODS):
        if not hasattr(position, name):
            yield f"its position has no `{name}`: see engines.contract.Position, and engines.base for what need not be written"


def _of_renderer(key: str, renderer: Renderer) -> Iterator[str]:
    if renderer.key != key:
        yield f"RENDERER.key is {renderer.key!r}: it must be the game's key, {key!r}"
    for name in RENDERER_METHODS:
        if not hasattr(renderer, name):
            yield f"RENDERER has no `{name}`: see render.contract.Renderer (render.game_renderer.GameRenderer has all of them)"


def _of_files(key: str) -> Iterator[str]:
    if not (ROOT / "tests" / "games" / key / "laws.py").exists():
        yield f"tests/games/{key}/laws.py is missing: its `laws(position)` asserts what is always true (see conformance.py)"
    elif not hasattr(importlib.import_module(f"tests.games.{key}.laws"), "laws"):
        yield f"tests/games/{key}/laws.py has no `laws(position)`: it asserts what is always true of a position"
    if not (ROOT / "docs" / "rules" / f"{key}.md").exists():
        yield f"docs/rules/{key}.md is missing: each rule with a number and its source, as in another game's"
    for language in complete():
        if not (LOCALE / language / f"{key}.po").exists():
            yield f"data/locale/{language}/{key}.po is missing: every word that people read stands there"


# -- words ------------------------------------------------------------------------------------------------------------------


def _of_words(game: Game) -> Iterator[str]:
    needed = _needed(game)
    for language in languages():
        keys = words(language).keys()
        own = {name for name in keys if name.startswith(f"{game.key}.")}
        said = own | {f"{game.key}.{name.partition('.')[2]}" for name in keys if name.startswith(f"{SHARED}.")}
        for name in sorted(needed.keys() - said) if language in complete() else ():
            yield f'data/locale/{language}/{game.key}.po lacks "{name}": {needed[name]}'
        for place, pattern in _patterns(game.key) if language in complete() else ():
            if not any(re.fullmatch(pattern, name) for name in said):
                yield f"data/locale/{language}/{game.key}.po has nothing that {place} asks for: a key like {pattern}"
        if f"{game.key}.rules" in said and len(words(language)(f"{game.key}.rules")) > 3500:
            yield f'data/locale/{language}/{game.key}.po: "{game.key}.rules" is longer than 3500 characters, shorten it'
        used = [re.compile(pattern) for _, pattern in _patterns(game.key)]
        for name in sorted(own - needed.keys()):
            if not _looked_up(game, name) and not any(pattern.fullmatch(name) for pattern in used):
                yield f'data/locale/{language}/{game.key}.po: nothing asks for "{name}", take it out'


def _looked_up(game: Game, name: str) -> bool:
    """Returns whether the project looks up the message, or the rules may give its last part."""
    _, kind, *rest = name.split(".")
    if re.fullmatch(r"\w+\.(when-[1-9]|ask\.[\w-]+-next)", name):
        return True
    if kind in SAID:
        return any(text == rest[-1].removesuffix("-next") for _, text in _texts(game.key))
    own = re.fullmatch(r"\w+\.when-[1-9]", name)
    return own is not None or (kind == "brief" and not rest) or (kind == "option" and rest[1:] == ["hint"])


def _needed(game: Game) -> dict[str, str]:
    """Returns the message keys that the project or the rules need, with their purpose."""
    key = game.key
    needed = {
        f"{key}.name": "what the game is called",
        f"{key}.short": "its name in the names of threads",
        f"{key}.about": "the game in a sentence or two, for the lobby",
        f"{key}.rules": "the rules in short, for /zamki rules (at most 3500 characters)",
    }
    needed |= dict.fromkeys((f"{key}.level.{level}" for level in game.levels), "a level of the computer player")
    short = game.short.options if isinstance(game, Short) else {}
    for option in (*game.options, *(Option(name, (value,)) for name, value in short.items())):
        needed[f"{key}.option.{option.key}"] = "an option, as the lobby names it"
        needed |= dict.fromkeys((f"{key}.option.{option.key}.{value}" for value in option.values), "a value of that option")
    for case in covering(key):
        rng = random.Random(case.name)
        for seed in range(3):
            position = case.start(seed)
            needed |= _asked(game, position)
            for _ in random_game(position, rng):
                needed |= _asked(game, position)
            result = position.result()
            assert result is not None
            needed[f"{key}.reason.{result.reason}"] = "the rule that decided who is first (Result.reason)"
            for told in result.breakdown:
                needed |= dict.fromkeys((f"{key}.score.{name}" for name in told), "what a score is made of (Result.breakdown)")
    pages = guide(key)
    for things in pages.things:
        needed |= {things.name.format(word): "a part of the game" for word in things.words}
        needed |= {things.does.format(word): "what that part does" for word in things.words}
    if pages.lesson is not None:
        needed |= {f"{key}.lesson.{step.key}": "a step of the lesson" for step in pages.lesson.steps}
        needed[f"{key}.lesson.done"] = "what is said when the lesson is over"
    needed |= {f"{key}.crest.{crest}": "a crest" for crest in game.crests}
    needed |= {f"{key}.crest.{crest}.how": "how that crest is earned" for crest in game.crests}
    statistics = game.statistics((), game.seats[-1])
    needed |= {f"{key}.stat.{each.key}": "a figure of a finished game (Statistic)" for each in statistics}
    needed |= dict.fromkeys(_start_refusals(game), "why a start is refused (IllegalMove)")
    if isinstance(game, Planned):
        needed[f"{key}.left"] = "what is left to spend in a turn (Planned.left)"
        needed[f"{key}.brings"] = "what a turn brings in points (Candidate.brings)"
        needed[f"{key}.brings-answered"] = "what it brings when the others have answered"
    return needed


def _asked(game: Game, position: Position) -> dict[str, str]:
    """Returns what the pending seats are asked, along one path through their choices, and their warnings."""
    needed, key = dict[str, str](), game.key
    for seat in position.pending():
        if isinstance(game, Planned) and game.remaining(position.view(seat)) is not None:
            words = position.choices(seat).words
            needed |= {f"{key}.begin.{word}": "a way to begin a move, in a word for the board's button" for word in words}
        rng = random.Random(position.stage)
        said: Move = ()
        while True:
            choices: Choices = position.choices(seat, said)
            if choices.ask:
                needed[f"{key}.ask.{choices.ask}"] = "a question put to a player (Choices.ask)"
            if choices.warn:
                needed[f"{key}.warn.{choices.warn}"] = "what a player is asked once more (Choices.warn)"
            if not choices.words:
                break
            said = (*said, *rng.sample(choices.words, choices.together))
    return needed


def _start_refusals(game: Game) -> set[str]:
    refused = set()
    attempts = [(game.seats[0] - 1, {}), (game.seats[-1] + 1, {}), (game.seats[0], {"no-such-option": "on"})]
    attempts += [(game.seats[0], {option.key: "no-such-value"}) for option in game.options]
    for seats, options in attempts:
        try:
            game.start(seats, options, b"seed")
        except IllegalMove as refusal:
            refused.add(refusal.key)
    return refused


def _patterns(key: str) -> list[tuple[str, str]]:
    """Returns where the game's code names message keys of its own, and the form of such a key (a regular expression)."""
    own = re.escape(f"{key}.")
    return [(place, text) for place, text in _texts(key) if text.startswith(own) and not text.endswith("toml")]


@functools.cache
def _texts(key: str) -> list[tuple[str, str]]:
    """Returns the texts in the game's code with their places; inserted values are `.+`, the rest is escaped for a pattern."""
    texts: dict[str, str] = {}
    for folder in ("engines", "render"):
        for path in sorted((ROOT / folder / key).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
            for node in ast.walk(tree):
                if isinstance(node, ast.expr) and id(node) not in docstrings | parts and (text := _pattern(node)):
                    texts.setdefault(text, f"{path.relative_to(ROOT)}:{node.lineno}")
    return [(place, text) for text, place in texts.items()]


def _pattern(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"
            for part in node.values
        )
    return ""


def main(keys: list[str]) -> int:
    """Print what is missing; returns 1 if there is something."""
    failed = False
    for key in keys or sorted(path.parent.name for path in (ROOT / "engines").glob("*/__init__.py")):
        lacks = missing(key)
        failed = failed or bool(lacks)
        print(f"{key}: {'nothing is missing' if not lacks else ''}")
        print("".join(f"  {line}\n" for line in lacks), end="")
        if not lacks:
            print(f"  {len(cases(key))} combinations of seats and options are played by the conformance suite")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
