"""Reads texts like a person who sees no pictures, and recovers what they say.

A `Book` knows a language, that is its catalogue, but nothing about a game or how a text was made. The games' readers
(`tests/games/<game>/blind.py`) use it to rebuild a view from the pages of a text board.
"""

from __future__ import annotations

import functools
import random
import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from data.words import Words, words
from engines.contract import Event, Game, IllegalMove, Move, Position, View
from engines.notation import random_move
from render.contract import ALT_LENGTH, TEXT_LENGTH, Audience, Epilogue, Renderer
from tests.support import samples

Facts: TypeAlias = dict[str, Any]
Reader: TypeAlias = Callable[["Book", Sequence[str]], Facts]
"""A game's reader: from the pages of a text board to the fields of the view. The number of the question (`stage`) and the seat
of the view (`seat`) have the same words in all games and are read here.
"""

Describe: TypeAlias = Callable[[Any, Audience], str]
Private: TypeAlias = Callable[[Facts, Any], bool]
"""Returns whether something that was read is private to the reader."""

Scene: TypeAlias = Callable[["Book", str, Any], None]
"""Checks the description of an event's picture against the event's data."""

Alt: TypeAlias = tuple[Describe, Callable[["Book", str, Any], None], bool]
"""What describes a picture, what checks the description against the view, and whether it is a seat's own picture."""

_FORMS = (1, 2, 5, 22)
"""Numbers that cover each plural form of English and Polish."""


class Unread(AssertionError):
    """Words that a reader cannot understand."""


class Book:
    """The meanings of a language's words, read by somebody who knows the people at the table."""

    def __init__(self, language: str, people: Sequence[str] = samples.NAMES) -> None:
        self.words: Words = words(language)
        self.people = tuple(people)
        self.person = "|".join(map(re.escape, people))
        """The pattern of a name."""
        self._values: dict[str, dict[str, list[str]]] = {}

    def says(self, key: str, text: str, *, whole: bool = True, **patterns: str) -> dict[str, str] | None:
        """Returns the fields of the message `key` in `text` (anywhere in it if not `whole`), or None if it says something else.
        `patterns`: the form of a field; by default a number for `n`, else anything.
        """
        for found in self._patterns(key, tuple(sorted(patterns.items()))):
            match = found.fullmatch(text) if whole else found.search(text)
            if match is not None:
                return match.groupdict()
        return None

    def tells(self, key: str, text: str, **patterns: str) -> dict[str, str]:
        """Like `says`, but required."""
        found = self.says(key, text, whole=True, **patterns)
        if found is None:
            raise Unread(f"{text!r} is no {key}")
        return found

    def first(self, key: str, lines: Sequence[str], **patterns: str) -> dict[str, str] | None:
        """Like `says`, for the first of the lines that says it."""
        return next((found for line in lines if (found := self.says(key, line, whole=True, **patterns)) is not None), None)

    def all(self, key: str, lines: Sequence[str], **patterns: str) -> list[dict[str, str]]:
        """Like `says`, for all lines that say it."""
        return [found for line in lines if (found := self.says(key, line, whole=True, **patterns)) is not None]

    def word(self, prefix: str, text: str, among: Sequence[str] = ()) -> str:
        """Returns which of the messages `<prefix>.<word>` it is (`among` these words)."""
        known = self._known(prefix)
        found = [word for word in known.get(text, ()) if not among or word in among]
        if len(found) != 1:
            raise Unread(f"{text!r} names {found} of {prefix}")
        return found[0]

    def maybe(self, prefix: str, text: str, among: Sequence[str] = ()) -> str:
        """Like `word`, but "" for none."""
        try:
            return self.word(prefix, text, among)
        except Unread:
            return ""

    def listed(self, text: str) -> list[str]:
        """Returns the items of a list."""
        if not text:
            return []
        split = self.says("render.and", text, first=".+", last=".+?")
        return text.split(", ") if split is None else [*split["first"].split(", "), split["last"]]

    def count(self, key: str, text: str) -> int | None:
        """Returns the number in a message with plural forms, or None if the text says something else."""
        found = self.says(key, text)
        return None if found is None else int(found["n"])

    def seats(self, lines: Sequence[str]) -> list[str]:
        """Returns, by seat, the contents of the lines `- **name**: …`."""
        found = [match for line in lines if (match := re.fullmatch(r"- \*\*(.*?)\*\*: (.*)", line))]
        called = [match[1] for match in found if match[1] in self.people]
        assert called == list(self.people[: len(called)]), lines
        return [match[2] for match in found]

    def seat(self, name: str) -> int:
        """Returns the seat of somebody."""
        return self.people.index(name)

    def everybody(self, names: str) -> tuple[int, ...]:
        """Returns the seats of several people: "Grażyna, Łucja"."""
        return tuple(map(self.seat, names.split(", ")))

    def rows(self, parts: Sequence[str]) -> list[str]:
        """Returns, by seat, what an alt text says of each after the name: "Grażyna: …"."""
        found = (re.match(rf"({self.person}): ", part) for part in parts)
        told = {match[1]: match.string[match.end() :] for match in found if match}
        return [told[name] for name in self.people if name in told]

    def options(self, game: Game, lines: Sequence[str]) -> dict[str, str]:
        """Returns the variant played; options that are not mentioned have their defaults."""
        found = self.first("render.text.variant", lines)
        told = dict(text.split(" – ", 1) for text in found["options"].split("; ")) if found is not None else {}
        chosen = {}
        for option in game.options:
            value = told.pop(self.words(f"{game.key}.option.{option.key}"), None)
            named = option.values[1:]
            chosen[option.key] = option.default if value is None else self.word(f"{game.key}.option.{option.key}", value, named)
        assert not told, told
        return chosen

    def _known(self, prefix: str) -> Mapping[str, Sequence[str]]:
        if prefix not in self._values:
            known: dict[str, list[str]] = {}
            for key in sorted(self.words.keys()):
                start, _, last = key.rpartition(".")
                if start == prefix:
                    known.setdefault(self.words(key), []).append(last)
            self._values[prefix] = known
        return self._values[prefix]

    @functools.cache  # noqa: B019 - there are as many books as languages
    def _patterns(self, key: str, patterns: tuple[tuple[str, str], ...]) -> list[re.Pattern[str]]:
        given = {"n": r"-?\d+", **dict(patterns)}
        return [_pattern(text, given) for text in dict.fromkeys(self._texts(key))]

    def _texts(self, key: str) -> list[str]:
        """Returns the message in all its forms, with its fields open."""
        raw = self.words(key)
        fields = {name: f"{{{name}}}" for _, name, _, _ in string.Formatter().parse(raw) if name}
        return [raw, *(self.words.count(key, n, **{"n": "{n}", **fields}) for n in _FORMS)]


def _pattern(text: str, patterns: Mapping[str, str]) -> re.Pattern[str]:
    made, known = "", set()
    for literal, name, _, _ in string.Formatter().parse(text):
        made += re.escape(literal)
        if name:
            made += f"(?P={name})" if name in known else f"(?P<{name}>{patterns.get(name, '.+?')})"
            known.add(name)
    return re.compile(made, re.DOTALL)


@functools.cache
def book(language: str, people: tuple[str, ...] = samples.NAMES) -> Book:
    """Returns the words of a language as people of these names read them; cached."""
    return Book(language, people)


def spoken(alt: str) -> list[str]:
    """Returns the sentences of an alt text, without their full stops."""
    return [part.removesuffix(".") for part in re.split(r"(?<=[.!?…]) ", alt)]


# -- whole games ---------------------------------------------------------------------------------------------------------------


class Blind:
    """Whole games read from texts alone. `alts`: functions that describe the pictures of a view, each with a check that the
    description is true and complete. `public`: the game hides nothing and is read on the board itself.
    """

    def __init__(
        self,
        game: Game,
        renderer: Renderer,
        read: Reader,
        alts: Sequence[Alt] = (),
        *,
        public: bool = False,
        private: Private = lambda *_: False,
        scene: Scene | None = None,
    ) -> None:
        self.game = game
        self.renderer = renderer
        self.read = read
        self.alts = alts
        self.public = public
        self.private = private
        self.scene = scene

    def seen(self, view: View, language: str, audience: Audience | None = None) -> View:
        """Returns the view as rebuilt from its pages, which must equal it."""
        audience = audience or samples.audience(view.seats, language)
        pages = self.renderer.pages(view, audience)
        assert pages[0] == self.renderer.text(view, audience)
        assert all(0 < len(page) <= TEXT_LENGTH for page in pages), [len(page) for page in pages]
        return self.rebuilt(view, pages, language)

    def rebuilt(self, view: View, pages: Sequence[str], language: str, people: tuple[str, ...] = samples.NAMES) -> View:
        """Returns the view that the pages describe to these people, which must equal `view` field by field."""
        assert "```" not in "".join(pages), "a drawing made of characters cannot be listened to"
        start = f"**{book(language).words(f'{self.game.key}.name')}**"
        assert start in pages[0], pages[0]
        first = start + pages[0].partition(start)[2]  # what is above it says what has happened
        known, lines = book(language, people), first.split("\n")
        stage, seen = known.first("render.text.stage", lines), known.first("render.text.seat", lines, name=known.person)
        assert stage is not None, first
        reader = None if seen is None else known.seat(seen["name"])
        facts = self.read(known, [first, *pages[1:]])
        true = _plain(view)
        facts = _plain({"stage": int(stage["n"]), "seat": reader, "private": self.private(facts, reader), **facts})
        for name, value in true.items():
            assert name in facts, f"{name} is not told: {value}\n" + "\n".join(pages)
            assert facts[name] == value, f"{name} is {value}, told as {facts[name]}:\n" + "\n".join(pages)
        assert facts.keys() == true.keys()
        return msgspec.convert(facts, type(view))

    def play(self, seats: int, options: Mapping[str, str], language: str, seed: int = 1, *, every: int = 1) -> Position:
        """Play a whole game in which each seat reads and decides from what it has read. The computer player finds half of the
        moves; the rest are random. At each `every`-th question, all seats and a spectator read.
        """
        rng = random.Random(seed)
        position: Position = self.game.start(seats, options, seed.to_bytes(32, "big"))
        asked = 0
        while pending := position.pending():
            seat = rng.choice(pending)
            if asked % every == 0:
                for other in (None, *range(seats)):
                    self.check(position.view(other), language)
            asked += 1
            mine = self.seen(position.view(seat), language)
            move = self.decide(mine, rng)
            self.labelled(position, seat, move, language)
            try:
                events = position.play(seat, move)
            except IllegalMove as error:
                raise AssertionError(f"{error.key}: not legal, though read so") from error
            for event in events:
                if event.scene:
                    self.happened(event, seats, language)
        for other in (None, *range(seats)):
            self.check(position.view(other), language)
        self.over(position, language)
        return position

    def labelled(self, position: Position, seat: int, move: Move, language: str) -> None:
        """Check that on the way to the move each question names all choices, each differently."""
        view, audience = position.view(seat), samples.audience(position.view(None).seats, language)
        for at in range(len(move)):
            said = dict.fromkeys(position.choices(seat, move[:at]).words)
            labels = {word: self.renderer.label(word, move[:at], view, audience) for word in said}
            assert all(0 < len(label) <= 80 for label in labels.values()), labels
            assert len(set(labels.values())) == len(labels), labels

    def happened(self, event: Event, seats: int, language: str) -> None:
        """Check that the description of a scene's picture is true."""
        alt = self.renderer.scene_text(event, samples.audience(seats, language))
        assert 0 < len(alt) <= ALT_LENGTH, alt
        if self.scene is not None:
            self.scene(book(language), alt, event.data)

    def over(self, position: Position, language: str) -> None:
        """Check that the description of the final picture is true: places, scores, and the rule that decided."""
        view, result = position.view(None), position.result()
        assert result is not None
        told = self.renderer.final_text(view, result, Epilogue(), samples.audience(view.seats, language))
        assert 0 < len(told) <= ALT_LENGTH, told
        assert book(language).words(f"{self.game.key}.reason.{result.reason}").lower() in told.lower(), told
        for place, score, name in zip(result.places, result.scores, samples.NAMES, strict=False):
            row = re.search(rf"{name}: (−?\d+)", told)
            assert row is not None, told
            assert int(row[1].replace("−", "-")) == score, told
            assert view.seats == 1 or f"{place}. {name}:" in told, told

    def decide(self, view: View, rng: random.Random) -> Move:
        """Returns a move that is legal, as far as the reader knows."""
        assert view.seat is not None
        if rng.random() < 0.5:
            return self.game.choose_move(view, rng, self.game.levels[0])
        return random_move(self.game.determinize(view, rng), view.seat, rng)

    def check(self, view: View, language: str) -> None:
        """Check that text and alt text of the view are true and complete."""
        audience = samples.audience(view.seats, language)
        self.seen(view, language, audience)
        for describe, check, private in self.alts:
            if private == (view.seat is not None):
                alt = describe(view, audience)
                assert 0 < len(alt) <= ALT_LENGTH, alt
                check(book(language), alt, view)


def _plain(value: object) -> Facts:
    """Returns it as it is stored: lists and mappings."""
    plain: Facts = msgspec.json.decode(msgspec.json.encode(value))
    return plain
