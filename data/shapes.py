"""The layouts of pictures: chosen by people and tables, drawn by `render`."""

AUTO, TALL, WIDE = SHAPES = ("auto", "tall", "wide")
"""A layout for every screen; one for a phone's aspect ratio; one for a desktop's (docs/pictures/sizes.md)."""
