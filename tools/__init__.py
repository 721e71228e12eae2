"""What a developer runs by hand: which tests prove which rule, and whether the tests notice a fault put into the rules."""
