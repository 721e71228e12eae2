"""Rycerze i zamki. The numbers R… in its files are the rules of docs/rules/rycerze.md."""

from engines.rycerze.rules import GAME

__all__ = ["GAME"]
