"""Time: clocks, time controls, quiet hours, deadlines as values, and when the bot was online."""
