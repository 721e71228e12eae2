"""Zamek: pictures and texts."""
