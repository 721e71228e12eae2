"""The clans, players' and neutral ones: colour, shape and name of each."""

from collections.abc import Sequence

from PIL import Image

from data.words import Words
from engines.rzymianie.components import clan_words
from render import frame
from render.contract import Audience
from render.pen import Pen, shape
from render.prose import capital, cut
from render.seat_marks import distinct
from render.sprite_cache import piece
from render.theme import COLOURS, INK, RIMS, SHAPES, WHITE, YELLOW, Colour, Look, chosen_colours, on

LONGEST = 16
"""The most letters of a name in a sentence on a picture."""

SIGN = 44
"""Size of digits (px), a little larger than elsewhere: the battle of four is the tallest of our pictures."""

_TINTS: dict[Colour, Colour] = {YELLOW: "#E3A92F"}


def clan_word(clan: int) -> str:
    """The word of a clan, as in `RzymianieView.called`: one that its player has chosen, or the next that nobody has."""
    return clan_words(chosen_colours())[clan]


def look(clan: int) -> Look:
    """The look of a clan: the colour of its word, and the shape of its seat."""
    colour = COLOURS[clan_word(clan)]
    return Look(colour, _TINTS.get(colour, colour), RIMS[colour], SHAPES[clan], on(colour))


@piece
def badge(look: Look, size: int) -> Image.Image:
    """The clan's shape and colour."""
    pen = Pen(size, size)
    middle = size * (0.54 if look.shape == "triangle" else 0.5)
    for k, fill in ((0.45, INK), (0.41, WHITE), (0.36, look.colour)):
        pen.poly(shape(look.shape, size / 2, middle, size * k), fill, fill, size * 0.03)
    return pen.finish()


def title(clan: int, words: Words) -> str:
    """The clan's name: Gold, Green, Violet, Red."""
    return words(f"rzymianie.clan.{clan_word(clan)}")


def names(clans: int, audience: Audience) -> tuple[str, ...]:
    """The names as drawn, by clan: the player's name, or the neutral clan's."""
    drawn = frame.names(audience)
    return (*drawn, *(title(clan, audience.words) for clan in range(len(drawn), clans)))


def leading(names: Sequence[str], clan: int, words: Words) -> str:
    """The name at the beginning of a sentence: a neutral clan's gets a capital letter, a player's stays unchanged."""
    return capital(names[clan]) if names[clan] == words(f"rzymianie.neutral.{clan_word(clan)}") else names[clan]


def sayable(clans: int, audience: Audience, longest: int = LONGEST) -> tuple[str, ...]:
    """The names in sentences on a picture, by clan: long ones are cut, so that the rest of a sentence fits."""
    return clan_names(clans, distinct([cut(name, longest) for name in frame.names(audience)]), audience.words)


def clan_names(clans: int, people: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """The names in sentences, by clan, in the singular: the player's name, or the neutral clan (the Red clan)."""
    return (*people, *(words(f"rzymianie.neutral.{clan_word(clan)}") for clan in range(len(people), clans)))
