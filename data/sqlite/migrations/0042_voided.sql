-- How a result counted before a moderator voided it: 'rated', 'unearned' or ''; NULL: none has, or an earlier version did it.
ALTER TABLE results ADD COLUMN voided TEXT;
