"""A view becomes all that a person perceives: picture, alt text, text board, labels of words, log lines."""
