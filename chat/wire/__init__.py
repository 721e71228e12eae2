"""The wire: requests to Discord, rate limits, layouts and texts within its limits."""
