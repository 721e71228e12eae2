"""Reviews of finished games by the computer player."""
