"""How strong people are and how they have done: ratings, leaderboards, profiles."""
