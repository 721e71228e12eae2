"""Moves planned ahead."""
