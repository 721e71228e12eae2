"""The public table while the game goes on."""

from __future__ import annotations

from PIL import Image

from engines.rzymianie.view import RzymianieView
from render.contract import Setting
from render.rzymianie import clans, story, table
from render.rzymianie.table import Headline
from render.told import listed


def draw(view: RzymianieView, setting: Setting) -> Image.Image:
    """The board, from any view: only what is public in it is drawn."""
    names = clans.sayable(view.clans, setting)
    told = () if view.attack is None else story.of(view.attack, names, setting.words)
    return table.draw(table.of_view(view), setting, headline(view, names, setting), told)


def headline(view: RzymianieView, names: tuple[str, ...], setting: Setting) -> Headline:
    """What is asked, and of whom where not everybody is asked."""
    words = setting.words
    if view.over:
        if view.hecas is not None:
            return Headline(words("rzymianie.instant", name=names[view.hecas]), names[view.hecas], view.hecas, instant=True)
        return Headline(words("rzymianie.over"))
    if view.asking == "plan":
        return Headline(words("rzymianie.everyone.plan"), waiting=True)
    who = listed(words, [names[seat] for seat in view.pending])
    longest = max((names[seat] for seat in view.pending), key=len, default="")
    only = view.pending[0] if len(view.pending) == 1 else None
    said = words(f"rzymianie.everyone.{view.asking}", names=who)
    return Headline(said, longest, only, waiting=True)
