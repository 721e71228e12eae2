"""Goofspiel. The numbers G… in its files are the rules of docs/rules/goof.md."""

from engines.goof.rules import GAME

__all__ = ["GAME"]
