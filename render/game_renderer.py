"""The common part of the games' renderers: checks that a view is the game's own, then calls the game's functions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar

import msgspec
from PIL import Image

from data.words import Words
from engines.contract import Event, EventData, Move, Result, Seat, View, Word
from render import podium, prose
from render.canvas import code_points
from render.contract import ALT_LENGTH, Audience, Epilogue, Picture, Weight
from render.encode import encode, warm
from render.frame import frieze
from render.sheet import Sheet
from render.theme import FACES, using
from render.word_places import noting

NAME = 32
"""The most characters of a name in the line that says whose view it is."""

COVER = 460
"""Height of the key art in the common picture of the end (px)."""

P = ParamSpec("P")
R = TypeVar("R")
KnownView = TypeVar("KnownView", bound=View)
BoardParts: TypeAlias = tuple[Callable[[KnownView, Audience], Image.Image | Sheet], Callable[[KnownView, Audience], str]]
OpenParts: TypeAlias = tuple[
    Callable[[KnownView, Sequence[KnownView], Audience], Image.Image], Callable[[KnownView, Words], Sequence[str]]
]
Final: TypeAlias = tuple[
    Callable[[KnownView, Result, Epilogue, Audience], Image.Image], Callable[[KnownView, Result, Audience], str]
]
Scene: TypeAlias = tuple[Callable[[Any, Audience], Image.Image], Callable[[Any, Audience], str]]


def with_theme(draw: Callable[P, R]) -> Callable[P, R]:
    """Make a method for an `Audience`, its last argument, draw or write in the theme, shape and colours of that audience."""

    @wraps(draw)
    def in_theme(*args: P.args, **kwargs: P.kwargs) -> R:
        audience = kwargs.get("audience", args[-1])
        assert isinstance(audience, Audience)
        with using(audience.theme, audience.shape, audience.chosen), noting():
            return draw(*args, **kwargs)

    return in_theme


class Parts(msgspec.Struct, Generic[KnownView], frozen=True, kw_only=True):
    """The functions of a game. In each pair the first draws the picture and the second describes it in words."""

    view: type[KnownView]
    """The type of the game's views."""
    board: BoardParts[KnownView]
    """The public table."""
    open_board: OpenParts[KnownView] | None = None
    """The public table with what the private views hold face up; the second function returns the names of what one of them
    holds. None: nothing of it has a place there.
    """
    hand: BoardParts[KnownView] | None = None
    """What a seat holds, drawn from the seat's own view; None if nothing is hidden from others."""
    final: Final[KnownView] | None = None
    """The end; None for the common one, made from the cover, places and scores. The words leave out the epilogue."""
    signs: Callable[[KnownView, Seat], tuple[Image.Image, ...]] = lambda _view, _seat: ()
    """Signs in a seat's row of the common final picture (at most 64 px high)."""
    scenes: Mapping[type[EventData], Scene]
    """The scenes, by type of event; both functions take the event's data."""
    passing: Collection[type[EventData]] = ()
    """The scenes that happen in each turn: the next board may replace the picture."""
    moments: Collection[type[EventData]] = ()
    """Those of them that are shown to each person before their next question all the same."""
    text: Callable[[KnownView, Audience], str]
    """The text board."""
    more: Callable[[KnownView, Audience], Sequence[str]] = lambda _view, _audience: ()
    """Paragraphs that the text board has no room for; long ones are split over further pages."""
    label: Callable[[Word, Move, KnownView, Audience], str] | None = None
    """A word of the notation as a person reads it; None: `<game>.word.<word>`, or the word itself without that message."""
    line: Callable[[Event, Audience], str | None]
    """An event as one line."""
    summary: Callable[[Sequence[Event], Audience], str] | None = None
    """The events of one turn in one line; None: their lines one after the other."""
    in_order: Callable[[Sequence[Event]], list[Event]] = list
    """The events of one turn in the order in which they are read, if that is not the order in which they happen."""
    weights: Mapping[type[EventData], Weight] = {}
    """How much an event means to somebody who missed it, by type; `news` for all others."""
    moment: Callable[[int], tuple[int, ...]] = lambda turn: (turn,)
    """A turn as the board counts it. If that is not (turn,), the message `<game>.when-<n>` has n such numbers."""
    unit: Callable[[Mapping[str, str]], str] = lambda _options: "render.points"
    """The message key of the unit of scores, for given options."""
    cover: Callable[[int, int], Image.Image]
    """The key art."""
    sprites: Callable[[], None] = lambda: None
    """Draws the most expensive sprites in advance, if that is worth it."""


class GameRenderer(Generic[KnownView]):
    """A game's renderer (see `render.contract.Renderer`) made of its parts. A game whose moves are entered in steps overrides
    `preview`, one with more than a picture of a hand `hand`; both are then decorated by `with_theme`. Raises TypeError for
    another game's view.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in ("hand", "preview"):
            if name in vars(cls):
                setattr(cls, name, with_theme(vars(cls)[name]))

    def __init__(self, key: str, parts: Parts[KnownView]) -> None:
        self.key = key
        self._parts = parts

    def known_view(self, view: View) -> KnownView:
        """The view, checked to be one of this game."""
        if not isinstance(view, self._parts.view):
            raise TypeError(f"not a view of this game: {type(view).__name__}")
        return view

    @with_theme
    def board(self, view: View, audience: Audience) -> Picture:
        known, (draw, tell) = self.known_view(view), self._parts.board
        return encode(draw(known, audience), tell(known, audience), self.key)

    @with_theme
    def open_board(self, view: View, hands: Sequence[View], audience: Audience) -> Picture:
        known, parts, (draw, tell) = self.known_view(view), self._parts.open_board, self._parts.board
        if parts is None:
            return encode(draw(known, audience), tell(known, audience), self.key)
        seen = tuple(map(self.known_view, hands))
        held = [(audience.names[each.viewer], parts[1](each, audience.words)) for each in seen]
        lines = [audience.words("render.text.open", name=name, cards=", ".join(cards)) for name, cards in held if cards]
        return encode(parts[0](known, seen, audience), " ".join([*lines, tell(known, audience)]), self.key)

    @with_theme
    def hand(self, view: View, audience: Audience) -> Picture | None:
        """None for a spectator, and if nothing is hidden from others."""
        known, hand = self.known_view(view), self._parts.hand
        if hand is None or known.seat is None:
            return None
        return encode(hand[0](known, audience), hand[1](known, audience), self.key)

    def preview(self, view: View, said: Move, audience: Audience) -> Picture | None:
        """None: the hand or the board shows enough."""
        del view, said, audience
        return None

    def previews(self, said: Move) -> bool:
        """Whether `preview` may draw something for these words: asked before waiting for a drawing thread."""
        del said
        return type(self).preview is not GameRenderer.preview

    @with_theme
    def scene(self, event: Event, audience: Audience) -> Picture:
        """Raises KeyError for events that are not scenes."""
        draw, tell = self._parts.scenes[type(event.data)]
        return encode(draw(event.data, audience), tell(event.data, audience), self.key)

    def moment(self, turn: int) -> tuple[int, ...]:
        return self._parts.moment(turn)

    def when(self, turn: int, words: Words) -> str:
        numbers = self.moment(turn)
        own = f"{self.key}.when-{len(numbers)}"
        return words(own if words.has(own) else "render.when", first=numbers[0], last=numbers[-1])

    def unit(self, options: Mapping[str, str]) -> str:
        return self._parts.unit(options)

    @with_theme
    def text(self, view: View, audience: Audience) -> str:
        words, lines = audience.words, [self._parts.text(self.known_view(view), audience)]
        if view.seat is not None:
            lines.append(words("render.text.seat", name=prose.cut(audience.names[view.seat], NAME)))
        lines.append(words("render.text.stage", n=view.stage))
        return "\n".join(lines)

    @with_theme
    def pages(self, view: View, audience: Audience) -> tuple[str, ...]:
        known = self.known_view(view)
        return (self.text(known, audience), *prose.to_pages(self._parts.more(known, audience)))

    @with_theme
    def saying(self, view: View, said: Move, audience: Audience) -> str:
        """Nothing: text and labels say enough."""
        del view, said, audience
        return ""

    def passes(self, event: Event) -> bool:
        return type(event.data) in self._parts.passing

    def is_moment(self, event: Event) -> bool:
        return not self.passes(event) or type(event.data) in self._parts.moments

    @with_theme
    def scene_text(self, event: Event, audience: Audience) -> str:
        """Raises KeyError for events that are not scenes."""
        return self._parts.scenes[type(event.data)][1](event.data, audience)

    @with_theme
    def final_text(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> str:
        known, final = self.known_view(view), self._parts.final

        def tell(names: Sequence[str]) -> str:
            people = (msgspec.structs.replace(person, name=name) for person, name in zip(audience.people, names, strict=True))
            called = msgspec.structs.replace(audience, people=tuple(people))
            told = prose.final_text(self.key, result, called) if final is None else final[1](known, result, called)
            return prose.sentence(told, epilogue.story)

        return prose.fitting(tell, audience, ALT_LENGTH)

    @with_theme
    def label(self, word: Word, said: Move, view: View, audience: Audience) -> str:
        if self._parts.label is not None:
            return self._parts.label(word, said, self.known_view(view), audience)
        key = f"{self.key}.word.{word}"
        return audience.words(key) if audience.words.has(key) else word

    @with_theme
    def line(self, event: Event, audience: Audience) -> str | None:
        return self._parts.line(event, audience)

    @with_theme
    def summary(self, events: Sequence[Event], audience: Audience) -> str:
        if self._parts.summary is not None:
            return self._parts.summary(events, audience)
        lines = (self.line(event, audience) for event in events if event.to is None)
        return " ".join(" ".join(line.split()) for line in lines if line)

    def in_order(self, events: Sequence[Event]) -> list[Event]:
        return self._parts.in_order(events)

    def weight(self, event: Event) -> Weight:
        return self._parts.weights.get(type(event.data), "news")

    @with_theme
    def final(self, view: View, result: Result, epilogue: Epilogue, audience: Audience) -> Picture:
        known, parts = self.known_view(view), self._parts
        if parts.final is not None:
            drawn = parts.final[0](known, result, epilogue, audience)
        else:

            def trophy(high: int) -> Image.Image:
                return parts.cover(podium.ACROSS, min(high, COVER))

            drawn = podium.final_picture(
                self.key, result, audience, epilogue, trophy, signs=lambda seat: parts.signs(known, seat)
            )
        return encode(drawn, self.final_text(view, result, epilogue, audience), self.key)

    def cover(self, w: int, h: int) -> Image.Image:
        return self._parts.cover(w, h)

    def warm(self) -> None:
        """Draw the sprites, read the fonts and look up the palette's colours."""
        self._parts.sprites()
        frieze()
        for face in FACES:
            code_points(face)
        warm(self.key)
