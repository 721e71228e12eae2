-- Of a board that another has taken the place of: the turn it showed (0: not known any more), so that it can tell how that went.
ALTER TABLE retired ADD COLUMN turn INTEGER;
-- The server that has excluded somebody, until they have been told so.
ALTER TABLE people ADD COLUMN untold INTEGER;
