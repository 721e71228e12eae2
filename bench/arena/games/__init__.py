"""What the arena has for one game each: its effort, its results, and yardsticks that play it alone."""
