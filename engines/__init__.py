"""The rules of each game and the computer players."""
