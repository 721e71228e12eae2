"""Budowa zamku. The numbers B… in its files are the rules of docs/rules/budowa.md."""

from engines.budowa.rules import GAME

__all__ = ["GAME"]
