"""The themes that pictures are drawn in: chosen by people and tables, coloured by `render/theme.py`."""

THEMES = ("dark", "light", "contrast")

DEFAULT = THEMES[0]
"""Where nobody has chosen."""
