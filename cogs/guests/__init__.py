"""Guests of lobbies."""
