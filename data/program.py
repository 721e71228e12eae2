"""The version of Zamki."""

ZAMKI = "1.1.0.dev"
"""A release has three numbers; what follows it has the next ones and `.dev` (tools/release.py)."""
