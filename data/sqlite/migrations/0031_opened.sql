-- Which -wal file belongs to this file (data/sqlite/generation.py).
CREATE TABLE opened (mark TEXT NOT NULL) STRICT;
INSERT INTO opened VALUES ('generation:' || lower(hex(randomblob(16))) || ':0000000000');
