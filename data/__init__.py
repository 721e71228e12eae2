"""Everything that is stored or read: the SQLite store, component tables, catalogues and fonts."""
