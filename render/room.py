"""What the games' rooms have in common: a view is checked to be the game's own, then drawn and told by the game's functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from PIL import Image

from engines.contract import Event, Move, Result, View, Word
from render import memory
from render.contract import Picture, Setting
from render.encode import encode

Known = TypeVar("Known", bound=View)
Board: TypeAlias = tuple[Callable[[Known, Setting], Image.Image], Callable[[Known, Setting], str]]
Final: TypeAlias = tuple[Callable[[Known, Result, Setting], Image.Image], Callable[[Known, Result, Setting], str]]
Scene: TypeAlias = tuple[Callable[[dict[str, Any], Setting], Image.Image], Callable[[dict[str, Any], Setting], str]]


class Parts(msgspec.Struct, Generic[Known], frozen=True, kw_only=True):
    """The functions of a game. Of each pair the first draws the picture and the second tells it; `scenes` by kind of event;
    `sprites` draws them beforehand.
    """

    view: type[Known]
    board: Board[Known]
    final: Final[Known]
    scenes: Mapping[str, Scene]
    text: Callable[[Known, Setting], str]
    label: Callable[[Word, Move, Known, Setting], str]
    line: Callable[[Event, Setting], str | None]
    cover: Callable[[int, int], Image.Image]
    sprites: Callable[[], None]


class GameRoom(Generic[Known]):
    """The room of a game (see `render.contract.Room`) that hides nothing and is played on its board; others override `hand`
    and `preview`. Raises TypeError for the view of another game.
    """

    def __init__(self, key: str, parts: Parts[Known]) -> None:
        self.key = key
        self._parts = parts

    def own(self, view: View) -> Known:
        """The view as one of this game."""
        if not isinstance(view, self._parts.view):
            raise TypeError(f"not a view of this game: {type(view).__name__}")
        return view

    def board(self, view: View, setting: Setting) -> Picture:
        known, (draw, tell) = self.own(view), self._parts.board
        return encode(draw(known, setting), tell(known, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:
        """None: nothing is hidden from others."""
        del view, setting
        return None

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        """None: the hand or the board tells enough."""
        del view, said, setting
        return None

    def scene(self, event: Event, setting: Setting) -> Picture:
        """KeyError for events that are no scenes."""
        draw, tell = self._parts.scenes[event.kind]
        return encode(draw(event.data, setting), tell(event.data, setting))

    def text(self, view: View, setting: Setting) -> str:
        return self._parts.text(self.own(view), setting)

    def label(self, word: Word, said: Move, view: View, setting: Setting) -> str:
        return self._parts.label(word, said, self.own(view), setting)

    def line(self, event: Event, setting: Setting) -> str | None:
        return self._parts.line(event, setting)

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        known, (draw, tell) = self.own(view), self._parts.final
        return encode(draw(known, result, setting), tell(known, result, setting))

    def cover(self, w: int, h: int) -> Image.Image:
        return self._parts.cover(w, h)

    def warm(self) -> None:
        """Draw the sprites, and have the memory that pictures take kept from one to the next."""
        memory.keep()
        self._parts.sprites()
