"""Matchmaking: who looks for a game in a channel, and which games they are asked about. Pure."""
