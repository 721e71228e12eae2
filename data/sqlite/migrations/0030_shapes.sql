-- How the pictures that a person alone sees are laid out (data/shapes.py; NULL: as the table's).
ALTER TABLE people ADD COLUMN shape TEXT;
