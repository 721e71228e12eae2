-- The votes that are open at a table, and what it knows of time beyond its deadline (clocks by seat, what a timeout does, a pause).
ALTER TABLE tables ADD COLUMN votes text NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN timing text NOT NULL DEFAULT '{}';
-- When and where a person wants to be reminded, quiet hours, vacation.
ALTER TABLE people ADD COLUMN plan text NOT NULL DEFAULT '{}';
-- How long the games of a server took, by game and pace.
CREATE INDEX tables_over ON tables (guild, game, pace) WHERE state = 'over';
