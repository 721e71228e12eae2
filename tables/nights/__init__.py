"""Game nights: a date at which people of a server play, who comes, and the tables that are drawn there. Pure."""
