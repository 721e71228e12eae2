"""What the computer player says of finished games."""
