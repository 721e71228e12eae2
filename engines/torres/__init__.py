"""Torres: rules T1-T21, the fast path for searching and the computer player."""
