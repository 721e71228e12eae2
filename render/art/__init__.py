"""Sprites that several games share."""
