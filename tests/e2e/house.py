"""The house with more games than it has, added as games are added: rules, a room, texts. Nothing names them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PIL import Image

import cogs.commands
import cogs.commands_house
import cogs.lobby
import cogs.standings
import engines
import render.lobby
import render.pool
from data import words as catalogue
from engines.contract import Event, Game, Move, Result, View
from render.contract import Picture, Setting
from render.encode import encode


class PlainRoom:
    """A room that shows a text as a small picture; toys say what is different with them."""

    key: str

    def drawn(self, text: str) -> Picture:
        return encode(Image.new("RGB", (90, 90), (sum(text.encode()) % 256, len(text) % 256, 120)), text)

    def board(self, view: View, setting: Setting) -> Picture:
        return self.drawn(self.text(view, setting))

    def hand(self, view: View, setting: Setting) -> Picture | None:
        return None

    def scene(self, event: Event, setting: Setting) -> Picture:
        return self.drawn(f"scene of {event.kind} {event.data}")

    def text(self, view: View, setting: Setting) -> str:
        raise NotImplementedError

    def label(self, word: str, said: Move, view: View, setting: Setting) -> str:
        return f"«{word}»"

    def line(self, event: Event, setting: Setting) -> str | None:
        return f"{setting.people[event.data['seat']].name} {event.kind}" if "seat" in event.data else event.kind

    def final(self, view: View, result: Result, setting: Setting) -> Picture:
        return self.drawn("over")

    def preview(self, view: View, said: Move, setting: Setting) -> Picture | None:
        return None

    def cover(self, w: int, h: int) -> Image.Image:
        return Image.new("RGBA", (w, h))

    def warm(self) -> None:
        return None


@contextlib.contextmanager
def more(
    games: Mapping[str, Game], rooms: Mapping[str, PlainRoom], texts: Mapping[str, Mapping[str, str]], tmp_path: Path
) -> Iterator[None]:
    """The house with these games besides its own. `texts`: by game, the same in both languages."""
    every = {**engines.games(), **games}
    drawn = {**render.rooms(), **rooms}
    with pytest.MonkeyPatch.context() as patch:
        for module in (engines, cogs.commands, cogs.commands_house, cogs.lobby, cogs.standings):
            patch.setattr(module, "games", lambda: every)
        for place in (render, render.pool, render.lobby):
            patch.setattr(place, "rooms", lambda: drawn)
        folder = shutil.copytree(catalogue.LOCALE, tmp_path / "locale")
        for language in ("en", "pl"):
            for key, told in texts.items():
                lines = "\n\n".join(f'msgid "{key}.{part}"\nmsgstr "{text}"' for part, text in told.items())
                head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
                (folder / language / f"{key}.po").write_text(head + lines + "\n")
        patch.setattr(catalogue, "LOCALE", folder)
        catalogue.words.cache_clear()
        yield
        catalogue.words.cache_clear()
