"""The public table during the game, and the picture of a finished attack round."""

from collections.abc import Sequence

from PIL import Image

from engines.rzymianie.attack import Attack
from engines.rzymianie.events import AttackOver
from engines.rzymianie.view import RzymianieView
from render.contract import Audience
from render.prose import SHORTEST, list_text
from render.rzymianie import clans, field, sentences
from render.rzymianie.field import Headline


def draw(view: RzymianieView, audience: Audience) -> Image.Image:
    """Draw the board, from any view: only its public part is drawn."""
    return draw_open(view, (), audience)


def draw_open(view: RzymianieView, hands: Sequence[RzymianieView], audience: Audience) -> Image.Image:
    """Draw the board with the face-down warriors of these private views face up."""
    names = clans.sayable(view.clans, audience)
    happened = () if view.attack is None else sentences_that_fit(view.attack, view.clans, audience)
    battle = field.with_open(field.of_view(view), hands)
    return field.draw(battle, audience, headline(view, names, audience), happened)


def sentences_that_fit(attack: Attack, n: int, audience: Audience) -> tuple[str, ...]:
    """What happened, as sentences for a picture with `n` clans: long names are cut more if there would be too many lines."""
    said: tuple[str, ...] = ()
    for longest in range(clans.LONGEST, SHORTEST - 1, -2):
        said = sentences.of(attack, clans.sayable(n, audience, longest), audience.words)
        if field.fits(said):
            break
    return said


def headline(view: RzymianieView, names: tuple[str, ...], audience: Audience) -> Headline:
    """What is asked, and who is asked if not everybody is."""
    words = audience.words
    if view.over:
        if view.hecas is not None:
            return Headline(words("rzymianie.instant", name=names[view.hecas]), names[view.hecas], view.hecas, instant=True)
        return Headline(words("rzymianie.over"))
    if view.asking == "plan":
        return Headline(words("rzymianie.everyone.plan"), waiting=True)
    who = list_text(words, [names[seat] for seat in view.pending])
    longest = max((names[seat] for seat in view.pending), key=len, default="")
    only = view.pending[0] if len(view.pending) == 1 else None
    said = words.count(f"rzymianie.everyone.{view.asking}", len(view.pending), names=who)
    return Headline(said, longest, only, waiting=True)


def scene(attack: AttackOver, audience: Audience) -> Image.Image:
    """Draw who turned up what, what happened to it, and who takes the fort."""
    words = audience.words
    names = clans.sayable(len(attack.turned), audience)
    happened = sentences_that_fit(attack, len(attack.turned), audience)
    if attack.hecas and attack.winner is not None:
        name = names[attack.winner]
        head = Headline(words("rzymianie.instant", name=name), name, attack.winner, instant=True)
        happened = (*happened[:-1], sentences.taking(attack, names, words))
    elif attack.winner is not None:
        head = Headline(sentences.taking(attack, names, words), names[attack.winner], attack.winner, attack.taken)
    else:
        head = Headline(sentences.loss(attack, words), fort=attack.lost)
    return field.draw(field.of_attack(attack, len(audience.people)), audience, head, happened)
