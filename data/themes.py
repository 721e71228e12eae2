"""The themes of pictures: chosen by people and tables, coloured by `render/theme.py`."""

THEMES = ("dark", "light", "contrast")

DEFAULT = THEMES[0]
"""The theme if nobody has chosen one."""
