-- The request to take back further than one may alone, while it is open: one at a time at a table.
ALTER TABLE tables ADD COLUMN asking TEXT;
