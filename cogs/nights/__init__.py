"""Game nights: a date, who comes, and who plays whom."""
