"""The picture of an attack round that is over."""

from __future__ import annotations

from PIL import Image

from engines.rzymianie.events import AttackOver
from render.contract import Audience
from render.rzymianie import clans, field, sentences
from render.rzymianie.field import Headline


def draw(attack: AttackOver, audience: Audience) -> Image.Image:
    """Who turned up what, what became of it, and who takes the fort."""
    words = audience.words
    names = clans.sayable(len(attack.turned), audience)
    happened = sentences.of(attack, names, words)
    if attack.hecas and attack.winner is not None:
        name = names[attack.winner]
        head = Headline(words("rzymianie.instant", name=name), name, attack.winner, instant=True)
        happened = (*happened[:-1], sentences.taken(attack, names, words))
    elif attack.winner is not None:
        head = Headline(sentences.taken(attack, names, words), names[attack.winner], attack.winner, attack.taken)
    else:
        head = Headline(sentences.lost(attack, words), fort=attack.lost)
    return field.draw(field.of_attack(attack, len(audience.people)), audience, head, happened)
