"""The wire: requests to Discord, rate limits, and layouts and texts within Discord's limits."""
