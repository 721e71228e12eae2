"""The colours of the players, as words: what people choose from, and who plays in which."""

from collections.abc import Sequence

COLOURS = ("sky", "yellow", "blue", "vermilion")
"""The colours of games that do not name their own."""

USUAL: dict[int, tuple[str, ...]] = {
    1: ("blue",),
    2: ("blue", "yellow"),
    3: ("sky", "yellow", "vermilion"),
    4: ("sky", "yellow", "blue", "vermilion"),
}
"""By the number of players, the colour of each seat as long as nobody has chosen: those that differ most."""


def shared_out(chosen: Sequence[str], usual: Sequence[str], colours: Sequence[str]) -> tuple[str, ...]:
    """Returns the colour of each seat. `chosen`: what people chose, by seat ("": nothing). A colour chosen twice is the first
    seat's. Everybody else has the usual one of their seat, or the next that nobody has.
    """
    found: list[str] = []
    for colour in chosen:
        found.append(colour if colour in colours and colour not in found else "")
    for seat, colour in enumerate(found):
        if not colour:
            free = (each for each in (usual[seat], *usual, *colours) if each not in found)
            found[seat] = next(free)
    return tuple(found)
