"""The shapes that pictures are laid out in: chosen by people and tables, drawn by `render`."""

AUTO, TALL, WIDE = SHAPES = ("auto", "tall", "wide")
"""One layout for every screen; one for the box of a phone; one for that of a desktop (docs/pictures/sizes.md)."""
