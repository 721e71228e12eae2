"""Chomp, played on a castle wall. The numbers C… in its files are the rules of docs/rules/chomp.md."""

from engines.chomp.rules import GAME

__all__ = ["GAME"]
