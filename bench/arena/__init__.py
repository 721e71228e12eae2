"""Computer players measured against each other: `python -m bench arena --help`."""
