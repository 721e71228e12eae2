-- Game nights: a date, who comes, and the tables that are drawn there.

-- `due`: when the night must be looked at next. `document`: all other fields, as JSON (tables/nights/night_rows.py).
CREATE TABLE nights (
    id INTEGER PRIMARY KEY REFERENCES subjects (id),
    guild INTEGER NOT NULL,
    host INTEGER NOT NULL,
    state TEXT NOT NULL,
    language TEXT NOT NULL,
    changed REAL NOT NULL,
    due REAL,
    document TEXT NOT NULL
) STRICT;
CREATE INDEX nights_guild ON nights (guild);
CREATE INDEX nights_due ON nights (due) WHERE due IS NOT NULL;

-- `here`: since when they wait for a game; NULL: they do not. `came`: when they last said that they were there.
CREATE TABLE comers (
    subject_id INTEGER NOT NULL REFERENCES nights (id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    answer TEXT NOT NULL,
    here REAL,
    came REAL,
    PRIMARY KEY (subject_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX comers_user ON comers (user);
