"""Which version of Zamki this is."""

ZAMKI = "0.1.0"
"""As in pyproject.toml."""
