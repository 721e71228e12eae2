"""Files of the arena for single games: efforts, results, and yardsticks that play only one game."""
