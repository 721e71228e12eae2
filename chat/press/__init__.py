"""Presses and commands: from an interaction to a method of a cog, and its answer."""
