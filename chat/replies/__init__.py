"""Private answers that can still be edited or are still awaited, and pictures that follow later."""
