"""The version of Zamki."""

ZAMKI = "1.0.0"
"""The same as in pyproject.toml."""
