"""Making moves."""
