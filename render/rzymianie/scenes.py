"""A round of attack that is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from PIL import Image

from engines.rzymianie.view import Attack
from render.contract import Setting
from render.rzymianie import clans, story, table
from render.rzymianie.table import Headline


def attack_of(data: Mapping[str, Any]) -> Attack:
    """The round, from its event's data."""
    return msgspec.convert(data, Attack)


def draw(data: Mapping[str, Any], setting: Setting) -> Image.Image:
    """Who turned up what, what became of it, and who takes the fort."""
    attack = attack_of(data)
    words = setting.words
    names = clans.sayable(len(attack.turned), setting)
    told = story.of(attack, names, words)
    if attack.hecas and attack.winner is not None:
        name = names[attack.winner]
        head = Headline(words("rzymianie.instant", name=name), name, attack.winner, instant=True)
        told = (*told[:-1], story.taken(attack, names, words))
    elif attack.winner is not None:
        head = Headline(story.taken(attack, names, words), names[attack.winner], attack.winner, attack.taken)
    else:
        head = Headline(story.lost(attack, words), fort=attack.lost)
    return table.draw(table.of_attack(attack, len(setting.people)), setting, head, told)
