-- JSON: what people have planned for when they are asked next. Secret: nobody but who planned it may know.
ALTER TABLE tables ADD COLUMN ahead TEXT NOT NULL DEFAULT '[]';
