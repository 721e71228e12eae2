"""Which version of Zamki this is."""

ZAMKI = "1.0.0"
"""As in pyproject.toml."""
