"""How games end."""
