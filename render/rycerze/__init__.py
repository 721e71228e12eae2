"""Rycerze i zamki: pictures and texts."""
